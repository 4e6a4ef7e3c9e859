"""The course of a match: the turns and rounds that have begun, as the engine tells of effects while it plays.

A turn is an effect that may ask somebody and whose first parameter is a player, the outermost such on the stack. Where
`play` calls the turns itself, a round is over when each player has had one. Where it calls an effect in which they lie,
each such call is a round, also one that comes to no turn; the compiler says which effects these are. What `setup` calls
counts for neither.
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
    """Follows an engine from the start. The engine tells of effects while there is a log, which this is: an empty one.

    Attributes:
        under_way: how each effect under way began that the engine tells of: `play`, what it has called, and so on.
        turn: the turn that is under way: how it began; None between turns.
        turns: how many turns have begun.
        rounds: how many rounds have begun.
        is_round_of_turns: whether `play` calls the turns itself.
        beginner: who had the first turn; None before it.
        plays: whether `play` has begun.
        is_parted: whether the rules have turns or rounds at all.
    """

    def __init__(self, engine: Engine | NativeEngine, turns: Collection[str], rounds: Collection[str] = ()) -> None:
        """Begins to listen.

        Args:
            engine: has not begun yet.
            turns: labels of the effects that may ask somebody and whose first parameter is a player.
            rounds: labels of the effects of which each call by `play` is a round.
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
        self._depth = 0  # of the turn that is under way
        self._had: Counter[int] = Counter()  # turns of each player that `play` has called
        if isinstance(engine, Engine):
            engine.log = engine.follower = self
        else:
            engine.follow(self)

    def append(self, words: Words) -> None:
        """Lets a sentence go."""

    def begins(self, frame: Frame) -> None:
        """An effect begins; before `play` does, `setup` counts as called by it."""
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
        """The effect that began last has ended."""
        self.under_way.pop()
        if self.turn is not None and len(self.under_way) <= self._depth:
            self.turn = None

    def called(self) -> Frame | None:
        """The frame that `play` has called."""
        return self.under_way[1] if len(self.under_way) > 1 else None

    def is_turn(self, frame: Frame) -> bool:
        """Whether an effect that began so is somebody's turn, if it lies in no other."""
        return frame[0] in self._are_turns

    def _count(self, turn: Frame, called: Frame) -> None:
        """Counts a turn; `called` is what `play` has called, the turn or an effect around it."""
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
        """A turn begins: `turns` counts those before it."""

    def next_round(self) -> None:
        """A round begins: `rounds` counts those before it."""
