"""Syntax trees as lists of plain data, for a cache between runs, and back.

A node is `[number of its kind, start, end, values of its fields...]`, with offsets from where its declaration begins
(-1 for a node without a place); a tuple is `[-1, values...]`; any other value stands for itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import syntax as syn
from ..source import NO_SOURCE, NO_SPAN, SourceFile, Span
from .nodes import field_names

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
        ValueError: they are not a node of this version.
    """
    kinds = _kinds()

    def read(data: list[Any]) -> object:
        number = data[0]
        if number == TUPLE:
            return tuple([read(one) if one.__class__ is list else one for one in data[1:]])
        span = Span(source, data[1] + base, data[2] + base) if data[1] != NOWHERE else NO_SPAN
        return kinds[number](*[read(one) if one.__class__ is list else one for one in data[3:]], span=span)

    try:
        return read(data)
    except (IndexError, TypeError) as error:
        raise ValueError("no syntax tree of this version") from error


@cache
def _kinds() -> list[type[syn.Node]]:
    """The kinds of nodes in the order of their numbers."""
    return [one for _, one in sorted(vars(syn).items()) if isinstance(one, type) and issubclass(one, syn.Node)]


@cache
def _numbers() -> dict[type, int]:
    return {kind: number for number, kind in enumerate(_kinds())}
