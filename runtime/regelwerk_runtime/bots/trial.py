"""Engines to try out: what bots ask of them, and the one in Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Protocol, cast

from ..decision import Decision
from ..engine.chance import SeedLuck, pick
from ..engine.checking import Loaded
from ..engine.engine import NATURE, Engine
from ..engine.state import BaseState, board_key, set_shuffle_counts, shuffle_counts
from ..outcome import is_together, outcome_of
from ..tables.game import Game
from ..views.guess import Guess
from .hints import Asking, considered

OVER = -1
"""The site of an engine whose game is over."""


class Trial(Asking, Protocol):
    """An engine in which a bot tries out what follows: a guess, or a copy of one.

    What is not described is as in `Engine`.
    """

    @property
    def player(self) -> int: ...
    @property
    def count(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def nature(self) -> tuple[str, int, tuple[Fraction, ...]] | None: ...
    def play(self, index: int) -> None: ...
    def end(self, reason: str) -> None: ...
    def copy(self) -> Trial: ...

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    @property
    def depth(self) -> int:
        """The number of frames."""
        ...

    def aim(self, player: int) -> int:
        """The aim of a player as the position stands, see `value_of`; raises one of `FAULTS`."""
        ...

    def aims(self) -> Sequence[int]:
        """The aim of each player; raises one of `FAULTS`."""
        ...

    def ranking(self) -> Sequence[int]:
        """The rank of each player as the position stands, from 1; raises one of `FAULTS`."""
        ...

    def answered(self) -> int | None:
        """The number of answers so far to the pending simultaneous choice; None outside of any."""
        ...

    def asked_again(self) -> Trial:
        """Another engine that begins the pending simultaneous choice anew; raises one of `FAULTS`."""
        ...

    def is_within(self, first: Any) -> bool:
        """Whether play is still within the effect that asks in an earlier engine, or in what that has started."""
        ...

    def has_luck_since(self, first: Any) -> bool:
        """Whether anything has been rolled or shuffled since an earlier engine."""
        ...

    def is_at(self, first: Any) -> bool:
        """Whether the same question is asked in the same position as in another engine; luck used up does not count."""
        ...

    def key(self) -> Hashable:
        """The position with the frames and the player, without fuel and luck used up."""
        ...

    def frames(self) -> tuple[Any, ...]:
        """The frames as in `Engine.stack`."""
        ...

    def guessed(self, seed: int) -> Trial:
        """A guess of the player who is to choose."""
        ...

    def reseed(self, seed: int) -> None:
        """From here on luck is that of another seed."""
        ...

    def renew(self, seed: int) -> None:
        """From here on luck depends on the seed alone, not on what was rolled and shuffled before."""
        ...

    def play_at_random(self, rng: Random, choices: int, watched: int) -> int:
        """Makes at least one choice and at most so many, and answers how many are left; raises RuleError.

        Each option that the hints do not leave out is equally likely. With a player to be watched, it stops where the
        choice passes to him or from him.
        """
        ...


class PythonTrial(Engine):
    """An engine in Python to try out; see `Trial`."""

    __slots__ = ()

    @property
    def players(self) -> int:
        return int(self.s.players)

    @property
    def depth(self) -> int:
        return len(self.stack)

    def aim(self, player: int) -> int:
        return int(value_of(self.game)(self.s, player))

    def aims(self) -> list[int]:
        value, s = value_of(self.game), self.s
        return [int(value(s, player)) for player in range(s.players)]

    def ranking(self) -> Sequence[int]:
        return outcome_of(self).ranking

    def answered(self) -> int | None:
        answers = self.answers
        return None if answers is None else len(answers)

    def asked_again(self) -> PythonTrial:
        new = self.copy()
        new.ask_again()
        return new

    def is_within(self, first: PythonTrial) -> bool:
        below = len(first.stack) - 1
        return len(self.stack) > below and self.stack[:below] == first.stack[:below]

    def has_luck_since(self, first: PythonTrial) -> bool:
        now, before = self.s, first.s
        return bool(now.rolls != before.rolls or shuffle_counts(now) != shuffle_counts(before))

    def is_at(self, first: PythonTrial) -> bool:
        return (
            self.site == first.site
            and self.player == first.player
            and self.stack == first.stack
            and board_key(self.s) == board_key(first.s)
        )

    def key(self) -> Hashable:
        return board_key(self.s), tuple(self.stack), self.player

    def frames(self) -> tuple[Any, ...]:
        return tuple(self.stack)

    def guessed(self, seed: int) -> PythonTrial:
        return trial_of(Guess(self, self.player, Decision(self, ()).words()).sample(seed)[0])

    def reseed(self, seed: int) -> None:
        self.luck = SeedLuck(seed, self.game.tables.luck.die_keys)

    def renew(self, seed: int) -> None:
        self.reseed(seed)
        self.s.rolls = [0] * len(self.s.rolls)
        set_shuffle_counts(self.s, ())

    def play_at_random(self, rng: Random, choices: int, watched: int) -> int:
        play, draw, has_skips = self.play, rng.random, self.game.has_skips
        was_own: bool | None = None
        while self.options and choices:
            if self.site == NATURE:
                play(nature(self, rng.getrandbits(64)))
            else:
                if watched >= 0:
                    is_own = self.player == watched
                    if was_own not in (None, is_own):
                        break
                    was_own = is_own
                indices: Sequence[int] = range(len(self.options))
                if has_skips:
                    indices = considered(self, indices)
                play(indices[int(draw() * len(indices))])
            choices -= 1
        return choices


class LoadedTrial(Loaded, PythonTrial):
    """The same, at a position that was loaded."""

    __slots__ = ()


def trial_of(engine: Engine) -> PythonTrial:
    """The same engine, to be tried out."""
    engine.__class__ = LoadedTrial if isinstance(engine, Loaded) else PythonTrial
    return cast("PythonTrial", engine)


def nature(engine: Trial, number: int) -> int:
    """The outcome of nature on which a number in 0..2**64-1 falls."""
    assert engine.nature is not None
    return pick(engine.nature[2], number)


@lru_cache(maxsize=64)
def value_of(game: Game) -> Callable[[BaseState, int], int]:
    """The aim of a player: the game's `value`, else the first line of its outcome, else nothing."""
    if game.value is not None:
        return game.value
    if not game.outcome:
        return lambda s, p: 0
    way, line = game.outcome[-1 if is_together(game) else 0]
    return line if way != "least" else lambda s, p: -line(s, p)
