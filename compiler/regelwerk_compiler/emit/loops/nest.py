"""Nested loops around one line, with each condition tested as early as possible."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk_dsl.source import Span

from ...analysis.guards import joined
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.walk import nodes_in, rewritten, used_in
from ..expressions import Expressions
from ..names import safe
from ..precedence import AND, IF
from ..writer import Writer

Sequence = Callable[[tree.Loop, list[tree.TExpr], set[LocalSymbol]], tuple[str, list[tree.TExpr]]]


class Nest:
    """Writes the heads of nested loops and the tests between them; the writer stands inside when it is done."""

    def __init__(self, expressions: Expressions, writer: Writer, span: Span) -> None:
        self.expressions, self.writer, self.span = expressions, writer, span
        self.paced = expressions.comprehensions.paced
        self.tested: set[str] = set()
        self.left: dict[LocalSymbol, str] = {}  # members found before the loops

    def write(self, loops: list[tree.Loop], waiting: list[tree.TExpr], sequence: Sequence) -> None:
        """Writes the lines up to the point where all conditions hold.

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
            if loop.local in self.left:
                members = self.left[loop.local]
            else:
                members, waiting = sequence(loop, waiting, bound)
            self.writer.line(f"for {loop.local.python} in {self.paced(loop.local, members)}:", self.span)
            self.writer.depth += 1
            waiting = self._test(waiting, bound)

    def kept(self, loops: list[tree.Loop], waiting: list[tree.TExpr]) -> list[tree.TExpr]:
        """Writes state that a long loop reads in every round into names before it.

        Returns:
            What must hold, with those names.
        """
        if not any(isinstance(loop.domain, tree.EnumDomain | tree.RangeDomain) for loop in loops):
            return waiting
        bound = {loop.local for loop in loops}
        names: dict[str, LocalSymbol] = {}

        def named(node: tree.TNode) -> tree.TNode | None:
            if not isinstance(node, tree.StateRead) or node.indices:
                return None
            text = self.expressions.text(node)
            if text not in names:
                local = LocalSymbol(node.var.name, node.type, self.span)
                local.python = self.expressions.free(safe(node.var.name))
                self.expressions.locals.add(local.python)
                self.writer.line(f"{local.python} = {text}", self.span)
                names[text] = local
            return tree.LocalRef(names[text], type=node.type, span=node.span)

        return [rewritten(part, named) if used_in(part) & bound else part for part in waiting]

    def gathered(self, loops: list[tree.Loop], waiting: list[tree.TExpr], sequence: Sequence) -> list[tree.TExpr]:
        """Writes lists of the members of inner loops that pass what the loops around them do not change.

        Returns:
            What must hold still.
        """
        guards = self.expressions.guards
        for loop in loops[1:]:
            others = {other.local for other in loops if other is not loop}
            mine = [part for part in waiting if loop.local in used_in(part) and guards.stands_alone(part, others)]
            calls = any(isinstance(node, tree.DefineCall) for node in nodes_in(*mine))
            if not calls or used_in(loop) & others or any(map(guards.can_break, waiting)):
                continue
            local, name = loop.local.python, self.expressions.free(f"{loop.local.name}s")
            self.expressions.locals.add(name)
            members, mine_left = sequence(loop, mine, others)
            members = self.paced(loop.local, members)
            test = joined(mine_left)
            condition = "" if test is None else f" if {self.expressions.text(test, IF - 1)}"
            self.writer.line(f"{name} = [{local} for {local} in {members}{condition}]", self.span)
            self.left[loop.local] = name
            waiting = [part for part in waiting if part not in mine]
        return waiting

    def _test(self, waiting: list[tree.TExpr], bound: set[LocalSymbol]) -> list[tree.TExpr]:
        tests, waiting = self.expressions.guards.early(waiting, bound)
        by_text = {self.expressions.text(test, AND): test for test in tests}
        new = [test for text, test in by_text.items() if text not in self.tested]
        self.tested.update(by_text)
        test = joined(new)
        if test is not None:
            self.writer.line(f"if {self.expressions.text(test)}:", self.span)
            self.writer.depth += 1
        return waiting
