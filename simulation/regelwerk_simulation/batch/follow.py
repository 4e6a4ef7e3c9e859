"""Followers of a game during play: the leader, and the measures at the end of each round."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from regelwerk_runtime.course import Course
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.native import Figures, NativeEngine
from regelwerk_runtime.tables.measure import Measure

WHOLE_GAME = -1
"""The seat of a measure of the whole game."""

Fact = tuple[int, str, int, int | None]
"""Round, measure, seat, value."""


class Lead:
    """The sole leader by the declared value, determined between turns and rounds, and at the end.

    If the rules have neither, it is determined before each choice.

    Attributes:
        changes: how often the sole leader changed.
    """

    def __init__(self, value: Measure, figures: Figures) -> None:
        self.changes = 0
        self._value, self._figures = value, figures
        self._leader: int | None = None  # the present sole leader
        self._last: int | None = None  # the last sole leader
        self._since = 0  # number of choices when the present leader was determined
        self._broken = False
        self._found: Sequence[int | None] = ()

    def look(self, engine: Engine | NativeEngine) -> None:
        """Determines the leader."""
        if self._broken:
            return
        found = self._figures.at(engine)(self._value)
        if found is self._found:
            return
        self._found = found
        values = [value for value in found if value is not None]
        if len(values) < len(found):  # a value that breaks has no leader
            self._broken = True
            return
        best = max(values)
        leader = values.index(best) if values.count(best) == 1 else None
        if leader == self._leader:
            return
        self._leader, self._since = leader, engine.count
        if leader is not None and leader != self._last:
            self.changes += self._last is not None
            self._last = leader

    def settled(self, winner: int, decisions: int) -> float | None:
        """The share of the choices after which the winner led to the end; None if it is not known."""
        if self._broken or not decisions:
            return None
        return self._since / decisions if self._leader == winner else 1.0


class Rounds(Course):
    """The course of a game: the measures at the end of each round, and the leader whenever a turn or round begins.

    Attributes:
        facts: the values of measures in finished rounds.
    """

    def __init__(
        self,
        engine: Engine | NativeEngine,
        turns: Collection[str],
        rounds: Collection[str],
        measures: Sequence[Measure],
        figures: Figures,
        lead: Lead | None,
    ) -> None:
        super().__init__(engine, turns, rounds)
        self.facts: list[Fact] = []
        self._engine = engine
        self._measures, self._figures, self._lead = measures, figures, lead

    def next_turn(self) -> None:
        """Determines the leader."""
        if self._lead is not None:
            self._lead.look(self._engine)

    def next_round(self) -> None:
        """Determines the leader, and reads the measures at the end of a round."""
        self.next_turn()
        if self.rounds:
            self.read()

    def read(self) -> None:
        """Reads the present values of the measures."""
        read = self._figures.at(self._engine)
        for measure in self._measures:  # None if one breaks: measures are not rules, so the game continues
            seats = enumerate(read(measure), 0 if measure.of_player else WHOLE_GAME)
            self.facts += [(self.rounds, measure.name, seat, value) for seat, value in seats]
