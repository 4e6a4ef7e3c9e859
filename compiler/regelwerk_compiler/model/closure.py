"""Closure of a relation: all that follows from some things, directly or not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
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
