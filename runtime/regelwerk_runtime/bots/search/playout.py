"""Continuing a position by a policy, to the end of the game or a horizon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from ...engine.engine import NATURE
from ...errors import RuleError
from ..hints import preferred, some
from ..look import LeadLook, Look, found_at
from ..trial import OVER, Trial, nature

BROAD = 20
"""Options that a look in a playout tries after the first ones."""

MOST = 8
"""Most options that a playout compares at one choice, see `some`."""


class Policy(Protocol):
    """The decisions of all players in playouts. A policy may look at everything, since the engine is a guess."""

    def order(self, engine: Trial, rng: Random, indices: Sequence[int]) -> list[int]:
        """Some options in the order in which a search should try them, the most promising first."""
        ...

    def play(self, engine: Trial, rng: Random) -> None:
        """Makes the pending choice, and possibly those that belong to it."""
        ...


class RandomPolicy:
    """Takes options at random, all equally likely."""

    def order(self, engine: Trial, rng: Random, indices: Sequence[int]) -> list[int]:
        """See `Policy`."""
        return [*preferred(engine, rng.sample(indices, len(indices)))]

    def play(self, engine: Trial, rng: Random) -> None:
        """See `Policy`."""
        engine.play_at_random(rng, 1, -1)


class GreedyPolicy:
    """Takes the option that gives the player the greatest value after the choices that belong to it.

    It looks ahead with its own random numbers, so it does not know future rolls. Random numbers are drawn for each
    option by itself, so that an additional option seldom changes the choice.
    """

    most = MOST

    def order(self, engine: Trial, rng: Random, indices: Sequence[int]) -> list[int]:
        """See `Policy`."""
        mixed = [*preferred(engine, rng.sample(indices, len(indices)))]
        tried = mixed[: self.most]
        spots = dict(zip(tried, self.look(engine, rng).at(tried), strict=True))
        tried.sort(key=lambda index: found_at(spots[index]).rank, reverse=True)
        return tried + mixed[self.most :]

    def play(self, engine: Trial, rng: Random) -> None:
        """See `Policy`."""
        key = rng.getrandbits(60)
        indices = some(engine, key, self.most)
        if len(indices) == 1:
            engine.play(indices[0])
            return
        player = engine.player
        for site, option in self.look(engine, rng).plan(indices, key):
            if engine.site != site or engine.player != player or option not in engine.options:
                return  # chance has changed what is on offer
            engine.play(engine.options.index(option))

    def look(self, engine: Trial, rng: Random) -> Look:
        """A look into the position."""
        guess = engine.copy()
        guess.reseed(rng.getrandbits(60))
        return Look(guess, rng.getrandbits(60), BROAD)


class GuessingPolicy(GreedyPolicy):
    """Chooses for each player as the greedy bot does: by a guess of what that player does not see.

    Between equals it prefers what leaves the best rival least. It compares all options, since a single one may be
    decisive, such as doubting a bid.
    """

    most = BROAD * MOST

    def look(self, engine: Trial, rng: Random) -> Look:
        """See `GreedyPolicy`."""
        seed = rng.getrandbits(60)
        return LeadLook(engine.guessed(seed), seed, BROAD)


RANDOM, GREEDY, GUESSING = RandomPolicy(), GreedyPolicy(), GuessingPolicy()


class Limit:
    """The end of one playout.

    Attributes:
        choices: the most choices after the tree; choices that belong to one (see `Policy`) do not count.
        turns: how often the choice may still pass between the searching player and others; 0 for no limit.
        passed: called whenever it passes, with the number of `turns` left, which is below 0 if there is no limit.
    """

    __slots__ = ("choices", "is_over", "is_own", "passed", "player", "turns")

    def __init__(self, player: int, choices: int, turns: int, passed: Callable[[int], None] | None = None) -> None:
        self.player, self.choices, self.turns, self.passed = player, choices, turns, passed
        self.is_own, self.is_over = True, False

    def is_reached(self, engine: Trial) -> bool:
        """True if the playout ends here; to be called before each choice."""
        watched = self.turns or self.passed is not None
        if watched and engine.site != NATURE and (engine.player == self.player) != self.is_own:
            self.is_own = not self.is_own
            self.turns -= 1
            if not self.turns:
                self.is_over = True
            if self.passed is not None:
                self.passed(self.turns)
        return self.is_over


def play_on(engine: Trial, rng: Random, policy: Policy, limit: Limit) -> None:
    """Continues play up to a limit; a rule error ends the game."""
    watched = limit.player if limit.turns or limit.passed is not None else -1
    left = limit.choices
    try:
        while engine.site != OVER and left and not limit.is_over and not limit.is_reached(engine):
            if engine.site == NATURE:  # whose turn it is afterwards must be checked here
                engine.play(nature(engine, rng.getrandbits(64)))
            elif policy is RANDOM:
                left = engine.play_at_random(rng, left, watched)
                continue
            else:
                policy.play(engine, rng)
            left -= 1
    except RuleError:
        return
