"""Plural rules and digit grouping of languages.

Babel has them. The emitted module holds the results, so that play does not need Babel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from regelwerk_dsl.results import Results

if TYPE_CHECKING:
    from babel import Locale

CUSTOMS = Results()  # by language and installed Babel, which is slow to load, and so are its files
GROUPED = 10_000  # plain numbers from here on have separators, amounts in a unit always


def locale_of(language: str) -> Locale:
    """The locale of a language code; `pt-BR` and `pt_BR` are the same.

    Raises:
        UnknownLocaleError, ValueError: there is no such language.
    """
    from babel import Locale  # slow to import, and most numbers are short

    return Locale.parse(language.replace("-", "_"))


@cache
def is_language(code: str) -> bool:
    """True if there is a language with this code."""
    if CUSTOMS.get(_key(code)) is not None:
        return True
    from babel import UnknownLocaleError  # slow to import

    try:
        locale_of(code)
    except (UnknownLocaleError, ValueError):
        return False
    return True


@cache
def is_from_right_to_left(language: str) -> bool:
    """True if the script of a language is written from right to left."""
    return str(locale_of(language).character_order) == "right-to-left"


@cache
def english_name(language: str) -> str:
    """The English name of a language."""
    return locale_of(language).get_display_name("en") or language


class _Customs(NamedTuple):
    """How a language writes numbers: its plural forms, which of them each of 0..199 takes, and its separator."""

    tags: Sequence[str]
    digits: str
    separator: str


def _key(language: str) -> str:
    return f"{language} {_installed()}"


@cache
def _installed() -> str:
    """A mark of the installed Babel, which does not load it as its version would."""
    spec = find_spec("babel")
    assert spec is not None and spec.origin is not None
    found = Path(spec.origin).stat()
    return f"{spec.origin} {found.st_mtime_ns} {found.st_size}"


@cache  # called for every text
def _customs(language: str) -> _Customs:
    key = _key(language)
    if (known := CUSTOMS.get(key)) is None:
        rule, symbols = locale_of(language).plural_form, locale_of(language).number_symbols
        forms = [rule(number) for number in range(200)]
        tags: list[str] = [tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in {*forms, "other"}]
        latin = symbols.get("latn", symbols)
        group = str(latin.get("group", ",")) if hasattr(latin, "get") else ","
        digits = "".join(str(tags.index(form)) for form in forms)
        known = tags, digits, group.replace("\u202f", "\u00a0")
        CUSTOMS.keep(key, known)
    return _Customs(*known)


def plural_digits(language: str) -> str:
    """The plural form that the language uses for each of the numbers 0..199, a digit each."""
    return _customs(language).digits


def plural_tags(language: str) -> tuple[str, ...]:
    """The plural forms that a language has for whole numbers, in order: `one`, `other`."""
    return tuple(_customs(language).tags)


@cache
def whole_tags(language: str) -> tuple[str, ...]:
    """The plural forms of a language that some whole number takes; others are for fractions."""
    return tuple(tag for at, tag in enumerate(plural_tags(language)) if str(at) in plural_digits(language))


def digits(value: int, language: str, *, always: bool = False) -> str:
    """A number as a language writes it, its digits grouped from 10,000 on, or `always`."""
    return f"{value:,}".replace(",", group_separator(language)) if always or abs(value) >= GROUPED else str(value)


def group_separator(language: str) -> str:
    """The sign between groups of three digits."""
    return _customs(language).separator
