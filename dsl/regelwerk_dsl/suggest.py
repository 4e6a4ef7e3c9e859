"""Suggestions: for misspelt names by edit distance, and names made from sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def distance(first: str, second: str, limit: int) -> int:
    """The number of letters to insert, drop, change or swap with their neighbour; `limit + 1` if there are more.

    The restricted Damerau-Levenshtein distance (optimal string alignment).
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate within a short distance of the name, or None.

    The distance allowed grows with the length: none up to two letters, one up to four, two up to eight, then three;
    capitals count half. Of several at the same distance the first in alphabetical order wins. The caller gives
    candidates of the right kind only.
    """
    limit = 0 if len(name) < 3 else 1 if len(name) < 5 else 2 if len(name) < 9 else 3
    best: tuple[int, int, str] | None = None
    for candidate in candidates:
        if candidate == name:
            continue
        folded = distance(name.lower(), candidate.lower(), limit)
        if folded > limit:
            continue
        key = (folded, distance(name, candidate, limit + 1), candidate)
        if best is None or key < best:
            best = key
    return best[2] if best is not None else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """``did you mean `x`?`` for a diagnostic's help, or nothing."""
    found = nearest(name, candidates)
    return f"did you mean `{found}`?" if found else ""


def unknown(kind: str, name: str, known: Iterable[str], none: str) -> tuple[str, str]:
    """The complaint about a name, and what helps: one that it resembles, those that there are, or `none`."""
    names = sorted(known)
    have = f"there are {', '.join(names)}" if names else none
    return f"there is no {kind} `{name}`", did_you_mean(name, names) or have


def ungrouped(text: str) -> str:
    """A number whose digits are grouped with commas or points, as sources write it: `3_000`; "" for anything else."""
    return re.sub("[,.]", "_", text) if re.fullmatch(r"\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)", text) else ""


def as_words(name: str) -> str:
    """A declared name with blanks for underscores."""
    return name.replace("_", " ")


def slug(sentence: str, words: int = 3) -> str:
    """A name made of a sentence's first words: `End the turn!` gives `end_the_turn`."""
    plain = unicodedata.normalize("NFKC", sentence).lower()
    return "_".join(re.findall(r"[^\W\d]\w*", plain)[:words])
