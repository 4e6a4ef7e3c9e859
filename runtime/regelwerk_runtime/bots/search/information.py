"""Tree search over what players can tell apart (single-observer ISMCTS): for games with hidden hands.

Each playout begins with a guess of its own. A node stands for the choices made since the root, not for a position, so
that one tree serves all guesses; an option counts only for the playouts in which it was on offer (Cowling, Powley and
Whitehouse, Information Set Monte Carlo Tree Search, 2012). Answers to a simultaneous choice are kept apart: what a
player answers does not depend on what others have answered in the same question.
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

Nodes = dict[Hashable, "Choice | Nodes"]


class Taken:
    """An option at a node.

    Attributes:
        count, total: playouts that took it, and what they were worth to the player together.
        offered: playouts that came by and could have taken it.
        behind: the nodes that follow, by who is asked and where.
    """

    __slots__ = ("behind", "count", "offered", "total")

    def __init__(self) -> None:
        self.count = self.offered = 0
        self.total = 0.0
        self.behind: dict[Hashable, Any] = {}


class Choice:
    """A choice of a player after some choices."""

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
        widening: float,
    ) -> None:
        self.guess, self.payoff, self.rng = guess, payoff, rng
        self.policy, self.horizon, self.curiosity, self.widening = policy, horizon, curiosity, widening
        self.begin: dict[Hashable, Any] = {}
        self.root: Choice | None = None

    def playout(self) -> None:
        """Plays once from a new guess to an end, and notes what it was worth."""
        rng, behind = self.rng, self.begin
        engine = self.guess(rng.getrandbits(60))
        sites = engine.game.sites
        path: list[tuple[Choice, Taken]] = []
        asked: Any = None  # the simultaneous choice under way, with the answers of each player and what lay before it
        answers: dict[int, tuple[Any, ...]] = {}
        before = behind
        try:
            while engine.options:
                if engine.site == NATURE:
                    engine.play(nature(engine, rng))
                    continue
                now = sites[engine.site].simultaneous
                if now != asked:
                    if asked is not None:
                        behind = before.setdefault(("answers", tuple(sorted(answers.items()))), {})
                    asked, answers, before = now, {}, behind
                player = engine.player
                own: tuple[Any, ...] = answers.get(player, ())
                key = (player, engine.site) if asked is None else (player, engine.site, own)
                nodes = behind if asked is None else before
                node = nodes.get(key)
                if node is None:
                    node = nodes[key] = Choice(player)
                if self.root is None:
                    self.root = node
                index, taken = self._pick(node, engine)
                path.append((node, taken))
                if asked is not None:
                    answers[player] = (*own, engine.options[index])
                engine.play(index)
                if not taken.count:
                    break
                behind = taken.behind
            play_on(engine, rng, self.policy, self.horizon)
        except RuleError:
            pass
        worth = self.payoff(engine)
        for node, taken in path:
            node.visits += 1
            taken.count += 1
            taken.total += worth[node.player]

    def _pick(self, node: Choice, engine: Engine) -> tuple[int, Taken]:
        """An option with its note: a new one while few are known for so many visits, else that of the greatest bound.

        The policy says which new one comes first.
        """
        options = engine.options
        known = [node.taken.get(option) for option in options]
        new = [index for index, taken in enumerate(known) if taken is None]
        for taken in known:
            if taken is not None:
                taken.offered += 1
        if new and len(known) - len(new) <= self.widening * sqrt(node.visits):
            index = self.policy(engine, self.rng, new)
            fresh = node.taken[options[index]] = Taken()
            fresh.offered = 1
            return index, fresh
        best, found, at = -1.0, None, 0
        for index, taken in enumerate(known):
            if taken is not None:
                bound = taken.total / taken.count + self.curiosity * sqrt(log(taken.offered) / taken.count)
                if bound > best:
                    best, found, at = bound, taken, index
        assert found is not None
        return at, found
