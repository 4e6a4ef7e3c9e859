"""Engines for trials: the interface that bots use, and the engine in Python."""

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
    """An engine in which a bot tries out choices: a guess, or a copy of one.

    Undocumented members are as in `Engine`.
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
        """The aim of a player in the present position, see `value_of`; raises one of `FAULTS`."""
        ...

    def aims(self) -> Sequence[int]:
        """The aim of each player; raises one of `FAULTS`."""
        ...

    def ranking(self) -> Sequence[int]:
        """The rank of each player in the present position, from 1; raises one of `FAULTS`."""
        ...

    def answered(self) -> int | None:
        """The number of answers so far to the pending simultaneous choice; None if there is none."""
        ...

    def asked_again(self) -> Trial:
        """Another engine that restarts the pending simultaneous choice; raises one of `FAULTS`."""
        ...

    def is_within(self, first: Any) -> bool:
        """True if play is still within the effect that asks in an earlier engine, or in one that it started."""
        ...

    def has_luck_since(self, first: Any) -> bool:
        """True if anything has been rolled or shuffled since an earlier engine."""
        ...

    def is_at(self, first: Any) -> bool:
        """True if the same question is asked in the same position as in another engine, apart from luck used up."""
        ...

    def key(self) -> Hashable:
        """The position with frames and player, without fuel and luck used up."""
        ...

    def frames(self) -> tuple[Any, ...]:
        """The frames as in `Engine.stack`."""
        ...

    def guessed(self, seed: int) -> Trial:
        """A guess of the player who is to choose."""
        ...

    def reseed(self, seed: int) -> None:
        """Switches to the luck of another seed."""
        ...

    def renew(self, seed: int) -> None:
        """Switches to luck that depends on the seed alone, not on earlier rolls and shuffles."""
        ...

    def play_at_random(self, rng: Random, choices: int, watched: int) -> int:
        """Makes at least one and at most `choices` choices, and returns how many are left; raises RuleError.

        Each option that the hints do not leave out is equally likely. If a player is `watched`, it stops when the
        choice passes to him or from him.
        """
        ...


class PythonTrial(Engine):
    """An engine in Python for trials; see `Trial`."""

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
    """The same, at a loaded position."""

    __slots__ = ()


def trial_of(engine: Engine) -> PythonTrial:
    """The same engine, for trials; its class is changed."""
    engine.__class__ = LoadedTrial if isinstance(engine, Loaded) else PythonTrial
    return cast("PythonTrial", engine)


def nature(engine: Trial, number: int) -> int:
    """The chance outcome selected by a number in 0..2**64-1."""
    assert engine.nature is not None
    return pick(engine.nature[2], number)


@lru_cache(maxsize=64)
def value_of(game: Game) -> Callable[[BaseState, int], int]:
    """The aim of a player: the game's `value`, else the first line of its outcome (the last if all win together), else
    0.
    """
    if game.value is not None:
        return game.value
    if not game.outcome:
        return lambda s, p: 0
    way, line = game.outcome[-1 if is_together(game) else 0]
    return line if way != "least" else lambda s, p: -line(s, p)
