"""Templates: replacing their marks, and quoting texts for the sources of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping


def filled(text: str, words: Mapping[str, str]) -> str:
    """A template with its marks replaced, all at once: a word may itself look like a mark."""
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def as_text(words: str) -> str:
    """Words as written between the quotation marks of a title in sources; braces become parentheses."""
    return re.sub(r'[\\"*:]', r"\\\g<0>", words.replace("{", "(").replace("}", ")"))
