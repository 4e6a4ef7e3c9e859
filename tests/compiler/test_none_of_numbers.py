"""Tests of numbers and truth values that may be missing, in matches, views, positions and texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.errors import GivenError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

TEXT = """
players 2..2
enum Few = 1..6
state:
    score[Player]: -50..50? seen by its player
    few: 3..9?
    sure: Bool?
    best: Few?
    n: 0..9 = 0
play at most 100:
    for each p in Player:
        let known = sure
        choose i in 1..6 by p "{score[p]}, {few}, {sure}, {best}?"
        score[p] = i - 7
        few = if i < 3 then none else i
        sure = i > 3
        best = i of Few
        if known is none: n += 1
outcome for p: most n
"""


@pytest.fixture(name="game")
def a_game(tmp_path: Path) -> Game:
    game, _ = rules_of(compile_text(TEXT, tmp_path))
    assert isinstance(game, Game)
    return game


def test_a_missing_value_is_none(game: Game) -> None:
    match = Match.start(game, 2, 1)
    assert match.decision is not None and match.decision.prompt == "none, none, none, none?"
    nothing = {"score": [None, None], "few": None, "sure": None, "best": None, "n": 0}
    assert match.state.to_dict() == nothing
    match.choose("4")
    assert match.state.to_dict() == {"score": [-3, None], "few": 4, "sure": True, "best": 4, "n": 1}
    assert match.view(0).to_dict()["score"][0] == -3
    assert match.decision is not None and match.decision.prompt == "none, 4, yes, 4?"
    assert Match.from_bytes(game, match.to_bytes()) == match


def test_a_position_may_leave_a_value_missing(game: Game) -> None:
    given = {"score": [-3, None], "few": None, "sure": None, "best": 2, "n": 3}
    assert Match.start(game, 2, 1, given=given).state.to_dict() == given
    for name, value in (("few", 2), ("sure", 1), ("n", None)):
        with pytest.raises(GivenError):
            Match.start(game, 2, 1, given={name: value})


def test_guesses_may_leave_a_value_missing(game: Game) -> None:
    match = Match.start(game, 2, 1, given={"score": [None, 9]})
    guesses = [match.guess(1, seed) for seed in range(400)]
    found = {guess.state.to_dict()["score"][0] for guess in guesses}
    assert None in found and found - {None} <= set(range(-50, 51)) and len(found) > 20
    assert all(guess.view(1) == match.view(1) for guess in guesses)
