"""Handlers as Python functions: one for a define or a plain effect, one for each point of those that can stop."""

from __future__ import annotations

import ast

from regelwerk_dsl.source import NO_SPAN, Span

from ..model.ir import Handler, Module, Point
from ..model.types import BoolType, PerType
from .choices import Choices
from .expressions import Expressions
from .memoised import MemoisedFunctions
from .points import Points
from .sentences import Sentences
from .statements import Statements
from .tables import Tables
from .template import py
from .writer import Writer


class Functions:
    """Writes the functions of a module, handler by handler."""

    def __init__(self, module: Module, tables: Tables, sentences: Sentences, writer: Writer) -> None:
        self.module, self.tables, self.writer = module, tables, writer
        self.expressions = Expressions(module, tables)
        self.expr = self.expressions.expr
        self.memoised_functions = MemoisedFunctions(self.expressions, writer)
        self.choices = Choices(self.expressions, sentences, writer)
        self.statements = Statements(module, self.expressions, sentences, writer)
        self.points = Points(module, self.statements, self.choices)
        self.stopping_abilities = module.stopping_abilities

    def write(self, handler: Handler) -> None:
        """Writes the function of a handler, or those of its points."""
        self.statements.handler = handler
        self.expressions.prefiltering.is_enabled = handler.callee.name not in self.module.tables
        given = [*handler.params, *handler.callee.binders]
        rest = [local for local in handler.locals if local not in given]
        self.expressions.locals = self.tables.names.name_locals([*given, *rest])
        if handler.callee.this is not None:
            handler.callee.this.python = "this"
        if handler.kind == "stopping":
            self._stopping(handler)
        else:
            self._plain(handler)

    def _plain(self, handler: Handler) -> None:
        pure = handler.kind == "pure"
        name, callee = self.tables.function(handler.callee), handler.callee
        params = [("s", "State") if pure else ("m", self.tables.run.Match)]
        params += [(local.python, "int") for local in handler.params]
        result = _python_type(handler)
        with self.writer.function(name, params, result, callee.span, _signature(handler)):
            if not pure:
                self.writer.add("s = m.s")
            self.statements.spend(self.expressions.costs.upfront_steps(callee))
            self.statements.block(handler.body)
        if pure:
            self.memoised_functions.write(handler, result)

    def _stopping(self, handler: Handler) -> None:
        for site in handler.sites:
            self.choices.describe(site)
        result = py("{} | None", self.tables.run.Stop)
        for point in self.points.functions[handler]:
            note = _signature(handler) if point is handler.points[0] else point.label
            params = self.points.params(point)
            with self.writer.function(self.tables.resume(point), params, result, _span(point), note):
                self.points.write(point)


def _signature(handler: Handler) -> str:
    callee = handler.callee
    params = ", ".join(f"{param.name}" for param in callee.params)
    return f"{callee.kind if callee.kind not in ('ability', 'measure') else ''} {callee.label}({params})".strip()


def _span(point: Point) -> Span:
    """The source of a point: the choice that it answers, or its first step from the sources."""
    for site in point.handler.sites:
        if site.point is point:
            return site.choice.span
    spans = (getattr(step, "span", NO_SPAN) for step in point.body)
    return next((span for span in spans if span is not NO_SPAN), point.handler.callee.span)


def _python_type(handler: Handler) -> ast.expr:
    result = handler.result
    if handler.kind != "pure" and result is None:
        return py("None")
    if isinstance(result, BoolType):
        return py("bool")
    return py("list[int] | tuple[int, ...]" if isinstance(result, PerType) else "int")
