"""Expressions of layouts, compiled from text and evaluated over a scope of names.

They are written like Python's and are read by Python's own parser, then held to the few forms of `_ALLOWED`: values,
names, `a.b`, `a[b]`, arithmetic, comparisons, `and`/`or`/`not`, `x if c else y`, lists, comprehensions and calls of the
functions in `FUNCTIONS`. Attributes and items are looked up in data only, so an expression reaches nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from regelwerk_dsl.source import NO_SPAN, Span
from regelwerk_dsl.suggest import did_you_mean

from .namespace import MissingKeyError, Per, Row, lookup

Scope = dict[str, Any]

_ALLOWED = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp,
    ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp,
    ast.comprehension, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.USub, ast.UAdd, ast.Not, ast.And,
    ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
)  # fmt: skip
POSITION = "position"  # how things stand in play; none on what is printed to be played with
MOVING = frozenset([POSITION, "players"])  # names whose values are others in another position
RECORDER = "_recorder"  # in a scope: a function that evaluates expressions and sees what they read
_WORDS = {"none": None, "yes": True, "no": False}  # as the sources of games write them


class LayoutError(Exception):
    """An expression cannot be evaluated, or gives what cannot stand there; `span` is its place in the layout."""

    def __init__(self, message: str, span: Span, help: str = "", code: str = "E1004") -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.code = message, span, help, code


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, ready to be evaluated.

    Attributes:
        names: those that the scope must have.
        facts: what it asks of a position: `stones` for `position.stones[a]`.
    """

    text: str
    names: frozenset[str]
    code: CodeType = field(compare=False, repr=False)
    span: Span = field(default=NO_SPAN, compare=False, repr=False)
    facts: frozenset[str] = frozenset()

    def value(self, scope: Scope, name: str = "") -> Any:
        """Its value; the recorder of the scope, if any, is told it with the name that it gets. Raises LayoutError."""
        return scope[RECORDER](self, scope, name) if RECORDER in scope else self.evaluated(scope)

    def evaluated(self, scope: Scope) -> Any:
        """Its value, unrecorded; raises LayoutError."""
        try:
            return eval(self.code, scope)
        except MissingKeyError as error:
            raise LayoutError(str(error), self.span, error.help) from None
        except LayoutError:
            raise
        except NameError as error:
            raise LayoutError(f"unknown name `{error.name}`", self.span, code="E1003") from None
        except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError, RecursionError) as error:
            raise LayoutError(f"`{self.text}` cannot be evaluated: {error}", self.span) from None


def compile_expression(text: str, span: Span) -> Expression:
    """Reads an expression; raises LayoutError (E1002) where it is none."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise LayoutError(f"`{text}` is not an expression", span, "write it as `card.index + 1`", "E1002") from None
    _check(tree, text, span)
    nodes = list(ast.walk(tree))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    read = [(node.value, node.attr) for node in nodes if isinstance(node, ast.Attribute)]
    facts = frozenset(name for owner, name in read if isinstance(owner, ast.Name) and owner.id == POSITION)
    tree = ast.fix_missing_locations(_Lookups().visit(tree))
    return Expression(text, frozenset(used - bound - set(_WORDS)), compile(tree, "<layout>", "eval"), span, facts)


def _check(tree: ast.AST, text: str, span: Span) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise LayoutError(f"`{text}` uses syntax that layout expressions do not have", span, code="E1002")
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name) or node.keywords:
                raise LayoutError(f"`{text}` calls something that is not a function", span, code="E1002")
            if node.func.id not in FUNCTIONS:
                help = did_you_mean(node.func.id, FUNCTIONS) or f"there are: {', '.join(sorted(FUNCTIONS))}"
                raise LayoutError(f"there is no function `{node.func.id}`", span, help, "E1003")
        if isinstance(node, ast.Name) and node.id.startswith("_"):
            raise LayoutError(f"unknown name `{node.id}`", span, code="E1003")


class _Lookups(ast.NodeTransformer):
    """Turns attributes and items into look-ups in data, products into guarded ones, and `none` into Python's."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._call("_lookup", self.visit(node.value), ast.Constant(node.attr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._call("_lookup", self.visit(node.value), self.visit(node.slice))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Mult):
            return self._call("_product", left, right)
        return ast.BinOp(left, node.op, right)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(_WORDS[node.id]) if node.id in _WORDS else node

    def _call(self, name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _product(left: Any, right: Any) -> Any:
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left * right
    raise TypeError("only numbers can be multiplied")


# ---- functions -------------------------------------------------------------------------------------------------------


def each(counts: Any) -> list[Any]:
    """The rows of a table as often as a `per` counts them, in the order of the table; a plain list as it is."""
    if isinstance(counts, Per):
        return [row for row in counts.rows for _ in range(int(lookup(counts, row.key)))]
    return list(counts)


def counted(counts: Per) -> list[Row]:
    """The rows that a `per` counts at least once."""
    return [row for row in counts.rows if lookup(counts, row.key)]


def chunks(items: Iterable[Any], size: int) -> list[list[Any]]:
    """A list in pieces of a size; the last one may be shorter."""
    found = list(items)
    if size < 1:
        raise ValueError("a chunk must have at least one entry")
    return [found[at : at + size] for at in range(0, len(found), size)]


def numbers(first: int, last: int) -> list[int]:
    """The numbers from one to another, both of them counted."""
    if last - first > 10_000:
        raise ValueError("more than 10,000 numbers")
    return list(range(first, last + 1))


def total(counts: Any) -> Any:
    """The sum of the numbers in a list or a `per`."""
    return sum(lookup(counts, key) for key in counts) if isinstance(counts, Mapping) else sum(counts)


def by(items: Iterable[Any], name: str) -> list[Any]:
    """A list in the order of one of its entries' values; equals keep their order."""
    return sorted(items, key=lambda item: (lookup(item, name) is None, lookup(item, name)))


def unique(items: Iterable[Any], name: str) -> list[Any]:
    """The first of those entries that have an equal value."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(lookup(item, name), item)
    return list(found.values())


def capital(text: str) -> str:
    """A text with its first letter in capitals."""
    return text[:1].upper() + text[1:]


def join(items: Iterable[Any], between: str = ", ") -> str:
    """The texts of a list with something between them."""
    return between.join(map(str, items))


FUNCTIONS: dict[str, Any] = {
    "abs": abs, "by": by, "capital": capital, "chunks": chunks, "counted": counted, "each": each, "int": int,
    "join": join, "len": len, "max": max, "min": min, "numbers": numbers, "round": round, "sorted": sorted,
    "str": str, "sum": total, "unique": unique, "zip": lambda *lists: list(zip(*lists, strict=False)),
    # these need to know the language or the shapes: the scope binds them
    "bold": None, "facts": None, "icon": None, "money": None, "number": None, "said": None,
}  # fmt: skip
BUILT_IN: Scope = {"__builtins__": {}, "_lookup": lookup, "_product": _product}
BUILT_IN |= {name: function for name, function in FUNCTIONS.items() if function is not None}
