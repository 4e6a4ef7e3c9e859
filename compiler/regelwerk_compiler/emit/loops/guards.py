"""Hoisting of conditions: what needs nothing that a loop binds is tested before the loop."""

from __future__ import annotations

from ...model import tree
from ...model.primitive import Fails
from ...model.symbols import CallableSymbol, LocalSymbol
from ...model.types import BOOL
from ...model.walk import nodes_in, used_in, with_locals
from ...primitives import table as prim


def joined(parts: list[tree.TExpr]) -> tree.TExpr | None:
    """One condition again; None where nothing must hold."""
    return None if not parts else parts[0] if len(parts) == 1 else tree.Op(prim.AND, parts, type=BOOL)


class Guards:
    """Finds what can be tested early. Nothing is that could break a rule: an empty loop asks nothing."""

    def __init__(self) -> None:
        self.known: dict[int, bool] = {}

    def early(self, waiting: list[tree.TExpr], bound: set[LocalSymbol]) -> tuple[list[tree.TExpr], list[tree.TExpr]]:
        """Takes what can be tested while some locals have no value yet.

        Args:
            waiting: what must hold, in order.
            bound: the locals that have no value yet.

        Returns:
            What to test now, and what still waits. Of a definition that waits, the first conditions may be among the
            tests; it is asked as a whole all the same.
        """
        tests: list[tree.TExpr] = []
        waiting = list(waiting)
        while waiting:
            found, whole = self._parts(waiting[0], bound)
            tests += found
            if not whole:
                break
            waiting.pop(0)
        return tests, waiting

    def _parts(self, node: tree.TExpr, bound: set[LocalSymbol]) -> tuple[list[tree.TExpr], bool]:
        if bound and self.can_break(node):
            return [], False
        if not used_in(node) & bound:
            return [node], True
        tests: list[tree.TExpr] = []
        for part in _opened(node):
            found, whole = self._parts(part, bound)
            tests += found
            if not whole:
                break
        return tests, False

    def can_break(self, node: object) -> bool:
        """Whether working it out can be a rule error: a division by zero, a value out of range, no fuel."""
        return any(self._breaks(inner) for inner in nodes_in(node))

    def _breaks(self, node: object) -> bool:
        match node:
            case tree.Repeat():
                return True
            case tree.Op(row, operands):
                divisor = operands[-1] if row.fails is Fails.BY_ZERO else None
                return row.fails is not Fails.NEVER and not (isinstance(divisor, tree.Const) and divisor.value)
            case tree.DefineCall(callee):
                return self._callee_breaks(callee)
            case _:
                return False

    def _callee_breaks(self, callee: CallableSymbol) -> bool:
        if id(callee) not in self.known:
            self.known[id(callee)] = any(self.can_break(statement) for statement in callee.body or [])
        return self.known[id(callee)]


def _opened(node: tree.TExpr) -> list[tree.TExpr]:
    """The conditions of a call's definition with the arguments in place, as far as they hold no search."""
    if not isinstance(node, tree.DefineCall) or not all(
        isinstance(a, tree.LocalRef | tree.Const) for a in node.arguments
    ):
        return []
    body = node.callee.body or []
    if len(body) != 1 or not isinstance(body[0], tree.Return):
        return []
    given = dict(zip(node.callee.param_locals, node.arguments, strict=True))
    parts: list[tree.TExpr] = []
    for part in prim.parts(body[0].value):
        if any(isinstance(inner, tree.Loop) for inner in nodes_in(part)):
            break
        parts.append(with_locals(part, given))
    return parts
