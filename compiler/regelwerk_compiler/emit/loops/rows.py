"""Searches through a row of a variable, and loops that fill one, as slices: `sum(s.bets[l * 5 : l * 5 + 5])`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import prod

from ...model import tree
from ...model.symbols import StateSymbol, dim_size
from ...model.types import MemberType
from ...model.walk import free_locals
from ...primitives import table as prim
from ..printer import shown
from ..state_access import StateAccess
from ..template import literal, name, py

SHORT = 40  # the most letters of a position that is written twice


class Rows:
    """Finds searches and loops over adjacent values of a variable, for all members of some indices."""

    def __init__(self, access: StateAccess) -> None:
        self.access, self.tables = access, access.tables

    def made(self, node: tree.TExpr) -> ast.expr | None:
        """The search as one expression; None if it is of another form."""
        match node:
            case tree.Aggregate("sum" | "most" | "least" as kind, tree.StateRead() as value, [loop], None):
                row = self._row([loop], value.var, value.indices)
                function = {"sum": "sum", "most": "max", "least": "min"}[kind]
                return py("{}({})", function, row) if row is not None else None
            case tree.Aggregate("count", _, [loop], tree.Op(prim.EQUAL, [tree.StateRead() as value, other])):
                template = "{}.count({})"
            case tree.Quantify("any", [loop], tree.Op(prim.EQUAL, [tree.StateRead() as value, other]), None):
                template = "{1} in {0}"
            case _:
                return None
        row = self._row([loop], value.var, value.indices) if loop.local not in free_locals(other) else None
        return py(template, row, self.access.expr(other)) if row is not None else None

    def filled(self, loops: list[tree.Loop], node: tree.SetState) -> tuple[ast.expr, ast.expr] | None:
        """The row to which loops assign one value, and its new contents; None for loops of another form."""
        steady = all(isinstance(one, tree.LocalRef | tree.Const) for one in (node.value, *node.indices))
        varies = free_locals(node.value) & {loop.local for loop in loops}
        row = self._row(loops, node.var, node.indices) if steady and not varies and not node.var.while_in else None
        if row is None:
            return None
        sizes = [
            dim_size(self.tables.game, loop.local.type) for loop in loops if isinstance(loop.local.type, MemberType)
        ]
        value = py("[{}] * {}", self.access.expr(node.value), "s.players" if self._is_part(loops) else prod(sizes))
        return row if isinstance(row, ast.Subscript) else py("{}[:]", row), value

    def _row(self, loops: list[tree.Loop], var: StateSymbol, indices: list[tree.TExpr]) -> ast.expr | None:
        """The values of a variable for all members of loops, each loop by an index of its own; None for other forms."""
        bound = {loop.local for loop in loops}
        at = [i for i, index in enumerate(indices) if free_locals(index) & bound]
        free = [index.local for i in at if isinstance(index := indices[i], tree.LocalRef)]
        dims = var.all_dims
        if (
            len(at) != len(loops)
            or {*free} != bound
            or at != [*range(at[0], at[0] + len(at))]
            or [dims[i] for i in at] != [local.type for local in free]
            or not all(_is_whole(loop) for loop in loops)
            or (self._is_part(loops) and len(loops) > 1)
        ):
            return None
        kept = [None if i in at else index for i, index in enumerate(indices)]
        return self.slice(var, kept, is_part=self._is_part(loops))

    def _is_part(self, loops: list[tree.Loop]) -> bool:
        """True if a loop goes through the players of the match, who may be fewer than a row has room for."""
        low, high = self.tables.game.players
        return low < high and any(loop.local.type == MemberType("Player") for loop in loops)

    def slice(
        self, var: StateSymbol, indices: Sequence[tree.TExpr | None], *, is_part: bool = False
    ) -> ast.expr | None:
        """The values of a variable for all members of some indices, as a slice; None if its start is long to write.

        Args:
            var: the variable.
            indices: None for those that take all members.
            is_part: whether those are the players of the match.
        """
        sizes, slot = self.tables.sizes(var), name(f"s.{self.tables.state(var)}")
        if all(index is None for index in indices):
            return py("{}[:s.players]", slot) if is_part else slot
        free = [i for i, index in enumerate(indices) if index is None]
        stride, size = prod(sizes[free[-1] + 1 :]), prod(sizes[i] for i in free)
        first = [tree.Const(self.tables.low(dim), type=dim) for dim in var.all_dims]
        start = self.access.flat([first[i] if index is None else index for i, index in enumerate(indices)], sizes)
        if len(shown(start)) > SHORT:
            return None
        count = py("s.players") if is_part else literal(size * stride)
        if is_part and stride > 1:
            count = py("{} * {}", count, stride)
        end = count if isinstance(start, ast.Constant) and not start.value else py("{} + {}", start, count)
        return py("{}[{}:{}:{}]", slot, start, end, stride) if stride > 1 else py("{}[{}:{}]", slot, start, end)


def _is_whole(loop: tree.Loop) -> bool:
    """True if a loop goes through all members of its type, the first one first."""
    kind = loop.local.type
    return isinstance(kind, MemberType) and loop.domain == tree.EnumDomain(kind.enum) and loop.start is None
