"""Searches through a row of a variable, as a slice of its list: `sum(s.bets[l * 5 : l * 5 + s.players])`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...model import tree
from ...model.symbols import StateSymbol
from ...model.types import MemberType, PerType
from ...model.walk import used_in
from ...primitives import table as prim
from ..places import Places
from ..precedence import COMPARE

SHORT = 40  # the most letters of a position that is written twice


class Rows:
    """Finds searches that read the values of a variable one after the other, for all members of an index."""

    def __init__(self, places: Places) -> None:
        self.places, self.tables = places, places.tables

    def written(self, node: tree.TExpr) -> str | None:
        """The search as one expression; None if it is of another form."""
        match node:
            case tree.Aggregate("sum" | "most" | "least" as kind, tree.StateRead() as value, [loop], None):
                row = self._row(loop, value)
                name = {"sum": "sum", "most": "max", "least": "min"}[kind]
                return f"{name}({row})" if row is not None else None
            case tree.Aggregate("count", _, [loop], tree.Op(prim.EQUAL, [tree.StateRead() as value, other])):
                row = self._row(loop, value) if loop.local not in used_in(other) else None
                return f"{row}.count({self.places.text(other)})" if row is not None else None
            case tree.Quantify("any", [loop], tree.Op(prim.EQUAL, [tree.StateRead() as value, other]), None):
                row = self._row(loop, value) if loop.local not in used_in(other) else None
                return f"({self.places.text(other, COMPARE - 1)} in {row})" if row is not None else None
            case _:
                return None

    def _row(self, loop: tree.Loop, value: tree.StateRead) -> str | None:
        """The values of a variable for all members that a loop goes through."""
        var, indices = value.var, value.indices
        at = [i for i, index in enumerate(indices) if isinstance(index, tree.LocalRef) and index.local is loop.local]
        others = [index for i, index in enumerate(indices) if i not in at]
        dims = [*var.dims, var.type.key] if isinstance(var.type, PerType) else var.dims
        kind = loop.local.type
        whole = isinstance(kind, MemberType) and loop.domain == tree.EnumDomain(kind.enum) and loop.start is None
        if len(at) != 1 or not whole or dims[at[0]] != kind or any(loop.local in used_in(one) for one in others):
            return None
        low, high = self.tables.game.players
        is_part = kind == MemberType("Player") and low < high
        return self.slice(var, [None if i in at else index for i, index in enumerate(indices)], is_part=is_part)

    def slice(self, var: StateSymbol, indices: Sequence[tree.TExpr | None], *, is_part: bool = False) -> str | None:
        """The values of a variable for all members of some indices that stand side by side; None if the text is long.

        Args:
            var: the variable.
            indices: None for those that take all members.
            is_part: whether those are the players of the match.
        """
        sizes, name = self.tables.sizes(var), f"s.{self.tables.state(var)}"
        if all(index is None for index in indices):
            return f"{name}[:s.players]" if is_part else name
        free = [i for i, index in enumerate(indices) if index is None]
        stride, size = prod(sizes[free[-1] + 1 :]), prod(sizes[i] for i in free)
        dims = [*var.dims, var.type.key] if isinstance(var.type, PerType) else var.dims
        first = [tree.Const(self.tables.low(dim), type=dim) for dim in dims]
        start = self.places.flat([first[i] if index is None else index for i, index in enumerate(indices)], sizes)
        if len(start) > SHORT:
            return None
        count = "s.players" if is_part else str(size * stride)
        step = f" : {stride}" if stride > 1 else ""
        if is_part and stride > 1:
            count = f"{count} * {stride}"
        return f"{name}[{start} : {count if start == '0' else f'{start} + {count}'}{step}]"
