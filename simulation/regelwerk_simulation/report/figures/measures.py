"""Figures of the measures over the rounds, for winners and for the other players."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .batch import WHOLE, Batch

FEWEST = 10
"""Fewest games for which a round is shown, or all games if there are fewer."""


class Who(Enum):
    """The players whose values a line shows."""

    GAME = "game"
    ALL = "all"
    WINNERS = "winners"
    OTHERS = "others"


@dataclass(frozen=True)
class Moment:
    """The values of a measure at the end of a round: number of games, mean, tenth percentile, median, ninetieth."""

    round: int
    games: int
    mean: float
    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Measure:
    """A measure over the rounds, with a line for the whole game or for each group of players."""

    name: str
    lines: dict[Who, tuple[Moment, ...]]


def measures(batch: Batch) -> tuple[Measure, ...]:
    """All measures by name; empty if the game has none."""
    if not batch.has("facts"):
        return ()
    names = batch.data.rows("SELECT measure, min(seat) FROM facts GROUP BY measure ORDER BY measure = 'value', measure")
    found = []
    for name, seat in names:
        if seat < 0:
            lines = {Who.GAME: _moments(batch, name, "true")}
        else:
            lines = {
                Who.ALL: _moments(batch, name, "true"),
                Who.WINNERS: _moments(batch, name, "won > 0"),
                Who.OTHERS: _moments(batch, name, "won = 0"),
            }
        found.append(Measure(name, lines))
    return tuple(found)


def _moments(batch: Batch, name: str, where: str) -> tuple[Moment, ...]:
    rows = batch.data.rows(
        "SELECT round, count(DISTINCT game), avg(value), quantile_disc(value, [0.1, 0.5, 0.9]) "
        f"FROM facts JOIN (SELECT game FROM games WHERE {WHOLE}) USING (game) "
        "LEFT JOIN (SELECT game, seat, won FROM seats) USING (game, seat) "
        f"WHERE measure = ? AND value IS NOT NULL AND {where} GROUP BY round ORDER BY round",
        (name,),
    )
    enough = min(FEWEST, batch.games)
    return tuple(Moment(at, games, mean, *between) for at, games, mean, between in rows if games >= enough)
