"""Tests of ends of shuffled piles with explicit chance: nature decides which card lies there, and it stays there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

GAME = """players 1..2
enum N = 1..4
cardtype T "tiles":
    n: 0..9
card T t "{i}" for i in N:
    n = i
state:
    deck: pile of T = all seen by nobody
    open: pile of T
setup: shuffle deck
play at most 10:
    READ
    repeat 4 times: draw 1 from deck to open
    finish
outcome for p: most 0
"""
ENDS = """let c = deck.bottom
    otherwise: finish
    let d = deck.top
    choose by Player.first "And now?":
        go "Go on\""""


def explicit(read: str, folder: Path) -> Game:
    game, _ = rules_of(compile_text(GAME.replace("READ", read), folder, explicit=True))
    return game


def ends_of(match: Match, said: tuple[str, ...] = (), share: Fraction = Fraction(1)) -> Counter[tuple[str, ...]]:
    """Each decision of nature before the player was asked, and the cards in the order drawn, with the probability."""
    found: Counter[tuple[str, ...]] = Counter()
    decision = match.decision
    if decision is None:
        found[(*said[:2], *match.state.open)] = share  # type: ignore[assignment]
        return found
    for at, option in enumerate(decision.options):
        other = match.copy()
        other.choose(at)
        found += ends_of(
            other, (*said, option.key) if decision.player is None else said, share * (option.probability or 1)
        )
    return found


def test_cards_at_both_ends_are_decided_once_and_stay(tmp_path: Path) -> None:
    found = ends_of(Match.start(explicit(ENDS, tmp_path), players=1, seed=1))
    orders = permutations([f"t.{n}" for n in range(1, 5)])
    assert found == {(order[-1], order[0], *order): Fraction(1, 24) for order in orders}


def test_a_position_between_is_saved_and_guessed(tmp_path: Path) -> None:
    match = Match.start(explicit(ENDS, tmp_path), players=1, seed=1)
    match.choose(2)
    assert match.decision is not None and match.decision.player is None
    assert Match.from_bytes(match.setup.game, match.to_bytes()) == match
    guessed = match.guess(0, seed=3).decision
    assert guessed is not None and guessed.keys == match.decision.keys


def test_an_empty_pile_has_no_end(tmp_path: Path) -> None:
    match = Match.start(explicit(f"move deck to open\n    {ENDS}", tmp_path), players=1, seed=1)
    assert match.decision is None


@pytest.mark.parametrize(
    "read",
    [
        "if deck.top is not none:\n        finish",
        "let c = first x in deck where x.n > 2\n    otherwise: finish",
        "let c = last x in deck\n    otherwise: finish",
    ],
)
def test_an_order_that_nobody_knows_is_a_rule_error(read: str, tmp_path: Path) -> None:
    game = explicit(read, tmp_path)
    with pytest.raises(RuleError, match="the order of the cards in this pile is not known yet"):
        Match.start(game, players=1, seed=1)


def test_a_known_end_is_read_without_a_decision(tmp_path: Path) -> None:
    """A single card is known, and so is an end that nature has already decided."""
    read = "let c = deck.top\n    otherwise: finish\n    if deck.top is not c:\n        finish"
    match = Match.start(explicit(read, tmp_path), players=1, seed=1)
    match.choose("t.3")
    assert match.decision is not None and match.state.open == ["t.3"]


@pytest.mark.parametrize("word", ["first", "last"])
def test_the_card_of_a_place_is_known(word: str, tmp_path: Path) -> None:
    read = f"draw 1 from deck to spot\n    let c = {word} x in spot\n    otherwise: finish\n    move c to open"
    game = GAME.replace("READ", read).replace("setup:", "    spot: place for T\nsetup:")
    match = Match.start(rules_of(compile_text(game, tmp_path, explicit=True))[0], players=1, seed=1)
    match.choose("t.3")
    assert match.decision is not None and match.state.open == ["t.3"]


def test_an_end_passed_to_an_effect_must_be_read_on_a_line_of_its_own(tmp_path: Path) -> None:
    """An effect with one caller replaces its call, where its parameter would be another name for the card."""
    text = (
        GAME.replace("READ", "do once(deck.bottom)")
        + """
effect once(c: T?):
    if c is not none: move c to open
"""
    )
    game, _ = rules_of(compile_text(text, tmp_path, explicit=True))
    with pytest.raises(RuleError, match="in a line of its own"):
        Match.start(game)
