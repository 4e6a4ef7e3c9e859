"""Hoisting of loop-invariant conditions: one that reads nothing that a loop binds is tested before the loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ..model import tree
from ..model.memo import Memo
from ..model.primitive import BY_ZERO
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL, INT, NoneType, OptionalType, Type
from ..model.walk import assigned_by, children, free_locals, nodes_in, same_tree
from ..primitives import table as prim

S = TypeVar("S", bound=tree.TExpr | tree.SetLocal)


def conjunction(parts: list[tree.TExpr]) -> tree.TExpr | None:
    """The conditions as one; None if there are none."""
    return None if not parts else parts[0] if len(parts) == 1 else tree.Op(prim.AND, parts, type=BOOL)


class Hoisting:
    """Finds conditions that can be hoisted. Those that could break a rule cannot: an empty loop tests none."""

    def __init__(self, game: Game, *, ignores_fuel: bool = False) -> None:
        """Creates an analysis of a game.

        Args:
            game: the checked game.
            ignores_fuel: whether `repeat n times` counts as unable to break a rule, although it takes steps.
        """
        self.game, self.ignores_fuel = game, ignores_fuel
        self.failing = Memo(self._callee_fails, False)

    def split_testable(
        self,
        conditions: list[S],
        bound: set[LocalSymbol],
        ahead: Sequence[tree.Loop] = (),
        known: Iterable[tree.TExpr] = (),
    ) -> tuple[list[S], list[S]]:
        """Separates the conditions that can be tested while some locals have no value yet.

        Args:
            conditions: the conditions, in order, and values that some of them read.
            bound: the locals that have no value yet.
            ahead: the loops that have not begun.
            known: conditions that hold.

        Returns:
            The conditions to test and values to take now, and those that are left.
        """
        if self.is_blocked_by(ahead):
            return [], conditions
        tests: list[S] = []
        later: list[S] = []
        sure = [*known_present(known)]
        for at, part in enumerate(conditions):
            if bound and self.can_fail(part):
                return tests, later + conditions[at:]
            if free_locals(part) & bound or (later and self.needs_earlier(part, sure)):
                later.append(part)
            else:
                tests.append(part)
                sure += known_present([part])
                bound = bound - {assigned_by(part)}
        return tests, later

    def is_blocked_by(self, ahead: Iterable[tree.Loop]) -> bool:
        """True if conditions cannot be tested before some loops, whose domains could break a rule.

        The source evaluates the domains whether the conditions hold or not.
        """
        return any(map(self.can_fail, ahead))

    def is_independent(self, part: tree.TExpr, others: set[LocalSymbol]) -> bool:
        """True if a condition can be tested without those before it, and reads none of some locals."""
        return not (self.can_fail(part) or self.needs_earlier(part) or free_locals(part) & others)

    def needs_earlier(self, part: object, sure: Sequence[object] = ()) -> bool:
        """True if a condition uses what may be none, and so may make sense only where those before it hold.

        Args:
            part: the condition. Comparing what may be none is allowed.
            sure: what is known not to be none.
        """
        inner = children(part)
        if isinstance(part, tree.Op) and part.primitive in (prim.EQUAL, prim.NOT_EQUAL):
            inner = [child for operand in inner for child in children(operand)]
        elif isinstance(self._declared(part), OptionalType) and not any(same_tree(part, one) for one in sure):
            return True
        return any(self.needs_earlier(one, sure) for one in inner)

    def _declared(self, node: object) -> Type | None:
        """The declared type of the value that a node reads, before any test for none."""
        match node:
            case tree.LocalRef(local):
                return local.type
            case tree.StateRead(var):
                return var.type
            case tree.EnumFieldRead(enum, name):
                return self.game.enums[enum].fields[name].type
            case tree.CardFieldRead(card_type, name):
                return self.game.card_types[card_type].fields[name].type
            case tree.DefineCall(callee):
                return callee.result
            case tree.PlaceRead() | tree.AbilityRead():
                return OptionalType(INT)
            case tree.Op(row) if "?" in row.result:
                return OptionalType(INT)
            case _:
                return None

    def can_fail(self, node: object) -> bool:
        """True if evaluating a node can be a rule error: a division by zero, a value out of range, no fuel."""
        return any(self._fails(inner) for inner in nodes_in(node))

    def _fails(self, node: object) -> bool:
        match node:
            case tree.Repeat(times=times):
                return times is None or not self.ignores_fuel
            case tree.Op(row, operands):
                divisor = operands[-1] if row.fails == BY_ZERO else None
                return bool(row.fails) and not (isinstance(divisor, tree.Const) and divisor.value)
            case tree.DefineCall(callee):
                return self.failing[callee]
            case _:
                return False

    def _callee_fails(self, callee: CallableSymbol) -> bool:
        return any(map(self.can_fail, callee.body or []))


def known_present(known: Iterable[object]) -> Iterator[object]:
    """The values that conditions say are not none."""
    for part in known:
        match part:
            case tree.Op(prim.NOT_EQUAL, [left, tree.Const(type=NoneType())]) | tree.Op(
                prim.NOT, [tree.Op(prim.EQUAL, [left, tree.Const(type=NoneType())])]
            ):
                yield left
            case _:
                pass
