"""Reduction of inputs that show a fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrink(items: Sequence[T], fails: Callable[[list[T]], bool], tries: int = 300) -> list[T]:
    """A short part of a list that still fails: smaller and smaller runs of it are left out while it does.

    Args:
        items: the list, which fails as a whole.
        fails: true if a part of it fails.
        tries: the most calls of `fails`.
    """
    found, size = list(items), max(1, len(items) // 2)
    while size:
        at = 0
        while at < len(found):
            if tries <= 0:
                return found
            tries -= 1
            rest = found[:at] + found[at + size :]
            if fails(rest):
                found = rest
            else:
                at += size
        size //= 2
    return found
