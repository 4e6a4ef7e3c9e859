"""Texts of templates: the words that take the place of their marks, and texts as the sources of a game write them."""

from __future__ import annotations

import re
from collections.abc import Mapping


def filled(text: str, words: Mapping[str, str]) -> str:
    """A template with words in place of its marks, all at once: a word may be the same as a mark."""
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def as_text(words: str) -> str:
    """What stands between the quotation marks of a title in sources that says these words, without braces."""
    return re.sub(r'[\\"*:]', r"\\\g<0>", words.replace("{", "(").replace("}", ")"))
