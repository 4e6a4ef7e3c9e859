"""Tests of choices of several members: one path of decisions leads to each set, and guesses can be played on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match

GAME = """players 2..2
cardtype Crate "crates"
card Crate small "small" x3
card Crate big "big" x2
card Crate odd "odd"
card Crate other "other" x9
state:
    deck: pile of Crate = all seen by nobody
    hand[Player]: pile of Crate seen by its player
    yard: pile of Crate
    worn[Crate]: Bool
setup:
    shuffle deck
    for each p in Player:
        draw 5 from deck to hand[p]
play at most 1_000:
    for each p in Player:
        choose HOW c in hand[p] by p "Which?"
        move c to yard
outcome for p:
    most 0
"""


def ends(match: Match) -> Iterator[Counter[str]]:
    """The content of the yard at the end of every path of decisions."""
    decision = match.decision
    if decision is None or decision.player == 1:
        yield Counter(match.state.yard)
        return
    for option in decision.options:
        after = match.copy()
        after.play(option.index)
        yield from ends(after)


def sets(hand: list[str], sizes: range) -> set[tuple[str, ...]]:
    return {tuple(sorted(chosen)) for size in sizes for chosen in combinations(hand, size)}


@pytest.mark.parametrize(
    ("how", "sizes"),
    [("3", range(3, 4)), ("up to 2", range(3)), ("any number of", range(6)), ("2..3", range(2, 4))],
)
def test_one_path_leads_to_each_set(how: str, sizes: range, tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME.replace("HOW", how), tmp_path))
    hand = ["small", "small", "big", "big", "odd"]
    given = {"hand": [hand, ["other", "other", "other", "small"]]}
    found = [tuple(sorted(end.elements())) for end in ends(Match.start(game, players=2, seed=1, given=given))]
    assert Counter(found) == Counter(sets(hand, sizes))


def test_guesses_can_be_played_on(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME.replace("HOW", "3"), tmp_path))
    for seed in range(8):
        match, chance = Match.start(game, players=2, seed=seed), random.Random(seed)
        while match.decision is not None:
            for player in range(2):
                guess = match.guess(player, seed)
                assert guess.view(player) == match.view(player)
                while guess.decision is not None:
                    guess.play(chance.randrange(len(guess.decision.options)))
                assert len(guess.state.yard) == 6
            match.play(chance.randrange(len(match.decision.options)))
