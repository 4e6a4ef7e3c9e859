"""Tree search over what players can tell apart (single-observer ISMCTS): for games with hidden hands.

Each playout begins with a guess of its own. A node stands for the choices made since the root, not for a position, so
that one tree serves all guesses; an option counts only for the playouts in which it was on offer (Cowling, Powley and
Whitehouse, Information Set Monte Carlo Tree Search, 2012). Until all have answered a simultaneous choice, a player's
nodes depend on his own answers only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import log, sqrt
from random import Random
from typing import Any

from ...engine.engine import NATURE, Engine
from ...errors import RuleError
from .payoff import Payoff
from .playout import Policy, nature, play_on

WIDENING = 2.0
"""How many options are tried at a node, times the square root of its visits."""


class Taken:
    """An option at a node.

    Attributes:
        count, total: playouts that took it, and the sum of what they were worth to the player.
        offered: playouts that came by and could have taken it.
        behind: the nodes that follow, by the answers to simultaneous choices since, the player, the site, and the
            answers that the player has given to the simultaneous choice under way.
    """

    __slots__ = ("behind", "count", "offered", "total")

    def __init__(self) -> None:
        self.count = self.offered = 0
        self.total = 0.0
        self.behind: dict[Hashable, Choice] = {}


class Choice:
    """A choice of a player, reached by certain earlier choices."""

    __slots__ = ("player", "taken", "visits")

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.taken: dict[Any, Taken] = {}


class Information:
    """The tree of one search for one player."""

    def __init__(
        self,
        guess: Callable[[int], Engine],
        payoff: Payoff,
        rng: Random,
        policy: Policy,
        horizon: int,
        curiosity: float,
    ) -> None:
        self.guess, self.payoff, self.rng = guess, payoff, rng
        self.policy, self.horizon, self.curiosity = policy, horizon, curiosity
        self.begin: dict[Hashable, Choice] = {}
        self.root: Choice | None = None

    def playout(self) -> None:
        """Plays once from a new guess to an end, and records what it was worth."""
        rng, behind = self.rng, self.begin
        engine = self.guess(rng.getrandbits(60))
        sites = engine.game.sites
        path: list[tuple[Choice, Taken]] = []
        asking: int | None = None  # the simultaneous choice under way
        answers: dict[int, tuple[Any, ...]] = {}  # to it, by player
        since: tuple[Any, ...] = ()  # the answers to those that are complete
        try:
            while engine.options:
                if engine.site == NATURE:
                    engine.play(nature(engine, rng))
                    continue
                now = sites[engine.site].collecting
                if now != asking:
                    since, asking, answers = (since, *sorted(answers.items())), now, {}
                player = engine.player
                own = answers.get(player, ())
                node = behind.setdefault((since, player, engine.site, own), Choice(player))
                if self.root is None:
                    self.root = node
                index, taken = self._pick(node, engine)
                path.append((node, taken))
                if asking is None:
                    behind, since = taken.behind, ()
                else:
                    answers[player] = (*own, engine.options[index])
                engine.play(index)
                if not taken.count:
                    break
            play_on(engine, rng, self.policy, self.horizon)
        except RuleError:
            pass
        worth = self.payoff(engine)
        for node, taken in path:
            node.visits += 1
            taken.count += 1
            taken.total += worth[node.player]

    def _pick(self, node: Choice, engine: Engine) -> tuple[int, Taken]:
        """An option and its statistics: a new one while few have been tried, else the one with the greatest bound.

        The policy chooses among the new ones.
        """
        options = engine.options
        known = [(index, node.taken[option]) for index, option in enumerate(options) if option in node.taken]
        for _, taken in known:
            taken.offered += 1
        if len(known) < len(options) and len(known) <= WIDENING * sqrt(node.visits):
            new = [index for index, option in enumerate(options) if option not in node.taken]
            index = self.policy(engine, self.rng, new)
            fresh = node.taken[options[index]] = Taken()
            fresh.offered = 1
            return index, fresh
        return max(known, key=lambda one: self._bound(one[1]))

    def _bound(self, taken: Taken) -> float:
        """The upper confidence bound of an option."""
        return taken.total / taken.count + self.curiosity * sqrt(log(taken.offered) / taken.count)
