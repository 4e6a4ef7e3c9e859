"""Pairs of games, base and variant with the same seed and seats, and the points and values in which they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..dataset import Dataset, DatasetError, engine, file_of, pattern
from ..tables import CARDS, DECISIONS, FACTS, GAMES, NAMES, OPTIONS, SEATS, Table
from .sequences import Floats

BASE, VARIANT = SIDES = ("base", "variant")
NEEDED = (GAMES, SEATS, DECISIONS, OPTIONS, CARDS, FACTS, NAMES)
"""The tables that are compared; except for that of the choices, a missing one counts as empty."""
SAME = {
    "game": "of the same game",
    "seed": "with the same seed",
    "players": "by as many players",
    "bots": "by the same bots",
}
"""The facts in which both batches must agree for their games to be pairs."""

_PAIRS = """
CREATE TABLE pairs AS
SELECT game, row_number() OVER (ORDER BY game) - 1 AS place
FROM base_games b JOIN variant_games v USING (game)
WHERE b.error IS NULL AND v.error IS NULL AND b.seed = v.seed AND b.players = v.players
"""

_OTHER_CHOICES = """
CREATE TABLE parted AS
WITH differing AS (
    SELECT coalesce(b.game, v.game) AS game, coalesce(b.number, v.number) AS number,
        b.seat IS DISTINCT FROM v.seat OR b.key IS DISTINCT FROM v.key AS otherwise,
        coalesce(b.line, '') AS base_line, coalesce(v.line, '') AS variant_line
    FROM base_decisions b FULL JOIN variant_decisions v ON b.game = v.game AND b.number = v.number
    WHERE b.seat IS DISTINCT FROM v.seat OR b.key IS DISTINCT FROM v.key OR b.options IS DISTINCT FROM v.options
)
SELECT game, min(number) AS number, bool_or(otherwise) AS otherwise,
    arg_min(base_line, number) AS base_line, arg_min(variant_line, number) AS variant_line
FROM differing SEMI JOIN pairs USING (game)
GROUP BY game
"""

_OTHER_VALUES = """
CREATE TABLE valued AS
SELECT game FROM base_seats b JOIN variant_seats v USING (game, seat)
WHERE b.score IS DISTINCT FROM v.score OR b.rank IS DISTINCT FROM v.rank
UNION
SELECT game FROM base_games b JOIN variant_games v USING (game) WHERE b.reason IS DISTINCT FROM v.reason
UNION
SELECT coalesce(b.game, v.game) AS game
FROM base_facts b FULL JOIN variant_facts v
    ON b.game = v.game AND b.round = v.round AND b.measure = v.measure AND b.seat = v.seat
WHERE b.value IS DISTINCT FROM v.value
    AND coalesce(b.measure, v.measure) IN (SELECT measure FROM base_facts INTERSECT SELECT measure FROM variant_facts)
"""

_OTHER_ENDS = """
SELECT count(DISTINCT game) FILTER ((b.rank = 1) <> (v.rank = 1)) AS winners,
    count(DISTINCT game) FILTER (b.score IS DISTINCT FROM v.score) AS scores
FROM base_seats b JOIN variant_seats v USING (game, seat) SEMI JOIN pairs USING (game)
"""


@dataclass(frozen=True)
class Place:
    """A place of the rules at which games diverge.

    Attributes:
        line: `file:line` of the choice in the base, or in the variant if the base has none.
        games: number of pairs that diverge there.
        game: the first of them.
        number: the number of its choice, from 1.
    """

    line: str
    games: int
    game: int
    number: int


@dataclass(frozen=True)
class Parting:
    """The numbers of pairs in which the change mattered, by kind of difference.

    Attributes:
        pairs: pairs of games that both ended.
        mattered: pairs with any difference in the tables.
        chosen: those in which the players chose differently, or one game continued when the other was over.
        offered: those in which they chose the same, but from more or fewer options.
        valued: those with the same choices and options, but different scores or measures.
        winners: pairs with different winners.
        scores: pairs with different scores.
        places: the choices at which pairs diverge, the most common first.
        first: the first pair that differs only in values; None if there is none.
    """

    pairs: int
    mattered: int
    chosen: int
    offered: int
    valued: int
    winners: int
    scores: int
    places: tuple[Place, ...]
    first: int | None


class Pairs:
    """The tables of two batches side by side.

    Attributes:
        games: numbers of the games that are pairs, ascending; arrays of values have the same order.
        together: whether all players of a game win or lose together, on both sides.
    """

    def __init__(self, base: Dataset, variant: Dataset, by_choices: bool = True) -> None:
        """Pairs the games of two batches.

        Args:
            base, variant: the batches.
            by_choices: refuse batches without a table of the choices; else only values are compared.

        Raises:
            DatasetError: tables are missing, or the batches were not played with the same luck.
        """
        _check(base, variant, (SEATS, DECISIONS) if by_choices else (SEATS,))
        self.together = all(bool(dataset.run.get("together")) for dataset in (base, variant))
        self._connection = engine()
        for side, dataset in zip(SIDES, (base, variant), strict=True):
            for table in NEEDED:
                name = f"{side}_{table.name}"
                if table.name in dataset.tables:
                    source = pattern(file_of(dataset.path, table.name))
                    self._connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({source})")
                else:
                    columns = ", ".join(f'"{column.name}" {column.type}' for column in table.columns)
                    self._connection.execute(f"CREATE TABLE {name} ({columns})")
        for query in (_PAIRS, _OTHER_CHOICES, _OTHER_VALUES):
            self._connection.execute(query)
        self.games = tuple(int(row[0]) for row in self.rows("SELECT game FROM pairs ORDER BY place"))

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query's result."""
        return self._connection.execute(query).fetchall()

    def columns(self, query: str) -> Mapping[str, Any]:
        """A query's result as arrays by column."""
        return self._connection.execute(query).fetchnumpy()

    def values(self, query: str) -> Floats:
        """A value for each pair, from a query for `game` and `value`; NaN for pairs without one."""
        found = self.columns(f"SELECT place, CAST(value AS DOUBLE) AS value FROM ({query}) JOIN pairs USING (game)")
        values = np.full(len(self.games), np.nan)
        values[found["place"]] = np.ma.filled(found["value"], np.nan)
        return values

    @property
    def mattered(self) -> Floats:
        """1 for each pair in which the change mattered, else 0."""
        return np.nan_to_num(self.values("SELECT game, 1 AS value FROM (FROM parted SELECT game UNION FROM valued)"))

    def names(self, kind: str) -> Mapping[str, Mapping[str, str]]:
        """The names of a kind by key and language; those of the variant if both sides have one."""
        found: dict[str, dict[str, str]] = {}
        for side in SIDES:
            query = f"SELECT key, lang, text FROM {side}_names WHERE kind = $kind"
            for key, lang, text in self._connection.execute(query, {"kind": kind}).fetchall():
                found.setdefault(key, {})[lang] = text
        return found

    def seating(self, game: int) -> tuple[int, tuple[str, ...]]:
        """The seed of a game, and its bots by seat."""
        found = self.rows(
            f"SELECT seed, bot FROM base_games JOIN base_seats USING (game) WHERE game = {game} ORDER BY seat"
        )
        return int(found[0][0]), tuple(str(row[1]) for row in found)

    def broken(self, side: str) -> int:
        """The number of broken games of a side."""
        return int(self.rows(f"SELECT count(*) FROM {side}_games WHERE error IS NOT NULL")[0][0])

    def parting(self) -> Parting:
        """The numbers of pairs in which the change mattered, and the places where they diverge."""
        chosen, offered = self.rows("SELECT count(*) FILTER (otherwise), count(*) FILTER (NOT otherwise) FROM parted")[
            0
        ]
        only = self.rows(
            "SELECT count(*), min(game) FROM valued SEMI JOIN pairs USING (game) ANTI JOIN parted USING (game)"
        )
        winners, scores = self.rows(_OTHER_ENDS)[0]
        line = "CASE WHEN base_line <> '' THEN base_line ELSE variant_line END"
        places = self.rows(
            f"SELECT {line} AS line, count(*) AS games, min(game), arg_min(number, game) FROM parted "
            "GROUP BY line ORDER BY games DESC, line"
        )
        return Parting(
            pairs=len(self.games),
            mattered=chosen + offered + only[0][0],
            chosen=chosen,
            offered=offered,
            valued=only[0][0],
            winners=winners,
            scores=scores,
            places=tuple(Place(*row) for row in places),
            first=only[0][1],
        )

    def close(self) -> None:
        """Closes the files."""
        self._connection.close()


def _check(base: Dataset, variant: Dataset, needed: Sequence[Table]) -> None:
    for dataset in (base, variant):
        missing = [table.name for table in needed if table.name not in dataset.tables]
        if missing:
            raise DatasetError(f"{dataset.path} has no table {missing[0]}, without which games cannot be compared")
        dataset.check()
    first, second = base.run, variant.run
    for key, said in SAME.items():
        if first.get(key) != second.get(key):
            raise DatasetError(
                f"{variant.path} cannot be compared with {base.path}: it was not played {said} "
                f"({second.get(key)}, not {first.get(key)})"
            )
