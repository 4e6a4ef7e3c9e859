"""Comparisons of two batches of games that met the same luck: whether a change mattered, where, and what it changed."""

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
        group: what is measured: `seat`, `order` (of turns) and `bot` with shares of wins; `length`, `forced`, `score`,
            `best`, `margin`, `lead`, `settled`, `tied`, `end`, `measure`; `option` with how often it is taken where it
            is offered; `used` with uses of a card in a game; `won` with the share of wins of those who used it. Where
            all win or lose together, `together` is the share of games won, and `won` that of games with the card.
        key: which seat, bot, unit of length, reason, measure, option or card; "" where there is one only.
        names: what the key is called, by language; empty where it is all there is.
        is_share: whether it is a share, from 0 to 1.
        base, variant: the mean in the games of each side, or the share; None without a case.
        difference: variant less base; None where too little is known.
        low, high: its 95 percent interval, by itself; None where too few pairs differ.
        differing: in how many pairs it differs.
        p: how likely a difference as great is by chance alone, with regard to the number of lines; None where it is
            not tested.
        detectable: the smallest difference that so many games would show four times out of five; None where unknown.
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
        """Whether chance does not explain the difference, with regard to the number of lines."""
        return self.p is not None and self.p <= ALPHA

    @property
    def relative(self) -> float:
        """The size of the difference as a share of what the base has; 0 where either is not known or nothing."""
        return abs(self.difference / self.base) if self.difference and self.base else 0.0


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Attributes:
        variants, without: what was applied and left out.
        broken: how many of its games broke; their pairs are not compared.
        path: the file of its games; "" where it was not kept.
    """

    variants: tuple[str, ...]
    without: tuple[str, ...]
    broken: int
    path: str = ""

    @property
    def changes(self) -> tuple[str, ...]:
        """The variants and the missing errata, for people; of a file its name."""
        variants = [variant.replace("\\", "/").rsplit("/", 1)[-1] for variant in self.variants]
        return (*variants, *(f"--without {erratum}" for erratum in self.without))


@dataclass(frozen=True)
class Comparison:
    """Base and variant in pairs of games with the same seeds and seats.

    Attributes:
        game: name of the game.
        players: how many played.
        bots: who played, seat by seat in the first game.
        seed: the seed of both batches.
        base, variant: what was played.
        parting: in how many pairs the change mattered, and where they part.
        low, high: 95 percent interval of the share of games in which the change matters.
        lines: what was measured, in a fixed order; where `answers` stands, without tests.
        answers: what was asked until it was sure; empty where the number of games was given.
        examples: pairs that part, one for each of the commonest places.
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
        """A line by its group and key.

        Raises:
            KeyError: there is none.
        """
        for line in self.lines:
            if (line.group, line.key) == (group, key):
                return line
        raise KeyError((group, key))

    def to_dict(self) -> dict[str, object]:
        """All of it as plain JSON data."""
        return asdict(self)


def compare_pairs(pairs: Pairs, base: Dataset, variant: Dataset, answers: Sequence[Answer] = ()) -> Comparison:
    """Compares the games of two batches.

    Args:
        pairs: the games.
        base, variant: the batches that they come from.
        answers: what was asked while games went on; then lines are not tested, since the end was not fixed before.
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
        quantities: what was measured.
        names: by group, key and language.
    """
    found = [quantity.values() for quantity in quantities if quantity.keys]
    by_group = {values.quantity.group: values for values in found}
    if "order" in by_group and _same(by_group["order"], by_group["seat"]):
        found.remove(by_group["order"])  # those who sit first begin
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
