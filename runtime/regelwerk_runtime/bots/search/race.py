"""Comparison of the root options of a search in the same guesses, so that luck does not favour any of them."""

from __future__ import annotations

from math import inf, sqrt
from statistics import fmean, stdev

RIVALS = 3
"""Number of options compared with the most promising one at a time."""

CAUTION = 0.5
"""Standard errors by which an option must lead the most promising one to be taken instead."""

DOUBT = 1.0
"""Standard errors by which an option may trail before it is given up, after at least `LEAST` guesses."""

LEAST = 3


class Race:
    """The schedule of options and guesses, and the results so far.

    Each option is tried in the guesses in the same order. The most promising one is tried in every guess in which any
    other is, and an option is judged by its lead over that one in their common guesses. An option that falls behind, or
    does not differ, is given up and replaced by the next one.

    Attributes:
        results: for each option tried, the most promising first, the worths of its playouts; they may be rescaled at
            any time.
        is_over: whether nothing is left to compare.
    """

    def __init__(self, count: int) -> None:
        """For a number of options, the most promising first."""
        self.count = count
        self.results: list[list[float]] = [[]]
        self.rivals: list[int] = []
        self.is_over = False

    def next(self) -> int:
        """The place of the next option; the length of its `results` is the number of its next guess."""
        first, rivals = self.results[0], self.rivals
        if not first:
            return 0
        if len(rivals) < RIVALS and len(self.results) < self.count:
            rivals.append(len(self.results))
            self.results.append([])
        place = min(rivals, key=lambda one: len(self.results[one]), default=0)
        return place if len(self.results[place]) < len(first) else 0

    def add(self, place: int, worth: float) -> None:
        """Adds the worth of the playout that `next` asked for."""
        self.results[place].append(worth)
        if place and self._is_hopeless(place):
            self.rivals.remove(place)
        self.is_over = not self.rivals and len(self.results) == self.count

    def ranked(self) -> list[int]:
        """The places of the options tried, best first: by their lead, less a margin for luck."""
        sure = {place: self._sure(place) for place in range(len(self.results)) if self.results[place]}
        return sorted(sure, key=lambda place: (-sure[place], place))

    def worth(self, place: int) -> float:
        """The worth of an option: the mean of the most promising one plus the lead over it."""
        return min(max(fmean(self.results[0]) + fmean(self._leads(place)), 0.0), 1.0)

    def _sure(self, place: int) -> float:
        leads = self._leads(place)
        if not place:
            return 0.0
        return fmean(leads) - CAUTION * _error(leads) if len(leads) >= LEAST else -inf

    def _is_hopeless(self, place: int) -> bool:
        leads = self._leads(place)
        if len(leads) < 2:
            return False
        return not any(leads) or (len(leads) >= LEAST and fmean(leads) + DOUBT * _error(leads) <= 0)

    def _leads(self, place: int) -> list[float]:
        """The lead of an option over the most promising one in each of their common guesses."""
        return [own - first for own, first in zip(self.results[place], self.results[0], strict=False)]


def _error(leads: list[float]) -> float:
    """The standard error of the mean."""
    return stdev(leads) / sqrt(len(leads))
