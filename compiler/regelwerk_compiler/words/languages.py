"""A language goes in; what every game needs of it comes out: its plurals, its way to group digits, a few words.

Babel knows the plural rules here, so that play does not need it.
"""

from __future__ import annotations

from functools import cache

from babel import Locale

GROUPED = 10_000  # plain numbers from here on have separators, amounts in a unit always

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "decline": "No",
        "player": "Player {0}",
        "game over": "The game is over",
        "yes": "yes",
        "no": "no",
        "none": "none",
        "part": "{0} {1}",
        "and": " and ",
        "comma": ", ",
        "space": " ",
        "if": "If {0}: {1}",
        "only if": "Play this card only if {0}.",
        "otherwise": "Otherwise: {0}",
    },
    "de": {
        "decline": "Verzichten",
        "player": "Spieler {0}",
        "game over": "Das Spiel ist zu Ende",
        "yes": "ja",
        "no": "nein",
        "none": "keins",
        "part": "{0} {1}",
        "and": " und ",
        "comma": ", ",
        "space": " ",
        "if": "Wenn {0}: {1}",
        "only if": "Nur spielbar, wenn {0}.",
        "otherwise": "Sonst: {0}",
    },
    "ja": {
        "decline": "しない",
        "player": "プレイヤー{0}",
        "game over": "ゲーム終了",
        "yes": "はい",
        "no": "いいえ",
        "none": "なし",
        "part": "{1}{0}",
        "and": "と",
        "comma": "、",
        "space": "",
        "if": "{0}場合、{1}",
        "only if": "{0}場合だけ使える。",
        "otherwise": "そうでなければ、{0}",
    },
}


def locale_of(language: str) -> Locale:
    """What Babel knows of a language; `pt-BR` and `pt_BR` are the same.

    Raises:
        UnknownLocaleError, ValueError: there is no such language.
    """
    return Locale.parse(language.replace("-", "_"))


@cache  # asked for every text
def plural_digits(language: str) -> str:
    """For 0..199 which variant of a plural the language takes, a digit each."""
    rule = locale_of(language).plural_form
    used = plural_tags(language)
    return "".join(str(used.index(rule(number))) for number in range(200))


@cache
def plural_tags(language: str) -> tuple[str, ...]:
    """The variants of a plural that a language has for whole numbers, in order: `one`, `other`."""
    rule = locale_of(language).plural_form
    tags = {rule(number) for number in range(200)} | {"other"}
    return tuple(tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in tags)


def digits(value: int, language: str, *, always: bool = False) -> str:
    """A number as a language writes it, its digits grouped from 10,000 on, or `always`."""
    return f"{value:,}".replace(",", group_separator(language)) if always or abs(value) >= GROUPED else str(value)


@cache
def group_separator(language: str) -> str:
    """What stands between groups of three digits."""
    symbols = locale_of(language).number_symbols
    latin = symbols.get("latn", symbols)
    group = str(latin.get("group", ",")) if hasattr(latin, "get") else ","
    return group.replace("\u202f", "\u00a0")


def word(language: str, key: str) -> str:
    """A word that every language needs; English where we have none."""
    return WORDS[language_with_words(language) or "en"][key]


def language_with_words(language: str) -> str:
    """The language whose words a language uses: itself, for `de-AT` `de`; "" where we have none."""
    return next((one for one in (language, language.replace("_", "-").split("-")[0]) if one in WORDS), "")
