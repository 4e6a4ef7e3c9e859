"""Syntax trees as flat lists of plain data, for a cache between runs, and back.

Such a list says how to make a tree on a stack. A text is put on it, and so is what stands behind `VALUE`. The number of
a kind of node takes the values of its fields from it, and puts the node there; its start and end follow, as offsets
from where the declaration begins (-1 for a node without a place). `EMPTY` puts an empty tuple on it, and numbers below
take as many values as they are less, and put a tuple of them there.
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
    """The kinds of nodes in the order of their numbers, each with how many fields it has beside its span."""
    found = [one for _, one in sorted(vars(syn).items()) if isinstance(one, type) and issubclass(one, syn.Node)]
    return [(kind, len(field_names(kind))) for kind in found]
