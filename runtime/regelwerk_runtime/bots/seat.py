"""The interface of bots: seats offer the decision, the player's view and guesses, never the match itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ..decision import Decision
from ..match import Match
from ..views.facade import Facade
from ..views.guess import Guess
from .trial import Trial, trial_of

if TYPE_CHECKING:
    from ..native import NativeGame


class Seat:
    """One player's access to the match at one of his decisions.

    Attributes:
        player: the player.
        number: the number of choices made before by all players, which everybody knows.
        count: the number of options.
    """

    __slots__ = ("_decision", "_guess", "_trial", "_view", "count", "number", "player")

    def __init__(
        self,
        player: int,
        number: int,
        count: int,
        decision: Callable[[], Decision],
        view: Callable[[], Facade],
        guess: Callable[[int], Match],
        trial: Callable[[int], Trial] | None = None,
    ) -> None:
        """For use by `seat_of`."""
        self.player = player
        self.number = number
        self.count = count
        self._decision = decision
        self._view = view
        self._guess = guess
        self._trial = trial

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return self._decision()

    def view(self) -> Facade:
        """The facts that this player sees."""
        return self._view()

    def guess(self, seed: int) -> Match:
        """A match that fits what this player knows, for free experiments."""
        return self._guess(seed)

    def trial(self, seed: int) -> Trial:
        """The engine of a guess, for fast trials."""
        return trial_of(self._guess(seed).engine) if self._trial is None else self._trial(seed)


class Bot(Protocol):
    """A program that plays."""

    def choose(self, seat: Seat) -> int:
        """The index of the option to take, in 0..seat.count-1. Equal knowledge must lead to equal choices."""
        ...


BotFactory = Callable[[int, int], Bot]
"""Makes a bot for a player (from 0) and the seed of the match."""


def seat_of(match: Match, native: NativeGame | None = None) -> Seat:
    """The seat of the player whose decision is pending.

    With a native build of the game, the runtime's bots make their trials in native engines. They choose the same.

    Raises:
        ValueError: nature decides now, or the game is over.
    """
    engine = match.engine
    player, make = engine.player, trial_of if native is None else native.trial
    if player < 0:
        raise ValueError(
            "nature decides here, by the probabilities of the options" if engine.options else "the game is over"
        )
    guess: Guess | None = None  # kept, since a bot guesses more than once

    def decision() -> Decision:
        pending = match.decision
        assert pending is not None
        return pending

    def trial(seed: int) -> Trial:
        nonlocal guess
        if guess is None:
            guess = Guess(engine, player, decision().words())
        return make(guess.sample(seed)[0])

    return Seat(
        player,
        engine.count,
        len(engine.options),
        decision,
        lambda: match.view(player),
        lambda seed: match.guess(player, seed),
        trial,
    )
