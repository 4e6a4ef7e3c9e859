"""Early exit: conditions no earlier member may meet, `no x in Good where x < g and lies(x)`: a member ends the loop."""

from __future__ import annotations

from collections.abc import Container

from ...lower.hoisting import Hoisting
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.walk import free_locals, same_tree, substituted
from ...primitives import table as prim
from .predicates import Step, negated


def find_early_exit(
    loop: tree.Loop, steps: list[Step], hoisting: Hoisting, metered: Container[LocalSymbol]
) -> tuple[list[Step], list[Step]] | None:
    """The conditions whose first match ends a loop, and the other steps.

    Args:
        loop: the loop.
        steps: its conditions, and values that they read.
        hoisting: tells which conditions can break a rule.
        metered: the locals of loops whose rounds are metered in play.

    Returns:
        None if no step excludes earlier members that meet what a member itself must meet.
    """
    if not isinstance(loop.domain, tree.EnumDomain) or loop.start is not None or any(map(hoisting.can_fail, steps)):
        return None
    values = {step.local for step in steps if isinstance(step, tree.SetLocal)}
    for step in steps:
        demands = [(x, demand) for x, demand in _excluded_of_earlier(loop, step) if x not in metered]
        own = [substituted(demand, {x: tree.LocalRef(loop.local, type=loop.local.type)}) for x, demand in demands]
        met = [
            other
            for other in steps
            if not isinstance(other, tree.SetLocal) and any(same_tree(other, one) for one in own)
        ]
        whole = all(any(same_tree(other, one) for other in met) for one in own)
        if met and whole and all(hoisting.is_independent(one, values) for one in met):
            return [*met], [other for other in steps if other is not step and other not in met]
    return None


def _excluded_of_earlier(loop: tree.Loop, step: Step) -> list[tuple[LocalSymbol, tree.TExpr]]:
    """The conditions that no earlier member may meet, each with the local that stands for it; none for other steps."""
    search = None if isinstance(step, tree.SetLocal) else negated(step)
    match search:
        case tree.Quantify("any", [tree.Loop(x, domain, None)], tree.TNode() as where, None) if domain == loop.domain:
            parts = prim.conjuncts(where)
            rest = [part for part in parts if not _is_before(part, x, loop.local)]
            if len(rest) < len(parts) and not any(loop.local in free_locals(part) for part in rest):
                return [(x, part) for part in rest]
    return []


def _is_before(part: tree.TExpr, one: LocalSymbol, other: LocalSymbol) -> bool:
    """True if a condition says that a member comes before another one."""
    match part:
        case tree.Op(prim.LESS, [tree.LocalRef(low), tree.LocalRef(high)]):
            return low is one and high is other
        case tree.Op(prim.GREATER, [tree.LocalRef(high), tree.LocalRef(low)]):
            return low is one and high is other
        case _:
            return False
