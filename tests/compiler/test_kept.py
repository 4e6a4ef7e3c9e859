"""Tests of state that cards have `while in` some zones: beside the card, in views, positions, guesses and saves."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk.terminal.console import STYLES
from regelwerk.terminal.describe import Facts, facts_table
from regelwerk_runtime.engine.checking import fault
from regelwerk_runtime.errors import GivenError
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.saving import load, save
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.views.view import HIDDEN
from rich.console import Console
from rich.theme import Theme

GAME = """\
players 2..2

cardtype Beast "beasts"
card Beast newt "Newt" x4
card Beast owl "Owl"

state:
    pack: pile of Beast = all seen by nobody
    hand[Player]: pile of Beast seen by its player
    field[Player]: pile of Beast
    perch: place for Beast
    wounds[Beast]: 0..9 = 0 while in field or perch
    ripe[Beast]: 0..9 = 2 while in hand

setup:
    for each p in Player:
        draw 2 from pack to hand[p]
        for each c in hand[p]: ripe[c] = 5

play at most 900:
    repeat:
        for each p in Player:
            choose by p "Well?":
                put(c) "Put {c}" for c in hand[p]: move c to field[p]
                hurt(c) "Hurt {c}, {wounds[c]}" for c in field[p]: wounds[c] += 1
                back(c) "Take {c} back" for c in field[p]: move c to hand[p]

outcome for p:
    most field[p].count
"""
GIVEN = {
    "hand": [["newt", "owl"], ["newt"]],
    "field": [["newt", "newt"], []],
    "wounds": {"newt#3": 3},
    "ripe": {"owl": 7},
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return rules_of(compile_text(GAME, Path(tmp_path_factory.mktemp("kept"))))[0]


def test_state_is_shown_beside_its_card_unless_hidden(game: Game) -> None:
    match = Match.start(game, players=2, seed=1, given=GIVEN)
    assert sorted(match.view(1).beside("field", 0), key=str) == [{"wounds": 3}, {}]
    assert match.view(0).beside("hand", 0) == [{}, {"ripe": 7}]
    assert match.view(1).beside("hand", 0) == [{}, {}]
    assert match.view(1).ripe["owl"] is HIDDEN
    with pytest.raises(KeyError, match="wounds is no pile or place"):
        match.state.beside("wounds")
    with pytest.raises(KeyError, match="field is indexed by Player"):
        match.state.beside("field")
    with pytest.raises(KeyError, match="field has no Player 4"):
        match.state.beside("field", 4)


def test_positions_that_contradict_zones_are_refused(game: Game) -> None:
    with pytest.raises(GivenError, match="but the card is not in field or perch"):
        Match.start(game, players=2, seed=1, given={"wounds": {"owl": 3}})
    again = Match.start(game, players=2, seed=1, given=GIVEN).state.to_dict()
    assert Match.start(game, players=2, seed=1, given=again).state.to_dict() == again


def test_equal_copies_are_told_apart(game: Game) -> None:
    match = Match.start(game, players=2, seed=1, given=GIVEN)
    assert match.decision is not None
    hurt = [option.text for option in match.decision.options if option.name == "hurt"]
    assert sorted(hurt) == ["Hurt Newt, 0", "Hurt Newt, 3"]
    assert "back(newt.2)" in match.decision.keys


def test_guesses_and_saved_matches_keep_the_state(game: Game) -> None:
    match = Match.start(game, players=2, seed=4)
    for step in range(60):
        assert match.decision is not None
        match.play((step * 7) % len(match.decision.options))
        assert load(game, save(match))[1].s == match.engine.s
        for player in range(2):
            guesses = [match.guess(player, seed) for seed in range(4)]
            assert all(guess.view(player) == match.view(player) for guess in guesses)
            assert [fault(game, guess.engine.s) for guess in guesses] == [None] * 4


def test_the_terminal_shows_it_beside_the_card(game: Game) -> None:
    match = Match.start(game, players=2, seed=1, given=GIVEN)
    text = StringIO()
    Console(file=text, width=100, theme=Theme(STYLES)).print(facts_table(Facts(match, 0)))
    assert "Newt (wounds 3)" in text.getvalue()
    assert "Owl (ripe 7)" in text.getvalue()
    assert sum("wounds" in line for line in text.getvalue().splitlines()) == 1
