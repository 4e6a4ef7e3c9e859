"""Tests and intervals for paired differences, and the correction for many of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special  # `scipy.stats` takes a second to import

from ..report.figures.estimates import share
from .sequences import Floats

ALPHA = 0.05
"""The greatest probability that a comparison marks anything although nothing differs."""
POWER = 0.8
"""The probability with which a detectable difference is found."""
FEW = 12
"""Up to this many differing pairs, all signs are tried, and no interval is given, since it would promise too much."""


@dataclass(frozen=True)
class Tested:
    """The estimates of some mean differences, an entry for each.

    Attributes:
        mean: the mean differences.
        low, high: 95 percent intervals, each by itself; NaN if too few pairs differ.
        p: the probability of a difference as great if base and variant could be swapped in every pair.
        adjusted: the same, corrected for the number of tests.
        differing: the number of pairs that differ.
        detectable: the smallest difference that these pairs show with probability `POWER`; NaN if none differ.
    """

    mean: Floats
    low: Floats
    high: Floats
    p: Floats
    adjusted: Floats
    differing: NDArray[np.int64]
    detectable: Floats


def paired_tests(differences: Floats) -> Tested:
    """Tests the mean differences of the columns; rows are pairs, and pairs without a value (NaN) are left out.

    If many pairs differ, this is the t test of paired differences. If few do, it is exact: the differences get all
    combinations of signs, which would be equally likely if base and variant were the same.
    """
    known = ~np.isnan(differences)
    size, given = known.sum(axis=0), np.nan_to_num(differences)
    differing = np.count_nonzero(given, axis=0)
    mean = given.sum(axis=0) / np.maximum(size, 1)
    freedom = np.maximum(size - 1, 1)
    squares = np.where(known, (given - mean) ** 2, 0.0).sum(axis=0)
    error = np.where(size > 1, np.sqrt(squares / freedom / np.maximum(size, 1)), np.nan)
    by_t = (differing > FEW) & (error > 0)
    p = np.where(differing > FEW, 2.0 ** (1.0 - np.minimum(differing, 1_000)), 1.0)  # if all differ by the same amount
    p[by_t] = 2 * special.stdtr(freedom[by_t], -np.abs(mean[by_t] / error[by_t]))
    for column in np.flatnonzero((differing > 0) & (differing <= FEW)):
        p[column] = _by_signs(given[given[:, column] != 0, column])
    half = np.where(differing > FEW, special.stdtrit(freedom, 1 - ALPHA / 2) * error, np.nan)
    reach = special.stdtrit(freedom, 1 - ALPHA / (2 * max(len(size), 1))) + special.stdtrit(freedom, POWER)
    detectable = np.where(differing > 0, reach * error, np.nan)
    return Tested(mean, mean - half, mean + half, p, holm(p), differing, detectable)


def _by_signs(values: Floats) -> float:
    """The same as `scipy.stats.permutation_test` for one sample, but a thousand times faster."""
    sums = np.zeros(1)
    for value in np.abs(values):
        sums = np.concatenate([sums + value, sums - value])
    return float(np.mean(np.abs(sums) >= abs(values.sum()) * (1 - 1e-12)))


def holm(p: Floats) -> Floats:
    """The adjusted values of S. Holm, "A simple sequentially rejective multiple test procedure" (1979).

    If those up to alpha are marked, any of them is marked wrongly with a probability of at most alpha, however the
    tests depend on each other.
    """
    order = np.argsort(p)
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def ratio_differences(base: tuple[Floats, Floats], variant: tuple[Floats, Floats]) -> Floats:
    """For each pair its contribution to the difference of two ratios, such as wins per use; its mean is the difference.

    Args:
        base, variant: numerators and denominators in each pair.
    """
    shares = []
    for above, below in (base, variant):
        ratio = above.sum() / below.sum()
        shares.append((above - ratio * below) / below.mean() + ratio)
    return np.asarray(shares[1] - shares[0], dtype=float)


def share_interval(count: int, of: int) -> tuple[float, float]:
    """The 95 percent interval of a share."""
    found = share(count, of)
    return found.reaches if found else (0.0, 1.0)
