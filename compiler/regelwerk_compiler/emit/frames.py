"""Descriptions of the values in frames and options, against which saved matches are checked when they are loaded."""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis.ranges import Ranges
from ..model import tree
from ..model.ir import Handler, Point
from ..model.memo import Memo
from ..model.symbols import LocalSymbol
from ..model.types import IntType, Type
from ..model.walk import nodes_in
from ..primitives import table as prim
from .tables import frame_kind

Ends = tuple[tuple[tuple[int, int] | None, ...], ...]
"""As in the runtime: the least and the greatest number that each value of a row can be, by the number of the row."""


def value_kind(point: Point, local: LocalSymbol) -> str | tuple[tuple[str, ...], ...]:
    """The kind of a value of a frame; for rows, the kinds of the values by number."""
    if local in point.handler.rows:
        return tuple(tuple(map(frame_kind, row)) for row in point.handler.row_types(local))
    return frame_kind(local.type, many=local in point.handler.tuples)


class FrameEnds:
    """Finds the ranges of numbers on which emitted code relies."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges
        self.members = Memo[Handler, dict[LocalSymbol, LocalSymbol]](_members, {})

    def of_point(self, point: Point) -> dict[str, Ends]:
        """The ranges of the values in a frame, by name, as far as they are known."""
        found: dict[str, Ends] = {}
        handler = point.handler
        members = self.members[handler]
        for local in point.values:
            rows = handler.rows.get(local, [[members.get(local, local)]])
            ends = self._rows(rows)
            if ends and _counts_up(point, local):
                ends = tuple(tuple(one and (one[0] - 1, one[1]) for one in row) for row in ends)
            if ends:
                found[local.python] = ends
        return found

    def of_choice(self, choice: tree.ChooseValue | tree.ChooseOption) -> Ends:
        """The ranges of the values of options; empty if none is known."""
        return self._rows([[loop.local for loop in offer.loops] for offer in choice.offers])

    def _rows(self, rows: Sequence[Sequence[LocalSymbol | Type]]) -> Ends:
        found = tuple(tuple(self._of(one) if isinstance(one, LocalSymbol) else None for one in row) for row in rows)
        return found if any(map(any, found)) else ()

    def _of(self, local: LocalSymbol) -> tuple[int, int] | None:
        if not isinstance(local.type, IntType):
            return None
        known = self.ranges.of(tree.LocalRef(local, type=local.type))
        return None if known.low is None or known.high is None else (known.low, known.high)


def _members(handler: Handler) -> dict[LocalSymbol, LocalSymbol]:
    """The local of a loop, by the local that holds the members that the loop has left."""
    nodes = (node for one in handler.points for node in nodes_in(*one.body))
    return {
        node.local: node.value.loop.local
        for node in nodes
        if isinstance(node, tree.SetLocal) and isinstance(node.value, tree.MembersOf)
    }


def _counts_up(point: Point, local: LocalSymbol) -> bool:
    """True if a point begins the next round of a loop over a local, which starts at one less than its first member."""
    return any(
        isinstance(node, tree.SetLocal)
        and node.local is local
        and isinstance(node.value, tree.Op)
        and node.value.primitive is prim.ADD
        for node in nodes_in(*point.body)
    )
