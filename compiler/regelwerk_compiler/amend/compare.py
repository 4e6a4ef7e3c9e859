"""Constants as written: comparison, substitution of parameters, display."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

from ..resolve.lookahead import Constants

N = TypeVar("N")
Written = syn.Expr | syn.Text | None


def same_value(left: Written, right: Written, type_: syn.TypeExpr, constants: Constants) -> bool:
    """True if two written constants mean the same: `1_000` is `1000`, `Good.red` is `red`, an empty place is `no`.

    Args:
        left, right: the values in two places; None for an empty one.
        type_: the type of both. Where it allows `none`, an empty place is `none`; else it is 0 too.
        constants: evaluates names and sums.
    """
    if left == right or (_is_empty(left) and _is_empty(right)):
        return True
    if isinstance(left, syn.Text) or isinstance(right, syn.Text):
        return False
    first, second = constants.value(left, type_), constants.value(right, type_)
    return first is not None and first == second


def _is_empty(node: Written) -> bool:
    return node is None or isinstance(node, syn.NoneLiteral | syn.EmptyLiteral) or node == syn.BoolLiteral(False)


def substitute(node: N, mapping: Mapping[str, Callable[[Span], syn.Expr]]) -> N:
    """The tree with values in place of some names; each value gets the span of the name."""
    if isinstance(node, syn.Name) and node.name in mapping:
        return mapping[node.name](node.span)  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(substitute(item, mapping) for item in node)  # type: ignore[return-value]
    if isinstance(node, syn.Node):
        changed = {}
        for slot in node.__struct_fields__:
            before = getattr(node, slot)
            after = before if slot == "span" else substitute(before, mapping)
            if after is not before and after != before:
                changed[slot] = after
        return replace(node, **changed) if changed else node
    return node


def argument_value(text: str, span: Span) -> syn.Expr:
    """A value as an expression at a place: a number, `yes`, `no`, `none`, or a name."""
    digits = text.replace("_", "")
    if digits.lstrip("-").isdigit():
        number = syn.Number(abs(int(digits)), span=span)
        return number if int(digits) >= 0 else syn.Unary("-", number, span=span)
    if text in ("yes", "no"):
        return syn.BoolLiteral(text == "yes", span=span)
    if text == "none":
        return syn.NoneLiteral(span=span)
    enum, dot, member = text.rpartition(".")
    if dot:
        return syn.Field(syn.Name(enum, span=span), syn.Ident(member, span=span), span=span)
    return syn.Name(text, span=span)


def shown(node: Written) -> str:
    """A constant as it is written, for messages and histories, with the parameters of variants filled in."""
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
    """The text of a value in place of a parameter: such a node has the span of the parameter's name."""
    if not node.span.text.isidentifier():
        return None
    match node:
        case syn.Number(value):
            return f"{value:_}"
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


def title_of(text: syn.Text) -> str:
    """A title's words; a parameter of a variant is filled in."""
    return "".join(part if isinstance(part, str) else shown(part.value) for part in text.parts)
