"""Notes on languages that the program has no words for, or cannot print."""

from __future__ import annotations

from regelwerk_compiler.checked.languages import english_name, is_from_right_to_left
from regelwerk_compiler.words.own import own_missing, own_total


def own_words_note(language: str) -> str:
    """Says how many of the program's own words (`Contents`, `Round 3`) stay English in a language; "" if none do."""
    missing = len(own_missing(language))
    if not missing:
        return ""
    many = f"all {missing}" if missing == own_total() else f"{missing} of {own_total()}"
    name = english_name(language)
    return f"the program's own words are not in {name}: {many} are English; docs/commands.md says how to translate them"


def direction_note(language: str) -> str:
    """Says that a language cannot be printed on paper; "" if it can."""
    if not is_from_right_to_left(language):
        return ""
    return f"{english_name(language)} is written from right to left, which regelwerk cannot set on paper yet"
