"""Traversal of syntax trees: all nodes, nodes that lie too deep, copies at another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from ..source import NO_SOURCE, SourceFile, Span
from . import Node

Move = Callable[[int], int]
N = TypeVar("N")

_FIELDS: dict[type, tuple[str, ...]] = {}


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node but its span, in the order of their declaration."""
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind) if field.name != "span")
    return names


def walk(node: object) -> Iterator[Node]:
    """A node, or the nodes of a tuple, and all below, parents before children. Needs no deep stack."""
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if item.__class__ is tuple:
            waiting.extend(reversed(item))
        elif isinstance(item, Node):
            yield item
            waiting.extend([getattr(item, name) for name in reversed(field_names(item.__class__))])


def relocate(node: N, source: SourceFile, move: Move) -> N:
    """A copy of a node (or of a tuple of nodes) in `source`, each offset moved by `move`. Other values stay."""
    moved: N = _relocate(node, source, move)
    return moved


def _relocate(node: Any, source: SourceFile, move: Move) -> Any:
    kind = node.__class__
    if kind is tuple:
        return tuple([_relocate(item, source, move) for item in node])
    names = _FIELDS.get(kind)
    if names is None:
        if not isinstance(node, Node):
            return node
        names = field_names(kind)
    copy = object.__new__(kind)
    for name in names:
        value = getattr(node, name)
        if value.__class__ is tuple or isinstance(value, Node):
            value = _relocate(value, source, move)
        object.__setattr__(copy, name, value)
    span = node.span
    moved = Span(source, move(span.start), move(span.end)) if span.source is not NO_SOURCE else span
    object.__setattr__(copy, "span", moved)
    return copy


def find_deeper(node: Node, limit: int) -> Node | None:
    """A node that lies deeper than the limit, or None. Needs no deep stack."""
    level = [node]
    for _ in range(limit + 1):
        below: list[Node] = []
        for item in level:
            for value in map(item.__getattribute__, field_names(item.__class__)):
                if isinstance(value, Node):
                    below.append(value)
                elif value.__class__ is tuple:
                    below += [child for child in value if isinstance(child, Node)]
        if not below:
            return None
        level = below
    return level[-1]
