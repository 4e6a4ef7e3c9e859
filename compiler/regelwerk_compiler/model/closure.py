"""Closure of a relation: all that follows from some things, directly or not, and the order from the deepest on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def closure(start: Iterable[T], following: Callable[[T], Iterable[T]]) -> dict[T, None]:
    """Some things and all that follows from them, directly or not: first what follows from the last one."""
    found: dict[T, None] = {}
    waiting = [*start]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += following(one)
    return found


def deepest_first(first: T, ends: Callable[[T], list[T]], marks: dict[T, int], mark: int) -> Iterator[T]:
    """The unmarked things that one leads to, itself included, each after those that it leads to.

    The search marks each thing that it reaches with `mark`.
    """
    if first in marks:
        return
    marks[first] = mark
    way = [(first, iter(ends(first)))]
    while way:
        one, left = way[-1]
        end = next((end for end in left if end not in marks), None)
        if end is None:
            way.pop()
            yield one
        else:
            marks[end] = mark
            way.append((end, iter(ends(end))))
