"""Traversal of syntax trees: all nodes, nodes that are nested too deeply, copies at another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from ..source import NO_SOURCE, SourceFile
from . import Node

Move = Callable[[int], int]
N = TypeVar("N")


@cache
def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node except its span, in the order of their declaration."""
    return tuple(name for name in kind.__struct_fields__ if name != "span")


def walk(node: object) -> Iterator[Node]:
    """A node, or the nodes of a tuple, and all below, parents before children. Not recursive."""
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if item.__class__ is tuple:
            waiting.extend(reversed(item))
        elif isinstance(item, Node):
            yield item
            waiting.extend([getattr(item, name) for name in reversed(field_names(item.__class__))])


def relocate(node: N, source: SourceFile, move: Move) -> N:
    """A copy of a node (or of a tuple of nodes) in `source`, each offset moved by `move`. Other values are kept."""
    found: Any = node
    if isinstance(node, tuple):
        found = tuple([relocate(item, source, move) for item in node])
    elif isinstance(node, Node):
        span, kind = node.span, node.__class__
        if span.source is not NO_SOURCE:
            span = span.moved(source, move)
        found = kind(*[relocate(getattr(node, name), source, move) for name in field_names(kind)], span=span)
    return found  # type: ignore[no-any-return]


def find_deeper(node: Node, limit: int) -> Node | None:
    """A node nested deeper than the limit, or None. Not recursive."""
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
