"""Playouts that compare a few options in the same guesses, for games too long for a tree.

Each option is continued by the policy in the same guesses and with the same luck: whenever the choice passes to another
player, dice, shuffles and the policy's own random numbers restart, so that an additional roll does not change later
ones. The option that the greedy bot ranks first is kept unless another one is significantly ahead (policy rollout:
Bertsekas, Tsitsiklis and Wu, Rollout Algorithms for Combinatorial Optimization, 1997).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

from ...engine.chance import mix
from ...errors import RuleError
from ..trial import Trial
from .judged import Judged
from .manner import Manner
from .payoff import Part, Payoff
from .playout import play_on
from .race import Race

KEPT = 64
"""Number of guesses kept for the playouts of other options."""


class Rollouts:
    """The playouts of one search for one player.

    Args:
        guess: a guess of the player, by number.
        payoff: evaluates positions.
        rng: random numbers for everything outside the guesses.
        manner: the settings of the search.
        order: the options to compare, the most promising first.
    """

    def __init__(
        self,
        guess: Callable[[int], Trial],
        payoff: Payoff,
        rng: Random,
        manner: Manner,
        order: Sequence[int],
    ) -> None:
        self.guess, self.payoff, self.rng, self.manner, self.order = guess, payoff, rng, manner, order
        self.base = rng.getrandbits(60)
        self.kept: dict[int, Trial] = {}
        self.race = Race(len(order))
        self.parts: list[list[Part]] = [[] for _ in order]
        self.widest = payoff.widest

    @property
    def is_over(self) -> bool:
        """True if nothing is left to compare."""
        return self.race.is_over

    def playout(self) -> None:
        """Plays one playout in a guess and records its worth."""
        race, payoff = self.race, self.payoff
        place = race.next()
        number = len(race.results[place])
        engine = self._guessed(number).copy()
        part = self._run(engine, self.order[place], mix(self.base ^ number))
        if (
            payoff.widest != self.widest
        ):  # otherwise the same lead would count more in earlier playouts than in later ones
            self.widest = payoff.widest
            race.results = [[*map(payoff.scaled, parts)] for parts in self.parts[: len(race.results)]]
        self.parts[place].append(part)
        race.add(place, payoff.scaled(part))

    def judged(self) -> list[Judged]:
        """The judgements of the options tried, best first."""
        race = self.race
        return [Judged(self.order[at], len(race.results[at]), race.worth(at)) for at in race.ranked()]

    def _guessed(self, number: int) -> Trial:
        if number not in self.kept:
            if len(self.kept) >= KEPT:
                del self.kept[min(self.kept)]
            self.kept[number] = self.guess(number)
        return self.kept[number]

    def _run(self, engine: Trial, index: int, seed: int) -> Part:
        """The worth of an option in one guess, to the player who chooses.

        With a limit of turns it is the mean over their ends: near ends are more reliable, distant ones count too.
        """
        player, rng, manner = engine.player, self.rng, self.manner
        ends: list[Part] = []

        def passed(turns: int) -> None:
            if turns > 0:
                ends.append(self.payoff.parts(engine)[player])
            fresh = mix(seed ^ turns)
            rng.seed(fresh)
            engine.renew(fresh)

        rng.seed(seed)
        try:
            engine.play(index)
            play_on(engine, rng, manner.policy, manner.limit(player, passed))
        except RuleError:
            pass
        ends += [self.payoff.parts(engine)[player]] * (manner.turns - len(ends) or 1)
        return Part(fmean(part.sure for part in ends), fmean(part.lead for part in ends))
