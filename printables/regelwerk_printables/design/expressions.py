"""The expressions of layouts, read from text and evaluated over a scope of names.

They are written like Python's and are read by Python's own parser, then restricted to the few forms of `_ALLOWED`:
values, names, `a.b`, `a[b]`, arithmetic, comparisons, `and`/`or`/`not`, `x if c else y`, lists, comprehensions and
calls of the functions in `FUNCTIONS`. The interpreter looks attributes and items up only in data, so an expression
reaches nothing else.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from msgspec import Struct
from regelwerk_dsl.source import NO_SPAN, Span
from regelwerk_dsl.suggest import did_you_mean

from .interpreter import WORDS, Run, Scope, bounded, runner
from .values import MissingKeyError, Per, Row, lookup
from .ways import side_by_side

_ALLOWED = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp,
    ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp,
    ast.comprehension, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.USub, ast.UAdd, ast.Not, ast.And,
    ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
)  # fmt: skip
NO_SYNTAX = "`{}` uses syntax that layout expressions do not have"
POSITION = "position"  # the position of play, in pictures only
MOVING = frozenset([POSITION, "players"])  # names whose values depend on the position
RECORDER = "_recorder"  # in a scope: a function that evaluates expressions and records what they read


class LayoutError(Exception):
    """An expression that cannot be evaluated, or whose value is not allowed; `span` is its place in the layout."""

    def __init__(self, message: str, span: Span, help: str = "", code: str = "E1004") -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.code = message, span, help, code


class Expression(Struct, frozen=True):
    """An expression, ready to be evaluated.

    Attributes:
        names: those that the scope must have.
        facts: the facts of a position that it reads: `stones` for `position.stones[a]`.
    """

    text: str
    names: frozenset[str]
    run: Run
    span: Span = NO_SPAN
    facts: frozenset[str] = frozenset()

    def value(self, scope: Scope, name: str = "") -> Any:
        """Its value; the recorder of the scope, if any, evaluates it and gets its name. Raises LayoutError."""
        return scope[RECORDER](self, scope, name) if RECORDER in scope else self.evaluated(scope)

    def evaluated(self, scope: Scope) -> Any:
        """Its value, without recording it; raises LayoutError."""
        try:
            return self.run(scope)
        except MissingKeyError as error:
            raise LayoutError(str(error), self.span, error.help) from None
        except LayoutError:
            raise
        except NameError as error:
            help = colour_meant(str(error.name), scope.get("colors", ()))
            raise LayoutError(f"unknown name `{error.name}`", self.span, help, "E1003") from None
        except (
            TypeError,
            ValueError,
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            MemoryError,
        ) as error:
            raise LayoutError(f"`{self.text}` cannot be evaluated: {error}", self.span) from None


def compile_expression(text: str, span: Span) -> Expression:
    """Reads an expression; raises LayoutError (E1002) for other text."""
    try:
        tree = ast.parse(_READABLE.sub(_escape_keyword, text.strip()), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise LayoutError(f"`{text}` is not an expression", span, _written_otherwise(text), "E1002") from None
    _check(tree, text, span)
    nodes = list(ast.walk(tree))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    read = [(node.value, node.attr) for node in nodes if isinstance(node, ast.Attribute)]
    facts = frozenset(name for owner, name in read if isinstance(owner, ast.Name) and owner.id == POSITION)
    try:
        run = runner(tree.body)
    except (TypeError, RecursionError):
        raise LayoutError(NO_SYNTAX.format(text), span, code="E1002") from None
    return Expression(text, frozenset(used - bound - set(WORDS)), run, span, facts)


_OF_RULES = {"mod": "a % b", "then": "a if c else b", "where": "[x for x in list if c]"}
"""Words of the rules that are written otherwise in layouts."""


def _written_otherwise(text: str) -> str:
    """The help for text that is no expression: how layouts write what the rules say with a word in it."""
    meant = next((meant for word, meant in _OF_RULES.items() if re.search(rf"\b{word}\b", text)), None)
    return f"in layouts this is written `{meant}`" if meant else "write it as `card.index + 1`"


def colour_meant(name: str, colors: Container[str]) -> str:
    """The help for an unknown name that is a colour of the layout; "" for other names."""
    return f"for the colour, write `colors.{name}`" if name in colors else ""


_READABLE = re.compile(rf"""("[^"]*"|'[^']*')|(?<=\.)({"|".join(keyword.kwlist)})\b""")
_WIDE = 0xFEE0  # from a letter to its full-width form


def _escape_keyword(found: re.Match[str]) -> str:
    """Makes an attribute that is a keyword of Python, such as `card.class`, acceptable to its parser.

    The parser recognises keywords before it normalises full-width letters to plain ones.
    """
    name = found[2]
    return chr(ord(name[0]) + _WIDE) + name[1:] if name else found[0]


def _is_plain(value: object) -> bool:
    try:
        return isinstance(value, int | float | str | None) and bounded(value) is value
    except ValueError:
        return False


def _check(tree: ast.AST, text: str, span: Span) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED) or (isinstance(node, ast.comprehension) and node.is_async):
            raise LayoutError(NO_SYNTAX.format(text), span, code="E1002")
        if isinstance(node, ast.Constant) and not _is_plain(node.value):
            raise LayoutError(f"`{text}` holds a value that layouts do not have", span, code="E1002")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in WORDS:
            raise LayoutError(f"`{node.id}` cannot be the name of something", span, code="E1002")
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name) or node.keywords:
                raise LayoutError(f"`{text}` calls something that is not a function", span, code="E1002")
            if node.func.id not in FUNCTIONS:
                help = did_you_mean(node.func.id, FUNCTIONS) or f"there are: {', '.join(sorted(FUNCTIONS))}"
                raise LayoutError(f"there is no function `{node.func.id}`", span, help, "E1003")
        if isinstance(node, ast.Name) and node.id.startswith("_"):
            raise LayoutError(f"unknown name `{node.id}`", span, code="E1003")


# ---- functions -------------------------------------------------------------------------------------------------------


def each(counts: Any) -> list[Any]:
    """The rows of a table as often as a `per` counts them, in the order of the table; a list is returned as it is."""
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
    """The numbers from one to another, inclusive."""
    if last - first > 10_000:
        raise ValueError("more than 10,000 numbers")
    return list(range(first, last + 1))


def total(counts: Any) -> Any:
    """The sum of the numbers in a list or a `per`."""
    return sum(lookup(counts, key) for key in counts) if isinstance(counts, Mapping) else sum(counts)


def by(items: Iterable[Any], name: str) -> list[Any]:
    """A list sorted by a value of its entries; equal ones keep their order."""
    return sorted(items, key=lambda item: (lookup(item, name) is None, lookup(item, name)))


def unique(items: Iterable[Any], name: str) -> list[Any]:
    """The first of the entries with each value."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(lookup(item, name), item)
    return list(found.values())


def join(items: Iterable[Any], between: str = ", ") -> str:
    """The texts of a list with something between them."""
    return between.join(map(str, items))


FUNCTIONS: dict[str, Any] = {
    "abs": abs, "by": by, "chunks": chunks, "counted": counted, "each": each, "int": int,
    "join": join, "len": len, "max": max, "min": min, "numbers": numbers, "round": round,
    "side_by_side": side_by_side, "sorted": sorted, "str": str, "sum": total, "unique": unique,
    "zip": lambda *lists: list(zip(*lists, strict=False)),
    # these need to know the game, the language or the shapes: the scope binds them
    "bold": None, "capital": None, "deck": None, "differing": None, "facts": None, "icon": None, "italic": None,
    "money": None, "number": None, "said": None, "signs": None,
}  # fmt: skip
BUILT_IN: Scope = {name: function for name, function in FUNCTIONS.items() if function is not None}
