"""Words of the booklet itself: headings and phrases that no game needs to translate, from `words.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import yaml

SOURCE = "words.yaml"
USUAL = "en"  # for languages that the file does not have


@cache
def all_words() -> dict[str, dict[str, str]]:
    """The words by language and key; `{0}` and `{1}` stand for values."""
    text = (files("regelwerk_printables.booklet") / SOURCE).read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = yaml.safe_load(text)
    return found


def word(language: str, key: str, *values: object) -> str:
    """A word or phrase with its values, in English for languages without words."""
    words = all_words()
    found = words.get(language) or words.get(language.partition("_")[0]) or words[USUAL]
    return found[key].format(*values)


def joined(language: str, parts: Iterable[str]) -> str:
    """Parts in a row, as the language separates them: by semicolons where there are commas in them."""
    found = list(parts)
    return between(language, found).join(found)


def between(language: str, parts: Iterable[str]) -> str:
    """What stands between parts in a row."""
    comma = word(language, "comma")
    return word(language, "semicolon") if any(comma in part for part in parts) else comma
