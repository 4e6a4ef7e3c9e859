"""Confidence sequences for the mean of bounded values, by betting: they may be looked at after every value.

I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 86 (2024): the hedged capital process of their theorem 3 with the bets of their equation 26. Against every
possible mean two gamblers bet, one that the values lie above it, one that they lie below; whoever multiplies a stake of
1/2 to more than 1/alpha has refuted this mean. Against the true mean no gambler can hope to win, so that it is refuted
at any time at all with a probability of alpha at most.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CANDIDATES = 1_001
"""Means that are bet against, evenly spread; an interval reaches to the next one that is refuted."""
BOLDEST = 0.5
"""The share of the capital that is staked at most."""
AT_ONCE = 256
"""Values that are taken together, for speed."""


@dataclass
class Sequence:
    """A confidence sequence: the mean of values between two bounds, at every moment.

    Attributes:
        alpha: how likely it may be that the mean ever lies outside the interval.
        low, high: bounds of the values.
        candidates: how many means are bet against.
        count: how many values there were.
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
        """Takes more values, in their order."""
        scaled = (np.asarray(values, dtype=float) - self.low) / (self.high - self.low)
        if scaled.size and not (scaled.min() >= 0 and scaled.max() <= 1):
            raise ValueError(f"values lie between {self.low} and {self.high}")
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
        """The interval of the mean, by all values so far."""
        below, above = self._refuted
        first = int(np.flatnonzero(below)[-1]) if below.any() else 0
        last = int(np.flatnonzero(above)[0]) if above.any() else self.candidates - 1
        first, last = min(first, last), max(first, last)  # where every mean is refuted, by bad luck
        width = self.high - self.low
        return self.low + width * float(self._means[first]), self.low + width * float(self._means[last])

    @property
    def mean(self) -> float:
        """The mean of the values so far; the middle of the bounds without any."""
        return self.low + (self.high - self.low) * (self._sum / self.count if self.count else 0.5)


def stakes(
    values: Floats, alpha: float, count: int = 0, total: float = 0.0, spread: float = 0.0
) -> tuple[Floats, float, float]:
    """The stakes on each value, by what was known before it; and sum and spread of all values for the next time.

    Args:
        values: between 0 and 1; of many sequences in columns.
        alpha: see `Sequence`.
        count, total, spread: of the values before.
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
    """The logarithms by which the capital of both gamblers grows, for each value and each mean they bet against."""
    with np.errstate(divide="ignore"):
        up = np.minimum(bets, BOLDEST / means)
        down = np.minimum(bets, BOLDEST / (1 - means))
    gain = values - means
    return np.stack([np.log1p(up * gain), np.log1p(-down * gain)])
