"""Conversion of syntax trees to flat lists of plain data, for a cache between runs, and back.

A list is read from left to right with a stack. A text is pushed, and so is the item after `VALUE`. The number of a kind
of node pops the values of its fields and pushes the node; the next two items are its start and end, as offsets from the
beginning of the declaration (`NOWHERE` for a node without a place). `EMPTY` pushes an empty tuple; a lower number n
pops `EMPTY - n` values and pushes a tuple of them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import syntax as syn
from ..source import NO_SOURCE, NO_SPAN, SourceFile, Span
from .nodes import field_names

VALUE = -1
EMPTY = -2
NOWHERE = -1


def to_data(node: syn.Node, base: int) -> list[Any]:
    """A node and all below as a list; `base` is the offset where its declaration begins."""
    numbers = {kind: number for number, (kind, _) in enumerate(_kinds())}
    found: list[Any] = []

    def tell(value: object) -> None:
        if isinstance(value, tuple):
            for one in value:
                tell(one)
            found.append(EMPTY - len(value))
        elif isinstance(value, syn.Node):
            span, kind = value.span, value.__class__
            for name in field_names(kind):
                tell(getattr(value, name))
            nowhere = span.source is NO_SOURCE
            found.extend((numbers[kind], *((NOWHERE, NOWHERE) if nowhere else (span.start - base, span.end - base))))
        else:
            found.extend((value,) if isinstance(value, str) else (VALUE, value))

    tell(node)
    return found


def from_data(data: list[Any], source: SourceFile, base: int) -> Any:
    """The node of such a list, with its places in a source.

    Raises:
        ValueError: it is not a node of this version.
    """
    kinds = _kinds()
    stack: list[Any] = []
    push, pop, items = stack.append, stack.pop, iter(data)
    try:
        for item in items:
            if item.__class__ is str:
                push(item)
            elif item >= 0:
                (kind, fields), start, end = kinds[item], next(items), next(items)
                span = Span(source, start + base, end + base) if start != NOWHERE else NO_SPAN
                if fields == 1:  # most nodes, and without a list of arguments much faster
                    push(kind(pop(), span=span))
                elif fields == 2:
                    last = pop()
                    push(kind(pop(), last, span=span))
                else:
                    at = len(stack) - fields
                    values, stack[at:] = stack[at:], []
                    push(kind(*values, span=span))
            elif item == VALUE:
                push(next(items))
            else:
                at = len(stack) - (EMPTY - item)
                stack[at:] = [tuple(stack[at:])]
        (found,) = stack
    except (IndexError, TypeError, StopIteration) as error:
        raise ValueError("no syntax tree of this version") from error
    return found


@cache
def _kinds() -> list[tuple[Any, int]]:
    """The kinds of nodes in the order of their numbers, each with the number of its fields besides the span."""
    found = [one for _, one in sorted(vars(syn).items()) if isinstance(one, type) and issubclass(one, syn.Node)]
    return [(kind, len(field_names(kind))) for kind in found]
