"""Data model of a comparison: the parts of a game and the differences between two games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regelwerk_dsl.source import Span

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
class Part:
    """Something in one game that another game can have, lack, or have otherwise.

    Attributes:
        kind: one of KINDS.
        name: its full name.
        compared: what two of them are compared by.
        shown: what a difference shows of it, as in `Difference.left`.
        span: where it stands, if that is known.
        parts: what it holds; compared where both games have the whole.
        definition: of a value that is defined, the lines of its definition; shown where the other game has a rule.
    """

    kind: str
    name: str
    compared: object
    shown: Any
    span: Span | None = None
    parts: tuple[Part, ...] = ()
    definition: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """By which the same part of two games is found; a defined value may become a rule."""
        return ("rule" if self.definition else self.kind, self.name)


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
