"""Second playouts of searches, written from docs/bots.md alone: their ends, and comparisons of options by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, inf, sqrt
from random import Random
from statistics import fmean, stdev

from greedy_referee import Look, Place, aim, considered, everything, few
from regelwerk_runtime.engine.chance import SeedLuck, draw, mix, pick
from regelwerk_runtime.engine.state import set_shuffle_counts
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

MARGIN = 0.2


@dataclass
class Horizon:
    """Limits of playouts: choices after the tree; how often the choice passes from or to the player (0: no limit)."""

    choices: int = 60
    turns: int = 0
    widening: float = 2.0


class Scale:
    """The worth of positions to all players."""

    def __init__(self, match: Match) -> None:
        self.widest = 1
        for one in self.aims(match):
            self.widest = max(self.widest, abs(one))

    @staticmethod
    def aims(match: Match) -> list[int]:
        try:
            return [aim(match, player) for player in range(match.setup.players)]
        except (RuleError, LookupError, ArithmeticError, ValueError):
            return [0] * match.setup.players

    def leads(self, match: Match) -> list[int]:
        aims = self.aims(match)
        alone = len(aims) == 1 or any(way == "won" for way, _ in match.game.outcome)
        leads = [own - (0 if alone else max(aims[:at] + aims[at + 1 :])) for at, own in enumerate(aims)]
        self.widest = max(self.widest, *map(abs, leads))
        return leads

    def unscaled(self, match: Match) -> list[tuple[float, float]]:
        """For each player the part of the worth that is certain, and the weighted lead."""
        leads, end = self.leads(match), match.outcome
        if match.engine.options:
            return [(0.5, lead) for lead in leads]
        if end is None:
            return [(0.0, 0.0)] * len(leads)
        share = 1.0 if any(way == "won" for way, _ in match.game.outcome) else 1 / max(1, len(end.winners))
        return [
            ((1 - MARGIN) * share * (player in end.winners) + MARGIN / 2, MARGIN * lead)
            for player, lead in enumerate(leads)
        ]

    def worth(self, part: tuple[float, float]) -> float:
        return part[0] + part[1] / self.widest / 2

    def worths(self, match: Match) -> list[float]:
        parts = self.unscaled(match)
        return [self.worth(part) for part in parts]


class Passing:
    """Counts how often the choice passes from and to a player."""

    def __init__(self, player: int, turns: int, passed: Callable[[int], None] | None = None) -> None:
        self.player, self.turns, self.passed, self.own, self.times = player, turns, passed, True, 0

    def is_over(self, match: Match) -> bool:
        """Whether the horizon is reached before the pending choice."""
        player = match.engine.player
        if match.decision is not None and player >= 0 and (player == self.player) != self.own:
            self.own, self.times = not self.own, self.times + 1
            if self.passed is not None:
                self.passed(self.times)
        return 0 < self.turns <= self.times


def let_chance(match: Match, rng: Random) -> None:
    while match.decision is not None and match.decision.player is None:
        match.choose(pick([option.probability for option in match.decision.options], rng.getrandbits(64)))


def play_on(match: Match, rng: Random, choices: int, passing: Passing) -> None:
    """Plays at random up to the horizon."""
    while match.decision is not None and choices and not passing.is_over(match):
        if match.decision.player is None:
            match.choose(pick([option.probability for option in match.decision.options], rng.getrandbits(64)))
        else:
            open_ = considered([match], everything(match))
            match.choose(open_[floor(rng.random() * len(open_))])
        choices -= 1


def compared(
    guess: Callable[[int], Match], scale: Scale, rng: Random, horizon: Horizon, order: list[int], playouts: int
) -> tuple[list[int], list[list[float]]]:
    """The places of options compared in the same guesses, best first, and their worths."""
    base = rng.getrandbits(60)
    parts: list[list[tuple[float, float]]] = [[]]
    rivals, player = list[int](), guess(0).engine.player

    def leads(place: int) -> list[float]:
        return [scale.worth(own) - scale.worth(first) for own, first in zip(parts[place], parts[0], strict=False)]

    for done in range(playouts):
        place = 0
        if done:
            if len(rivals) < 3 and len(parts) < len(order):
                rivals.append(len(parts))
                parts.append([])
            if not rivals:
                break
            fewest = min(rivals, key=lambda one: len(parts[one]))
            place = fewest if len(parts[fewest]) < len(parts[0]) else 0
        number = len(parts[place])
        now, seed = guess(number).copy(), mix(base ^ number)
        parts[place].append(_playout(now, order[place], seed, scale, rng, horizon, player))
        ahead = leads(place)
        clear = len(ahead) > 2 and fmean(ahead) + stdev(ahead) / sqrt(len(ahead)) <= 0
        if place and len(ahead) > 1 and (not any(ahead) or clear):
            rivals.remove(place)

    def sure(place: int) -> float:
        ahead = leads(place)
        if not place:
            return 0.0
        return fmean(ahead) - stdev(ahead) / sqrt(len(ahead)) / 2 if len(ahead) > 2 else -inf

    tried = [place for place, part in enumerate(parts) if part]
    return sorted(tried, key=lambda place: -sure(place)), [[scale.worth(one) for one in part] for part in parts]


def _playout(
    now: Match, index: int, seed: int, scale: Scale, rng: Random, horizon: Horizon, player: int
) -> tuple[float, float]:
    ends = list[tuple[float, float]]()

    def passed(times: int) -> None:
        if times < horizon.turns:
            ends.append(scale.unscaled(now)[player])
        fresh = mix(seed ^ (horizon.turns - times))
        rng.seed(fresh)
        now.engine.luck = SeedLuck(fresh, now.game.tables.luck.die_keys)
        now.engine.s.rolls = [0] * len(now.engine.s.rolls)
        set_shuffle_counts(now.engine.s, ())

    rng.seed(seed)
    try:
        now.choose(index)
        play_on(now, rng, horizon.choices, Passing(player, horizon.turns, passed))
    except RuleError:
        pass
    ends += [scale.unscaled(now)[player]] * max(1, horizon.turns - len(ends))
    return fmean(one for one, _ in ends), fmean(lead for _, lead in ends)


def greedy_choices(match: Match, rng: Random, guessing: bool) -> None:
    """Plays a choice of a greedy player in a playout, with those that belong to it."""
    bits = rng.getrandbits(60)
    open_ = few(match, bits, 160 if guessing else 8)
    if len(open_) == 1:
        match.choose(open_[0])
        return
    player, seed = match.engine.player, rng.getrandbits(60)
    guess = match.guess(player, seed) if guessing else match.copy()
    if not guessing:
        guess.engine.luck = SeedLuck(seed, match.game.tables.luck.die_keys)
        seed = rng.getrandbits(60)
    look = Look(guess, seed, {}, later=20)
    start = Place(guess, options=open_, behind=look.tried(open_, beyond=False))
    while start.behind:
        assert start.match
        options = start.match.engine.options
        ranks = [
            (behind.mark if guessing else behind.mark[:2], draw(bits, hash(options[index])))
            for index, behind in zip(start.options, start.behind, strict=True)
        ]
        best = ranks.index(max(ranks))
        option, site = options[start.options[best]], start.match.engine.site
        if match.engine.player != player or match.engine.site != site or option not in match.engine.options:
            return
        match.choose([*match.engine.options].index(option))
        start = start.behind[best]
