"""Tests of cards taken unseen: options, views and records do not reveal them, and guesses and chance respect that."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

GAME = """\
players 2..2

cardtype Fish "fish"
card Fish carp "Carp" x2
card Fish pike "Pike" x2
card Fish eel "Eel"

state:
    pond: pile of Fish = all seen by nobody
    hand[Player]: pile of Fish seen by its player

setup:
    shuffle pond
    for each p in Player: draw 2 from pond to hand[p]

play at most 90:
    repeat:
        for each p in Player:
            shuffle hand[p.next]
            choose unseen c in hand[p.next] by p "Which card?"
            otherwise: finish
            move c to hand[p]

outcome for p:
    most hand[p].count
"""
NAMES = ("Carp", "Pike", "Eel", "carp", "pike", "eel")


@pytest.fixture(scope="module", params=[False, True], ids=["seeded", "explicit"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    made = compile_text(GAME, Path(tmp_path_factory.mktemp("unseen")), explicit=request.param)
    return rules_of(made)[0]


def test_options_name_only_places(game: Game) -> None:
    match = Match.start(game, players=2, seed=3, given={"hand": [["eel"], ["carp", "pike"]]})
    decision = match.decision
    assert decision is not None
    assert decision.keys == ("1", "2")
    assert [option.text for option in decision.options] == ["card 1 of 2", "card 2 of 2"]
    for option in decision.options:
        assert option.card is None
        assert [(arg.kind, arg.key) for arg in option.args] == [("int", option.key)]
        assert not any(name in option.text + option.key + repr(option.args) for name in NAMES)
    assert not any(name in json.dumps(match.view(0).to_dict()["hand"][1]) for name in NAMES)
    for seed in range(20):
        guess = match.guess(0, seed)
        assert guess.view(0) == match.view(0)
        assert guess.decision is not None
        assert guess.decision.keys == decision.keys
    assert len({tuple(match.guess(0, seed).state.hand[1]) for seed in range(20)}) > 2


def test_the_card_at_the_chosen_place_is_taken(tmp_path: Path) -> None:
    game = rules_of(compile_text(GAME, tmp_path))[0]
    for at in range(2):
        match = Match.start(game, players=2, seed=3, given={"hand": [["eel"], ["carp", "pike"]]})
        lying = match.state.hand[1]
        match.play(at)
        assert sorted(match.state.hand[0]) == sorted(["eel", lying[-1 - at]])
        assert match.state.hand[1] == [lying[at]]


def test_explicit_chance_decides_which_card_it_was(tmp_path: Path) -> None:
    game = rules_of(compile_text(GAME, tmp_path, explicit=True))[0]
    match = Match.start(game, players=2, seed=3, given={"hand": [["eel"], ["carp", "pike"]]})
    match.play(1)
    decision = match.decision
    assert decision is not None
    assert decision.player is None
    assert [(option.key, option.probability) for option in decision.options] == [
        ("carp", Fraction(1, 2)),
        ("pike", Fraction(1, 2)),
    ]
    match.play(1)
    assert sorted(match.state.hand[0]) == ["eel", "pike"]
    assert match.state.hand[1] == ["carp"]


def test_records_hold_the_place(tmp_path: Path) -> None:
    game = rules_of(compile_text(GAME, tmp_path))[0]
    match = Match.start(game, players=2, seed=3)
    for at in (1, 0, 1):
        match.play(at)
    assert [json.loads(line)["key"] for line in match.record()[1:]] == ["2", "1", "2"]


def test_explicit_chance_knows_what_lies_on_a_shuffled_stretch(tmp_path: Path) -> None:
    source = GAME.replace("            shuffle hand[p.next]\n", "").replace(
        "play at most 90:\n", "play at most 90:\n    shuffle pond\n    for each p in Player: move hand[p] to pond\n"
    )
    source = source.replace("in hand[p.next] by p", "in pond by p")
    game = rules_of(compile_text(source, tmp_path, explicit=True))[0]
    match = Match.start(game, players=2, seed=3, given={"hand": [["eel"], ["carp"]], "pond": ["pike", "pike", "carp"]})
    match.play(1)  # the second card from the top is known, so nature decides nothing
    assert match.decision is not None
    assert match.decision.player == 1
    assert (match.state.hand[0], match.state.pond[-1]) == (["eel"], "carp")
    match.play(3)  # the bottom card of the rest: one of three that were shuffled
    assert match.decision.player is None
    assert [(option.key, option.probability) for option in match.decision.options] == [
        ("carp", Fraction(1, 3)),
        ("pike", Fraction(2, 3)),
    ]
    match.play(1)
    assert match.state.hand[1] == ["pike"]
    assert match.state.pond[-1] == "carp"
    match.play(0)  # the known card on top
    assert sorted(match.state.hand[0]) == ["carp", "eel"]
    match.play(0)
    assert match.decision.player is None
    assert [option.probability for option in match.decision.options] == [Fraction(1, 2)] * 2
