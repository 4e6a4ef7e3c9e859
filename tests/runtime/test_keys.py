"""Tests of keys of options: equal keys get numbers that say which card is meant."""

from __future__ import annotations

from random import Random

import pytest
import regelwerk
from regelwerk_runtime.decision import numbers_of
from regelwerk_runtime.keys import numbered, text_of
from regelwerk_runtime.match import Match


def test_keys_as_text() -> None:
    assert text_of(("pass",)) == "pass"
    assert text_of(("sell", "asia", "black")) == "sell(asia, black)"


def test_different_keys_stay_the_same() -> None:
    assert numbered([("heal", "pikeman"), ("none",)], [((1, 7),), ()]) == ("heal(pikeman)", "none")


def test_equal_keys_count_the_cards() -> None:
    keys = [("heal", "build.1")] * 3 + [("heal", "site")]
    cards = [((1, 9),), ((1, 4),), ((1, 5),), ((1, 1),)]
    assert numbered(keys, cards) == ("heal(build.1)", "heal(build.1.2)", "heal(build.1.3)", "heal(site)")


def test_each_argument_is_numbered_on_its_own() -> None:
    keys = [("two", "penny", "penny")] * 3
    cards = [((1, 0), (2, 1)), ((1, 0), (2, 2)), ((1, 1), (2, 2))]
    assert numbered(keys, cards) == ("two(penny, penny)", "two(penny, penny.2)", "two(penny.2, penny.2)")


def test_keys_without_cards_are_numbered() -> None:
    assert numbered([("take", "3"), ("take", "3"), ("take", "2")], [(), (), ()]) == ("take(3)", "take.2(3)", "take(2)")
    assert numbered([("pikeman",), ("pikeman",)], [((0, 1),), ((0, 2),)]) == ("pikeman", "pikeman.2")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["auf_achse", "tokyo_metro", "hearts"])
def test_arguments_are_found_by_their_keys(name: str) -> None:
    game, luck = regelwerk.load(name).rules, Random(1)
    match, found = Match.start(game, game.players[1], seed=1), set()
    for _ in range(60):
        assert match.decision is not None, "the game is long enough"
        for option in match.decision.options:
            for one in option.args:
                assert one.number in numbers_of(game, one.kind, one.key)
                found.add(one.kind)
        match.choose(luck.randrange(len(match.decision.options)))
    assert found
    assert not list(numbers_of(game, next(iter(found)), "nobody"))
