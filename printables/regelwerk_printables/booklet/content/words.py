"""Words of the booklet itself: headings and phrases that no game needs to translate."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_compiler.words.own import own_word


def word(language: str, key: str, *values: object) -> str:
    """A word or phrase with its values, in English for languages without words."""
    return own_word(language, f"booklet.{key}", *values)


def comma(language: str) -> str:
    """What separates the parts of a list."""
    return own_word(language, "text.comma")


def joined(language: str, parts: Iterable[str]) -> str:
    """Parts in a row, as the language separates them: by semicolons where there are commas in them."""
    found = list(parts)
    return between(language, found).join(found)


def between(language: str, parts: Iterable[str]) -> str:
    """What stands between parts in a row."""
    usual = comma(language)
    return word(language, "semicolon") if any(usual in part for part in parts) else usual
