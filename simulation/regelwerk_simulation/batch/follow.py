"""Followers of a game that is being played: who leads, what measures say at the end of each round."""

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
    """The sole leader by the declared value, looked at between turns and rounds, and at the end.

    Where the rules have neither, it is looked at before each choice.

    Attributes:
        changes: how often another player than before came to lead alone.
    """

    def __init__(self, value: Measure, figures: Figures) -> None:
        self.changes = 0
        self._value, self._figures = value, figures
        self._leader: int | None = None  # who leads alone now
        self._last: int | None = None  # who did so last
        self._since = 0  # choices made when that was seen
        self._broken = False
        self._found: Sequence[int | None] = ()

    def look(self, engine: Engine | NativeEngine) -> None:
        """Looks at the value of each player."""
        if self._broken:
            return
        found = self._figures.at(engine)(self._value)
        if found is self._found:
            return
        self._found = found
        values = [value for value in found if value is not None]
        if len(values) < len(found):  # nobody leads by a value that breaks
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
        """The share of the choices after which the winner led to the end."""
        if self._broken or not decisions:
            return None
        return self._since / decisions if self._leader == winner else 1.0


class Rounds(Course):
    """The course of a game: what measures say at the end of each round, and who leads whenever a turn or round begins.

    Attributes:
        facts: of the rounds that are over.
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
        """Looks who leads."""
        if self._lead is not None:
            self._lead.look(self._engine)

    def next_round(self) -> None:
        """Looks who leads, and reads the measures of the round that is over."""
        self.next_turn()
        if self.rounds:
            self.read()

    def read(self) -> None:
        """Reads the measures as they stand."""
        read = self._figures.at(self._engine)
        for measure in self._measures:  # None where one breaks: what people want to know of a game is not of its rules
            seats = enumerate(read(measure), 0 if measure.of_player else WHOLE_GAME)
            self.facts += [(self.rounds, measure.name, seat, value) for seat, value in seats]
