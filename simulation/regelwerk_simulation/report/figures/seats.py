"""Figures of the players: seats, bots against each other, and the share of winning that neither explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from .batch import WHOLE, Batch
from .estimates import Distribution, Estimate, share, unlikely

EXACT = "DECIMAL(18, 12)"
"""The type for sums of wins, which are the same in any order."""
PLAYED = (
    f"(SELECT seats.*, players FROM seats JOIN (SELECT game, players FROM games WHERE {WHOLE}) USING (game) "
    "WHERE won IS NOT NULL)"
)
"""The players of the games that did not break."""


@dataclass(frozen=True)
class Place:
    """A seat, a turn in the order of play, or a bot.

    Attributes:
        key: number of the seat or turn, from 0, or the name of the bot.
        size: the number of players, added up over games.
        wins: their share of wins.
        fair: the share of wins if all were equal.
        chance: the probability of a share as far from the fair one by luck alone.
        scores: scores at the end.
        rank: the mean rank.
        forced: share of choices with a single option.
    """

    key: int | str
    size: int
    wins: Estimate
    fair: float
    chance: float
    scores: Distribution
    rank: Estimate | None
    forced: float | None


def places(batch: Batch, by: str) -> tuple[Place, ...]:
    """The players by `seat`, `turn_order` or `bot`."""
    rows = batch.data.rows(
        f"SELECT {by}, count(*), sum(won::{EXACT}), sum((1.0 / players)::{EXACT}), sum(decisions), sum(forced) "
        f"FROM {PLAYED} GROUP BY 1 ORDER BY 1"
    )
    scored = batch.distributions(by, "score", PLAYED, "true")
    ranks = batch.distributions(by, "rank", PLAYED, "true")
    found = []
    for key, size, won, expected, decisions, forced in rows:
        fair = float(expected) / size
        wins = share(won, size) or Estimate(0.0)
        found.append(
            Place(
                key,
                size,
                wins,
                fair,
                unlikely(won, size, fair),
                scored.get(key, Distribution(())),
                ranks[key].mean if key in ranks else None,
                forced / decisions if decisions else None,
            )
        )
    return tuple(found)


def turns_move(batch: Batch) -> bool:
    """True if the first turn is not always that of the first seat."""
    return bool(batch.data.rows("SELECT count(*) FROM seats WHERE turn_order <> seat")[0][0])


def scores(batch: Batch, which: str) -> Distribution:
    """Scores of all players or only of the winners (`all` or `winners`); one per game if all have the same."""
    each = "seat = 0" if batch.together else "true"
    return batch.distribution("score", PLAYED, f"{each} AND won > 0" if which == "winners" else each)


@dataclass(frozen=True)
class Duel:
    """Two bots in the same games.

    Attributes:
        better, other: the bots; `better` was ahead more often.
        games: number of games in which both played.
        ahead: how often a player of `better` was placed before one of `other`; an equal place counts as half.
    """

    better: str
    other: str
    games: int
    ahead: Estimate


def duels(batch: Batch) -> tuple[Duel, ...]:
    """All pairs of bots that met."""
    rows = batch.data.rows(
        "SELECT a, b, ahead, count(*) FROM ("
        "  SELECT x.game, x.bot AS a, y.bot AS b,"
        "    avg(CASE WHEN x.rank < y.rank THEN 1.0 WHEN x.rank = y.rank THEN 0.5 ELSE 0.0 END) AS ahead"
        "  FROM seats x JOIN seats y ON x.game = y.game AND x.bot < y.bot"
        "  WHERE x.rank IS NOT NULL AND y.rank IS NOT NULL GROUP BY ALL) GROUP BY ALL ORDER BY ALL"
    )
    met: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for a, b, ahead, count in rows:
        met.setdefault((a, b), []).append((ahead, count))
    found = []
    won: Decimal
    for (a, b), counts in met.items():
        games = sum(count for _, count in counts)
        won = sum((Decimal(str(ahead)) * count for ahead, count in counts), Decimal(0))
        if 2 * won < games:
            a, b, won = b, a, games - won
        estimate = share(won, games)
        assert estimate is not None
        found.append(Duel(a, b, games, estimate))
    return tuple(sorted(found, key=lambda duel: (-duel.ahead.value, duel.better, duel.other)))


@dataclass(frozen=True)
class Luck:
    """The explanation of wins: the shares of their variance explained by bot and seat.

    Attributes:
        bot: the share explained by the bot; None if only one bot played.
        seat: the share explained by the turn in the order of play.
        rest: the share explained by neither; None if only one bot played.
    """

    bot: float | None
    seat: float
    rest: float | None


def luck(batch: Batch) -> Luck | None:
    """The shares of a batch; None if all players have the same result, or if there are several numbers of players."""
    if len(batch.players) != 1:
        return None
    rows = batch.data.rows(f"SELECT bot, turn_order, won::{EXACT}, count(*) FROM {PLAYED} GROUP BY ALL ORDER BY ALL")
    cells = [(str(bot), int(turn), float(won), int(count)) for bot, turn, won, count in rows]
    total = Distribution.of((won, count) for _, _, won, count in cells).deviation
    if not total:
        return None

    def explained(*by: int) -> float:
        return _between([(tuple(cell[at] for at in by), cell[2], cell[3]) for cell in cells])

    if len(batch.bots) == 1:
        return Luck(None, explained(1), None)
    return Luck(explained(0), explained(1), 1 - explained(0, 1))


def _between(cells: Sequence[tuple[object, float, int]]) -> float:
    """The share of the variance of values that is between groups; cells are group, value and count."""
    groups: dict[object, list[tuple[float, int]]] = {}
    for group, value, count in cells:
        groups.setdefault(group, []).append((value, count))
    means = {group: Distribution.of(counts) for group, counts in groups.items()}
    size = sum(one.size for one in means.values())
    middle = math.fsum(value * count for _, value, count in cells) / size
    between = math.fsum(one.size * (one.average - middle) ** 2 for one in means.values())
    return between / math.fsum(count * (value - middle) ** 2 for _, value, count in cells)
