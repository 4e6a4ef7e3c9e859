"""Worth of a playout to each player: a number in 0..1 from the outcome and the value that the game declares."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.engine import Engine
from ...engine.state import BaseState
from ...errors import RuleError
from ...outcome import is_together, outcome_of
from ..look import value_of


class Payoff:
    """Evaluates the ends of the playouts of one search.

    Attributes:
        margin: how much the lead counts besides winning, 0..1: with 0 a narrow win is worth as much as any, with 1 only
            the lead counts.
    """

    def __init__(self, engine: Engine, margin: float) -> None:
        """For a search that begins at a position."""
        self.value: Callable[[BaseState, int], int] = value_of(engine.game)
        self.together = is_together(engine.game)
        self.margin = margin
        self.widest = max(1, *map(abs, self._values(engine.s)))

    def __call__(self, engine: Engine) -> Sequence[float]:
        """The worth of a position to each player; while the game goes on, that of the lead alone."""
        leads = self._leads(engine)
        if engine.options:
            return leads
        if engine.reason == "rule error":
            return [0.0] * len(leads)
        try:
            ranking = outcome_of(engine).ranking
        except RuleError:
            return [0.0] * len(leads)
        share = 1 / ranking.count(1) if 1 in ranking and not self.together else 1.0
        rest, margin = 1 - self.margin, self.margin
        return [rest * share * (rank == 1) + margin * lead for rank, lead in zip(ranking, leads, strict=True)]

    def _leads(self, engine: Engine) -> list[float]:
        """How far each player is ahead of the best other one, as a share of the widest lead seen so far, in 0..1."""
        values = self._values(engine.s)
        if self.together or len(values) == 1:
            leads = values
        elif len(values) == 2:
            leads = [values[0] - values[1], values[1] - values[0]]
        else:
            second, first = sorted(values)[-2:]
            leads = [value - (first if value < first else second) for value in values]
        widest = self.widest = max(self.widest, *leads, -min(leads))
        return [0.5 + lead / widest / 2 for lead in leads]

    def _values(self, s: BaseState) -> list[int]:
        """The value of each player; nothing where it breaks."""
        try:
            return [int(self.value(s, p)) for p in range(s.players)]
        except (LookupError, ArithmeticError, ValueError, RuleError):
            return [0] * s.players
