"""Followers of a game that is being played: who leads, what measures say at the end of each round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk_runtime.course import Course
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.tables.game import Game

VALUE = "value"
"""The measure that is the declared `value of p`."""

WHOLE_GAME = -1
"""The seat of a measure of the whole game."""

Fact = tuple[int, str, int, int | None]
"""Round, measure, seat, value."""


@dataclass(frozen=True)
class Reader:
    """A measure: its name, whether each player has one of his own, and how it is read from a state and a player."""

    name: str
    of_player: bool
    read: Callable[[BaseState, int], int]

    def facts(self, s: BaseState, number: int) -> Iterator[Fact]:
        """What it says, for a round. A value that breaks, by an index that has no place for example, is None."""
        for seat in range(s.players) if self.of_player else (WHOLE_GAME,):
            value: int | None
            try:
                value = int(self.read(s, max(seat, 0)))
            except Exception:
                value = None
            yield number, self.name, seat, value


def readers_of(game: Game) -> list[Reader]:
    """The measures of a game."""
    return [Reader(VALUE, True, game.value)] if game.value is not None else []


class Rounds(Course):
    """The course of a game, with what measures say at the end of each round.

    Attributes:
        facts: of the rounds that are over.
    """

    def __init__(self, engine: Engine, turns: Collection[str], readers: Sequence[Reader]) -> None:
        super().__init__(engine, turns)
        self.facts: list[Fact] = []
        self._engine = engine
        self._readers = readers

    def next_round(self) -> None:
        """Reads the measures of the round that is over."""
        if self.rounds:
            self.read()

    def read(self) -> None:
        """Reads the measures as they stand; what that costs is not counted as play."""
        state: Any = self._engine.s
        work = state._work
        for reader in self._readers:
            self.facts += reader.facts(state, self.rounds)
        state._work = work


class Lead:
    """Who leads alone by the declared value, looked at before each choice and at the end.

    Attributes:
        changes: how often another player than before came to lead alone.
    """

    def __init__(self, value: Callable[[BaseState, int], int], players: int) -> None:
        self.changes = 0
        self._value = value
        self._players = range(players)
        self._leader: int | None = None  # who leads alone now
        self._last: int | None = None  # who did so last
        self._since = 0  # choices made when that began
        self._broken = False

    def look(self, s: BaseState, number: int) -> None:
        """Looks at the state after so many choices."""
        if self._broken:
            return
        try:
            values = [self._value(s, player) for player in self._players]
        except Exception:  # as a measure: nobody leads by a value that breaks
            self._broken = True
            return
        best = max(values)
        leader = values.index(best) if values.count(best) == 1 else None
        if leader == self._leader:
            return
        self._leader, self._since = leader, number
        if leader is not None and leader != self._last:
            self.changes += self._last is not None
            self._last = leader

    def settled(self, winner: int, decisions: int) -> float | None:
        """The share of the choices after which the winner led to the end."""
        if self._broken or not decisions:
            return None
        return self._since / decisions if self._leader == winner else 1.0
