"""Shares and means with 95 percent intervals, distributions of counted values, and the correction for many tests.

Everything is computed from exact sums and counts, so that the same rows always give the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from scipy import special  # `scipy.stats` takes a second to import

CONFIDENCE = 0.95
ALPHA = 1 - CONFIDENCE


@dataclass(frozen=True)
class Estimate:
    """A share or a mean with its interval; without bounds if there are too few values."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def reaches(self) -> tuple[float, float]:
        """The interval, or the value itself without one."""
        return (self.value if self.low is None else self.low, self.value if self.high is None else self.high)


def share(count: Decimal | float, of: int) -> Estimate | None:
    """A share with its interval after E. B. Wilson (1927); None if `of` is 0.

    Shared wins count as fractions. Their share varies less than that of whole wins, so the interval is wide enough.
    """
    if not of:
        return None
    z, found = float(special.ndtri(1 - ALPHA / 2)), float(count) / of
    middle = found + z * z / (2 * of)
    half = z * math.sqrt(found * (1 - found) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return Estimate(found, min(found, max(0.0, (middle - half) / scale)), max(found, min(1.0, (middle + half) / scale)))


def unlikely(count: Decimal | float, of: int, expected: float) -> float:
    """The probability of a share as far from the expected one by chance (two-sided; the test of Wilson's interval)."""
    if not of or not 0 < expected < 1:
        return 1.0
    z = (float(count) / of - expected) / math.sqrt(expected * (1 - expected) / of)
    return float(2 * special.ndtr(-abs(z)))


def discoveries(chances: Sequence[float]) -> list[bool]:
    """The tests to believe, of which one in twenty may be wrong (Benjamini and Hochberg, 1995)."""
    ranks = enumerate(sorted(chances), 1)
    greatest = max((chance for rank, chance in ranks if chance * (len(chances) / rank) <= ALPHA), default=-1.0)
    return [chance <= greatest for chance in chances]


@dataclass(frozen=True)
class Distribution:
    """Values with their counts, in ascending order."""

    counts: tuple[tuple[float, int], ...]

    @staticmethod
    def of(counts: Iterable[tuple[float, int]]) -> Distribution:
        """A distribution of values with their counts, in any order."""
        return Distribution(tuple(sorted(counts)))

    @cached_property
    def size(self) -> int:
        return sum(count for _, count in self.counts)

    @cached_property
    def average(self) -> float:
        return math.fsum(value * count for value, count in self.counts) / self.size

    @cached_property
    def deviation(self) -> float:
        """The standard deviation; 0 for a single value."""
        squares = math.fsum((value - self.average) ** 2 * count for value, count in self.counts)
        return math.sqrt(squares / (self.size - 1)) if self.size > 1 else 0.0

    @cached_property
    def mean(self) -> Estimate:
        """The mean with an interval by Student's t."""
        if self.size < 2:
            return Estimate(self.average)
        half = float(special.stdtrit(self.size - 1, 1 - ALPHA / 2)) * self.deviation / math.sqrt(self.size)
        return Estimate(self.average, self.average - half, self.average + half)

    def quantile(self, at: float) -> float:
        """The smallest value such that at least this share of the values is not above it."""
        passed = 0
        for value, count in self.counts:
            passed += count
            if passed >= at * self.size:
                return value
        return self.counts[-1][0]

    def between(self, low: float, high: float) -> int:
        """The number of values from `low` up to, but not including, `high`."""
        return sum(count for value, count in self.counts if low <= value < high)

    @property
    def least(self) -> float:
        return self.counts[0][0]

    @property
    def most(self) -> float:
        return self.counts[-1][0]

    def __bool__(self) -> bool:
        return bool(self.counts)
