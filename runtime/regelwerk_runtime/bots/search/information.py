"""Tree search over information sets (information-set MCTS), for games with hidden hands.

Each playout is played in a guess. A node stands for the choices since the root and what only its player knows, not for
a position, so that one tree serves all guesses; an option counts only for the playouts in which it was on offer
(Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012). Until all have answered a simultaneous
choice, a player's nodes depend only on his own answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from typing import Any

from ...engine.engine import NATURE
from ...errors import RuleError
from ..hints import considered
from ..trial import OVER, Trial, nature
from .judged import Judged
from .manner import Manner
from .payoff import Payoff
from .playout import play_on
from .worths import Worths


class Taken(Worths):
    """An option at a node, with the worths of its playouts to the player.

    Attributes:
        offered: the number of playouts that could have taken it.
        behind: the nodes that follow, by the answers to simultaneous choices since, the player, the site, and the
            player's answers to the current simultaneous choice.
    """

    __slots__ = ("behind", "offered")

    def __init__(self) -> None:
        super().__init__()
        self.offered = 0
        self.behind: dict[Hashable, Choice] = {}


class Choice:
    """A choice of a player, reached by certain earlier choices."""

    __slots__ = ("player", "taken", "visits")

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.taken: dict[Any, Taken] = {}

    def add(self, option: Any) -> Taken:
        """The statistics of an option, created if necessary."""
        taken = self.taken.get(option)
        if taken is None:
            taken = self.taken[option] = Taken()
            taken.offered = 1
        return taken


class Information:
    """The tree of one search for one player.

    Args:
        guess: a guess of the player, by number.
        payoff: evaluates the ends of playouts.
        rng: random numbers for everything outside the guesses.
        manner: the settings of the search.
        order: the options that may be taken at the root, the most promising first.
    """

    is_over = False

    def __init__(
        self, guess: Callable[[int], Trial], payoff: Payoff, rng: Random, manner: Manner, order: Sequence[int]
    ) -> None:
        self.guess, self.payoff, self.rng, self.manner, self.order = guess, payoff, rng, manner, order
        first = guess(0)
        self.player, self.options = first.player, first.options
        self.begin: dict[Hashable, Choice] = {}
        self.root = Choice(first.player)
        self.done = 0

    def playout(self) -> None:
        """Plays one playout in a guess and records its worth."""
        self.done += 1
        self._run(self.guess(self.done), self._pick_first())

    def judged(self) -> list[Judged]:
        """The judgements of the options tried, best first."""
        tried = zip(self.order, self.root.taken.values(), strict=False)
        found = [Judged(index, taken.count, taken.mean) for index, taken in tried if taken.count]
        return sorted(found, key=lambda one: (-one.visits, -one.worth, one.index))

    def _pick_first(self) -> int:
        """The option at the root."""
        root = self.root
        known = [(index, root.taken[self.options[index]]) for index in self.order[: len(root.taken)]]
        if len(known) < len(self.order) and self._widens(root, len(known)):
            index = self.order[len(known)]
            root.add(self.options[index])
            return index
        for _, taken in known:
            taken.offered += 1
        return self._best(known)

    def _run(self, engine: Trial, first: int) -> None:
        """Plays one playout in a guess, which is changed, with an option at the root."""
        rng, behind, sites = self.rng, self.begin, engine.game.sites
        limit = self.manner.limit(self.player)
        path: list[tuple[Choice, Taken]] = []
        asking: int | None = None  # the current simultaneous choice
        answers: dict[int, tuple[Any, ...]] = {}  # the answers to it, by player
        since: tuple[Any, ...] = ()  # the answers to completed ones
        try:
            while engine.site != OVER and not limit.is_reached(engine):
                if engine.site == NATURE:
                    engine.play(nature(engine, rng.getrandbits(64)))
                    continue
                now = sites[engine.site].collecting
                if now != asking:
                    since, asking, answers = (since, *sorted(answers.items())), now, {}
                player = engine.player
                own = answers.get(player, ())
                if not path:
                    node, index = self.root, first
                else:
                    node = behind.setdefault((since, player, engine.site, own), Choice(player))
                    index = self._pick(node, engine)
                taken = node.add(engine.options[index])
                path.append((node, taken))
                if asking is None:
                    behind, since = taken.behind, ()
                else:
                    answers[player] = (*own, engine.options[index])
                engine.play(index)
                if not taken.count:
                    break
            play_on(engine, rng, self.manner.policy, limit)
        except RuleError:
            pass
        worth = self.payoff(engine)
        for node, taken in path:
            node.visits += 1
            taken.add(worth[node.player])

    def _pick(self, node: Choice, engine: Trial) -> int:
        """A new option if only few have been tried, else the one with the greatest bound.

        The policy decides which new option is next.
        """
        options = engine.options
        indices = considered(engine, range(len(options)))
        known = [(index, node.taken[options[index]]) for index in indices if options[index] in node.taken]
        if len(known) < len(indices) and self._widens(node, len(known)):
            new = [index for index in indices if options[index] not in node.taken]
            return self.manner.policy.order(engine, self.rng, new)[0] if len(new) > 1 else new[0]
        for _, taken in known:
            taken.offered += 1
        return self._best(known)

    def _widens(self, node: Choice, known: int) -> bool:
        return known <= self.manner.widening * sqrt(node.visits)

    def _best(self, known: list[tuple[int, Taken]]) -> int:
        """The option with the greatest upper confidence bound; ties are broken at random, so that players do not
        synchronize.
        """
        curiosity, rng = self.manner.curiosity, self.rng

        def bound(one: tuple[int, Taken]) -> tuple[float, float]:
            taken = one[1]
            return taken.mean + curiosity * taken.error * sqrt(log(taken.offered)), rng.random()

        return max(known, key=bound)[0]
