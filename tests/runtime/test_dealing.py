"""Tests of dealing hidden cards to zones that accept only some of them: all possible deals are about equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from regelwerk_runtime.engine.chance import Stream, mix
from regelwerk_runtime.views.dealing import dealt

CASES = {
    "two zones avoid cards": ((7, 7, 8, 8, 9), {7: (0, 1, 2, 3), 8: (1, 2, 3, 4), 9: (0, 1, 2, 3, 4)}),
    "one card has one zone": ((7, 7, 8, 9, 9), {7: (0, 1, 2), 8: (2, 3, 4), 9: (1, 2, 3, 4)}),
    "two deals, three exchanges apart": ((7, 8, 9), {7: (0, 1), 8: (1, 2), 9: (2, 0)}),
    "anything goes": ((7, 8, 8, 9), {7: (0, 1, 2, 3), 8: (0, 1, 2, 3), 9: (0, 1, 2, 3)}),
}


@pytest.mark.parametrize("name", CASES)
def test_every_deal_that_fits_is_about_as_likely(name: str) -> None:
    zones, allowed = CASES[name]
    cards = range(len(zones))
    fitting = [
        order
        for order in permutations(cards)
        if all(card in allowed[zone] for card, zone in zip(order, zones, strict=True))
    ]
    trials = 60 * len(fitting)
    found = Counter(tuple(dealt(cards, zones, allowed, Stream(mix(seed)))) for seed in range(trials))
    assert found.keys() <= set(fitting)
    chi_square = sum((found[order] - 60) ** 2 / 60 for order in fitting)
    freedom = len(fitting) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5  # five standard deviations


def test_a_tight_deal_is_found() -> None:
    """Each zone accepts its own card and the next, so a dealer who does not look ahead soon fails."""
    count = 30
    zones = tuple(range(count))
    allowed = {zone: [zone, *([zone + 1] if zone + 1 < count else [])] for zone in zones}
    assert dealt(range(count), zones, allowed, Stream(5)) == list(range(count))


def test_if_nothing_fits_any_deal_is_given() -> None:
    assert sorted(dealt([3, 4], (7, 8), {7: [], 8: [3, 4]}, Stream(1))) == [3, 4]
