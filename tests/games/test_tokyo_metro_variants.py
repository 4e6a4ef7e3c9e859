"""Tests of Tokyo Metro's variants: other readings of an incomplete document, each with its examples and games."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
import yaml
from all_games import CARDS, assert_sound, rules_of
from regelwerk_compiler.driver import Options, check_game
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game
from variant_games import questions

pytestmark = pytest.mark.slow

FOLDER = CARDS / "tokyo_metro"
VARIANTS: list[str] = yaml.safe_load((FOLDER / "game.yaml").read_text(encoding="utf-8"))["variants"]
REFUSED = {"E0903", "E0904"}  # both change the same thing, or one excludes the other
A_ROUND_LESS = {"ends_with_the_last_cards", "refill_at_once"}


def play(game: Game, players: int, seed: int) -> Match:
    """Plays a random game with every check on."""
    match = Match.start(game, players=players, seed=seed, checked=True)
    rng = random.Random(seed)
    while match.decision is not None:
        match.choose(rng.randrange(len(match.decision.options)))
    return match


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_sound(variant: str) -> None:
    assert_sound(FOLDER, (variant,))
    match = play(rules_of(FOLDER, (variant,)), 2, seed=VARIANTS.index(variant))
    assert match.outcome is not None
    assert match.outcome.reason == "finish"
    assert match.state.round == (7 if variant in A_ROUND_LESS else 8)


def test_two_variants_can_be_combined_or_state_why_not() -> None:
    for pair in list(combinations(VARIANTS, 2))[::5]:
        checked = check_game(FOLDER, Options(variants=pair))
        assert {item.code for item in checked.diagnostics} <= REFUSED, pair


def test_every_question_has_a_reading_and_a_reason() -> None:
    assert [question["id"] for question in questions(FOLDER)] == [f"T{number}" for number in range(1, 14)]
    assert all(question["base"] and question["reason"] for question in questions(FOLDER))
    for question in questions(FOLDER):
        other = question.get("variant")
        assert (other in VARIANTS) if other else "Other reading" not in question["reason"], question["id"]
