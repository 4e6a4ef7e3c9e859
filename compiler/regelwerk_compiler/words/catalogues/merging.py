"""Merging of texts that two changes reword in different clauses: in the sources, and in the same way in a translation.

`Draw a card. Discard one.` becomes `Draw two cards. Discard one.` with one variant and `Draw a card. Keep it.` with
another: with both it says `Draw two cards. Keep it.` in every language that has the other three.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_CLAUSE = re.compile(r".*?(?:[.:;!?](?=\s)|[,，](?=\s)|[。、：；！？]|\n|$)\s*", re.DOTALL)


class _Hunk(NamedTuple):
    """Clauses of the base from `start` to `end`, and what stands in their place."""

    start: int
    end: int
    clauses: tuple[str, ...]


def merged(base: str, one: str, other: str) -> str | None:
    """A text with what two changes did to it; None if they change the same clause, or add something at one place."""
    clauses = clauses_of(base)
    hunks = sorted({*_hunks(clauses, clauses_of(one)), *_hunks(clauses, clauses_of(other))})
    found: list[str] = []
    at = 0
    for before, hunk in zip([None, *hunks], hunks, strict=False):
        if before is not None and (hunk.start < before.end or before[:2] == hunk[:2]):
            return None
        found += [*clauses[at : hunk.start], *hunk.clauses]
        at = hunk.end
    return "".join([*found, *clauses[at:]])


def clauses_of(text: str) -> list[str]:
    """A text in parts, each up to the sign that ends it and the blanks after that."""
    return [clause for clause in _CLAUSE.findall(text) if clause]


def _hunks(base: Sequence[str], changed: Sequence[str]) -> list[_Hunk]:
    from difflib import SequenceMatcher  # two changes seldom reword one text

    keys, others = ([" ".join(clause.split()) for clause in side] for side in (base, changed))
    matcher = SequenceMatcher(None, keys, others, autojunk=False)
    return [
        _Hunk(start, end, (*_blanks(changed, low, start == len(base)), *changed[low:high]))
        for tag, start, end, low, high in matcher.get_opcodes()
        if tag != "equal"
    ]


def _blanks(changed: Sequence[str], at: int, is_last: bool) -> list[str]:
    """The blanks between a text and a clause that is put after it, which the text itself lacks at its end."""
    return [changed[at - 1][len(changed[at - 1].rstrip()) :]] if is_last and at else []
