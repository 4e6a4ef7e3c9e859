"""Interval analysis of the typed expressions of one body.

The type of a `let` has no bounds, since it may be given any number later; here they come from what it is given.
"""

from __future__ import annotations

from ..model import tree
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import (
    IntType,
    range_intersection,
    range_union,
    strip_optional,
)
from ..model.walk import nodes_in
from ..primitives import table as prim

ANY = IntType()
ZERO = IntType(0, 0)


class Ranges:
    """The ranges of the numbers in one body."""

    def __init__(self, callee: CallableSymbol) -> None:
        self._given: dict[LocalSymbol, list[tree.TExpr]] = {}
        self._under_way: set[object] = set()
        elsewhere = {*callee.param_locals, *callee.binders}  # what gets its value by other ways, such as a roll
        for statement in callee.body or []:
            for node in nodes_in(statement):
                local = getattr(node, "counter" if isinstance(node, tree.Repeat) else "local", None)
                if isinstance(node, tree.SetLocal):
                    self._given.setdefault(node.local, []).append(node.value)
                elif local is not None and not isinstance(node, tree.LocalRef):
                    elsewhere.add(local)
        for local in elsewhere:
            self._given.pop(local, None)

    def of(self, node: tree.TExpr) -> IntType:
        """The range of a number; without an end where none is known."""
        declared = strip_optional(node.type)
        known = declared if isinstance(declared, IntType) else ANY
        found = self._found(node)
        return range_intersection(known, found)

    def _found(self, node: tree.TExpr) -> IntType:
        match node:
            case tree.LocalRef(local) if local in self._given:
                return self._once(local, self._given[local])
            case tree.DefineCall(CallableSymbol(body=[tree.Return(value)]) as callee) if value is not None:
                return self._once(id(callee), [value])
            case tree.Op(row, operands) if row.interval is not None:
                return prim.interval(row, *map(self.of, operands))
            case tree.If(_, then, otherwise):
                return range_union(self.of(then), self.of(otherwise))
            case tree.Aggregate(kind, value, _, _):
                return _gathered(kind, self.of(value) if value is not None else IntType(1, 1))
            case _:
                return ANY

    def _once(self, owner: object, values: list[tree.TExpr]) -> IntType:
        """The range of all values together; unknown where one of them comes from itself."""
        if owner in self._under_way:
            return ANY
        self._under_way.add(owner)
        try:
            first, *others = [self.of(value) for value in values]
        finally:
            self._under_way.discard(owner)
        for other in others:
            first = range_union(first, other)
        return first


def _gathered(kind: str, one: IntType) -> IntType:
    """The range of a sum or count of any number of values, or of the most and least of them, which is 0 of none."""
    if kind in ("sum", "count"):
        return IntType(0 if one.low is not None and one.low >= 0 else None, None)
    return range_union(one, ZERO)
