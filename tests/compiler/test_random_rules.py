"""Tests with games at random: compiled rules behave as a second implementation of the language does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from case_games import errors_of, rules_of
from random_bags import compare_bags
from random_batches import compare_batch
from random_catalogue import compiled
from random_compare import compare
from random_rules import Rules
from random_scenarios import SCENARIOS, compare_scenarios
from random_texts import compare_texts


@pytest.mark.parametrize("seed", [2, 3, 4, 7, 8])
def test_games_play_as_their_rules_mean(seed: int, tmp_path: Path) -> None:
    rules = Rules(Random(seed))
    result = compiled(rules, tmp_path)
    assert errors_of(result) == []
    game, _ = rules_of(result)
    ends = Counter(compare(rules, game, at)[0] for at in range(8))
    assert ends["over"] > 0


def test_bodies_stay_within_the_limits_of_the_compiler(tmp_path: Path) -> None:
    """The first body that is made with this seed has 30 questions and calls, and 191 names."""
    assert errors_of(compiled(Rules(Random(3_270_310_471)), tmp_path)) == []


@pytest.mark.parametrize("seed", [5, 7, 50, 101])
def test_draws_are_decided_as_piles_mean(seed: int, tmp_path: Path) -> None:
    assert compare_bags(seed, tmp_path) > 0


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_cards_say_what_they_do(seed: int, tmp_path: Path) -> None:
    assert compare_texts(seed, tmp_path) > 5


def test_tables_of_batches_agree_with_counted_games(tmp_path: Path) -> None:
    rules = Rules(Random(4))
    assert errors_of(compiled(rules, tmp_path)) == []
    assert compare_batch(rules, tmp_path, 5) == "over"


def test_examples_pass_as_they_are_written(tmp_path: Path) -> None:
    assert compare_scenarios(Rules(Random(2)), tmp_path, 1) == SCENARIOS
