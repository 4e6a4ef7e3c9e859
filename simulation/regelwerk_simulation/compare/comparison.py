"""Comparisons of two batches of games with the same luck: whether and where a change mattered, and its effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from ..dataset import Dataset
from .examples import Example
from .pairs import BASE, VARIANT, Pairs, Parting
from .quantities import QUANTITIES, TOGETHER, Measured, Values, measured
from .questions import Answer
from .testing import ALPHA, Tested, paired_tests, share_interval


@dataclass(frozen=True)
class Line:
    """A quantity on both sides, with the mean difference of the pairs.

    Attributes:
        group: the quantity: `seat`, `order` (of turns) and `bot` with shares of wins; `length`, `forced`, `score`,
            `best`, `margin`, `lead`, `settled`, `tied`, `end`, `measure`; `option` with the share of offers that were
            taken; `used` with uses of a card per game; `won` with the share of wins of players who used it. If all win
            or lose together, `together` is the share of games won, and `won` that of games with the card.
        key: the seat, bot, unit of length, reason, measure, option or card; "" if there is only one.
        names: the names of the key, by language; empty if it has none.
        is_share: whether it is a share, from 0 to 1.
        base, variant: the mean or share in the games of each side; None without cases.
        difference: variant minus base; None if there are too few cases.
        low, high: its 95 percent interval, by itself; None if too few pairs differ.
        differing: the number of pairs in which it differs.
        p: the probability of a difference as great by chance alone, corrected for the number of lines; None if it is
            not tested.
        detectable: the smallest difference that this number of games would show four times out of five; None if
            unknown.
    """

    group: str
    key: str
    names: Mapping[str, str]
    is_share: bool
    base: float | None
    variant: float | None
    difference: float | None
    low: float | None
    high: float | None
    differing: int
    p: float | None
    detectable: float | None

    @property
    def is_sure(self) -> bool:
        """True if chance does not explain the difference, corrected for the number of lines."""
        return self.p is not None and self.p <= ALPHA

    @property
    def relative(self) -> float:
        """The size of the difference relative to the base; 0 if either is unknown or 0."""
        return abs(self.difference / self.base) if self.difference and self.base else 0.0


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Attributes:
        variants, without: the variants applied and the errata left out.
        broken: number of its games that broke; their pairs are not compared.
        path: the file of its games; "" if it was not kept.
    """

    variants: tuple[str, ...]
    without: tuple[str, ...]
    broken: int
    path: str = ""

    @property
    def changes(self) -> tuple[str, ...]:
        """The variants and the errata left out, in words; of a variant in a file its name."""
        variants = [variant.replace("\\", "/").rsplit("/", 1)[-1] for variant in self.variants]
        return (*variants, *(f"--without {erratum}" for erratum in self.without))


@dataclass(frozen=True)
class Comparison:
    """Base and variant in pairs of games with the same seeds and seats.

    Attributes:
        game: name of the game.
        players: number of players.
        bots: the bots, seat by seat in the first game.
        seed: the seed of both batches.
        base, variant: the two sides.
        parting: the pairs in which the change mattered, and where they diverge.
        low, high: 95 percent interval of the share of games in which the change matters.
        lines: the measured quantities, in a fixed order; not tested if there are `answers`.
        answers: the questions asked until they were answered; empty if the number of games was given.
        examples: pairs that diverge, one for each of the most common places.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    base: Side
    variant: Side
    parting: Parting
    low: float
    high: float
    lines: tuple[Line, ...]
    answers: tuple[Answer, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def tested(self) -> int:
        """The number of lines that were tested."""
        return sum(line.p is not None for line in self.lines)

    def line(self, group: str, key: str = "") -> Line:
        """The line with this group and key.

        Raises:
            KeyError: there is none.
        """
        for line in self.lines:
            if (line.group, line.key) == (group, key):
                return line
        raise KeyError((group, key))

    def to_dict(self) -> dict[str, object]:
        """The comparison as plain JSON data."""
        return asdict(self)


def compare_pairs(pairs: Pairs, base: Dataset, variant: Dataset, answers: Sequence[Answer] = ()) -> Comparison:
    """Compares the games of two batches.

    Args:
        pairs: the pairs of games.
        base, variant: their batches.
        answers: answers found during play; lines are not tested then, since the number of games was not fixed.
    """
    parting, facts = pairs.parting(), base.run
    low, high = share_interval(parting.mattered, parting.pairs)
    quantities = TOGETHER if pairs.together else QUANTITIES
    names = {quantity.group: pairs.names(quantity.named) for quantity in quantities}
    lines = compared([measured(pairs, quantity) for quantity in quantities], names) if pairs.games else ()
    if answers:
        lines = tuple(replace(line, low=None, high=None, p=None, detectable=None) for line in lines)
    return Comparison(
        game=str(facts["game"]),
        players=int(facts["players"]),
        bots=tuple(facts["bots"]),
        seed=int(facts["seed"]),
        base=_side(base, pairs.broken(BASE)),
        variant=_side(variant, pairs.broken(VARIANT)),
        parting=parting,
        low=low,
        high=high,
        lines=lines,
        answers=tuple(answers),
    )


def _side(dataset: Dataset, broken: int) -> Side:
    facts = dataset.run
    return Side(tuple(facts.get("variants", ())), tuple(facts.get("without", ())), broken, str(dataset.path))


def compared(quantities: Sequence[Measured], names: Mapping[str, Mapping[str, Mapping[str, str]]]) -> tuple[Line, ...]:
    """The lines of a comparison, tested together.

    Args:
        quantities: the measured quantities.
        names: names by group, key and language.
    """
    found = [quantity.values() for quantity in quantities if quantity.keys]
    by_group = {values.quantity.group: values for values in found}
    if "order" in by_group and _same(by_group["order"], by_group["seat"]):
        found.remove(by_group["order"])  # the first seat always begins
    if "bot" in by_group and len(by_group["bot"].keys) == 1:
        found.remove(by_group["bot"])
    differences = np.concatenate([values.differences for values in found], axis=1)
    told = ~np.isnan(differences).all(axis=0)
    tested = iter(_rows(paired_tests(differences[:, told])))
    every = [(values, column) for values in found for column in range(len(values.keys))]
    return tuple(
        _line(values, column, names.get(values.quantity.group, {}), next(tested) if known else None)
        for (values, column), known in zip(every, told, strict=True)
    )


def _same(one: Values, other: Values) -> bool:
    return bool(
        np.array_equal(one.base, other.base) and np.array_equal(one.differences, other.differences, equal_nan=True)
    )


def _rows(tested: Tested) -> list[tuple[float, float, float, float, float]]:
    return list(
        zip(
            *(getattr(tested, name).tolist() for name in ("mean", "low", "high", "adjusted", "detectable")), strict=True
        )
    )


def _line(
    values: Values, column: int, names: Mapping[str, Mapping[str, str]], tested: tuple[float, ...] | None
) -> Line:
    mean, low, high, adjusted, detectable = (_known(value) for value in tested or (np.nan,) * 5)
    return Line(
        group=values.quantity.group,
        key=values.keys[column],
        names=names.get(values.keys[column], {}),
        is_share=values.quantity.is_share,
        base=_known(values.base[column]),
        variant=_known(values.variant[column]),
        difference=mean,
        low=low,
        high=high,
        differing=int(values.differing[column]),
        p=adjusted,
        detectable=detectable,
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
