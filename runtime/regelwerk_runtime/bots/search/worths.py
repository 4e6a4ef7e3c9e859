"""Worths of the playouts of one option, with their mean and how far it may be from the truth."""

from __future__ import annotations

from math import sqrt

UNKNOWN = 2
"""Further worths that are assumed half a point from the mean, since a few playouts with equal ends say little."""


class Worths:
    """Worths to one player that arrive one by one.

    Each option has an error of its own: that of all playouts together would vanish if most took an option with a
    certain worth, and an uncertain one that began badly would never be tried again.

    Attributes:
        count, total: their number and sum.
        mean, error: their mean and its standard error; only if there is one.
    """

    __slots__ = ("count", "error", "mean", "squares", "total")

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0
        self.mean = self.error = 0.0

    def add(self, worth: float) -> None:
        """Adds a worth."""
        self.count += 1
        self.total += worth
        self.squares += worth * worth
        self.mean = self.total / self.count
        spread = self.squares - self.total * self.mean + UNKNOWN / 4
        self.error = sqrt(spread / (self.count + UNKNOWN) / self.count)
