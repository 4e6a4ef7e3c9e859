"""Confidence sequences for the mean of bounded values, by betting: they may be examined after every value.

I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 86 (2024): the hedged capital process of their theorem 3 with the bets of their equation 26. Two gamblers bet
against every possible mean, one that the values are above it, one that they are below; a gambler whose stake of 1/2
grows beyond 1/alpha has refuted this mean. Against the true mean no gambler can expect to win, so that it is ever
refuted with a probability of at most alpha.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CANDIDATES = 1_001
"""Number of evenly spread means to bet against; an interval extends to the nearest refuted ones."""
BOLDEST = 0.5
"""The largest share of the capital that is staked."""
AT_ONCE = 256
"""Number of values processed together, for speed."""


@dataclass
class Sequence:
    """A confidence sequence: the mean of values between two bounds, at every moment.

    Attributes:
        alpha: the greatest probability that the mean is ever outside the interval.
        low, high: bounds of the values.
        candidates: number of means to bet against.
        count: number of values so far.
    """

    alpha: float
    low: float = 0.0
    high: float = 1.0
    candidates: int = CANDIDATES
    count: int = 0
    _sum: float = 0.0
    _spread: float = 0.0
    _means: Floats = field(init=False, repr=False)
    _capital: Floats = field(init=False, repr=False)
    _refuted: NDArray[np.bool_] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._means = np.linspace(0.0, 1.0, self.candidates)
        self._capital = np.zeros((2, self.candidates))
        self._refuted = np.zeros((2, self.candidates), dtype=bool)

    def add(self, values: Floats) -> None:
        """Adds more values, in order."""
        scaled = (np.asarray(values, dtype=float) - self.low) / (self.high - self.low)
        if scaled.size and not (scaled.min() >= 0 and scaled.max() <= 1):
            raise ValueError(f"values must be between {self.low} and {self.high}")
        for begin in range(0, len(scaled), AT_ONCE):
            self._add(scaled[begin : begin + AT_ONCE])

    def _add(self, values: Floats) -> None:
        bets, self._sum, self._spread = stakes(values, self.alpha, self.count, self._sum, self._spread)
        open_yet = ~self._refuted.any(axis=0)
        growth = grown(bets[:, None], values[:, None], self._means[open_yet])
        path = self._capital[:, None, open_yet] + np.cumsum(growth, axis=1)
        self._refuted[:, open_yet] |= (path >= np.log(2 / self.alpha)).any(axis=1)
        self._capital[:, open_yet] = path[:, -1]
        self.count += len(values)

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the mean, from all values so far."""
        below, above = self._refuted
        first = int(np.flatnonzero(below)[-1]) if below.any() else 0
        last = int(np.flatnonzero(above)[0]) if above.any() else self.candidates - 1
        first, last = min(first, last), max(first, last)  # if by bad luck every mean is refuted
        width = self.high - self.low
        return self.low + width * float(self._means[first]), self.low + width * float(self._means[last])

    @property
    def mean(self) -> float:
        """The mean of the values so far; without values the middle of the bounds."""
        return self.low + (self.high - self.low) * (self._sum / self.count if self.count else 0.5)


def stakes(
    values: Floats, alpha: float, count: int = 0, total: float = 0.0, spread: float = 0.0
) -> tuple[Floats, float, float]:
    """The stakes on each value, based on earlier values; and sum and spread of all values for the next call.

    Args:
        values: values between 0 and 1; with a column for each of many sequences.
        alpha: see `Sequence`.
        count, total, spread: those of the earlier values.
    """
    times = count + np.arange(1, len(values) + 1).reshape(-1, *[1] * (values.ndim - 1))
    sums = total + np.cumsum(values, axis=0)
    means = (0.5 + sums) / (times + 1)
    spreads = spread + np.cumsum((values - means) ** 2, axis=0)
    before = np.concatenate([np.full_like(spreads[:1], spread), spreads[:-1]])
    variance = (0.25 + before) / times
    bets = np.sqrt(2 * np.log(2 / alpha) / (variance * times * np.log(times + 1)))
    return bets, sums[-1], spreads[-1]


def grown(bets: Floats, values: Floats, means: Floats) -> Floats:
    """The logarithms of the growth of both gamblers' capital, for each value and each mean they bet against."""
    with np.errstate(divide="ignore"):
        up = np.minimum(bets, BOLDEST / means)
        down = np.minimum(bets, BOLDEST / (1 - means))
    gain = values - means
    return np.stack([np.log1p(up * gain), np.log1p(-down * gain)])
