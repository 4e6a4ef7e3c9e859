"""Searches as loops: a statement that looks for something is written as a person would, and runs faster."""

from __future__ import annotations

from regelwerk_dsl.source import Span

from ..symbols import LocalSymbol
from ..typed import Logic, Not, PickOne, Quantify, TExpr
from ..types import BOOL
from .expressions import Expressions
from .writer import Writer


class Searches:
    """Writes `let x = first ...` and `return any ...` as loops."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer

    def assigned(self, local: LocalSymbol, value: PickOne, span: Span) -> None:
        """`x = next(...)` as a loop with `break` and `else`."""
        none = self.expressions.tables.none(value.loop.local.type)
        self._for(value, span)
        with self.writer.indent():
            if value.where is None:
                self.writer.line(f"{local.python} = {value.loop.local.python}", span)
                self.writer.line("break", span)
            else:
                self.writer.line(f"if {self.expressions.text(value.where)}:", span)
                with self.writer.indent():
                    self.writer.line(f"{local.python} = {value.loop.local.python}", span)
                    self.writer.line("break", span)
        self.writer.line("else:", span)
        with self.writer.indent():
            self.writer.line(f"{local.python} = {none}", span)

    def returned(self, value: TExpr, span: Span) -> bool:
        """Writes a return of a search as loops; False where the value is no search."""
        match value:
            case PickOne():
                self._for(value, span)
                with self.writer.indent():
                    if value.where is not None:
                        self.writer.line(f"if {self.expressions.text(value.where)}:", span)
                        self.writer.depth += 1
                    self.writer.line(f"return {value.loop.local.python}", span)
                    if value.where is not None:
                        self.writer.depth -= 1
                self.writer.line(f"return {self.expressions.tables.none(value.loop.local.type)}", span)
                return True
            case Quantify():
                self._quantify(value, span, negated=False)
                return True
            case Not(Quantify() as inner):
                self._quantify(inner, span, negated=True)
                return True
            case Logic("and", operands) if _is_search(operands[-1]):
                first = operands[:-1]
                before: TExpr = first[0] if len(first) == 1 else Logic("and", first, type=BOOL)
                self.writer.line(f"if {self.expressions.text(Not(before, type=BOOL))}:", span)
                with self.writer.indent():
                    self.writer.line("return False", span)
                return self.returned(operands[-1], span)
            case _:
                return False

    def _for(self, value: PickOne, span: Span) -> None:
        sequence = self.expressions.comprehensions.sequence(value.loop)
        if value.kind == "last":
            sequence = f"reversed({sequence})"
        self.writer.line(f"for {value.loop.local.python} in {sequence}:", span)

    def _quantify(self, value: Quantify, span: Span, *, negated: bool) -> None:
        """`any` is decided by the first that fits, `all` by the first that does not."""
        depth = self.writer.depth
        for loop in value.loops:
            self.writer.line(f"for {loop.local.python} in {self.expressions.comprehensions.sequence(loop)}:", span)
            self.writer.depth += 1
        tests: list[TExpr] = [value.where] if value.where is not None else []
        if value.kind == "all" and value.have is not None:
            tests.append(Not(value.have, type=BOOL))
        if tests:
            both = tests[0] if len(tests) == 1 else Logic("and", tests, type=BOOL)
            self.writer.line(f"if {self.expressions.text(both)}:", span)
            self.writer.depth += 1
        decided = (value.kind == "any") is not negated
        self.writer.line(f"return {decided}", span)
        self.writer.depth = depth
        self.writer.line(f"return {not decided}", span)


def _is_search(node: TExpr) -> bool:
    return isinstance(node, Quantify) or (isinstance(node, Not) and isinstance(node.operand, Quantify))
