"""Manner of a search: how playouts go on, how far, and how many options it compares; chosen by the game's length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from random import Random

from ...engine.engine import NATURE
from ...errors import RuleError
from ...match import Match
from ...tables.game import Game
from ..trial import nature, trial_of
from .playout import GREEDY, GUESSING, RANDOM, Limit, Policy

SHORT = 60
"""Choices within which a short game ends even if it is played at random."""


@dataclass(frozen=True)
class Manner:
    """The settings of a search.

    Attributes:
        policy: how playouts go on behind the tree.
        choices: how many choices a playout makes there before the declared value stands for the outcome; those that
            belong to one, see `Policy`, count with it.
        turns: how often the choice passes from the player who searches to others or back before the same: with 1 to the
            end of his turn, with 2 to his next one; 0 for no limit.
        widening: how many options are tried at a node, times the square root of its visits.
        curiosity: how eagerly a search tries what looks worse, in units of the spread of what playouts are worth.
        margin: see `Payoff`.
        paired: whether there is no tree, and a few options are compared in the same guesses, see `Rollouts`; `ismcts`
            only.
        guesses: so many guesses an option should go through if it is compared, so that fewer options are the fewer
            playouts there are; 0 for as many as options. `paired` only.
    """

    policy: Policy = RANDOM
    choices: int = SHORT
    turns: int = 0
    widening: float = 2.0
    curiosity: float = 1.4
    margin: float = 0.2
    paired: bool = False
    guesses: int = 0

    def limit(self, player: int, passed: Callable[[int], None] | None = None) -> Limit:
        """The limit of one playout for a player; `passed` as in `Limit`."""
        return Limit(player, self.choices, self.turns, passed)

    def breadth(self, playouts: int) -> int | None:
        """The number of options compared with so many playouts; None for no limit, which 0 playouts mean."""
        if not self.paired or not playouts:
            return None
        return max(2, playouts // self.guesses if self.guesses else isqrt(playouts))


TO_THE_END = Manner()
"""Of a short game random playouts see the end."""

ONE_ROUND = Manner(GREEDY, choices=24, turns=2, widening=0.9, paired=True)
"""Of a long game all play greedily until the player's next turn, and the declared value counts."""

ONE_TURN = replace(ONE_ROUND, turns=1, guesses=3)
"""As `ONE_ROUND`, but only to the end of the player's turn: for games in which he makes many choices in one.

Little luck comes into it until then, so a few guesses tell options apart, and more options are compared.
"""

ROUNDS = replace(ONE_ROUND, choices=120, turns=8)
"""As `ONE_ROUND`, but until his fourth next turn: for games in which much of what is done pays only then."""

DICE = replace(TO_THE_END, turns=1)
"""Random playouts to the end of the player's turn: what is rolled later is the same for all options, and hides them."""

FAR = Manner(choices=32, widening=1.0, paired=True)
"""Random playouts of a few rounds, which pay where greedy play sees little of what comes, as in a game of tricks."""

BLUFF = replace(ONE_ROUND, policy=GUESSING)
"""As `ONE_ROUND`, and nobody in a playout knows what is hidden from him: for games of bluff."""

MANNERS: dict[str, Manner] = {
    "random": FAR,
    "greedy": ONE_ROUND,
    "turn": ONE_TURN,
    "rounds": ROUNDS,
    "guessing": BLUFF,
}
"""Those that the setting of a bot names."""


@lru_cache(maxsize=64)
def manner_for(game: Game, players: int) -> Manner:
    """The settings that suit a game for a number of players: by its length, and in a short game by whether it has dice.

    Hidden dice are what a player bluffs with. Hidden cards are too, but a short tree comes to grips with them.
    """
    if not _is_short(game, players):
        return ONE_ROUND
    if not game.luck or game.value is None:
        return TO_THE_END
    return BLUFF if has_secrets(game) else DICE


def _is_short(game: Game, players: int) -> bool:
    """Whether a game that is played at random ends within a few choices."""
    rng = Random(1)
    try:
        engine = trial_of(Match.start(game, players, 1).engine)
        for _ in range(SHORT):
            if not engine.options:
                return True
            engine.play(
                nature(engine, rng.getrandbits(64))
                if engine.site == NATURE
                else int(rng.random() * len(engine.options))
            )
    except RuleError:
        return True
    return not engine.options


def has_secrets(game: Game) -> bool:
    """Whether a game hides anything from anybody."""
    return bool(game.tables.secret_vars or game.tables.secret_zones)
