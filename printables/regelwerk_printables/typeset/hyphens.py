"""Hyphenation: pyphen's patterns, exceptions and soft hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

SOFT = "\u00ad"
BEFORE, AFTER = 3, 3  # letters that stay together at both ends of a word
SHORT = 7  # a word of fewer letters is divided only when a line cannot hold it

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\u00ad)+")
_DICTIONARIES = {"en": "en_GB", "de": "de_DE"}
WHEN_NEEDED = frozenset({"en"})  # divided only when a word does not fit on a line


@dataclass(frozen=True, eq=False, slots=True)
class Divisions:
    """Words that are divided otherwise than by the patterns: the places for each, in lower case."""

    places: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, words: Iterable[str]) -> Divisions:
        """From words with a hyphen at each place, such as `rail-way`; one without is never divided."""
        found: dict[str, tuple[int, ...]] = {}
        for word in words:
            parts = word.lower().split("-")
            found["".join(parts)] = tuple(sum(map(len, parts[:at])) for at in range(1, len(parts)))
        return cls(found)


NO_DIVISIONS = Divisions({})


@cache
def hyphenation(language: str) -> Literal["freely", "when needed", "never"]:
    """How readily words of a language are divided."""
    if language in WHEN_NEEDED:
        return "when needed"
    return "freely" if _dictionary(language) is not None else "never"


def hyphens(
    chars: str, start: int, end: int, language: str, shortest: int = SHORT, divisions: Divisions = NO_DIVISIONS
) -> list[int]:
    """The places between `start` and `end` where a line may end with a hyphen, in order."""
    found: list[int] = []
    for match in _WORD.finditer(chars, start, end):
        word = match.group()
        if SOFT in word:
            found += [match.start() + at + 1 for at, char in enumerate(word) if char == SOFT]
        elif (places := divisions.places.get(word.lower())) is not None:
            found += [match.start() + at for at in places]
        elif len(word) >= shortest:
            found += [match.start() + at for at in _positions(word, language)]
    return found


@lru_cache(4096)
def _positions(word: str, language: str) -> tuple[int, ...]:
    dictionary = _dictionary(language)
    if dictionary is None or len(word) < BEFORE + AFTER:
        return ()
    return tuple(int(at) for at in dictionary.positions(word) if BEFORE <= at <= len(word) - AFTER)


@cache
def _dictionary(language: str) -> Any:
    if language in ("ja", "zh", "ko", ""):
        return None
    import pyphen  # type: ignore[import-untyped]  # slow to load: only where a text needs it

    name = _DICTIONARIES.get(language) or pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=name, left=BEFORE, right=AFTER) if name in pyphen.LANGUAGES else None
