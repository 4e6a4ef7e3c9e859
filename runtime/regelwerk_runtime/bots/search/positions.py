"""Tree search over positions (UCT): for games in which everything is seen, and for one guess of those with secrets.

A node is a position, however it was reached: each outcome of chance leads to a node of its own, and different orders of
moves lead to the same one. Each playout has its own random seed.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import log, sqrt
from random import Random

from ...engine.chance import SeedLuck
from ...engine.engine import NATURE, Engine
from ...engine.state import board_key
from ...errors import RuleError
from .payoff import Payoff
from .playout import Policy, nature, play_on


class Node:
    """A position in which a player chooses.

    Attributes:
        visits: playouts that came here.
        counts, totals: for each option, how many took it and the sum of what they were worth to the player.
        untried: options that none has taken, the next one last.
        behind: for each option the position that follows; kept only in games without chance.
    """

    __slots__ = ("behind", "counts", "player", "totals", "untried", "visits")

    def __init__(self, player: int, options: int, rng: Random) -> None:
        self.player = player
        self.visits = 0
        self.counts = [0] * options
        self.totals = [0.0] * options
        self.untried = list(range(options))
        rng.shuffle(self.untried)
        self.behind: list[Node | None] = [None] * options

    def pick(self, curiosity: float) -> int:
        """An option that was not tried, else the one with the greatest upper confidence bound."""
        if self.untried:
            return self.untried.pop()
        wide = curiosity * sqrt(log(self.visits))
        best, found = -1.0, 0
        for index, count in enumerate(self.counts):
            bound = self.totals[index] / count + wide / sqrt(count)
            if bound > best:
                best, found = bound, index
        return found


class Positions:
    """The tree of one search from one position."""

    def __init__(
        self, engine: Engine, payoff: Payoff, rng: Random, policy: Policy, horizon: int, curiosity: float
    ) -> None:
        self.engine, self.payoff, self.rng = engine, payoff, rng
        self.policy, self.horizon, self.curiosity = policy, horizon, curiosity
        game = engine.game
        self.certain = not game.luck and not game.cards  # neither dice nor piles to shuffle
        self.root = Node(engine.player, len(engine.options), rng)
        self.nodes: dict[Hashable, Node] = {}

    def playout(self) -> None:
        """Plays once from the root to an end, and records what it was worth."""
        engine, rng, node = self.engine.copy(), self.rng, self.root
        if not self.certain:
            engine.luck = SeedLuck(rng.getrandbits(60), engine.game.tables.luck.die_keys)
        path: list[tuple[Node, int]] = []
        try:
            while True:
                index = node.pick(self.curiosity)
                path.append((node, index))
                new = not node.counts[index]
                engine.play(index)
                while engine.site == NATURE:
                    engine.play(nature(engine, rng))
                if new or not engine.options:
                    break
                node = self._behind(engine, node, index)
            play_on(engine, rng, self.policy, self.horizon)
        except RuleError:
            pass
        worth = self.payoff(engine)
        for node, index in path:
            node.visits += 1
            node.counts[index] += 1
            node.totals[index] += worth[node.player]

    def _behind(self, engine: Engine, node: Node, index: int) -> Node:
        """The node of the position in which an engine stands after an option."""
        found = node.behind[index]
        if found is None:
            key = (board_key(engine.s), tuple(engine.stack), engine.player)
            found = self.nodes.get(key)
            if found is None or len(found.counts) != len(engine.options):
                found = self.nodes[key] = Node(engine.player, len(engine.options), self.rng)
            if self.certain:
                node.behind[index] = found
        return found
