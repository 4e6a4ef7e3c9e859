"""Comparison of a search's options at its root in the same guesses, so that luck does not tell them apart."""

from __future__ import annotations

from math import inf, sqrt
from statistics import fmean, stdev

RIVALS = 3
"""So many options are compared with the most promising one at a time."""

CAUTION = 0.5
"""How many standard errors an option must be ahead of the most promising one to be taken in its place."""

DOUBT = 1.0
"""How many standard errors an option may be behind it before it is given up, from `LEAST` guesses on."""

LEAST = 3


class Race:
    """The schedule of options and guesses, and the results so far.

    Each option meets the guesses in the same order. The most promising one meets every guess that any other meets, and
    an option is judged by how far it is ahead of that one in the guesses that both have met. What does not keep up, or
    comes out the same, is given up, and the next option takes its place.

    Attributes:
        results: for each option that was tried, the most promising first, what its playouts were worth; another scale
            may be put in at any time.
        is_over: whether nothing is left to compare.
    """

    def __init__(self, count: int) -> None:
        """For so many options, in an order that the caller knows."""
        self.count = count
        self.results: list[list[float]] = [[]]
        self.rivals: list[int] = []
        self.is_over = False

    def next(self) -> int:
        """The place of the option that is next; `results` says how many guesses it has met."""
        first, rivals = self.results[0], self.rivals
        if not first:
            return 0
        if len(rivals) < RIVALS and len(self.results) < self.count:
            rivals.append(len(self.results))
            self.results.append([])
        place = min(rivals, key=lambda one: len(self.results[one]), default=0)
        return place if len(self.results[place]) < len(first) else 0

    def add(self, place: int, worth: float) -> None:
        """Takes in what the playout was worth that `next` asked for."""
        self.results[place].append(worth)
        if place and self._is_hopeless(place):
            self.rivals.remove(place)
        self.is_over = not self.rivals and len(self.results) == self.count

    def ranked(self) -> list[int]:
        """The places of those that were tried, the best first: by their lead, less what may be luck."""
        sure = {place: self._sure(place) for place in range(len(self.results)) if self.results[place]}
        return sorted(sure, key=lambda place: (-sure[place], place))

    def worth(self, place: int) -> float:
        """The worth of an option: that of the most promising one, and its lead."""
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
        """The lead of an option over the most promising one in each guess that both have met."""
        return [own - first for own, first in zip(self.results[place], self.results[0], strict=False)]


def _error(leads: list[float]) -> float:
    """The standard error of their mean."""
    return stdev(leads) / sqrt(len(leads))
