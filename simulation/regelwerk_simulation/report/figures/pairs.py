"""Figures of two simulations beside each other: what a change of the rules changes over the same seeds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scipy import stats

from .batch import WHOLE, Batch
from .estimates import ALPHA, Distribution, Estimate, discoveries

VALUES: Mapping[str, str] = {
    "rounds": "nullif(rounds, 0)",
    "turns": "nullif(turns, 0)",
    "decisions": "decisions",
    "forced": "forced / nullif(decisions, 0)",
    "winner_score": "(SELECT max(score) FROM seats WHERE seats.game = games.game AND won > 0)",
    "mean_score": "(SELECT avg(score) FROM seats WHERE seats.game = games.game)",
    "margin": "margin",
    "lead_changes": "CASE WHEN settled IS NOT NULL THEN lead_changes END",
    "settled": "settled",
}
"""What is compared, as a value of each game."""
SHARES = frozenset({"forced", "settled"})
"""Those that are told in percent; so are wins of seats, `seat 0` and so on."""


@dataclass(frozen=True)
class Difference:
    """A value in the games of two simulations.

    Attributes:
        name: one of `VALUES`, or `seat N` for the wins of a seat.
        base, variant: means over all games of each.
        difference: the mean difference, with its interval.
        chance: how likely it is as great by chance.
        marked: whether it stands after the correction for the number of values.
    """

    name: str
    base: float
    variant: float
    difference: Estimate
    chance: float
    marked: bool = False

    @property
    def is_share(self) -> bool:
        return self.name in SHARES or self.name.startswith("seat ")


@dataclass(frozen=True)
class Comparison:
    """Two simulations beside each other.

    Attributes:
        paired: in how many games both had the same seed and number of players; where 0, nothing is paired.
        same: how many of those went the same way to the end.
        differences: value by value.
    """

    paired: int
    same: int
    differences: tuple[Difference, ...]


def compare(base: Batch, variant: Batch) -> Comparison:
    """Compares two simulations, game by game where the seeds are the same."""
    left, right = _values(base), _values(variant)
    pairs = [seed for seed in left if seed in right]
    found = []
    for name in [name for name in _names(base, variant) if _told(left, name) and _told(right, name)]:
        if pairs:
            told = [(left[seed].get(name), right[seed].get(name)) for seed in pairs]
            differences = [b - a for a, b in told if a is not None and b is not None]
            spread = Distribution.of(Counter(differences).items())
            if not spread:
                continue
            difference, error = spread.mean, spread.deviation / math.sqrt(spread.size)
            freedom: float = spread.size - 1
        else:
            difference, error, freedom = _apart(_told(left, name), _told(right, name))
        means = [math.fsum(values) / len(values) for values in (_told(left, name), _told(right, name))]
        found.append(Difference(name, means[0], means[1], difference, _chance(difference.value, error, freedom)))
    marks = discoveries([one.chance for one in found])
    same = sum(left[seed]["way"] == right[seed]["way"] for seed in pairs)
    return Comparison(len(pairs), same, tuple(map(_marked, found, marks)))


def _marked(difference: Difference, mark: bool) -> Difference:
    return replace(difference, marked=mark)


def _names(*batches: Batch) -> list[str]:
    return [*VALUES, *(f"seat {seat}" for seat in range(min(max(batch.players, default=0) for batch in batches)))]


def _values(batch: Batch) -> dict[tuple[int, int], dict[str, float | None]]:
    """The values of each game by its seed and number of players; `way` differs where games went different ways."""
    columns = ", ".join(f"({sql})::DOUBLE" for sql in VALUES.values())
    rows = batch.data.rows(f"SELECT game, seed, players, {columns} FROM games WHERE {WHOLE} ORDER BY game")
    found = {(seed, players): dict(zip(VALUES, values, strict=True)) for _, seed, players, *values in rows}
    at = {game: found[seed, players] for game, seed, players, *_ in rows}
    for game, seat, won in batch.data.rows("SELECT game, seat, won FROM seats WHERE won IS NOT NULL"):
        if game in at:
            at[game][f"seat {seat}"] = won
    for game, way in batch.data.rows(_WAYS if batch.has("decisions") else _ENDS):
        if game in at:
            at[game]["way"] = way
    return found


_WAYS = "SELECT game, hash(string_agg(seat || ' ' || key, chr(10) ORDER BY number)) FROM decisions GROUP BY game"
_ENDS = (
    "SELECT game, hash(string_agg(seat || ' ' || coalesce(score, 0) || ' ' || rank || ' ' || decisions, chr(10) "
    "ORDER BY seat)) FROM seats GROUP BY game"
)


def _told(games: Mapping[tuple[int, int], Mapping[str, float | None]], name: str) -> list[float]:
    return [value for game in games.values() if (value := game.get(name)) is not None]


def _apart(base: Sequence[float], variant: Sequence[float]) -> tuple[Estimate, float, float]:
    """The difference of two means of unpaired values, its standard error and degrees of freedom (B. L. Welch, 1947)."""
    left, right = (Distribution.of(Counter(values).items()) for values in (base, variant))
    parts = [one.deviation**2 / one.size for one in (left, right)]
    error, value = math.sqrt(sum(parts)), right.average - left.average
    below = sum(part**2 / max(one.size - 1, 1) for part, one in zip(parts, (left, right), strict=True))
    freedom = sum(parts) ** 2 / below if below else 1.0
    half = float(stats.t.ppf(1 - ALPHA / 2, freedom)) * error
    return Estimate(value, value - half, value + half), error, freedom


def _chance(value: float, error: float, freedom: float) -> float:
    if not error:
        return 1.0 if not value else 0.0
    return float(2 * stats.t.sf(abs(value) / error, max(freedom, 1)))
