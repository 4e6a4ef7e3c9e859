"""Standard deviation of the worths of playouts."""

from __future__ import annotations

from math import sqrt


class Spread:
    """The standard deviation of numbers that arrive one by one."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, number: float) -> None:
        """Adds a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def width(self) -> float:
        """The standard deviation; that of a fair coin until there are two numbers."""
        if self.count < 2:
            return 0.5
        mean = self.total / self.count
        return sqrt(max(self.squares / self.count - mean * mean, 0.0))
