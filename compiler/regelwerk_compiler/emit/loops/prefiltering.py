"""Domains filtered at compile time: members that pass a fixed condition, `SPOT_BY_ROUTE[r]` for spots of a route."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from ...analysis.ranges import Ranges
from ...lower.hoisting import Hoisting
from ...model import tree
from ...model.symbols import Game, LocalSymbol
from ...model.types import IntType, MemberType
from ...model.walk import free_locals, nodes_in
from ...primitives import table as prim
from ...primitives.evaluate import Evaluator, NotConstantError
from ..tables import Tables
from ..template import literal, name, plus, py

MOST_STEPS = 20_000
MOST_ENTRIES = 4_000
FUEL = 400_000
FEW = 12  # the most members that are written in the line itself
COMPARED = {
    prim.LESS: "below",
    prim.AT_MOST: "up_to",
    prim.GREATER: "above",
    prim.AT_LEAST: "from",
    prim.EQUAL: "equal_to",
    prim.NOT_EQUAL: "but",
}
MIRRORED = {
    prim.LESS: prim.GREATER,
    prim.AT_MOST: prim.AT_LEAST,
    prim.GREATER: prim.LESS,
    prim.AT_LEAST: prim.AT_MOST,
}

Rows = tuple[tuple[int, ...], ...]
Prefiltered = tuple[ast.expr, list[tree.TExpr]]


class Prefiltering:
    """Finds conditions that depend on fixed columns only, and computes the members that pass."""

    def __init__(self, game: Game, tables: Tables, hoisting: Hoisting, ranges: Ranges) -> None:
        self.game, self.tables, self.hoisting, self.ranges = game, tables, hoisting, ranges
        self.evaluator = Evaluator(game)
        self.is_enabled = True  # a definition that has a table of its own needs no others

    def prefiltered(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol] = frozenset()
    ) -> Prefiltered | None:
        """The members of a loop's domain that can pass, and the conditions that are left.

        Args:
            loop: its members are all of an enumeration.
            parts: the conditions, in the order of the source.
            unbound: the locals that have no value yet where the loop begins.

        Returns:
            None if the conditions say nothing fixed, or too little to be worth a table.
        """
        if (
            not self.is_enabled
            or not isinstance(loop.domain, tree.EnumDomain)
            or self.game.enums[loop.domain.enum].kind == "player"
        ):
            return None
        for at, part in enumerate(parts):
            found = self._passing_members(loop.local, loop.domain.enum, part, unbound)
            if found is not None:
                return found, parts[:at] + parts[at + 1 :]
            if self.hoisting.can_fail(part):
                return None
        return None

    def _passing_members(
        self, local: LocalSymbol, enum: str, part: tree.TExpr, unbound: Set[LocalSymbol]
    ) -> ast.expr | None:
        """The members that pass: a tuple, or for each value of one other local a tuple."""
        others = free_locals(part) - {local}
        if local not in free_locals(part) or len(others) > 1 or others & unbound:
            return None
        other = next(iter(others), None)
        keys = self._key_values(other) if other is not None else [None]
        symbol = self.game.enums[enum]
        if keys is None or len(keys) * symbol.size > MOST_STEPS:
            return None
        members = range(symbol.low, symbol.high + 1)
        rows = self._evaluate(part, local, members, other, keys)
        if rows is None or 10 * sum(map(len, rows)) > 7 * len(rows) * symbol.size or sum(map(len, rows)) > MOST_ENTRIES:
            return None
        if other is None and len(rows[0]) <= FEW:
            return literal(rows[0])
        if other is None:
            return name(self.tables.fixed(rows[0], _table_name(enum, part, local, "")))
        wish = _table_name(enum, part, local, other.type.enum if isinstance(other.type, MemberType) else other.name)
        return py("{}[{}]", self.tables.fixed(rows, wish), plus(other.python, -(keys[0] or 0)))

    def _key_values(self, other: LocalSymbol) -> list[int] | None:
        if other.assigned:  # a loop's body might give it another value
            return None
        match other.type:
            case MemberType(enum) if self.game.enums[enum].kind != "player":
                return list(range(self.game.enums[enum].low, self.game.enums[enum].high + 1))
            case IntType():
                known = self.ranges.of(tree.LocalRef(other, type=other.type))
                found = range(0) if known.low is None or known.high is None else range(known.low, known.high + 1)
                return list(found[: MOST_STEPS + 1]) or None
            case _:
                return None

    def _evaluate(
        self,
        part: tree.TExpr,
        local: LocalSymbol,
        members: range,
        other: LocalSymbol | None,
        keys: list[int] | list[None],
    ) -> Rows | None:
        self.evaluator.fuel = FUEL
        try:
            return tuple(
                tuple(
                    member
                    for member in members
                    if self.evaluator.value(
                        part, {local: member} if other is None else {local: member, other: key or 0}
                    )
                )
                for key in keys
            )
        except NotConstantError:
            return None


def _table_name(enum: str, part: tree.TExpr, local: LocalSymbol, other: str) -> str:
    """A name for what the members have in common: a comparison, or the columns and definitions of the condition."""
    match part:
        case tree.Op(row, [tree.LocalRef(left), tree.LocalRef()]) if row in COMPARED:
            return f"{enum}_{COMPARED[row] if left is local else COMPARED[MIRRORED.get(row, row)]}_{other}"
    words = list(dict.fromkeys(_words(part, local)))
    if not other or words == [other.lower()]:
        return "_".join([enum, "by", *words])
    return "_".join([enum, *words, "of", other])


def _words(part: tree.TExpr, local: LocalSymbol) -> Iterator[str]:
    """The columns that a condition reads of a local, and the definitions that it calls."""
    for node in nodes_in(part):
        if isinstance(node, tree.EnumFieldRead) and isinstance(node.base, tree.LocalRef) and node.base.local is local:
            yield node.name.lower()
        elif isinstance(node, tree.DefineCall):
            yield node.callee.name.lower()
