"""Choices whose options are recalled: those that follow from few values, which play meets again and again."""

from __future__ import annotations

from math import prod

from ..model import tree
from ..model.symbols import LocalSymbol
from ..model.types import BoolType, IntType, OptionalType, strip_optional
from ..model.walk import children, nodes_in, same_tree
from ..primitives import table as prim
from .memoisation import LOOKUP_STEPS, NUMBERS_PER_STEP, STATELESS_RATIO, TYPICAL_SIZE, Memoisation

MOST_KEYS = 1_000
"""The most combinations of values for which options are recalled, so that those of all of them are kept."""

Key = tree.StateRead | tree.LocalRef
FOLLOWS = tree.Const | tree.EnumFieldRead | tree.CardFieldRead | tree.DefineCall | tree.Op | tree.If | tree.TSearch
"""Expressions whose value follows from those in them, apart from the operations that depend on the players."""


class KnownOptions:
    """Finds what options follow from."""

    def __init__(self, memoisation: Memoisation) -> None:
        self.memoisation, self.costs = memoisation, memoisation.costs
        self.game, self.tables = memoisation.game, memoisation.tables

    def key(self, choice: tree.ChooseValue | tree.ChooseOption) -> list[Key] | None:
        """The values that the options of a choice follow from; None if they are not recalled."""
        if choice.may or (isinstance(choice, tree.ChooseValue) and (choice.chosen or choice.unseen)):
            return None
        parts = [part for offer in choice.offers for part in (*offer.loops, offer.where) if part is not None]
        bound = {node.local for node in nodes_in(*parts) if isinstance(node, tree.Loop)}
        found: list[Key] = []
        if not bound or not all(self._follows(part, bound, found) for part in parts):
            return None
        look_up = LOOKUP_STEPS + len(found) / NUMBERS_PER_STEP
        takes = sum(self.memoisation.loop_cost(offer.loops, offer.where, []) for offer in choice.offers)
        return found if takes >= STATELESS_RATIO * look_up and prod(map(self._size, found)) <= MOST_KEYS else None

    def _follows(self, node: object, bound: set[LocalSymbol], found: list[Key]) -> bool:
        """Adds what a node reads of locals and the state; False if that is more than single values."""
        match node:
            case tree.StateRead(_, indices) if _are_given(indices, bound):
                if not any(same_tree(node, one) for one in found):
                    found.append(node)
                return True
            case tree.LocalRef(local):
                if not (local in bound or any(same_tree(node, one) for one in found)):
                    found.append(node)
                return not local.assigned
            case tree.Loop(local) if local in self.costs.round_steps:
                return False
            case tree.EnumDomain("Player") | tree.CardsDomain():
                return False
            case tree.DefineCall(callee) if callee.name not in self.tables and (
                self.memoisation.regions_read[callee] != frozenset() or self.memoisation.counts_steps[callee]
            ):
                return False
            case tree.Op(prim.NEXT_PLAYER | prim.PREVIOUS_PLAYER):
                return False
            case tree.TNode() if not isinstance(node, FOLLOWS):
                return False
            case _:
                return not self.costs.is_long_path(node) and all(
                    self._follows(child, bound, found) for child in children(node)
                )

    def _size(self, read: Key) -> int:
        """An estimate of the number of values that a read has in play."""
        type_ = read.local.type if isinstance(read, tree.LocalRef) else read.var.type
        match strip_optional(type_):
            case BoolType():
                size = 2
            case IntType():
                known = self.costs.ranges.of(read)
                size = TYPICAL_SIZE if known.low is None or known.high is None else known.high - known.low + 1
            case kind:
                size = self.costs.ranges.members(kind) or MOST_KEYS + 1
        return size + isinstance(type_, OptionalType)


def _are_given(indices: list[tree.TExpr], bound: set[LocalSymbol]) -> bool:
    """True if indices are constants and locals that have a value before the options are listed."""
    return all(
        isinstance(index, tree.Const)
        or (isinstance(index, tree.LocalRef) and index.local not in bound and not index.local.assigned)
        for index in indices
    )
