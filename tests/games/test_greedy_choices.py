"""Tests that greedy bots choose as a second implementation of docs/bots.md does."""

from __future__ import annotations

import pytest
import regelwerk
from greedy_referee import compare_choices

QUICK = {
    "pig": 2,
    "hearts": 4,
    "liars_dice": 2,
    "goofspiel": 3,
    "hill_farm": 2,
    "draughts": 2,
    "grey_goose": 2,
    "hare_and_hounds": 2,
    "wizards_duel": 2,
    "kuhn_poker": 2,
}
"""Games in which this is quick, with numbers of players."""


@pytest.mark.parametrize("name", QUICK)
def test_greedy_bots_choose_as_described(name: str) -> None:
    game = regelwerk.load(name)
    found = 0
    for seed, chance in enumerate(("sampled", "explicit")):
        found += compare_choices(game.start(QUICK[name], seed, chance=chance), seed, 6)
    assert found > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "chance"),
    [
        ("itc", "sampled"),
        ("auf_achse", "sampled"),
        ("auf_achse", "explicit"),
        ("tokyo_metro", "sampled"),
        ("lantern_night", "explicit"),
    ],
)
def test_greedy_bots_choose_as_described_in_large_games(name: str, chance: str) -> None:
    assert compare_choices(regelwerk.load(name).start(2, 101, chance=chance), 1, 9) > 3
