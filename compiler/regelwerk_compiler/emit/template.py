"""Python syntax trees from templates: what emitted code consists of until it is printed once.

A template is Python with holes: `py("s.places[{}]", index)`. What fills a hole is a tree, a number, or a name, so no
text of a game ever becomes code. Trees share parts and are never changed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, cast

Part = ast.expr | str | int | None | Sequence[Any]
"""The filling of a hole: a tree, a name such as `m.roll`, a number; with `{*}` several of these."""

PLAIN = (int, str, bool, type(None))
_Build = Callable[[Sequence[Part]], Any]
_HOLE = re.compile(r"hole_(\d+)_")
_EACH = re.compile(r"each_(\d+)_")


class Mask(ast.Constant):
    """A set as a number that is printed by its binary digits."""


class Rows(ast.Tuple):
    """A tuple that is printed with one item a line."""


class Entries(ast.Dict):
    """A dictionary that is printed with one item a line."""


class Fields(ast.Call):
    """A call that is printed with one argument a line."""


def py(template: str, *parts: Part) -> ast.expr:
    """An expression. `{}` stands for one of the parts in turn, `{0}` for the one with this number, `{*}` for each of a
    list.

    After a numbered one, `{}` and `{*}` stand for the next.
    """
    found: ast.expr = _parsed(template, "eval")(parts)
    return found


def statement(template: str, *parts: Part) -> ast.stmt:
    """A statement, in the same way; a block inside stands in lines of its own."""
    found: ast.stmt = _parsed(template, "exec")(parts)
    return found


def literal(value: object) -> ast.expr:
    """A number, a text, a truth value, nothing, or tuples and dictionaries of these, which may hold trees as well."""
    kind = value.__class__
    if kind is int:
        number = cast("int", value)
        return ast.UnaryOp(ast.USub(), ast.Constant(-number)) if number < 0 else ast.Constant(number)
    if _is_plain(value):
        return ast.Constant(value)  # type: ignore[arg-type]  # a tuple of constants is one
    if kind is tuple:
        return ast.Tuple([*map(literal, cast("tuple[object, ...]", value))])
    if kind is dict:
        items = cast("dict[object, object]", value)
        return ast.Dict([*map(literal, items)], [*map(literal, items.values())])
    if not isinstance(value, ast.expr):
        raise TypeError(f"{value!r} is not written in a module")
    return value


def _is_plain(value: object) -> bool:
    """True if a value is a constant of Python."""
    if value.__class__ is tuple:
        return all(map(_is_plain, cast("tuple[object, ...]", value)))
    return value.__class__ in PLAIN


@lru_cache(maxsize=4096)
def name(text: str) -> ast.expr:
    """A name, or an attribute such as `m.roll`."""
    first, *rest = text.split(".")
    if not all(map(str.isidentifier, (first, *rest))):
        raise ValueError(f"{text!r} is no name")
    found: ast.expr = ast.Name(first)
    for attribute in rest:
        found = ast.Attribute(found, attribute)
    return found


def tuple_of(items: Sequence[Part]) -> ast.expr:
    """A tuple."""
    return ast.Tuple([_tree(item) for item in items])


def plus(tree: Part, by: int) -> ast.expr:
    """The sum of a tree and a number."""
    whole = _tree(tree)
    return ast.BinOp(whole, ast.Sub() if by < 0 else ast.Add(), ast.Constant(abs(by))) if by else whole


def sum_of(terms: Sequence[ast.expr]) -> ast.expr:
    """The sum of some trees, at least one."""
    found, *rest = terms
    for term in rest:
        found = ast.BinOp(found, ast.Add(), term)
    return found


def bool_op(operator: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    """Some conditions, at least one, joined by `and` or `or`."""
    return parts[0] if len(parts) == 1 else ast.BoolOp(operator, parts)


def comprehension(local: str, members: ast.expr, test: ast.expr | None = None) -> ast.comprehension:
    """The loop of a comprehension, perhaps with a test."""
    return ast.comprehension(ast.Name(local), members, [] if test is None else [test], 0)


def call_of(function: str, *arguments: ast.expr, **named: object) -> ast.expr:
    """A call; named arguments are trees, or what `literal` takes."""
    return ast.Call(name(function), [*arguments], keywords(named))


def keywords(named: Mapping[str, object]) -> list[ast.keyword]:
    """The named arguments of a call."""
    return [ast.keyword(key, literal(value)) for key, value in named.items()]


def is_call_of(tree: ast.expr, function: str) -> bool:
    """True if a tree is a call of a function."""
    return isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == function


def _tree(part: Part) -> ast.expr:
    return name(part) if part.__class__ is str else literal(part)


def _word(part: Part) -> str:
    """The name after a dot, or before the `=` of an argument."""
    if not isinstance(part, str) or not part.isidentifier():
        raise ValueError(f"{part!r} is no name")
    return part


@lru_cache(maxsize=2048)
def _parsed(template: str, mode: str) -> _Build:
    """The function that makes the tree of a template from the parts for its holes."""
    text, at = "", 0
    for plain, field, _, _ in Formatter().parse(template):
        text += plain
        if field is not None:
            number = int(field) if field.isdecimal() else at
            at = max(at, number + 1)
            text += f"*each_{number}_" if field == "*" else f"hole_{number}_"
    parsed: Any = ast.parse(text, mode=mode)
    return _builder(parsed.body if mode == "eval" else parsed.body[0])


def _builder(node: Any) -> _Build:
    if not isinstance(node, ast.AST):
        hole = _HOLE.fullmatch(node) if isinstance(node, str) else None
        return (lambda parts, at=int(hole[1]): _word(parts[at])) if hole else lambda parts: node  # type: ignore[misc]
    if isinstance(node, ast.Name) and (hole := _HOLE.fullmatch(node.id)):
        at = int(hole[1])
        return lambda parts: _tree(parts[at])
    if not isinstance(node, ast.stmt) and not any(map(_is_hole, ast.walk(node))):
        return lambda parts: node
    kind = node.__class__
    made = [_items(value) if isinstance(value, list) else _builder(value) for _, value in ast.iter_fields(node)]
    return lambda parts: kind(*[make(parts) for make in made])


def _items(values: list[Any]) -> _Build:
    """The function that makes a list, in which a hole with a star stands for all of its parts."""
    made: list[tuple[bool, _Build]] = []
    for value in values:
        several = _EACH.fullmatch(value.value.id) if _is_starred_name(value) else None
        make = _each(int(several[1])) if several else _builder(value)
        made.append((several is not None, make))

    def build(parts: Sequence[Part]) -> list[Any]:
        found: list[Any] = []
        for several, make in made:
            if several:
                found.extend(make(parts))
            else:
                found.append(make(parts))
        return found

    return build


def _each(at: int) -> _Build:
    return lambda parts: [_tree(part) for part in parts[at]]  # type: ignore[union-attr]


def _is_starred_name(node: Any) -> bool:
    return isinstance(node, ast.Starred) and isinstance(node.value, ast.Name)


def _is_hole(node: ast.AST) -> bool:
    texts = (value for _, value in ast.iter_fields(node) if isinstance(value, str))
    return any(_HOLE.fullmatch(text) or _EACH.fullmatch(text) for text in texts)
