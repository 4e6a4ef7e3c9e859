"""Data of a difference between two games, and the two games side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...checked.build import build
from ...model.symbols import Game
from ...words.words import Words

if TYPE_CHECKING:
    from ...driver import CheckResult

KINDS = {
    "frame": "The frame",
    "unit": "Units",
    "table": "Tables",
    "row": "Rows",
    "value": "Values",
    "name": "Names",
    "card type": "Card types",
    "card": "Cards",
    "copies": "Copies",
    "field": "Fields of cards",
    "title": "Titles of cards",
    "text": "Texts of cards",
    "state": "State",
    "rule": "Rules",
    "sentence": "Sentences",
    "chapter": "Chapters",
    "scenario": "Scenarios",
    "invariant": "Invariants",
}
"""What a difference can be about, in the order in which differences are told, with a heading each."""

CHANGED, ADDED, REMOVED = "changed", "added", "removed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same in two games.

    Attributes:
        kind: one of KINDS.
        name: its full name, as `explain` takes it: `Route.blue.lanes`, `theft.asia`, `sell`.
        change: `changed`, `added`, `removed`.
        left, right: what it is on either side, None where it is not there: plain data as in the checked game, the
            lines of a rule as one text, words by language.
        left_where, right_where: `file:line`.
        by: the errata and variants that made it so; empty where it follows from another difference.
    """

    kind: str
    name: str
    change: str
    left: object
    right: object
    left_where: str = ""
    right_where: str = ""
    by: tuple[str, ...] = ()


class Side:
    """One of the two games, with its data."""

    def __init__(self, checked: CheckResult) -> None:
        assert checked.game is not None and checked.texts is not None and checked.table is not None
        self.game: Game = checked.game
        self.checked = checked
        self.typed = build(checked.game, checked.texts, checked.statements)
        self.words = Words(checked.game, checked.texts)


def pair(
    kind: str, prefix: str, left: Mapping[str, Any], right: Mapping[str, Any], places: tuple[Any, Any] = (None, None)
) -> Iterator[Difference]:
    """The entries of two tables that differ. Each place is a function from an entry's name to `file:line`."""
    for name in {**left, **right}:
        if name in left and name in right and left[name] == right[name]:
            continue
        change = CHANGED if name in left and name in right else ADDED if name in right else REMOVED
        one, other = (
            place(name) if place is not None and name in side else ""
            for place, side in zip(places, (left, right), strict=True)
        )
        yield Difference(kind, prefix + name, change, left.get(name), right.get(name), one, other)
