"""Bots `mcts` and `ismcts`, with their budgets and the results of their searches."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ...engine.chance import draw, key_of, mix, seed_key
from ...tables.game import All, Game
from ..seat import Seat
from .information import Information
from .payoff import Payoff
from .playout import POLICIES, Policy
from .positions import Positions

PLAYOUTS = 400
HORIZON = 60
CURIOSITY = 0.7
MARGIN = 0.2
GUESSES = 8


@dataclass(frozen=True)
class Budget:
    """Limits of a search, which ends at the first that it reaches.

    Attributes:
        playouts: the number of playouts; 0 for no limit.
        milliseconds: the time; 0 for no limit. With a limit, choices depend on the machine.
    """

    playouts: int = PLAYOUTS
    milliseconds: int = 0

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget that a text names: `2000` playouts, or `500ms`.

        Raises:
            ValueError: it names none.
        """
        number = text.removesuffix("ms")
        if not number.isascii() or not number.isdecimal() or not int(number):
            raise ValueError(f"{text} is no budget of a search; write a number of playouts, or a time such as 500ms")
        return cls(0, int(number)) if text.endswith("ms") else cls(int(number))

    def share(self, parts: int) -> Budget:
        """One of several equal parts, at least one playout or millisecond."""
        return Budget(*(-(-whole // parts) for whole in (self.playouts, self.milliseconds)))

    def spend(self, playout: Callable[[], None]) -> None:
        """Plays out until it is used up, at least once."""
        end = time.monotonic() + self.milliseconds / 1000 if self.milliseconds else None
        done = 0
        while not done or ((not self.playouts or done < self.playouts) and (end is None or time.monotonic() < end)):
            playout()
            done += 1


@dataclass(frozen=True)
class Judged:
    """What a search found out about an option.

    Attributes:
        index: of the option.
        visits: playouts that took it.
        worth: their mean worth to the player, 0..1: near 1 for a clear win.
    """

    index: int
    visits: int
    worth: float


class SearchBot(ABC):
    """Plays the option that its search took most often.

    It knows only what its seat sees, and guesses what is hidden. With a budget in playouts, the same seat and seed give
    the same choice.

    Attributes:
        judged: of the last choice, each option that was tried, best first.
    """

    name: ClassVar[str]

    def __init__(
        self,
        player: int,
        seed: int,
        budget: Budget | None = None,
        policy: Policy | str = "random",
        horizon: int = HORIZON,
        curiosity: float = CURIOSITY,
        margin: float = MARGIN,
    ) -> None:
        """A bot for a player, from 0.

        Args:
            player, seed: as in `BotFactory`.
            budget: how long it searches at each choice; 400 playouts by default.
            policy: how playouts go on behind the tree: `random`, `greedy`, or a function.
            horizon: how many choices a playout makes behind the tree before the declared value stands for the outcome.
            curiosity: how eagerly it tries what looks worse.
            margin: see `Payoff`.
        """
        self.base = mix(seed_key(seed) ^ key_of(f"{self.name} bot {player}"))
        self.budget = budget or Budget()
        self.policy = POLICIES[policy] if isinstance(policy, str) else policy
        self.horizon, self.curiosity, self.margin = horizon, curiosity, margin
        self.judged: tuple[Judged, ...] = ()

    @classmethod
    def configured(cls, setting: str) -> Callable[[int, int], SearchBot]:
        """A factory of bots with a budget, given as text.

        Raises:
            ValueError: it is no budget.
        """
        budget = Budget.parse(setting)
        return lambda player, seed: cls(player, seed, budget)

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        if seat.count == 1:
            self.judged = (Judged(0, 0, 0.5),)  # nothing to find out
            return 0
        self.judged = self.search(seat, Random(draw(self.base, seat.number)))
        return self.judged[0].index

    @abstractmethod
    def search(self, seat: Seat, rng: Random) -> tuple[Judged, ...]:
        """What it finds out about the options, best first."""


class PositionBot(SearchBot):
    """`mcts`: searches the positions that follow; of a game with secrets, those of a few guesses, and adds them up."""

    name = "mcts"

    def search(self, seat: Seat, rng: Random) -> tuple[Judged, ...]:
        """See `SearchBot`."""
        engine = seat.guess(rng.getrandbits(60)).engine
        parts = GUESSES if _has_secrets(engine.game) else 1
        payoff = Payoff(engine.game, self.margin)
        budget = self.budget.share(parts)
        counts, totals = [0] * seat.count, [0.0] * seat.count
        for part in range(parts):
            if part:
                engine = seat.guess(rng.getrandbits(60)).engine
            tree = Positions(engine, payoff, rng, self.policy, self.horizon, self.curiosity)
            budget.spend(tree.playout)
            counts = [a + b for a, b in zip(counts, tree.root.counts, strict=True)]
            totals = [a + b for a, b in zip(totals, tree.root.totals, strict=True)]
        return _sorted([Judged(i, n, totals[i] / n) for i, n in enumerate(counts) if n])


class InformationBot(SearchBot):
    """`ismcts`: searches what the players can tell apart, with a new guess for each playout."""

    name = "ismcts"

    def search(self, seat: Seat, rng: Random) -> tuple[Judged, ...]:
        """See `SearchBot`."""
        engine = seat.guess(rng.getrandbits(60)).engine
        payoff = Payoff(engine.game, self.margin)
        tree = Information(lambda seed: seat.guess(seed).engine, payoff, rng, self.policy, self.horizon, self.curiosity)
        self.budget.spend(tree.playout)
        assert tree.root is not None
        places = {option: index for index, option in enumerate(engine.options)}
        taken = tree.root.taken.items()
        return _sorted([Judged(places[option], one.count, one.total / one.count) for option, one in taken if one.count])


def _sorted(judged: list[Judged]) -> tuple[Judged, ...]:
    return tuple(sorted(judged, key=lambda one: (-one.visits, -one.worth, one.index)))


def searcher_for(game: Game) -> type[SearchBot]:
    """The bot that suits a game: `ismcts` where something is hidden from somebody."""
    return InformationBot if _has_secrets(game) else PositionBot


def _has_secrets(game: Game) -> bool:
    """Whether a game hides anything from anybody."""
    tables = game.tables
    seen = [entry.seen for entry in tables.vars] + [entry.seen for entry in tables.zones]
    return not all(isinstance(one, All) for one in seen)
