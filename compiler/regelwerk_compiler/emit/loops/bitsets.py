"""Bit sets for conditions: members of a set, those whose places hold a card (`s.occupied & 511`), or all others."""

from __future__ import annotations

import ast
from collections.abc import Set

from ...lower.hoisting import Hoisting
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import NoneType, SetType
from ...model.walk import free_locals
from ...primitives import table as prim
from ..state_access import StateAccess
from ..template import literal, py

MANY = 12
"""The number of places from which they are no longer tested one by one."""


class Bitsets:
    """Finds the sets in conditions on the members of enums."""

    def __init__(self, access: StateAccess, hoisting: Hoisting) -> None:
        self.access, self.tables, self.hoisting = access, access.tables, hoisting

    def of(self, loop: tree.Loop, part: tree.TExpr, unbound: Set[LocalSymbol]) -> ast.expr | None:
        """The members of a loop's enum that meet a condition, as an operation on bits; None if it names no set.

        Args:
            loop: the loop.
            part: the condition.
            unbound: the locals that have no value where the loop begins.
        """
        if not isinstance(loop.domain, tree.EnumDomain) or self.tables.low(loop.local.type):
            return None
        symbol, holds = self.tables.game.enums[loop.domain.enum], True
        whole = literal(2**symbol.size - 1)
        while isinstance(part, tree.Op) and part.primitive is prim.NOT:
            (part,) = part.operands
            holds = not holds
        match part:
            case tree.Op(prim.IN_SET, [tree.LocalRef(local), set_]) if (
                local is loop.local
                and set_.type == SetType(local.type)
                and not free_locals(set_) & ({local} | unbound)
                and self.hoisting.is_independent(set_, set())
            ):
                if holds:
                    return self.access.expr(set_)
                return None if symbol.kind == "player" else py("{} & ~{}", whole, self.access.expr(set_))
            case tree.Op(prim.EQUAL | prim.NOT_EQUAL as row, [tree.PlaceRead(zone), tree.Const(type=NoneType())]):
                occupied = self._occupied(zone, loop.local, unbound) if symbol.size >= MANY else None
                if occupied is None:
                    return None
                if holds is (row is prim.NOT_EQUAL):
                    return py("{} & {}", occupied, whole)
                return py("{} & ~{}", whole, occupied)
            case _:
                return None

    def _occupied(self, zone: tree.ZoneRef, local: LocalSymbol, unbound: Set[LocalSymbol]) -> ast.expr | None:
        """The set of occupied places, from the first of a row on; None if a loop does not go through such a row."""
        if zone.var is None or not zone.indices or zone.var.dims[-1] != local.type:
            return None
        *others, last = zone.indices
        if not isinstance(last, tree.LocalRef) or last.local is not local:
            return None
        if any(
            free_locals(other) & ({local} | unbound) or not self.hoisting.is_independent(other, set())
            for other in others
        ):
            return None
        first = tree.Const(0, type=local.type)
        at = self.access.zone_index(tree.ZoneRef(zone.var, [*others, first], type=zone.type), place=True)
        is_first = isinstance(at, ast.Constant) and not at.value
        return py("s.occupied") if is_first else py("s.occupied >> {}", at)
