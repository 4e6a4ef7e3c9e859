"""Comparison of a search's options at its root in the same guesses, so that luck does not tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from .manner import Manner
from .spread import Spread

CAUTION = 0.5
"""How many standard errors an option must be ahead of the most promising one to be taken in its place."""


class Race:
    """Which option goes through which guess next, and what came of it.

    Each option meets the guesses in the same order. The most promising one meets every guess that any other meets, and
    an option is judged by how far it is ahead of that one in the guesses that both have met.

    Attributes:
        order: the options, the most promising first.
        results: for each option that was tried, in this order, what its playouts were worth.
    """

    def __init__(self, order: Sequence[int], manner: Manner) -> None:
        self.order, self.manner = order, manner
        self.results: list[list[float]] = [[]]
        self.leads = [0.0]  # the sums of how far each is ahead
        self.apart = Spread()  # of single leads
        self.done = 0

    def next(self) -> int:
        """The place in the order of the option that is next; `results` says how many guesses it has met."""
        count = len(self.results)
        if count < len(self.order) and self.results[0] and count <= self.manner.widening * sqrt(self.done):
            self.results.append([])
            self.leads.append(0.0)
            return count
        if count == 1:
            return 0
        eager = self.manner.curiosity * self.apart.width * sqrt(log(self.done))
        best = max(range(count), key=lambda place: self._lead(place) + eager / sqrt(len(self.results[place])))
        return best if len(self.results[best]) < len(self.results[0]) else 0

    def add(self, place: int, worth: float) -> None:
        """Takes in what the playout was worth that `next` asked for."""
        own = self.results[place]
        if place:
            lead = worth - self.results[0][len(own)]
            self.leads[place] += lead
            self.apart.add(lead)
        own.append(worth)
        self.done += 1

    def ranked(self) -> list[int]:
        """The places of those that were tried, the best first: by their lead, less what may be luck."""
        caution = CAUTION * self.apart.width

        def sure(place: int) -> float:
            return self._lead(place) - caution / sqrt(len(self.results[place])) if place else 0.0

        return sorted(range(len(self.results)), key=lambda place: (-sure(place), place))

    def worth(self, place: int) -> float:
        """What an option is worth: that of the most promising one, and its lead."""
        first = self.results[0]
        return min(max(sum(first) / len(first) + self._lead(place), 0.0), 1.0)

    def _lead(self, place: int) -> float:
        return self.leads[place] / len(self.results[place]) if place else 0.0
