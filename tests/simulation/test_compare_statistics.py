"""Tests of comparison statistics: false alarms at the stated rate, intervals that cover, valid repeated looks."""

from __future__ import annotations

import numpy as np
import pytest
from regelwerk_simulation.compare.sequences import Sequence, grown, stakes
from regelwerk_simulation.compare.testing import ALPHA, FEW, holm, paired_tests, ratio_differences, share_interval
from scipy import stats

COMPARISONS = 2_000


def errors_allowed(of: int, share: float = ALPHA) -> int:
    """The largest number of errors that a method with the stated error rate exceeds only once in a million times."""
    return int(stats.binom.isf(1e-6, of, share))


# ---- tests of paired differences -------------------------------------------------------------------------------------


def outcomes(rng: np.random.Generator, games: int) -> np.ndarray:
    """Differences between a game and itself with other luck: rare and common, even and skewed values."""
    sides = [
        np.column_stack(
            [
                rng.random((games, 10)) < np.linspace(0.01, 0.7, 10),  # wins and ends
                rng.poisson(np.linspace(0.02, 30, 10), (games, 10)),  # uses of cards
                rng.lognormal(3, np.linspace(0.2, 1.5, 10), (games, 10)).round(),  # scores
            ]
        ).astype(float)
        for _ in range(2)
    ]
    parted = rng.random(games) < rng.random()  # the other pairs are the same game twice
    return (sides[1] - sides[0]) * parted[:, None]


@pytest.mark.slow
def test_identical_games_give_no_more_false_alarms_than_stated(record_property: pytest.RecordProperty) -> None:
    rng = np.random.default_rng(1)
    games = rng.integers(10, 400, COMPARISONS)
    tested = [paired_tests(outcomes(rng, int(number))) for number in games]
    alarms = sum(bool((one.adjusted <= ALPHA).any()) for one in tested)
    without = sum(bool((one.p <= ALPHA).any()) for one in tested)
    record_property("false alarms", f"{alarms} of {COMPARISONS}; without the correction {without}")
    assert alarms <= COMPARISONS * ALPHA
    assert without > COMPARISONS / 2  # the rate without correction, when thirty lines are looked at


def test_if_many_pairs_differ_it_is_the_t_test() -> None:
    rng = np.random.default_rng(2)
    differences = rng.normal(0.3, 1, (60, 4))
    differences[:, 3] = 0.0
    differences[:20, 1] = np.nan
    tested = paired_tests(differences)
    for column, values in enumerate((differences[:, 0], differences[20:, 1], differences[:, 2])):
        test = stats.ttest_1samp(values, 0.0)
        interval = test.confidence_interval(1 - ALPHA)
        assert (tested.p[column], tested.mean[column]) == pytest.approx((test.pvalue, values.mean()))
        assert (tested.low[column], tested.high[column]) == pytest.approx((interval.low, interval.high))
    assert (tested.mean[3], tested.p[3], tested.differing[3]) == (0, 1, 0)
    assert np.isnan(tested.detectable[3])


@pytest.mark.parametrize("differing", range(2, 9))
def test_if_few_pairs_differ_all_signs_are_tried(differing: int) -> None:
    rng = np.random.default_rng(differing)
    values = rng.integers(1, 4, differing) * rng.choice([-1.0, 1.0], differing)
    tested = paired_tests(np.concatenate([values, np.zeros(50)])[:, None])
    every = stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=2**differing)
    assert tested.p[0] == pytest.approx(every.pvalue)
    assert np.isnan(tested.low[0])


def test_differences_that_cancel_are_not_significant() -> None:
    assert list(paired_tests(np.array([[1.0, 2.0], [-1.0, -2.0], [0.0, 0.0]])).p) == [1, 1]


def test_wins_that_differ_one_way_are_tested_exactly() -> None:
    """Differences of -1, 0 and 1 are McNemar's case."""
    values = np.concatenate([np.ones(9), -np.ones(2), np.zeros(200)])
    assert paired_tests(values[:, None]).p[0] == pytest.approx(stats.binomtest(9, 11).pvalue)


def test_the_same_difference_in_every_pair() -> None:
    tested = paired_tests(np.ones((40, 1)))
    assert (tested.low[0], tested.high[0]) == (1, 1)
    assert 0 < tested.p[0] < 1e-9


def test_intervals_cover_as_often_as_stated() -> None:
    rng = np.random.default_rng(3)
    missed = looked = 0
    for _ in range(COMPARISONS // 4):
        differences = outcomes(rng, 300) + rng.normal(0.2, 1.0, (300, 30))
        tested = paired_tests(differences)
        known = ~np.isnan(tested.low)
        missed += int(((tested.low > 0.2) | (tested.high < 0.2))[known].sum())
        looked += int(known.sum())
    assert looked > 10_000
    assert 0.04 < missed / looked < 0.06


def test_a_detectable_difference_is_detected_four_times_out_of_five() -> None:
    rng = np.random.default_rng(4)
    size = float(np.nanmean([paired_tests(rng.normal(0, 1, (200, 10))).detectable for _ in range(50)]))
    shift = np.array([size] + [0.0] * 9)
    found = sum(paired_tests(rng.normal(shift, 1, (200, 10))).adjusted[0] <= ALPHA for _ in range(1_000))
    assert 0.76 < found / 1_000 < 0.85


def test_p_values_are_corrected_by_holm() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.9, 0.8])) == pytest.approx([1, 1])
    assert len(holm(np.array([]))) == 0


def test_a_difference_of_ratios() -> None:
    """The mean of the shares is the difference, and their spread is that of ratios from resampled games."""
    rng = np.random.default_rng(5)
    below = rng.poisson(2.0, (2, 4_000)).astype(float)
    above = rng.binomial(below.astype(int), [[0.3], [0.4]]).astype(float)
    shares = ratio_differences((above[0], below[0]), (above[1], below[1]))
    assert shares.mean() == pytest.approx(above[1].sum() / below[1].sum() - above[0].sum() / below[0].sum())
    drawn = rng.integers(0, 4_000, (500, 4_000))
    ratios = above[:, drawn].sum(axis=2) / below[:, drawn].sum(axis=2)
    assert float(stats.sem(shares)) == pytest.approx(float((ratios[1] - ratios[0]).std()), rel=0.15)


@pytest.mark.parametrize("count", [0, 3, 50, 100])
def test_a_share_has_an_interval(count: int) -> None:
    low, high = share_interval(count, 100)
    assert 0 <= low <= count / 100 <= high <= 1
    assert share_interval(0, 0) == (0, 1)


def test_both_tests_agree_at_the_limit_of_few_pairs() -> None:
    """Where the t test takes over, both tests nearly agree at the levels that many lines require."""
    for agreeing in range(FEW, 30):
        values = np.concatenate([np.ones(agreeing), np.zeros(2_000)])
        assert stats.ttest_1samp(values, 0.0).pvalue >= 2.0 ** (1 - agreeing)


# ---- sequences -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("mean", [0.01, 0.1, 0.5, 0.93])
def test_a_sequence_never_errs_more_often_than_stated(mean: float, record_property: pytest.RecordProperty) -> None:
    """It is checked with 2,000 looks at each of 2,000 streams; an interval for one look errs far more often."""
    rng = np.random.default_rng(6)
    streams = (rng.random((2_000, COMPARISONS)) < mean).astype(float)
    bets, _, _ = stakes(streams, ALPHA)
    capital = np.cumsum(grown(bets, streams, np.array(mean)), axis=1)
    missed = int((capital >= np.log(2 / ALPHA)).any(axis=(0, 1)).sum())
    record_property("streams that ever miss", f"{missed} of {COMPARISONS}")
    assert missed <= errors_allowed(COMPARISONS)
    once = {}  # scipy's interval for one look, taken every fifty games of some of the streams
    some = np.cumsum(streams[:, :200], axis=0)[49::50].astype(int)
    for number, counts in zip(range(50, 2_001, 50), some, strict=True):
        for count in np.unique(counts):
            interval = stats.binomtest(int(count), number).proportion_ci(1 - ALPHA, method="wilson")
            once[number, int(count)] = interval.low <= mean <= interval.high
    held = [all(once[50 * at, int(count)] for at, count in enumerate(column, 1)) for column in some.T]
    assert held.count(False) > 2 * 200 * ALPHA


def test_a_sequence_agrees_with_its_formula() -> None:
    """The result is the same at once or bit by bit; its interval ends at the means that the formula just refutes."""
    rng = np.random.default_rng(7)
    values = rng.choice([-1.0, 0.0, 1.0], 700, p=[0.1, 0.6, 0.3])
    whole, bits = Sequence(ALPHA, -1.0), Sequence(ALPHA, -1.0)
    whole.add(values)
    for part in np.split(values, [1, 5, 300, 301]):
        bits.add(part)
    assert bits.interval == whole.interval
    assert (bits.mean, bits.count) == (pytest.approx(values.mean()), 700)
    scaled = (values + 1) / 2
    bets, _, _ = stakes(scaled, ALPHA)
    low, high = whole.interval
    for mean, is_refuted in ((low, True), (low + 0.002, False), (high - 0.002, False), (high, True)):
        capital = np.cumsum(grown(bets, scaled, np.array((mean + 1) / 2)), axis=1)
        assert bool((capital >= np.log(2 / ALPHA)).any()) is is_refuted


def test_a_stake_does_not_depend_on_its_own_value() -> None:
    """A stake may depend only on earlier values; otherwise the guarantee of sequences is void."""
    values = np.random.default_rng(5).random(60)
    bets, *_ = stakes(values, ALPHA)
    for at in (0, 1, 30, 59):
        others = np.concatenate([values[:at], 1 - values[at:]])
        assert np.array_equal(stakes(others, ALPHA)[0][: at + 1], bets[: at + 1])
        head, *known = stakes(values[:at], ALPHA) if at else (bets[:0], 0.0, 0.0)
        tail, *_ = stakes(values[at:], ALPHA, at, *map(float, known))
        assert np.allclose(np.concatenate([head, tail]), bets)


def test_a_sequence_narrows_like_an_interval_for_one_look() -> None:
    rng = np.random.default_rng(8)
    sequence = Sequence(ALPHA)
    before = sequence.interval
    for _ in range(20):
        sequence.add((rng.random(500) < 0.3).astype(float))
        low, high = sequence.interval
        assert before[0] <= low <= high <= before[1]
        before = low, high
    wilson = share_interval(3_000, 10_000)
    assert before[0] < 0.3 < before[1]
    assert before[1] - before[0] < 3.5 * (wilson[1] - wilson[0])


def test_a_sequence_refuses_other_values() -> None:
    with pytest.raises(ValueError, match="between -1"):
        Sequence(ALPHA, -1.0).add(np.array([0.0, 1.5]))
    sequence = Sequence(ALPHA)
    sequence.add(np.array([]))
    assert (sequence.interval, sequence.mean) == ((0, 1), 0.5)
