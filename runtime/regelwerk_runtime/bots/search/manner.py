"""Settings of searches: policy and length of playouts, and the number of options compared, chosen by the game."""

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
"""Choices within which a short game ends even if played at random."""


@dataclass(frozen=True)
class Manner:
    """The settings of a search.

    Attributes:
        policy: how playouts continue after the tree.
        choices: the most choices of a playout after the tree before the declared value replaces the outcome; choices
            that belong to one (see `Policy`) count as one.
        turns: how often the choice may pass between the searching player and others before that: 1 reaches the end of
            his turn, 2 his next turn; 0 for no limit.
        widening: factor of the square root of a node's visits that limits the options tried there.
        curiosity: the weight of exploration, in standard errors of the mean worth of an option.
        margin: see `Payoff`.
        paired: use no tree, but compare a few options in the same guesses, see `Rollouts`; `ismcts` only.
        guesses: the guesses to be spent on each option compared, which limits their number; 0 for as many guesses as
            options. `paired` only.
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
        """The number of options compared with a number of playouts (0 for no limit); None for no limit."""
        if not self.paired or not playouts:
            return None
        return max(2, playouts // self.guesses if self.guesses else isqrt(playouts))


TO_THE_END = Manner()
"""For short games: random playouts to the end."""

ONE_ROUND = Manner(GREEDY, choices=24, turns=2, widening=0.9, paired=True)
"""For long games: all play greedily until the player's next turn, and the declared value counts."""

ONE_TURN = replace(ONE_ROUND, turns=1, guesses=3)
"""As `ONE_ROUND`, but only to the end of the player's turn: for games with many choices in a turn.

There is little luck until then, so few guesses tell options apart, and more options are compared.
"""

ROUNDS = replace(ONE_ROUND, choices=120, turns=8)
"""As `ONE_ROUND`, but until his fourth next turn: for games in which investments pay only then."""

DICE = replace(TO_THE_END, turns=1)
"""Random playouts to the end of the player's turn: later rolls affect all options alike and hide their differences."""

FAR = Manner(choices=32, widening=1.0, paired=True)
"""Random playouts of a few rounds, for games in which greedy play is short-sighted, such as trick-taking games."""

BLUFF = replace(ONE_ROUND, policy=GUESSING)
"""As `ONE_ROUND`, but nobody in a playout knows what is hidden from him: for bluffing games."""

MANNERS: dict[str, Manner] = {
    "random": FAR,
    "greedy": ONE_ROUND,
    "turn": ONE_TURN,
    "rounds": ROUNDS,
    "guessing": BLUFF,
}
"""The settings that a bot's name can select."""


@lru_cache(maxsize=64)
def manner_for(game: Game, players: int) -> Manner:
    """The settings that suit a game for a number of players: by its length, and for short games by whether it has dice.

    Hidden dice make a bluffing game. So do hidden cards, but a short tree can cope with them.
    """
    if not _is_short(game, players):
        return ONE_ROUND
    if not game.luck or game.value is None:
        return TO_THE_END
    return BLUFF if has_secrets(game) else DICE


def _is_short(game: Game, players: int) -> bool:
    """True if a game played at random ends within a few choices."""
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
    """True if a game hides anything from anybody."""
    return bool(game.tables.secret_vars or game.tables.secret_zones)
