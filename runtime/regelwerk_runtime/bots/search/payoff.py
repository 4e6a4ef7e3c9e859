"""Worth of a playout to each player: a number in 0..1 from the outcome and the game's declared value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...errors import FAULTS, RuleError
from ...outcome import is_together
from ..trial import OVER, Trial


class Part(NamedTuple):
    """The worth of a position to one player, before the lead is scaled.

    Attributes:
        sure: the part that does not depend on the widest lead, 0..1.
        lead: the lead over the best other player, in units of the value, weighted.
    """

    sure: float
    lead: float


class Payoff:
    """Evaluates the ends of the playouts of one search.

    Attributes:
        margin: the weight of the lead relative to winning, 0..1: with 0 a narrow win is worth as much as any, with 1
            only the lead counts.
        widest: the widest lead seen so far.
    """

    def __init__(self, engine: Trial, margin: float) -> None:
        """For a search that starts at a position."""
        self.together = is_together(engine.game)
        self.margin = margin
        self.widest = max(1, *map(abs, self._values(engine)))

    def __call__(self, engine: Trial) -> Sequence[float]:
        """The worth of a position to each player; while the game is not over, by the lead alone."""
        return [self.scaled(part) for part in self.parts(engine)]

    def scaled(self, part: Part) -> float:
        """A worth in 0..1. Worths are comparable only if scaled by the same widest lead, see `widest`."""
        return part.sure + part.lead / self.widest / 2

    def parts(self, engine: Trial) -> list[Part]:
        """The unscaled worth of a position to each player."""
        leads = self._leads(engine)
        if engine.site != OVER:
            return [Part(0.5, lead) for lead in leads]
        try:
            ranking = [] if engine.reason == "rule error" else engine.ranking()
        except RuleError:
            ranking = []
        if not ranking:
            return [Part(0.0, 0.0)] * len(leads)
        share = 1 / ranking.count(1) if 1 in ranking and not self.together else 1.0
        won, margin = (1 - self.margin) * share, self.margin
        return [Part(won * (rank == 1) + margin / 2, margin * lead) for rank, lead in zip(ranking, leads, strict=True)]

    def _leads(self, engine: Trial) -> Sequence[int]:
        """The lead of each player over the best other one; updates `widest`."""
        values = self._values(engine)
        if self.together or len(values) == 1:
            leads = values
        elif len(values) == 2:
            leads = [values[0] - values[1], values[1] - values[0]]
        else:
            second, first = sorted(values)[-2:]
            leads = [value - (first if value < first else second) for value in values]
        self.widest = max(self.widest, *leads, -min(leads))
        return leads

    @staticmethod
    def _values(engine: Trial) -> Sequence[int]:
        """The value of each player; 0 for all if it breaks."""
        try:
            return engine.aims()
        except FAULTS:
            return [0] * engine.players
