"""Rendering of sentences in a language of the game, from the number of a sentence and its values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.state import bits
from .capitals import capital

if TYPE_CHECKING:
    from .game import Game, Language, Words

DECLINE_SENTENCE, VALUE_SENTENCE, PLAYER_SENTENCE, GAME_OVER_SENTENCE = range(4)
"""The sentences that every game has."""

SET = "set:"
MAYBE = "maybe:"
"""Before the number that stands for none, and the kind of the values: `maybe:-1:int`."""

END = re.compile(r"(?<=[.?!])(?= )|(?<=[。？！])")
"""The end of a sentence within a text."""

GROUPED = 10_000
"""Plain numbers from this one on have separators; amounts in a unit always have them."""


class Texts:
    """Renders the sentences of one game. An unknown language means the first one; only `asked` refuses it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.default = next(iter(game.languages))

    def language(self, lang: str | None) -> str:
        """A language of the game: the requested one, else the first."""
        return lang if lang in self.game.languages else self.default  # type: ignore[return-value]

    def asked(self, lang: str | None) -> str | None:
        """A requested language; None or "" means the game's first one, as None.

        Raises:
            ValueError: the game does not have it.
        """
        if lang and lang not in self.game.languages:
            raise ValueError(f"the game has no language {lang!r}: it has {', '.join(self.game.languages)}")
        return lang or None

    def say(self, words: Words | None, lang: str | None = None, names: Sequence[str] = ()) -> str:
        """A sentence with its values; "" for None. `names` are the players' names, or empty."""
        if words is None:
            return ""
        lang = self.language(lang)
        number, *values = words
        return self._worded(number, self._pattern(number, lang), values, lang, names)

    def sentences(self, words: Words, lang: str | None, names: Sequence[str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The sentences of a text, each with an identity (text, position, values): equal ones are equal sentences."""
        lang = self.language(lang)
        number, *values = words
        found: list[list[Any]] = [[]]
        for part in self._pattern(number, lang):
            first, *others = END.split(part) if isinstance(part, str) else [part]
            found[-1].append(first)
            found += [[other] for other in others]
        for at, pattern in enumerate(one for one in found if one != [""]):
            slots = [part if isinstance(part, int) else part[0] for part in pattern if not isinstance(part, str)]
            yield self._worded(number, pattern, values, lang, names), (number, at, *(values[slot] for slot in slots))

    def _worded(
        self, number: int, pattern: Sequence[Any], values: Sequence[Any], lang: str, names: Sequence[str]
    ) -> str:
        sentence = self.game.sentences[number]
        parts: list[str] = []
        for part in pattern:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, int):
                parts.append(self._slot(number, sentence.slots[part], values[part], lang, names))
            elif isinstance(part[1], str):
                parts.append(self.show(sentence.slots[part[0]], values[part[0]], lang, names, part[1]))
            else:
                parts.append(self._variant(values[part[0]], part[1], lang))
        return "".join(parts)

    def begins_with(self, player: int, words: Words, lang: str | None = None) -> bool:
        """True if a sentence of the log begins with the name of a player."""
        number, *values = words
        sentence, pattern = self.game.sentences[number], self._pattern(number, self.language(lang))
        part = pattern[0] if pattern and not sentence.private else ""
        if isinstance(part, tuple) and isinstance(part[1], str):
            part = part[0]  # a form does not matter: a player has one name
        return isinstance(part, int) and (sentence.slots[part], values[part]) == ("player", player)

    def line(self, words: Words, lang: str | None = None, names: Sequence[str] = ()) -> str:
        """A sentence as shown in the log: it begins with a capital letter, unless it begins with a digit.

        A private sentence is preceded by the name of its reader: `[Ann] You were passed the queen`.
        """
        text, reader = capital(self.say(words, lang, names), self.language(lang)), self.reader(words)
        return text if reader is None else f"[{self.player(reader, lang, names)}] {text}"

    def reader(self, words: Words) -> int | None:
        """The only player who may read a sentence of the log; None for everybody."""
        return words[1] if self.game.sentences[words[0]].private else None

    def show(self, kind: str, value: Any, lang: str | None = None, names: Sequence[str] = (), form: str = "") -> str:
        """A value of a slot kind in words; names in the given form, or the plain one if they lack it."""
        lang = self.language(lang)
        language = self.game.languages[lang]
        if kind.startswith(MAYBE):
            _, none, kind = kind.split(":")
            if value == int(none):
                return language.none
        if kind.startswith(SET):
            return self._list(kind[len(SET) :], value, lang, names, form)
        if kind == "player":
            return self.player(value, lang, names) if value >= 0 else language.none
        if kind == "card":
            return self._named("card", self.game.tables.definition[value], lang, form) if value >= 0 else language.none
        if kind in self.game.enums:
            enum = self.game.enums[kind]
            at = value - enum.low
            if not 0 <= at < len(enum.keys):
                return language.none
            return self._named(kind, at, lang, form) or self._number(value, language, True)
        if kind == "bool":
            return language.yes if value else language.no
        return self._number(value, language, kind == "int")

    def written(self, kind: str, value: Any, names: Sequence[str] = (), none: str = "none") -> str:
        """A value of a slot kind as written in sources: `red`, `{red, blue}`, or `none` for no value."""
        if kind.startswith(MAYBE):
            _, nothing, kind = kind.split(":")
            if value == int(nothing):
                return none
        if kind.startswith(SET):
            kind = kind.removeprefix(SET)
            return "{" + ", ".join(self.written(kind, one, names) for one in self._members(kind, value)) + "}"
        if kind == "bool":
            return "yes" if value else "no"
        if kind == "player":
            return self.player(value, None, names) if value >= 0 else none
        if kind == "card":
            return self.game.tables.card_keys[value] if value >= 0 else none
        if kind in self.game.enums:
            enum = self.game.enums[kind]
            at = value - enum.low
            return enum.keys[at] if 0 <= at < len(enum.keys) else none
        return str(value)

    def player(self, p: int, lang: str | None = None, names: Sequence[str] = ()) -> str:
        """A player's name, or one such as `Player A` in the language."""
        if p < len(names):
            return names[p]
        return self.say((PLAYER_SENTENCE, p), lang, names)

    def fact(self, name: str, lang: str | None = None) -> str:
        """The label of a declared variable."""
        return self.game.facts.get(self.language(lang), {}).get(name) or name.replace("_", " ")

    # ---- parts

    def _pattern(self, number: int, lang: str) -> tuple[Any, ...]:
        patterns = self.game.sentences[number].patterns
        return patterns[lang if lang in patterns else self.default]

    def _slot(self, number: int, kind: str, value: Any, lang: str, names: Sequence[str]) -> str:
        if number == PLAYER_SENTENCE:
            return chr(ord("A") + value % 26)
        return self.show(kind, value, lang, names)

    def _named(self, kind: str, at: int, lang: str, form: str) -> str:
        """A name in a form, else the plain form, else in the default language; else the key."""
        for language in (lang, self.default):
            forms = self.game.names.get(language, {}).get(kind)
            if not forms:
                continue
            for wanted in (form, ""):
                if wanted in forms and at < len(forms[wanted]) and forms[wanted][at]:
                    return forms[wanted][at]
        return self.game.cards[at].key if kind == "card" else self._key(kind, at)

    def _key(self, kind: str, at: int) -> str:
        enum = self.game.enums[kind]
        return "" if enum.is_range else enum.keys[at]

    def _list(self, kind: str, value: Any, lang: str, names: Sequence[str], form: str) -> str:
        language = self.game.languages[lang]
        words = [self.show(kind, member, lang, names, form) for member in self._members(kind, value)]
        if not words:
            return language.none
        if len(words) == 1:
            return words[0]
        return language.comma.join(words[:-1]) + language.and_ + words[-1]

    def _members(self, kind: str, value: Any) -> list[int]:
        """The members of a set of a kind, given as bits of a number or listed."""
        low = self.game.enums[kind].low if kind in self.game.enums else 0
        return [low + bit for bit in bits(value)] if isinstance(value, int) else list(value)

    def _number(self, value: int, language: Language, plain: bool) -> str:
        if plain and abs(value) < GROUPED:
            return str(int(value))
        return f"{value:,}".replace(",", language.group)

    def _variant(self, value: Any, variants: Sequence[str], lang: str) -> str:
        n = abs(int(value))
        digits = self.game.languages[lang].plurals
        at = n if n < len(digits) else 100 + n % 100
        variant = int(digits[at]) if at < len(digits) else len(variants) - 1
        return variants[min(variant, len(variants) - 1)]


def counted_players(low: int, high: int) -> str:
    """The allowed numbers of players in words: `1 player`, `3 players`, `2 to 4 players`."""
    number = f"{low} to {high}" if low < high else str(high)
    return f"{number} {'player' if high == 1 else 'players'}"
