"""Printer of Python syntax trees: lines as a person would write them, with brackets by precedence."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from enum import IntEnum
from textwrap import wrap
from typing import Any, cast

from .template import Entries, Fields, Mask, Rows

WIDTH = 88
Level = IntEnum(
    "Level", "ATOM POWER UNARY TIMES PLUS SHIFT AND_BITS OR_BITS COMPARE NOT AND OR IF LOWEST", start=0, module=__name__
)
"""The precedence of Python's operators, from names and brackets to `lambda`."""

ATOM, POWER, UNARY, TIMES, PLUS, SHIFT, AND_BITS, OR_BITS, COMPARE, NOT, AND, OR, IF, LOWEST = Level
GROUPED = 10_000
"""Numbers from here on are printed in groups of three digits."""

BINARY: dict[type[ast.operator], tuple[str, Level, Level, Level]] = {
    ast.Add: ("+", PLUS, PLUS, PLUS),
    ast.Sub: ("-", PLUS, PLUS, TIMES),
    ast.Mult: ("*", TIMES, TIMES, UNARY),
    ast.FloorDiv: ("//", TIMES, TIMES, UNARY),
    ast.Mod: ("%", TIMES, TIMES, UNARY),
    ast.LShift: ("<<", SHIFT, SHIFT, TIMES),
    ast.RShift: (">>", SHIFT, SHIFT, TIMES),
    ast.BitAnd: ("&", AND_BITS, AND_BITS, SHIFT),
    ast.BitOr: ("|", OR_BITS, OR_BITS, AND_BITS),
}
"""For each operator its sign, how tightly it binds, and how tightly its operands must."""
UNARIES: dict[type[ast.unaryop], tuple[str, Level]] = {
    ast.USub: ("-", UNARY),
    ast.Invert: ("~", UNARY),
    ast.Not: ("not ", NOT),
}
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


def shown(node: ast.expr, limit: int = LOWEST) -> str:
    """An expression, in brackets if it binds weaker than `limit`."""
    text, level = EXPRESSIONS[node.__class__](node)
    return f"({text})" if level > limit else text


# ---- expressions


def _constant(node: ast.Constant) -> tuple[str, Level]:
    return _plain(node.value), ATOM


def _plain(value: object) -> str:
    if value.__class__ is int:
        return f"{value:_}" if not -GROUPED < value < GROUPED else str(value)
    if value.__class__ is tuple:
        items = [*map(_plain, value)]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    return "..." if value is ... else repr(value)


def _mask(node: Mask) -> tuple[str, Level]:
    return bin(cast("int", node.value)), ATOM


def _attribute(node: ast.Attribute) -> tuple[str, Level]:
    value = shown(node.value, ATOM)
    is_number = value.replace("_", "").isdecimal()  # `9.real` would be a syntax error
    return f"{f'({value})' if is_number else value}.{node.attr}", ATOM


def _subscript(node: ast.Subscript) -> tuple[str, Level]:
    return f"{shown(node.value, ATOM)}[{_bare(node.slice)}]", ATOM


def _slice(node: ast.Slice) -> tuple[str, Level]:
    lower, upper = (shown(end) if end is not None else "" for end in (node.lower, node.upper))
    plain = not lower or not upper or (isinstance(node.lower, ast.Constant) and isinstance(node.upper, ast.Constant))
    colon = ":" if plain else " : "
    return f"{lower}{colon}{upper}{f'{colon}{shown(node.step)}' if node.step is not None else ''}", LOWEST


def _call(node: ast.Call) -> tuple[str, Level]:
    if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.GeneratorExp):
        return f"{shown(node.func, ATOM)}{shown(node.args[0])}", ATOM
    return f"{shown(node.func, ATOM)}({', '.join(_arguments(node))})", ATOM


def _arguments(node: ast.Call) -> Iterator[str]:
    yield from map(shown, node.args)
    for keyword in node.keywords:
        yield f"{keyword.arg}={shown(keyword.value)}"


def _fields(node: Fields) -> tuple[str, Level]:
    return f"{shown(node.func, ATOM)}{_spread('(', _arguments(node), ')')}", ATOM


def _tuple(node: ast.Tuple) -> tuple[str, Level]:
    return f"({', '.join(map(shown, node.elts))}{',' if len(node.elts) == 1 else ''})", ATOM


def _rows(node: Rows) -> tuple[str, Level]:
    return _spread("(", map(shown, node.elts), ")"), ATOM


def _list(node: ast.List) -> tuple[str, Level]:
    return f"[{', '.join(map(shown, node.elts))}]", ATOM


def _dict(node: ast.Dict) -> tuple[str, Level]:
    return f"{{{', '.join(_items(node))}}}", ATOM


def _entries(node: Entries) -> tuple[str, Level]:
    return _spread("{", _items(node), "}"), ATOM


def _items(node: ast.Dict) -> Iterator[str]:
    for key, value in zip(node.keys, node.values, strict=True):
        assert key is not None
        yield f"{shown(key)}: {shown(value)}"


def _spread(opening: str, items: Iterator[str], closing: str) -> str:
    """Items in lines of their own."""
    lines = [f"    {line}\n" for item in items for line in f"{item},".split("\n")]
    return f"{opening}\n{''.join(lines)}{closing}"


def _binary(node: ast.BinOp) -> tuple[str, Level]:
    sign, level, left, right = BINARY[node.op.__class__]
    return f"{shown(node.left, left)} {sign} {shown(node.right, right)}", level


def _unary(node: ast.UnaryOp) -> tuple[str, Level]:
    sign, level = UNARIES[node.op.__class__]
    return f"{sign}{shown(node.operand, level)}", level


def _logic(node: ast.BoolOp) -> tuple[str, Level]:
    word, level = (" and ", AND) if isinstance(node.op, ast.And) else (" or ", OR)
    return word.join([shown(value, level) for value in node.values]), level


def _compare(node: ast.Compare) -> tuple[str, Level]:
    parts = [shown(node.left, OR_BITS)]
    for sign, other in zip(node.ops, node.comparators, strict=True):
        parts += (SIGNS[sign.__class__], shown(other, OR_BITS))
    return " ".join(parts), COMPARE


def _if(node: ast.IfExp) -> tuple[str, Level]:
    return f"{shown(node.body, OR)} if {shown(node.test, OR)} else {shown(node.orelse, IF)}", IF


def _starred(node: ast.Starred) -> tuple[str, Level]:
    return f"*{shown(node.value, OR_BITS)}", LOWEST


def _each(node: ast.ListComp | ast.GeneratorExp) -> str:
    parts = [shown(node.elt, OR)]
    for loop in node.generators:
        parts.append(f"for {_bare(loop.target)} in {shown(loop.iter, OR)}")
        parts += [f"if {shown(test, OR)}" for test in loop.ifs]
    return " ".join(parts)


EXPRESSIONS: dict[type[ast.expr], Callable[[Any], tuple[str, Level]]] = {
    ast.Name: lambda node: (node.id, ATOM),
    ast.Constant: _constant,
    Mask: _mask,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Call: _call,
    Fields: _fields,
    ast.Tuple: _tuple,
    Rows: _rows,
    ast.List: _list,
    ast.Dict: _dict,
    Entries: _entries,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _logic,
    ast.Compare: _compare,
    ast.IfExp: _if,
    ast.Starred: _starred,
    ast.ListComp: lambda node: (f"[{_each(node)}]", ATOM),
    ast.GeneratorExp: lambda node: (f"({_each(node)})", ATOM),
}


def _bare(node: ast.expr) -> str:
    """An expression that is a whole side of a statement: a tuple of several needs no brackets there."""
    items = node.elts if isinstance(node, ast.Tuple) else getattr(node, "value", None)
    if isinstance(items, list | tuple) and len(items) > 1:
        return shown(node)[1:-1]
    return shown(node)


# ---- statements


def head(node: ast.stmt) -> str:
    """A statement without the block below it."""
    return STATEMENTS[node.__class__](node)


def _assign(node: ast.Assign) -> str:
    (target,) = node.targets
    value = _bare(node.value) if isinstance(target, ast.Tuple) else shown(node.value)
    return f"{_bare(target)} = {value}"


def _function(node: ast.FunctionDef) -> str:
    arguments = [f"{one.arg}: {shown(one.annotation)}" if one.annotation else one.arg for one in node.args.args]
    assert node.returns is not None
    return f"def {node.name}({', '.join(arguments)}) -> {shown(node.returns)}:"


def _imports(node: ast.ImportFrom) -> str:
    names = ", ".join(one.name for one in node.names)
    whole = f"from {node.module} import {names}"
    if len(whole) <= WIDTH:
        return whole
    lines = wrap(f"{names},", WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    return "\n".join([f"from {node.module} import (", *lines, ")"])


def _expression(node: ast.Expr) -> str:
    value = node.value
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return f'"""{value.value}"""'
    return shown(value)


STATEMENTS: dict[type[ast.stmt], Callable[[Any], str]] = {
    ast.Assign: _assign,
    ast.AugAssign: lambda node: f"{shown(node.target)} {BINARY[node.op.__class__][0]}= {shown(node.value)}",
    ast.Expr: _expression,
    ast.Return: lambda node: "return" if node.value is None else f"return {_bare(node.value)}",
    ast.Raise: lambda node: f"raise {shown(node.exc)}",
    ast.Pass: lambda node: "pass",
    ast.Break: lambda node: "break",
    ast.Continue: lambda node: "continue",
    ast.If: lambda node: f"if {shown(node.test)}:",
    ast.While: lambda node: f"while {shown(node.test)}:",
    ast.For: lambda node: f"for {_bare(node.target)} in {shown(node.iter, OR)}:",
    ast.FunctionDef: _function,
    ast.ClassDef: lambda node: f"class {node.name}({', '.join(map(shown, node.bases))}):",
    ast.ImportFrom: _imports,
}
