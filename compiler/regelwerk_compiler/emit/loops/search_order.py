"""The order of the loops of a search that says whether something exists: few members first, then what they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from ...analysis.memoisation import TYPICAL_SIZE, Memoisation, is_fixed
from ...lower.hoisting import Hoisting
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import MemberType
from ...model.walk import free_locals, nodes_in
from ...primitives import table as prim
from .predicates import Step

LEAST_GAIN = 4
"""How many times fewer rounds another order must have, by an estimate that knows nothing of the state."""
MOST_LOOPS = 4
"""The most loops whose orders are compared."""


class SearchOrder:
    """Orders loops. That needs conditions which can be tested in any order, and rounds that are not counted."""

    def __init__(self, memoisation: Memoisation, hoisting: Hoisting) -> None:
        self.memoisation, self.costs, self.hoisting = memoisation, memoisation.costs, hoisting

    def ordered(self, loops: list[tree.Loop], steps: list[Step]) -> tuple[list[tree.Loop], list[Step]]:
        """The loops and conditions of a search, those of searches in it among them, if that takes far fewer rounds."""
        flat, conditions = [*loops], list[tree.TExpr]()
        waiting = steps[::-1]
        while waiting:
            step = waiting.pop()
            if isinstance(step, tree.SetLocal):
                return loops, steps
            if isinstance(step, tree.Quantify) and step.kind == "any" and step.have is None:
                flat += step.loops
                waiting += reversed(prim.conjuncts(step.where))
            else:
                conditions.append(step)
        if not 1 < len(flat) <= MOST_LOOPS or not self._is_free(flat, conditions):
            return loops, steps
        best = min(permutations(flat), key=lambda order: self._rounds(order, conditions))
        if LEAST_GAIN * self._rounds(best, conditions) > self._rounds(flat, conditions):
            return loops, steps
        return self._with_values(best, conditions)

    def _is_free(self, loops: list[tree.Loop], conditions: list[tree.TExpr]) -> bool:
        """True if nothing but the result depends on the order."""
        return (
            all(loop.start is None and loop.local not in self.costs.round_steps for loop in loops)
            and all(self.hoisting.is_independent(part, set()) for part in conditions)
            and not any(self.hoisting.can_fail(loop) or self.hoisting.needs_earlier(loop) for loop in loops)
            and not any(map(self._counts_steps, nodes_in(*loops, *conditions)))
        )

    def _counts_steps(self, node: object) -> bool:
        match node:
            case tree.DefineCall(callee):
                return callee.name not in self.memoisation.tables and self.memoisation.counts_steps[callee]
            case _:
                return self.costs.is_long_path(node)

    def _rounds(self, order: Sequence[tree.Loop], conditions: list[tree.TExpr]) -> float:
        """An estimate of the rounds of loops if no condition that reads the state rules anything out."""
        rounds, each = 0.0, 1.0
        unbound = {loop.local for loop in order}
        for loop in order:
            if free_locals(loop.domain) & unbound:
                return float("inf")
            unbound.discard(loop.local)
            if _value(loop, conditions, unbound) is None:
                fixed = [part for part in conditions if is_fixed(part) and _is_about(loop.local, part, unbound)]
                visited = each * self.memoisation.typical_size(loop.domain)
                each = visited / TYPICAL_SIZE if fixed else visited
                rounds += each if any(_has_table(loop, part) for part in fixed) else visited
        return rounds

    def _with_values(
        self, order: Iterable[tree.Loop], conditions: list[tree.TExpr]
    ) -> tuple[list[tree.Loop], list[Step]]:
        """The loops in an order, with a value in place of each whose one member a condition names."""
        loops, values = list[tree.Loop](), list[Step]()
        unbound = {loop.local for loop in order}
        for loop in order:
            unbound.discard(loop.local)
            named = _value(loop, conditions, unbound)
            if named is None:
                loops.append(loop)
            else:
                part, value = named
                conditions = [other for other in conditions if other is not part]
                values.append(tree.SetLocal(loop.local, value, span=value.span))
        return loops, [*values, *conditions]


def _value(
    loop: tree.Loop, conditions: list[tree.TExpr], unbound: set[LocalSymbol]
) -> tuple[tree.TExpr, tree.TExpr] | None:
    """The condition that names the only member of a loop that can fit, and this member."""
    for part in conditions:
        match part:
            case tree.Op(prim.EQUAL, [tree.TNode() as one, tree.TNode() as other]):
                for local, value in ((one, other), (other, one)):
                    if (
                        isinstance(local, tree.LocalRef)
                        and local.local is loop.local
                        and isinstance(loop.domain, tree.EnumDomain)
                        and value.type == MemberType(loop.domain.enum)
                        and not free_locals(value) & (unbound | {loop.local})
                    ):
                        return part, value
            case _:
                pass
    return None


def _is_about(local: LocalSymbol, part: tree.TExpr, unbound: set[LocalSymbol]) -> bool:
    """True if a condition can be tested as soon as a loop has its member, and not before."""
    read = free_locals(part)
    return local in read and not read & unbound


def _has_table(loop: tree.Loop, part: tree.TExpr) -> bool:
    """True if the members of a loop that meet a fixed condition are in a table, by a member of another enum at most."""
    others = free_locals(part) - {loop.local}
    return (
        isinstance(loop.domain, tree.EnumDomain)
        and len(others) <= 1
        and all(isinstance(other.type, MemberType) for other in others)
    )
