"""Two constants as written go in; whether they are the same value comes out: `1_000` is `1000`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations

N = TypeVar("N")
Written = syn.Expr | syn.Text | None

NOTHING = ("nothing",)
DEEP = 20  # definitions that name definitions


def same_value(left: Written, right: Written, table: Declarations, *, zero_is_nothing: bool = True) -> bool:
    """Whether two written constants mean the same.

    An empty cell is `none`, `empty` or `no`, `Good.red` is `red`, a definition is what it is worth.

    Args:
        left, right: what stands in two places; None where nothing does.
        table: whose enums and definitions constants may name.
        zero_is_nothing: an empty place counts as 0; not so where it means `none`.
    """
    if normal(left, table.enums, zero_is_nothing) == normal(right, table.enums, zero_is_nothing):
        return True
    first, second = unfolded(left, table), unfolded(right, table)
    return normal(first, table.enums, zero_is_nothing) == normal(second, table.enums, zero_is_nothing)


def unfolded(node: Written, table: Declarations, depth: int = 0) -> Written:
    """A constant in which the names of definitions without parameters stand for what they are worth."""
    if node is None or depth > DEEP:
        return node
    worth: dict[str, syn.Expr] = {}
    for name in {inner.name for inner in walk(node) if isinstance(inner, syn.Name)}:
        decl = table.defines.get(name)
        if decl is not None and not decl.params and not isinstance(decl.body, syn.Block):
            body = unfolded(decl.body, table, depth + 1)
            assert body is not None and not isinstance(body, syn.Text)
            worth[name] = body
    return substitute(node, worth) if worth else node


def normal(node: Written, enums: Container[str] = (), zero_is_nothing: bool = True) -> object:
    """A form of a constant that does not depend on how it is written."""
    found = _normal(node, enums)
    return NOTHING if zero_is_nothing and found == ("number", 0) else found


def _normal(node: Written, enums: Container[str]) -> object:
    match node:
        case None | syn.NoneLiteral() | syn.EmptyLiteral():
            return NOTHING
        case syn.Number(value):
            return ("number", value)
        case syn.Unary("-", operand):
            inner = _normal(operand, enums)
            return ("number", -inner[1]) if isinstance(inner, tuple) and inner[0] == "number" else ("-", inner)
        case syn.BoolLiteral(value):
            return ("bool", value) if value else NOTHING
        case syn.Name(name):
            return ("name", name)
        case syn.Field(syn.Name(enum), name) if enum in enums:
            return ("name", name.name)
        case syn.PerLiteral(entries):
            pairs = frozenset((_normal(entry.key, enums), _normal(entry.value, enums)) for entry in entries)
            kept = frozenset(pair for pair in pairs if pair[1] not in (NOTHING, ("number", 0)))
            return ("per", kept) if kept else NOTHING
        case syn.ListLiteral(items) | syn.SetLiteral(items):
            members = frozenset(_normal(item, enums) for item in items)
            return next(iter(members)) if len(members) == 1 else ("set", members) if members else NOTHING
        case syn.Binary("+" | "-" | "*" as operator, left, right):
            return _sum(operator, _normal(left, enums), _normal(right, enums))
        case syn.Text(parts):
            return ("text", *(part if isinstance(part, str) else _slot(part, enums) for part in parts))
        case _:
            return ("tree", node)  # trees compare without their places


def _slot(slot: syn.Slot, enums: Container[str]) -> object:
    return (_normal(slot.value, enums), slot.form, slot.plurals)


def _sum(operator: str, left: object, right: object) -> object:
    if isinstance(left, tuple) and isinstance(right, tuple) and left[0] == right[0] == "number":
        return ("number", {"+": left[1] + right[1], "-": left[1] - right[1], "*": left[1] * right[1]}[operator])
    return (operator, left, right)


def substitute(node: N, mapping: Mapping[str, syn.Expr]) -> N:
    """A tree in which some names stand for values; those have the places of the names."""
    if isinstance(node, syn.Name) and node.name in mapping:
        return at_place(mapping[node.name], node.span)  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(substitute(item, mapping) for item in node)  # type: ignore[return-value]
    if isinstance(node, syn.Node):
        changed = {}
        for slot in fields(node):
            before = getattr(node, slot.name)
            after = before if slot.name == "span" else substitute(before, mapping)
            if after is not before and after != before:
                changed[slot.name] = after
        return replace(node, **changed) if changed else node
    return node


def shown(node: Written) -> str:
    """A constant as it is written, for messages and histories; what a variant's parameter stands for is filled in."""
    if node is None:
        return "nothing"
    text, start = node.span.text, node.span.start
    given: dict[tuple[int, int], str] = {}
    for inner in walk(node):  # the outer ones come first
        plain = _filled_in(inner)
        if plain is not None:
            given.setdefault((inner.span.start - start, inner.span.end - start), plain)
    for (first, last), plain in sorted(given.items(), reverse=True):
        text = text[:first] + plain + text[last:]
    return " ".join(text.split()) or "nothing"


def _filled_in(node: syn.Node) -> str | None:
    """What stands for a parameter: such a node has the span of the parameter's name."""
    if not node.span.text.isidentifier():
        return None
    match node:
        case syn.Number(value):
            return f"{value:_}" if value >= 1_000 else str(value)
        case syn.Unary("-", syn.Number(value)):
            return f"-{value:_}"
        case syn.Name(name) if name != node.span.text:
            return name
        case syn.Field(syn.Name(enum), name):
            return f"{enum}.{name}"
        case syn.NoneLiteral():
            return None if node.span.text == "none" else "none"
        case syn.BoolLiteral(value) if node.span.text not in ("yes", "no"):
            return "yes" if value else "no"
        case _:
            return None


def at_place(node: N, span: Span) -> N:
    """A tree all of whose nodes stand at one place."""
    if isinstance(node, tuple):
        return tuple(at_place(item, span) for item in node)  # type: ignore[return-value]
    if isinstance(node, syn.Node):
        inner = {slot.name: at_place(getattr(node, slot.name), span) for slot in fields(node) if slot.name != "span"}
        return replace(node, **inner, span=span)
    return node


def title_of(text: syn.Text) -> str:
    """A title's words; a parameter of a variant is filled in."""
    return "".join(part if isinstance(part, str) else shown(part.value) for part in text.parts)
