"""The course of a match: its turns and rounds, counted as the engine reports effects during play.

A turn is an effect that may ask somebody and whose first parameter is a player, the outermost one on the stack. If
`play` calls the turns itself, a round is over when each player has had one. If it calls an effect that contains them,
each such call is a round, even without any turn; the compiler determines these effects. Effects called by `setup` count
for neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from .engine.engine import Engine
from .tables.game import Frame, Words

if TYPE_CHECKING:
    from .native import NativeEngine


class Course(list[Words]):
    """Follows an engine from the start. The engine reports effects while it has a log; this is its log, kept empty.

    Attributes:
        under_way: the first frames of the reported effects that are running: `play`, the effect it called, and so on.
        turn: the first frame of the current turn; None between turns.
        turns: the number of turns begun.
        rounds: the number of rounds begun.
        is_round_of_turns: whether `play` calls the turns itself.
        beginner: the player of the first turn; None before it.
        plays: whether `play` has begun.
        is_parted: whether the rules have turns or rounds.
    """

    def __init__(self, engine: Engine | NativeEngine, turns: Collection[str], rounds: Collection[str] = ()) -> None:
        """Starts to follow an engine.

        Args:
            engine: an engine that has not begun.
            turns: labels of the effects that may ask somebody and whose first parameter is a player.
            rounds: labels of the effects that are a round each time `play` calls them.
        """
        super().__init__()
        self.play = (engine.game.play,)
        self.under_way: list[Frame] = [self.play]
        self.turn: Frame | None = None
        self.turns = 0
        self.rounds = 0
        self.is_round_of_turns = False
        self.beginner: int | None = None
        self.plays = False
        points = [*enumerate(engine.game.points)]
        self._are_turns = frozenset(n for n, point in points if point.label in turns)
        self._are_rounds = frozenset(n for n, point in points if point.label in rounds)
        self.is_parted = bool(self._are_turns or self._are_rounds)
        self._depth = 0  # of the current turn
        self._had: Counter[int] = Counter()  # number of turns of each player called by `play`
        if isinstance(engine, Engine):
            engine.log = engine.follower = self
        else:
            engine.follow(self)

    def append(self, words: Words) -> None:
        """Discards a sentence."""

    def begins(self, frame: Frame) -> None:
        """An effect begins; until `play` begins, `setup` counts as an effect called by it."""
        if frame == self.play:
            self.under_way, self.turn, self.plays = [frame], None, True
            return
        if self.plays and frame[0] in self._are_rounds and self.called() is None:
            self._begin_round()
        if self.turn is None and self.is_turn(frame):
            self.turn, self._depth = frame, len(self.under_way)
            if self.plays:
                self._count(frame, self.called() or frame)
        self.under_way.append(frame)

    def ends(self) -> None:
        """The last effect begun has ended."""
        self.under_way.pop()
        if self.turn is not None and len(self.under_way) <= self._depth:
            self.turn = None

    def called(self) -> Frame | None:
        """The first frame of the effect that `play` has called; None if there is none."""
        return self.under_way[1] if len(self.under_way) > 1 else None

    def is_turn(self, frame: Frame) -> bool:
        """True if an effect with this first frame is a turn, unless it is within another one."""
        return frame[0] in self._are_turns

    def _count(self, turn: Frame, called: Frame) -> None:
        """Counts a turn; `called` is the effect called by `play`: the turn or an effect around it."""
        self.next_turn()
        self.turns += 1
        if self.beginner is None:
            self.beginner = int(turn[1])
        if turn is called:
            self.is_round_of_turns = True
            self._had[turn[1]] += 1
            if self._had[turn[1]] > self.rounds:
                self._begin_round()

    def _begin_round(self) -> None:
        self.next_round()
        self.rounds += 1

    def next_turn(self) -> None:
        """Called when a turn begins: `turns` counts those before it."""

    def next_round(self) -> None:
        """Called when a round begins: `rounds` counts those before it."""
