"""Verification of texts in emitted modules: they may only be where they are shown, and nothing computes with them.

A text times a number could take any amount of memory. So texts may be in tables, in results of the functions for
options and expectations, and in calls that end the game with a message; no variable holds one, and no other function
gets one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from .engine.primitives import FUNCTIONS

TOLD = frozenset(name for name, call in FUNCTIONS.items() if "text" in call.types)
"""The functions that take texts for their messages."""


class Texts:
    """The texts of one module, whose tables and functions are checked one by one.

    Attributes:
        functions: the names of all functions.
        tables: the names of tables with texts.
        returned: a text that each function returns, by function.
        shown, used: the functions that options and expectations refer to, and all names used elsewhere.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        self.tables: set[str] = set()
        self.returned: dict[str, ast.AST] = {}
        self.shown: set[str] = set()
        self.used: set[str] = set()

    def misplaced_in_table(self, name: str, nodes: Sequence[ast.AST]) -> ast.AST | None:
        """A text in a table that is computed with or passed to something; None if there is none."""
        shown = {one for node in nodes for one in _functions_shown(node)}
        self.shown |= {one.id for one in shown}
        self.used |= {one.id for one in nodes if isinstance(one, ast.Name) and one not in shown}
        if any(map(self._is_text, nodes)):
            self.tables.add(name)
            found = (part for node in nodes for part in self._reckoned(node) if self._holds_text(part))
            return next(found, None)
        return None

    def misplaced_in_function(self, function: ast.FunctionDef, nodes: Sequence[ast.AST]) -> ast.AST | None:
        """A text in a function that is neither returned nor part of a message; None if there is none."""
        self.used |= {one.id for one in nodes if type(one) is ast.Name}
        texts = {*filter(self._is_text, nodes)}
        if texts:
            for node in nodes:
                match node:
                    case ast.Call(ast.Name(name), args) if name in TOLD:
                        texts -= {*args}
                    case ast.Return(ast.expr() as value):
                        for part in _shown_in(value):
                            if part in texts:
                                texts.remove(part)
                                self.returned[function.name] = part
                    case _:
                        pass
        return next(iter(texts), None)

    def misplaced_at_last(self) -> ast.AST | None:
        """A text returned by a function that is not only used for options and expectations; None if there is none."""
        fit = self.shown - self.used
        return next((text for name, text in self.returned.items() if name not in fit), None)

    def _reckoned(self, node: ast.AST) -> list[ast.expr]:
        match node:
            case ast.BinOp(left, _, right):
                return [part for part in (left, right) if not isinstance(part, ast.Tuple | ast.BinOp)]
            case ast.Call(ast.Name(name), args, keywords) if name in self.functions:
                return [*args, *(keyword.value for keyword in keywords)]
            case _:
                return []

    def _holds_text(self, value: ast.AST) -> bool:
        return any(map(self._is_text, ast.walk(value)))

    def _is_text(self, node: ast.AST) -> bool:
        kind = type(node)
        if kind is ast.Name:
            return node.id == "str" or node.id in self.tables  # type: ignore[attr-defined]
        if kind is ast.Constant:
            return isinstance(node.value, str)  # type: ignore[attr-defined]
        return kind is ast.Attribute and node.attr in ("key", "keys")  # type: ignore[attr-defined]


def _functions_shown(node: ast.AST) -> list[ast.Name]:
    """The functions whose results are shown, of an option or an expectation."""
    match node:
        case ast.keyword("option", ast.Name() as name) | ast.Call(ast.Name("Expect"), [_, ast.Name() as name, *_]):
            return [name]
        case _:
            return []


def _shown_in(value: ast.AST) -> Iterator[ast.AST]:
    """The parts of a value that are shown unchanged."""
    yield value
    match value:
        case ast.Tuple(parts):
            shown = parts
        case ast.IfExp(_, one, other):
            shown = [one, other]
        case ast.Subscript(table, which):
            shown = [table, which] if isinstance(which, ast.Constant) else [table]
        case ast.Attribute(table):
            shown = [table]
        case ast.Call(ast.Name("str") as made):
            shown = [made]
        case _:
            shown = []
    for part in shown:
        yield from _shown_in(part)
