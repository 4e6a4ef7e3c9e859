"""Memo tables: values that are computed when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """The values of a function by its argument. A computation that asks for its own value gets `start`."""

    def __init__(self, compute: Callable[[K], V], start: V) -> None:
        super().__init__()
        self.compute, self.start = compute, start

    def __missing__(self, key: K) -> V:
        self[key] = self.start
        self[key] = found = self.compute(key)
        return found
