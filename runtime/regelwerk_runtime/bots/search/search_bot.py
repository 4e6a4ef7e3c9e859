"""The bots `mcts` and `ismcts`, with their budgets and the results of their searches."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from ...decision import Option
from ...engine.chance import draw, key_of, mix, seed_key
from ...match import Match
from ...tables.game import Game
from ..hints import considered, preferred
from ..look import Look
from ..seat import Seat, seat_of
from ..trial import Trial
from ..turn import Turn, ranked
from .information import Information
from .judged import Judged
from .manner import MANNERS, Manner, has_secrets, manner_for
from .payoff import Payoff
from .positions import Positions
from .rollouts import Rollouts

PLAYOUTS = 400
GUESSES = 8
"""Number of guesses that `mcts` searches in a game with hidden information."""

SCALE = 16
"""In games with dice, `mcts` first discards one playout per this many, which show how wide a lead can be."""

LOOKS = 2
"""Number of guesses examined to order the options of a search."""


class Search(Protocol):
    """A search that proceeds playout by playout."""

    @property
    def is_over(self) -> bool:
        """True if nothing is left to find out."""

    def playout(self) -> None:
        """Plays one playout and records its worth."""


@dataclass(frozen=True)
class Budget:
    """Limits of a search, which ends at the first one reached.

    Attributes:
        playouts: the most playouts; 0 for no limit.
        milliseconds: the most time; 0 for no limit. With a time limit, choices depend on the machine.
    """

    playouts: int = PLAYOUTS
    milliseconds: int = 0

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget for a text: `2000` playouts, or `500ms`.

        Raises:
            ValueError: the text is not a budget.
        """
        number = text.removesuffix("ms")
        if not number.isascii() or not number.isdecimal() or not int(number):
            raise ValueError(f"{text} is not a budget of a search; give a number of playouts, or a time such as 500ms")
        return cls(0, int(number)) if text.endswith("ms") else cls(int(number))

    def share(self, parts: int) -> Budget:
        """One of several equal parts, at least one playout or millisecond."""
        return Budget(*(-(-whole // parts) for whole in (self.playouts, self.milliseconds)))

    def spend(self, search: Search) -> None:
        """Plays playouts until the budget is spent or the search is over, at least one."""
        end = time.monotonic() + self.milliseconds / 1000 if self.milliseconds else None
        done = 0
        while not done or ((not self.playouts or done < self.playouts) and (end is None or time.monotonic() < end)):
            search.playout()
            done += 1
            if search.is_over:
                break


@dataclass(frozen=True)
class Judgement:
    """The judgement of an option of a match by a search: `visits` and `worth` as in `Judged`."""

    option: Option
    visits: int
    worth: float


class SearchBot(ABC):
    """Plays the option that its search judges best: the most visited one, or one that is significantly ahead (`Race`).

    It knows only what its seat sees, and guesses what is hidden. With a budget in playouts, the same seat and seed give
    the same choice. An option that has led back to the same question in the same position during this turn is not taken
    again.

    Attributes:
        judged: the options tried for the last choice, best first.
        is_settled: whether that search ended because nothing was left to find out, not because its budget was spent.
    """

    name: ClassVar[str]

    def __init__(self, player: int, seed: int, budget: Budget | None = None, manner: Manner | None = None) -> None:
        """A bot for a player (from 0).

        Args:
            player, seed: as in `BotFactory`.
            budget: the budget for each choice; by default 400 playouts.
            manner: the settings of the search; by default those that suit the game, see `manner_for`.
        """
        self.player = player
        self.base = mix(seed_key(seed) ^ key_of(f"{self.name} bot {player}"))
        self.budget = budget or Budget()
        self.manner = manner
        self.turn = Turn()
        self.judged: tuple[Judged, ...] = ()
        self.is_settled = False

    @classmethod
    def configured(cls, setting: str) -> Callable[[int, int], SearchBot]:
        """A factory of bots with a budget given as text; the name of a policy may follow (`200,random`).

        Raises:
            ValueError: the text is not a budget, or there is no such policy.
        """
        text, comma, policy = setting.partition(",")
        budget = Budget.parse(text)
        if comma and policy not in MANNERS:
            raise ValueError(f"{policy} is not a policy of playouts; there are: {', '.join(MANNERS)}")
        manner = MANNERS[policy] if comma else None
        return lambda player, seed: cls(player, seed, budget, manner)

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        if seat.count == 1:
            self.judged, self.is_settled = (Judged(0, 0, 0.5),), True
            self.turn.add_only(seat.number)
            return 0
        rng = Random(draw(self.base, seat.number))
        seeds = [rng.getrandbits(60) for _ in range(LOOKS)]
        engines = [seat.trial(seed) for seed in seeds]
        manner = self.manner or manner_for(engines[0].game, engines[0].players)
        options = self.turn.open_options(seat, engines[0])
        rng.shuffle(options)
        order = preferred(engines[0], considered(engines[0], options, *engines[1:]), *engines[1:])
        if manner.paired:
            order = ranked([Look(*one) for one in zip(engines, seeds, strict=True)], order)
        self.is_settled = False
        self.judged = self.search(seat, rng, manner, order)
        index = self.judged[0].index
        self.turn.add(index)
        return index

    def explain(self, match: Match) -> tuple[Judgement, ...]:
        """The judgements of the options of the pending decision; the bot takes the first one.

        Options that its search did not try are left out. The match is not changed.

        Raises:
            ValueError: the decision is not that of the bot's player, or the game is over.
        """
        decision = match.decision
        if decision is None or decision.player != self.player:
            raise ValueError(f"player {self.player} has nothing to choose here")
        self.choose(seat_of(match))
        return tuple(Judgement(decision.options[one.index], one.visits, one.worth) for one in self.judged)

    @abstractmethod
    def search(self, seat: Seat, rng: Random, manner: Manner, order: Sequence[int]) -> tuple[Judged, ...]:
        """The judgements of options, best first; `order` is the order in which to try them."""


class PositionBot(SearchBot):
    """`mcts`: searches positions; with hidden information, those of a few guesses, whose results it adds up."""

    name = "mcts"

    def search(self, seat: Seat, rng: Random, manner: Manner, order: Sequence[int]) -> tuple[Judged, ...]:
        """See `SearchBot`."""
        engine = seat.trial(rng.getrandbits(60))
        parts = GUESSES if has_secrets(engine.game) else 1
        payoff = Payoff(engine, manner.margin)
        budget = self.budget.share(parts)
        counts, totals = [0] * seat.count, [0.0] * seat.count
        for part in range(parts):
            if part:
                engine = seat.trial(rng.getrandbits(60))
            if engine.game.luck:
                budget.share(SCALE).spend(Positions(engine, payoff, rng, manner, order))
            tree = Positions(engine, payoff, rng, manner, order)
            budget.spend(tree)
            for index, worths in tree.root.tried.items():
                counts[index] += worths.count
                totals[index] += worths.total
        sure = {index: worth[tree.root.player] for index, worth in tree.root.sure.items()} if parts == 1 else {}
        judged = [Judged(i, n, sure.get(i, totals[i] / n)) for i, n in enumerate(counts) if n]
        known = max(sure.values(), default=0.0)  # options certain to be worth less are not taken

        def place(one: Judged) -> tuple[bool, int, float, int]:
            return sure.get(one.index, known) < known, -one.visits, -one.worth, one.index

        return tuple(sorted(judged, key=place))


class InformationBot(SearchBot):
    """`ismcts`: searches information sets, in many guesses."""

    name = "ismcts"

    def search(self, seat: Seat, rng: Random, manner: Manner, order: Sequence[int]) -> tuple[Judged, ...]:
        """See `SearchBot`."""
        base = rng.getrandbits(60)
        payoff = Payoff(seat.trial(base), manner.margin)

        def guess(number: int) -> Trial:
            return seat.trial(mix(base ^ number))

        kind = Rollouts if manner.paired else Information
        search = kind(guess, payoff, rng, manner, order[: manner.breadth(self.budget.playouts)])
        self.budget.spend(search)
        self.is_settled = search.is_over
        return tuple(search.judged())


def searcher_for(game: Game) -> type[SearchBot]:
    """The bot that suits a game: `ismcts` if anything is hidden from anybody, else `mcts`."""
    return InformationBot if has_secrets(game) else PositionBot
