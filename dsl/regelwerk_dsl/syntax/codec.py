"""Syntax trees as lists of plain data, for a cache between runs, and back.

A node is `[number of its kind, start, end, values of its fields...]`, with offsets from where its declaration begins
(-1 for a node without a place); a tuple is `[-1, values...]`; any other value stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from .. import syntax as syn
from ..source import NO_SOURCE, NO_SPAN, SourceFile, Span
from .nodes import field_names

Setter = Callable[[object, object], None]

TUPLE = -1
NOWHERE = -1


def to_data(node: syn.Node, base: int) -> list[Any]:
    """A node and all below as lists; `base` is the offset where its declaration begins."""
    numbers = _numbers()

    def told(value: object) -> object:
        if isinstance(value, tuple):
            return [TUPLE, *map(told, value)]
        if not isinstance(value, syn.Node):
            return value
        span = value.span
        start, end = (NOWHERE, NOWHERE) if span.source is NO_SOURCE else (span.start - base, span.end - base)
        kind = value.__class__
        return [numbers[kind], start, end, *(told(getattr(value, name)) for name in field_names(kind))]

    found = told(node)
    assert isinstance(found, list)
    return found


def from_data(data: list[Any], source: SourceFile, base: int) -> Any:
    """The node of such lists, with its places in a source.

    Raises:
        ValueError: they are no node of this version.
    """
    kinds = _kinds()
    new, set_span = object.__new__, _setter(syn.Node, "span")
    set_source, set_start, set_end = (_setter(Span, name) for name in ("source", "start", "end"))

    def read(data: list[Any]) -> object:
        number = data[0]
        if number == TUPLE:
            return tuple([read(one) if one.__class__ is list else one for one in data[1:]])
        kind, setters = kinds[number]
        node, span = new(kind), NO_SPAN
        if data[1] != NOWHERE:
            span = new(Span)
            set_source(span, source)
            set_start(span, data[1] + base)
            set_end(span, data[2] + base)
        set_span(node, span)
        for at, setter in enumerate(setters, 3):
            value = data[at]
            setter(node, read(value) if value.__class__ is list else value)
        return node

    try:
        return read(data)
    except (IndexError, TypeError) as error:
        raise ValueError("no syntax tree of this version") from error


def _setter(kind: type, name: str) -> Setter:
    """What sets an attribute of a frozen object that is being made; the same by a call to `object` takes longer."""
    setter: Setter = getattr(kind, name).__set__
    return setter


@cache
def _kinds() -> list[tuple[type[syn.Node], tuple[Setter, ...]]]:
    """The kinds of nodes in the order of their numbers, each with what sets its fields."""
    found = [one for _, one in sorted(vars(syn).items()) if isinstance(one, type) and issubclass(one, syn.Node)]
    return [(kind, tuple(_setter(kind, name) for name in field_names(kind))) for kind in found]


@cache
def _numbers() -> dict[type, int]:
    return {kind: number for number, (kind, _) in enumerate(_kinds())}
