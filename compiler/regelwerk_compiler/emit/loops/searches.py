"""Searches written as loops: statements that assign or return a search, which run faster than one expression."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk_dsl.source import Span

from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import BOOL
from ...model.walk import free_locals
from ...primitives import table as prim
from ..expressions import Expressions
from ..template import plus, py
from ..writer import Writer
from .comprehensions import nontrivial_conjuncts
from .invariants import hoist_invariants
from .nest import LoopNest
from .predicates import negated


class Searches:
    """Writes `let x = first ...` and `return any ...` as loops, sets and sums as well."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer

    def write_assignment(self, local: LocalSymbol, value: tree.TExpr, span: Span) -> bool:
        """Writes an assignment of a search as loops; False if the value is not a search, or reads the name itself."""
        if isinstance(value, tree.PickOne) and value.kind != "the":
            self._assign_picked(local, value, span)
            return True
        if local not in free_locals(value) and _accumulates(value):
            self._accumulate(local.python, value, span)
            return True
        return False

    def _assign_picked(self, local: LocalSymbol, value: tree.PickOne, span: Span) -> None:
        """`x = next(...)` as a loop with `break` and `else`."""
        none = self.expressions.tables.none(value.loop.local.type)
        with self._each(value, span):
            self.writer.add("{} = {}", local.python, value.loop.local.python, span=span)
            self.writer.add("break", span=span)
        with self.writer.other(span):
            self.writer.add("{} = {}", local.python, none, span=span)

    def write_return(self, value: tree.TExpr, span: Span) -> bool:
        """Writes a return of a search as loops; False if the value is not a search."""
        if self.expressions.comprehensions.rows.made(value) is not None:
            return False
        match value:
            case tree.PickOne("first" | "last"):
                with self._each(value, span):
                    self.writer.add("return {}", value.loop.local.python, span=span)
                self.writer.add("return {}", self.expressions.tables.none(value.loop.local.type), span=span)
                return True
            case tree.Quantify():
                self._quantify(value, span, negated=False)
                return True
            case tree.Op(prim.NOT, [tree.Quantify() as inner]):
                self._quantify(inner, span, negated=True)
                return True
            case tree.Those() | tree.Aggregate() if _accumulates(value):
                found = self.expressions.free("found" if isinstance(value, tree.Those) else "total")
                self._accumulate(found, value, span)
                self.writer.add("return {}", found, span=span)
                return True
            case tree.Op(prim.AND, operands) if _is_search(operands[-1]):
                first = operands[:-1]
                before: tree.TExpr = first[0] if len(first) == 1 else tree.Op(prim.AND, first, type=BOOL)
                unless = tree.Op(prim.NOT, [before], type=BOOL)
                with self.writer.block("if {}:", self.expressions.expr(unless), span=span):
                    self.writer.add("return False", span=span)
                return self.write_return(operands[-1], span)
            case _:
                return False

    @contextmanager
    def when(self, condition: tree.TExpr, span: Span) -> Iterator[None]:
        """What is written inside runs if a condition holds; behind a search that must find nothing as its `else`."""
        comprehensions, search = self.expressions.comprehensions, negated(condition)
        match search:
            case tree.Quantify("any", [_], tree.TNode()) if not comprehensions.is_short(search):
                with self.writer.nested():
                    nest = LoopNest(self.expressions, self.writer, span)
                    nest.write(search.loops, prim.conjuncts(search.where), comprehensions.push_down, has_else=True)
                    self.writer.add("break", span=span)
                with self.writer.other(span):
                    yield
            case _:
                with self.writer.block("if {}:", self.expressions.expr(condition), span=span):
                    yield

    @contextmanager
    def _each(self, value: tree.PickOne, span: Span) -> Iterator[None]:
        """A loop through the members, and the test of each, if there is one."""
        sequence, where = self.expressions.comprehensions.searched(value)
        if value.kind == "last":
            sequence = py("reversed({})", sequence)
        test = None if where is None else self.expressions.expr(where)
        test = hoist_invariants(value.loop, test, self.expressions, self.writer, span)
        head = self.writer.block("for {} in {}:", value.loop.local.python, sequence, span=span)
        with head, self.writer.when(test, span):
            yield

    def _accumulate(self, found: str, value: tree.TExpr, span: Span) -> None:
        """Writes a set, a sum or a count, put together member by member."""
        assert isinstance(value, tree.Those | tree.Aggregate)
        comprehensions = self.expressions.comprehensions
        whole = comprehensions.as_set(value) if isinstance(value, tree.Those) else None
        if whole is not None:
            self.writer.add("{} = {}", found, whole, span=span)
            return
        self.writer.add("{} = 0", found, span=span)
        nest = LoopNest(self.expressions, self.writer, span)
        with self.writer.nested():
            if isinstance(value, tree.Aggregate):
                nest.element = value.value
                nest.write(value.loops, nontrivial_conjuncts(value.where), comprehensions.push_down)
                more = 1 if nest.element is None else self.expressions.expr(nest.element)
                self.writer.add("{} += {}", found, more, span=span)
            else:
                nest.write([value.loop], nontrivial_conjuncts(value.where), comprehensions.push_down)
                self.writer.add("{} |= 1 << {}", found, plus(value.loop.local.python, -value.low), span=span)

    def _quantify(self, value: tree.Quantify, span: Span, *, negated: bool) -> None:
        """Writes loops: the first member that fits decides `any`, the first that does not decides `all`."""
        tests = prim.conjuncts(value.where)
        if value.kind == "all" and value.have is not None:
            tests.append(tree.Op(prim.NOT, [value.have], type=BOOL))
        nest = LoopNest(self.expressions, self.writer, span)
        decided, push_down = (value.kind == "any") is not negated, self.expressions.comprehensions.push_down
        with self.writer.nested():
            nest.write(value.loops, tests, push_down, decides=True, may_exit_early=True)
            self.writer.add("return {}", decided, span=span)
            nest.end()
        self.writer.add("return {}", not decided, span=span)


def _accumulates(node: tree.TExpr) -> bool:
    """True if a value is a set, a sum or a count under a condition; without one, a single line does as well."""
    match node:
        case tree.Those(_, where, _, None) | tree.Aggregate("count" | "sum", _, [_], where):
            return bool(nontrivial_conjuncts(where))
        case _:
            return False


def _is_search(node: tree.TExpr) -> bool:
    return any(isinstance(inner, tree.Quantify) for inner in (node, *prim.conjuncts(node, prim.NOT)))
