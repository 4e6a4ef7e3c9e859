"""Handlers as Python functions: defines and plain effects as they are, stopping handlers as blocks over a frame."""

from __future__ import annotations

from ..model.ir import Handler, Module
from ..model.types import BoolType, PerType
from .blocks import Blocks
from .choices import Choices
from .expressions import Expressions
from .names import name_locals
from .sentences import Sentences
from .statements import Statements
from .tables import Tables
from .writer import Writer


class Functions:
    """Writes the functions of a module, one a handler, in order."""

    def __init__(self, module: Module, tables: Tables, sentences: Sentences, writer: Writer) -> None:
        self.module, self.tables, self.writer = module, tables, writer
        self.expressions = Expressions(module, tables)
        self.text = self.expressions.text
        self.choices = Choices(self.expressions, sentences, writer)
        self.statements = Statements(module, self.expressions, sentences, writer)
        self.blocks = Blocks(module, self.statements, self.choices)
        self.stopping = {id(handler.callee) for handler in module.handlers if handler.kind == "stopping"}
        self.stopping_abilities = {
            (handler.callee.owner.card_type, handler.callee.name)
            for handler in module.handlers
            if handler.kind == "stopping" and handler.callee.kind == "ability" and handler.callee.owner is not None
        }

    def write(self, handler: Handler) -> None:
        """One function."""
        self.statements.handler = handler
        self.expressions.narrowing.wanted = handler.callee.name not in self.module.tables
        taken = set(self.tables.names.taken) | {"option"}
        given = [*handler.params, *handler.callee.binders]
        name_locals(given, taken)
        name_locals([local for local in handler.frame if local not in given], taken | {local.python for local in given})
        if handler.callee.this is not None:
            handler.callee.this.python = "this"
        self.expressions.locals = {local.python for local in (*given, *handler.frame)}
        if handler.kind == "stopping":
            self._stopping(handler)
        else:
            self._plain(handler)

    def _plain(self, handler: Handler) -> None:
        pure = handler.kind == "pure"
        name = self.tables.function(handler.callee)
        params = [f"{local.python}: int" for local in handler.params]
        head = ", ".join(["s: State" if pure else f"m: {self.tables.run.Match}", *params])
        result = _python_type(handler)
        with self.writer.function(f"def {name}({head}) -> {result}:", handler.callee.span, _signature(handler)):
            body = handler.blocks[0].ops
            if not pure:
                self.writer.line("s = m.s")
            self.statements.block(body)

    def _stopping(self, handler: Handler) -> None:
        name, run = self.tables.function(handler.callee), self.tables.run
        for site in self.module.sites:
            if site.handler is handler:
                self.choices.describe(site)
        head = f"def {name}(m: {run.Match}, f: {run.Frame}) -> bool | None:"
        with self.writer.function(head, handler.callee.span, _signature(handler)):
            self.blocks.write(handler)


def _signature(handler: Handler) -> str:
    callee = handler.callee
    params = ", ".join(f"{param.name}" for param in callee.params)
    return f"{callee.kind if callee.kind != 'ability' else ''} {callee.label}({params})".strip()


def _python_type(handler: Handler) -> str:
    result = handler.result
    if handler.kind != "pure" and result is None:
        return "None"
    if isinstance(result, BoolType):
        return "bool"
    if isinstance(result, PerType):
        return "list[int] | tuple[int, ...]"
    return "int"
