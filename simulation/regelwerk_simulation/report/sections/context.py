"""Material shared by all sections: the simulations, their words, and common forms of tables and charts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from regelwerk_compiler.words.own import own_word

from ...compare.comparison import Comparison, compare_pairs
from ...compare.pairs import SAME, Pairs
from ..figures.batch import Batch
from ..figures.estimates import Distribution
from ..page import Block, Chart, Column, Columns, Kind, Row, Section, Table, row
from ..wording import Wording

CLASSES = 20
"""Most classes of a chart of frequencies."""


@dataclass(frozen=True)
class Side:
    """A simulation of the report.

    Attributes:
        label: what distinguishes it from the others; empty if it is the only one.
        suffix: the same in keys of tables.
    """

    batch: Batch
    label: str = ""
    suffix: str = ""


@dataclass(frozen=True)
class Context:
    """The simulations of a report and the words of its reader."""

    tr: Wording
    sides: tuple[Side, ...]

    @property
    def single(self) -> bool:
        return len(self.sides) == 1

    @property
    def rivals(self) -> tuple[Side, ...]:
        """The simulations whose players do not win or lose together."""
        return tuple(side for side in self.sides if not side.batch.together)

    @cached_property
    def comparisons(self) -> tuple[Comparison | str, ...]:
        """Each simulation except the first, compared with the first, or the reason why it cannot be."""
        return tuple(self._compared(side) for side in self.sides[1:])

    def _compared(self, side: Side) -> Comparison | str:
        base, other = self.sides[0].batch.data, side.batch.data
        differing = [key for key in SAME if base.run.get(key) != other.run.get(key)]
        if differing:
            return self.tr("no pairs because", what=self.tr.listed(tuple(self.tr(key) for key in differing)))
        with closing(Pairs(base, other, by_choices=False)) as pairs:
            return compare_pairs(pairs, base, other)

    def player(self, seat: int) -> str:
        """A player by seat, such as `Player A`."""
        letter = chr(ord("A") + seat) if seat < 26 else str(seat + 1)
        return own_word(self.tr.own, "text.player", letter)

    def each(self, key: str, title: str, make: Callable[[Side], Sequence[Block]]) -> Section:
        """A section with the blocks of the only simulation, or a part for each simulation that has any."""
        if self.single:
            return Section(key, title, tuple(make(self.sides[0])))
        parts = [Section(f"{key}-of-{n}", one.label, tuple(make(one))) for n, one in enumerate(self.sides, 1)]
        return Section(key, title, (), tuple(part for part in parts if part))

    def spreads(
        self,
        key: str,
        caption: str,
        rows: Sequence[tuple[str, str, Distribution]],
        kind: Kind = Kind.NUMBER,
        independent: bool = True,
    ) -> Table:
        """A table of distributions, from rows of label, simulation and values.

        Means of values that depend on each other, such as those of one game, have no interval.
        """
        tr = self.tr
        heads = ["mean", "deviation", "least", "tenth", "median", "ninety", "most"]
        first = [Column(tr("what"), Kind.TEXT)] + [Column(tr("batch"), Kind.TEXT)] * (not self.single)
        columns = (*first, *(Column(tr(head), kind) for head in heads))
        told: list[Row] = []
        for what, side, values in rows:
            if values:
                quantiles = [values.quantile(at) for at in (0.1, 0.5, 0.9)]
                mean = values.mean if independent else values.average
                figures: Row = (mean, values.deviation, values.least, *quantiles, values.most)
                told.append(row(what, *([side] if not self.single else []), *figures))
        return Table(key, caption, columns, tuple(told))

    def frequencies(
        self,
        key: str,
        title: str,
        axis: str,
        series: Sequence[tuple[str, Distribution]],
        upright: str,
        kind: Kind = Kind.NUMBER,
    ) -> Chart | None:
        """A chart of the frequencies of values; None if there are none."""
        series = [(name, values) for name, values in series if values]
        if not series:
            return None
        tr = self.tr
        least, most = min(values.least for _, values in series), max(values.most for _, values in series)
        whole = all(float(value).is_integer() for _, values in series for value, _ in values.counts)
        whole = whole and kind is not Kind.SHARE
        width = 0.1 if kind is Kind.SHARE else class_width(least, most, whole)
        start = 0.0 if kind is Kind.SHARE else math.floor(least / width) * width
        number = 10 if kind is Kind.SHARE else math.floor((most - start) / width) + 1
        bounds = [start + width * at for at in range(number + 1)]
        if kind is Kind.SHARE:
            bounds = [at / 10 for at in range(10)] + [math.inf]
        shares = tuple(
            (
                name,
                tuple(values.between(low, high) / values.size for low, high in pairwise(bounds)),
            )
            for name, values in series
        )
        rows = tuple(
            row(self._class(start + width * at, width, whole, kind), *(parts[at] for _, parts in shares))
            for at in range(number)
        )
        heads = [Column(name or upright, Kind.SHARE) for name, _ in series]
        table = Table(key, title, (Column(axis, Kind.TEXT), *heads), rows)
        medians = ", ".join(
            f"{name}: {tr.value(values.quantile(0.5), kind)}" if name else tr.value(values.quantile(0.5), kind)
            for name, values in series
        )
        says = tr("frequencies say", axis=axis, low=tr.value(least, kind), high=tr.value(most, kind), median=medians)
        return Chart(key, title, says, Columns(axis, upright, start, width, shares, kind, whole), table)

    def _class(self, low: float, width: float, whole: bool, kind: Kind) -> str:
        if whole and width == 1:
            return self.tr.value(low, kind)
        high = low + width - 1 if whole else low + width
        return f"{self.tr.value(low, kind)}–{self.tr.value(high, kind)}"


def class_width(least: float, most: float, whole: bool) -> float:
    """The width of classes: 1, 2 or 5 times a power of ten, so that there are at most `CLASSES`."""
    raw = (most - least + whole) / CLASSES
    if raw <= 0 or (whole and raw <= 1):
        return 1.0
    power = 10.0 ** math.floor(math.log10(raw))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= raw * (1 - 1e-9))


def kept(*blocks: Block | None) -> tuple[Block, ...]:
    """The blocks to show: tables with rows, and all others that are not None."""
    return tuple(block for block in blocks if block is not None and not (isinstance(block, Table) and not block.rows))
