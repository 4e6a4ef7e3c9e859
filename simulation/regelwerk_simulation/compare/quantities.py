"""Quantities to compare: queries over the tables of one side, and their values in all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from .pairs import SIDES, Pairs
from .sequences import Floats
from .testing import FEW, ratio_differences

Table = tuple[Floats, Floats]
"""Values of each pair by key, and their denominators."""

USES = 30
"""Fewest cases on each side for a comparison of shares."""


class Kind(Enum):
    """The treatment of a game without a row for a key.

    Attributes:
        COUNT: it counts as 0.
        VALUE: it is left out.
        RATIO: its numerator and denominator are 0; the sum of numerators is divided by that of denominators.
    """

    COUNT = "count"
    VALUE = "value"
    RATIO = "ratio"


@dataclass(frozen=True)
class Quantity:
    """A quantity with a value for each game and key.

    Attributes:
        group: its name, which selects its words.
        kind: see `Kind`.
        query: a query for `game`, `key`, `value` and, for a ratio, `below`; `{side}` stands for the side.
        is_share: whether it is between 0 and 1 and shown in percent.
        named: the kind of names of its keys.
    """

    group: str
    kind: Kind
    query: str
    is_share: bool = False
    named: str = ""


_USED = """
WITH acting AS (
    SELECT card FROM (FROM base_cards UNION ALL FROM variant_cards) GROUP BY card HAVING sum(acted) > 0
), used AS (
    SELECT game, card, seat, CASE WHEN card IN (FROM acting) THEN acted ELSE chosen END AS times FROM {side}_cards
)
"""
"""How often a card was used: it acted or, if it acts on neither side, was chosen; choosing can mean discarding."""

QUANTITIES = (
    Quantity("seat", Kind.VALUE, "SELECT game, CAST(seat AS VARCHAR) AS key, won AS value FROM {side}_seats", True),
    Quantity(
        "order", Kind.VALUE, "SELECT game, CAST(turn_order AS VARCHAR) AS key, won AS value FROM {side}_seats", True
    ),
    Quantity("bot", Kind.VALUE, "SELECT game, bot AS key, avg(won) AS value FROM {side}_seats GROUP BY ALL", True),
    Quantity(
        "length",
        Kind.VALUE,
        "FROM (SELECT game, CAST(decisions AS DOUBLE) AS decisions, CAST(rounds AS DOUBLE) AS rounds, "
        "CAST(turns AS DOUBLE) AS turns FROM {side}_games) UNPIVOT (value FOR key IN (decisions, rounds, turns))",
    ),
    Quantity(
        "forced",
        Kind.RATIO,
        "SELECT game, '' AS key, forced AS value, decisions AS below FROM {side}_games",
        True,
    ),
    Quantity("score", Kind.VALUE, "SELECT game, '' AS key, avg(score) AS value FROM {side}_seats GROUP BY game"),
    Quantity("best", Kind.VALUE, "SELECT game, '' AS key, max(score) AS value FROM {side}_seats GROUP BY game"),
    Quantity("margin", Kind.VALUE, "SELECT game, '' AS key, margin AS value FROM {side}_games"),
    Quantity("lead", Kind.VALUE, "SELECT game, '' AS key, lead_changes AS value FROM {side}_games"),
    Quantity("settled", Kind.VALUE, "SELECT game, '' AS key, settled AS value FROM {side}_games", True),
    Quantity(
        "tied", Kind.VALUE, "SELECT game, '' AS key, CAST(winners > 1 AS INTEGER) AS value FROM {side}_games", True
    ),
    Quantity("end", Kind.COUNT, "SELECT game, reason AS key, 1 AS value FROM {side}_games", True, "end"),
    Quantity(
        "measure",
        Kind.VALUE,
        "SELECT game, measure AS key, avg(value) AS value FROM {side}_facts "
        "WHERE (game, round) IN (SELECT (game, max(round)) FROM {side}_facts GROUP BY game) GROUP BY game, measure",
        named="measure",
    ),
    Quantity(
        "option",
        Kind.RATIO,
        "SELECT game, name AS key, sum(chosen) AS value, sum(offered) AS below FROM {side}_options "
        "WHERE name <> '' GROUP BY game, name",
        True,
        "option",
    ),
    Quantity(
        "used",
        Kind.COUNT,
        _USED + "SELECT game, card AS key, sum(times) AS value FROM used GROUP BY game, card",
        named="card",
    ),
    Quantity(
        "won",
        Kind.RATIO,
        _USED + "SELECT game, card AS key, sum(won) AS value, count(*) AS below "
        "FROM used JOIN {side}_seats USING (game, seat) WHERE times > 0 GROUP BY game, card",
        True,
        "card",
    ),
)

_APART = ("seat", "order", "bot", "best", "margin", "lead", "settled", "tied", "won")
"""Quantities without meaning, or with another one, if all win or lose together."""

TOGETHER = (
    Quantity(
        "together", Kind.VALUE, "SELECT game, '' AS key, CAST(winners > 0 AS INTEGER) AS value FROM {side}_games", True
    ),
    *(quantity for quantity in QUANTITIES if quantity.group not in _APART),
    Quantity(
        "won",
        Kind.RATIO,
        _USED + "SELECT DISTINCT game, card AS key, CAST(winners > 0 AS INTEGER) AS value, 1 AS below "
        "FROM used JOIN {side}_games USING (game) WHERE times > 0",
        True,
        "card",
    ),
)
"""The quantities compared if all players win or lose together."""


@dataclass(frozen=True)
class Values:
    """A quantity in all pairs, a column for each key.

    Attributes:
        quantity: the quantity.
        keys: the keys.
        base, variant: the mean or ratio of each key.
        differences: for each pair its contribution to the differences; NaN if it has none, or if there are too few.
        differing: for each key the number of pairs that differ.
    """

    quantity: Quantity
    keys: tuple[str, ...]
    base: Floats
    variant: Floats
    differences: Floats
    differing: NDArray[np.int64]


@dataclass(frozen=True)
class Measured:
    """The measured values of a quantity in the games of both sides, a row for each pair and a column for each key.

    Attributes:
        quantity: the quantity.
        keys: the keys.
        base, variant: values and denominators.
    """

    quantity: Quantity
    keys: tuple[str, ...]
    base: Table
    variant: Table

    def part(self, rows: slice) -> Measured:
        """The same for some of the pairs."""
        base, variant = ((above[rows], below[rows]) for above, below in (self.base, self.variant))
        return Measured(self.quantity, self.keys, base, variant)

    def values(self) -> Values:
        """The values to compare."""
        compared = _ratios if self.quantity.kind is Kind.RATIO else _means
        return compared(self.quantity, self.keys, self.base, self.variant)


def measured(pairs: Pairs, quantity: Quantity) -> Measured:
    """A quantity in all pairs."""
    found = {}
    for side in SIDES:
        query = quantity.query.format(side=side)
        below = "below" if quantity.kind is Kind.RATIO else "1"
        found[side] = pairs.columns(
            f"SELECT place, key, CAST(value AS DOUBLE) AS value, CAST({below} AS DOUBLE) AS below "
            f"FROM ({query}) JOIN pairs USING (game)"
        )
    keys = tuple(sorted({str(key) for side in SIDES for key in found[side]["key"]}, key=_in_order))
    column = {key: number for number, key in enumerate(keys)}
    missing = np.nan if quantity.kind is Kind.VALUE else 0.0
    sides: list[Table] = []
    for side in SIDES:
        above = np.full((len(pairs.games), len(keys)), missing)
        under = np.zeros_like(above)
        at = found[side]["place"], np.array([column[str(key)] for key in found[side]["key"]], dtype=int)
        above[at] = np.ma.filled(found[side]["value"], np.nan)
        under[at] = np.ma.filled(found[side]["below"], 0.0)
        sides.append((above, under))
    return Measured(quantity, keys, *sides)


def _means(quantity: Quantity, keys: tuple[str, ...], base: Table, variant: Table) -> Values:
    differences = variant[0] - base[0]
    known = ~np.isnan(differences)
    size = np.maximum(known.sum(axis=0), 1)
    first, second = (
        np.where(known.any(axis=0), np.where(known, values, 0.0).sum(axis=0) / size, np.nan)
        for values, _ in (base, variant)
    )
    return Values(quantity, keys, first, second, differences, np.count_nonzero(np.nan_to_num(differences), axis=0))


def _ratios(quantity: Quantity, keys: tuple[str, ...], base: Table, variant: Table) -> Values:
    differing = ((base[0] != variant[0]) | (base[1] != variant[1])).sum(axis=0)
    cases = np.minimum(base[1].sum(axis=0), variant[1].sum(axis=0))
    differences = np.full(base[0].shape, np.nan)
    for key in np.flatnonzero((cases >= USES) & ((differing > FEW) | (differing == 0))):
        sides = [(values[:, key], below[:, key]) for values, below in (base, variant)]
        differences[:, key] = ratio_differences(*sides) if differing[key] else 0.0
    with np.errstate(invalid="ignore"):
        first, second = (values.sum(axis=0) / below.sum(axis=0) for values, below in (base, variant))
    return Values(quantity, keys, first, second, differences, differing)


def _in_order(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdecimal() else (-1, key)
