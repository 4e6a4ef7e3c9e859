"""Choices whose options are recalled: those that follow from few values, which play meets again and again."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from ..lower.hoisting import Hoisting
from ..model import tree
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import INT, BoolType, IntType, MemberType, OptionalType, strip_optional
from ..model.walk import children, free_locals, nodes_in, same_tree
from ..primitives import table as prim
from .memoisation import LOOKUP_STEPS, NUMBERS_PER_STEP, STATELESS_RATIO, TYPICAL_SIZE, Memoisation, Region

MOST_KEYS = 12_000
"""The most combinations of values for which options are recalled, so that those of all of them are kept."""

FOLLOWS = tree.Const | tree.EnumFieldRead | tree.CardFieldRead | tree.DefineCall | tree.Op | tree.If | tree.TSearch
"""Expressions whose value follows from those in them."""


class KnownOptions:
    """Finds what options follow from."""

    def __init__(self, memoisation: Memoisation, hoisting: Hoisting) -> None:
        self.memoisation, self.hoisting, self.costs = memoisation, hoisting, memoisation.costs
        self.game, self.tables = memoisation.game, memoisation.tables

    def key(self, choice: tree.ChooseValue | tree.ChooseOption) -> list[tree.TExpr] | None:
        """The values that the options of a choice follow from; None if they are not recalled."""
        if choice.may or (isinstance(choice, tree.ChooseValue) and (choice.chosen or choice.unseen)):
            return None
        parts = [part for offer in choice.offers for part in (*offer.loops, offer.where) if part is not None]
        bound = {node.local for node in nodes_in(*parts) if isinstance(node, tree.Loop)}
        found: list[tree.TExpr] = []
        if not bound or not all(self._follows(part, bound, found) for part in parts):
            return None
        look_up = LOOKUP_STEPS + len(found) / NUMBERS_PER_STEP
        takes = sum(self.memoisation.loop_cost(offer.loops, offer.where, []) for offer in choice.offers)
        saved = takes - sum(map(self.memoisation.cost, found))
        return found if saved >= STATELESS_RATIO * look_up and prod(map(self._size, found)) <= MOST_KEYS else None

    def _follows(self, node: object, bound: set[LocalSymbol], found: list[tree.TExpr]) -> bool:
        """Adds the values outside loops that a node needs; False if that is more than single values."""
        match node:
            case tree.TNode() if isinstance(node, tree.TExpr) and self._is_value(node, bound):
                return self._add(node, found)
            case tree.LocalRef(local):
                return local in bound
            case tree.Loop(local) if local in self.costs.round_steps:
                return False
            case tree.CardsDomain():
                return False
            case tree.EnumDomain("Player") | tree.Op(prim.NEXT_PLAYER | prim.PREVIOUS_PLAYER):
                self._add(tree.Count(MemberType("Player"), type=INT), found)
            case tree.DefineCall(callee, arguments) if callee.name not in self.tables:
                if self.memoisation.counts_steps[callee] or not self._reads(callee, arguments, bound, found):
                    return False
            case tree.TNode() if not isinstance(node, FOLLOWS):
                return False
            case _:
                pass
        return not self.costs.is_long_path(node) and all(self._follows(child, bound, found) for child in children(node))

    def _is_value(self, node: tree.TExpr, bound: set[LocalSymbol]) -> bool:
        """True if a node is a number, a member or a truth value that can be computed before the options are listed."""
        if free_locals(node) & bound or isinstance(node, tree.Const) or self._size(node) > MOST_KEYS:
            return False
        if isinstance(node, tree.LocalRef):
            return True
        inner = node.indices if isinstance(node, tree.StateRead) else [node]
        return not any(
            self.hoisting.can_fail(part)
            or self.hoisting.needs_earlier(part)
            or self.memoisation.takes_counted_steps(part)
            for part in inner
        )

    def _reads(
        self, callee: CallableSymbol, arguments: list[tree.TExpr], bound: set[LocalSymbol], found: list[tree.TExpr]
    ) -> bool:
        """Adds the single values of variables that a call reads; False if it reads more."""
        given = callee.bound(arguments)
        reads = self.memoisation.regions_read[callee]
        return reads is not None and all(self._add_region(read, given, bound, found) for read in reads)

    def _add_region(
        self, read: Region, given: Mapping[LocalSymbol, tree.TExpr], bound: set[LocalSymbol], found: list[tree.TExpr]
    ) -> bool:
        if not read.var:
            return self._add(tree.Count(MemberType("Player"), type=INT), found)
        var = self.game.state[read.var]
        if var.zone or read.at is None:
            return False
        indices: list[tree.TExpr] = []
        for one, kind in zip(read.at, var.dims, strict=True):
            if one is None:
                return False
            indices.append(given[one] if isinstance(one, LocalSymbol) else tree.Const(one, type=kind))
        value = tree.StateRead(var, indices, type=var.type)
        return self._is_value(value, bound) and self._add(value, found)

    def _add(self, value: tree.TExpr, found: list[tree.TExpr]) -> bool:
        if not any(one.__class__ is value.__class__ and same_tree(value, one) for one in found):
            found.append(value)
        return True

    def _size(self, value: tree.TExpr) -> int:
        """An estimate of the number of values that an expression has in play."""
        match strip_optional(value.type):
            case BoolType():
                size = 2
            case IntType():
                known = self.costs.ranges.of(value)
                size = TYPICAL_SIZE if known.low is None or known.high is None else known.high - known.low + 1
            case kind:
                size = self.costs.ranges.members(kind) or MOST_KEYS + 1
        return size + isinstance(value.type, OptionalType)
