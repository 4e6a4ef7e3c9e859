"""Nested loops around one line, with each condition tested as early as possible."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk_dsl.source import Span

from ...model import tree
from ...model.symbols import LocalSymbol
from ..expressions import Expressions
from ..precedence import AND
from ..writer import Writer
from .guards import joined

Sequence = Callable[[tree.Loop, list[tree.TExpr], set[LocalSymbol]], tuple[str, list[tree.TExpr]]]


class Nest:
    """Writes the heads of nested loops and the tests between them; the writer stands inside when it is done."""

    def __init__(self, expressions: Expressions, writer: Writer, span: Span) -> None:
        self.expressions, self.writer, self.span = expressions, writer, span
        self.tested: set[str] = set()

    def write(self, loops: list[tree.Loop], waiting: list[tree.TExpr], sequence: Sequence) -> None:
        """The lines up to where all conditions hold.

        Args:
            loops: outermost first.
            waiting: what must hold, in the order of the source.
            sequence: what a loop goes through, as text, and what must hold still; it gets the loop, what must hold,
                and the locals without a value.
        """
        bound: set[LocalSymbol] = {loop.local for loop in loops}
        waiting = self._test(waiting, bound)
        for loop in loops:
            bound.discard(loop.local)
            members, waiting = sequence(loop, waiting, bound)
            self.writer.line(f"for {loop.local.python} in {members}:", self.span)
            self.writer.depth += 1
            waiting = self._test(waiting, bound)

    def _test(self, waiting: list[tree.TExpr], bound: set[LocalSymbol]) -> list[tree.TExpr]:
        tests, waiting = self.expressions.guards.early(waiting, bound)
        new = [test for test in tests if self.expressions.text(test, AND) not in self.tested]
        self.tested.update(self.expressions.text(test, AND) for test in new)
        test = joined(new)
        if test is not None:
            self.writer.line(f"if {self.expressions.text(test)}:", self.span)
            self.writer.depth += 1
        return waiting
