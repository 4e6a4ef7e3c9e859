"""Tree search over positions (UCT), for games without hidden information, or for one guess of other games.

A node is a position, however it was reached: each chance outcome leads to its own node, and different orders of moves
lead to the same one. A playout that comes back to one of its positions leaves the tree. Each has its own random seed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt
from random import Random

from ...engine.engine import NATURE
from ...errors import RuleError
from ..hints import considered
from ..trial import OVER, Trial, nature
from .manner import Manner
from .payoff import Payoff
from .playout import play_on
from .worths import Worths

LATER = 0.999
"""Discount of a certain win or loss per choice, so that early wins and late losses are preferred."""


class Node:
    """A position in which a player chooses.

    Attributes:
        visits: the number of playouts through this node.
        tried: the options taken so far with their worths to the player, in the order of their first playouts.
        untried: the options not taken yet, the next one last.
        behind: for each option the node that follows; kept only in games without chance.
        met: the number of the last playout through this node.
        sure: the options whose end is certain, however others play, with its worth to each player.
    """

    __slots__ = ("behind", "met", "player", "sure", "tried", "untried", "visits")

    def __init__(self, player: int, options: int, order: Sequence[int]) -> None:
        """`order` has the options that may be taken, the most promising first."""
        self.player = player
        self.visits = self.met = 0
        self.tried: dict[int, Worths] = {}
        self.untried = list(order[::-1])
        self.behind: list[Node | None] = [None] * options
        self.sure: dict[int, Sequence[float]] = {}

    def pick(self, widening: float, curiosity: float) -> int:
        """A new option if only few were tried, else the one with the greatest upper confidence bound."""
        if self.untried and len(self.tried) <= widening * sqrt(self.visits):
            index = self.untried.pop()
            self.tried[index] = Worths()
            return index
        eager = curiosity * sqrt(log(self.visits))
        best, found, sure = -1.0, 0, self.sure
        for index, worths in self.tried.items():
            bound = sure[index][self.player] if index in sure else worths.mean + eager * worths.error
            if bound > best:
                best, found = bound, index
        return found

    def best_sure(self, won: float) -> Sequence[float] | None:
        """The certain worth of the position to each player: one option wins, or all ends are known; else None."""
        sure, player = self.sure, self.player
        if not sure:
            return None
        best = max(sure.values(), key=lambda worth: worth[player])
        is_known = best[player] >= won or (not self.untried and len(sure) == len(self.tried))
        return best if is_known else None


class Positions:
    """The tree of one search from one position.

    Without chance, known ends are propagated back through the tree (Winands, Björnsson and Saito, Monte-Carlo Tree
    Search Solver, 2008).

    Args:
        engine: the position.
        payoff: evaluates the ends of playouts.
        rng: all random numbers.
        manner: the settings of the search.
        order: the options that may be taken at the root, the most promising first.
    """

    is_over = False

    def __init__(self, engine: Trial, payoff: Payoff, rng: Random, manner: Manner, order: Sequence[int]) -> None:
        self.engine, self.payoff, self.rng, self.manner = engine, payoff, rng, manner
        game = engine.game
        self.certain = not game.luck and not game.cards  # neither dice nor piles to shuffle
        self.won = 0.95 - manner.margin if manner.margin < 0.4 else 2.0  # a greater worth means a win alone
        self.root = Node(engine.player, len(engine.options), order)
        self.nodes: dict[Hashable, Node] = {engine.key(): self.root}
        self.done = 0

    def playout(self) -> None:
        """Plays one playout from the root and records its worth."""
        engine, rng, node, manner = self.engine.copy(), self.rng, self.root, self.manner
        if not self.certain:
            engine.reseed(rng.getrandbits(60))
        self.done += 1
        limit = manner.limit(node.player)
        path: list[tuple[Node, int]] = []
        try:
            while True:
                index = node.pick(manner.widening, manner.curiosity)
                path.append((node, index))
                node.met = self.done
                if index in node.sure:
                    return self._add(path, node.sure[index])
                new = not node.tried[index].count
                engine.play(index)
                while engine.site == NATURE:
                    engine.play(nature(engine, rng.getrandbits(64)))
                if new or engine.site == OVER or limit.is_reached(engine):
                    break
                node = self._behind(engine, node, index)
                if node.met == self.done:  # it has led round in a circle
                    break
            if self.certain and engine.site == OVER:
                worth = self.payoff(engine)
                self._tell_back(path, worth)
                return self._add(path, worth)
            play_on(engine, rng, manner.policy, limit)
        except RuleError:
            pass
        return self._add(path, self.payoff(engine))

    def _tell_back(self, path: Sequence[tuple[Node, int]], worth: Sequence[float]) -> None:
        """Records the certain worth of the option at the end of a path, and propagates it to earlier nodes."""
        found: Sequence[float] | None = worth
        for node, index in reversed(path):
            if found is None:
                return
            node.sure[index] = found
            best = node.best_sure(self.won)
            found = best and [0.5 + (one - 0.5) * LATER for one in best]

    def _add(self, path: Sequence[tuple[Node, int]], worth: Sequence[float]) -> None:
        """Adds the worth of a playout to the nodes on its path."""
        for node, index in path:
            node.visits += 1
            node.tried[index].add(worth[node.player])

    def _behind(self, engine: Trial, node: Node, index: int) -> Node:
        """The node of the engine's position, which follows an option."""
        found = node.behind[index]
        if found is None:
            key = engine.key()
            found = self.nodes.get(key)
            count = len(engine.options)
            if found is None or len(found.behind) != count:
                order = self.manner.policy.order(engine, self.rng, considered(engine, range(count)))
                found = self.nodes[key] = Node(engine.player, count, order)
            if self.certain:
                node.behind[index] = found
        return found
