"""Tests of copies of one card with different owners: in states, given positions, at the terminal, on boards."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import regelwerk
from regelwerk.printing.positions import setup_position
from regelwerk.terminal.console import Screen
from regelwerk.terminal.position import Position
from regelwerk.terminal.wording import wording_of
from regelwerk_printables.design.namespace import Namespace
from regelwerk_printables.design.positions import TrackedPosition
from regelwerk_printables.design.values import lookup
from regelwerk_runtime.errors import GivenError

RULES = """
players 2..2
enum Column = 1..3
enum Row = 1..2
enum Square = (column: Column, row: Row)
cardtype Piece "pieces":
    strength: 0..9 = 1
card Piece pawn "Pawn" x3
card Piece king "King"
state:
    at[Square]: place for Piece
    hand[Player]: pile of Piece
    owner[Piece]: Player
    crowned[Piece]: Bool while in at
    worn[Piece]: 0..9 while in at
    best: Piece?
setup:
    for each p in Player, x in Column where x < 3:
        let c = first d in Piece where d in box
        otherwise: return
        owner[c] = p
        move c to at[Square(x, p_row(p))]
define p_row(p: Player) -> Row = if p is Player.first then 1 else 2
define seen_by(p: Player) -> set of Square = those s in Square where any c in at[s] where owner[c] is p
play at most 50:
    repeat:
        for each p in Player:
            choose by p "Where to?":
                go(s, t) "{s} to {t}" for s in seen_by(p), t in Square where at[t] is none:
                    for each c in at[s]:
                        move c to at[t]
                        best = c
                stop_now "Stop": finish
outcome for p: most 0
"""


@pytest.fixture
def game(tmp_path: Path) -> regelwerk.Game:
    (tmp_path / "game.yaml").write_text("name: squares\ntitle: S\nsources: [s.regel]\nlanguages: [en]\n", "utf-8")
    (tmp_path / "s.regel").write_text(RULES, "utf-8")
    return regelwerk.load(tmp_path)


def test_a_position_that_tells_copies_apart_is_the_same_again(game: regelwerk.Game) -> None:
    match = game.start(2, seed=1)
    for key in ("go(Square(1, 1), Square(3, 1))", "go(Square(1, 2), Square(1, 1))"):
        match.choose(key)
    told = json.loads(json.dumps(match.state.apart().to_dict()))
    assert told["at"]["Square(1, 1)"] == told["best"] == "pawn#3" and told["at"]["Square(3, 1)"] == "pawn"
    assert match.state.at["Square(1, 1)"] == "pawn"
    again = game.start(2, seed=1, given=told)
    assert again.state.apart().to_dict() == told
    assert again.decision is not None and match.decision is not None and again.decision.keys == match.decision.keys
    assert match.view(1).apart().at["Square(2, 1)"] == "pawn#2"


def test_copies_of_a_given_position(game: regelwerk.Game) -> None:
    """Without a number a name is any copy, unless another copy of the card has one."""
    hands = game.start(2, given={"hand": [["pawn", "pawn"], ["pawn", "king"]]}).state
    assert hands.apart().hand == [["pawn", "pawn#2"], ["pawn#3", "king"]]
    mixed = game.start(2, given={"hand": [["pawn#2"], ["pawn", "king"]]}).state
    assert mixed.apart().hand == [["pawn#2"], ["pawn", "king"]]
    for hand, error in ((["pawn#4"], "there is no card 'pawn#4'"), (["pawn#2"] * 2, "no further card 'pawn#2'")):
        with pytest.raises(GivenError, match=error):
            game.start(2, given={"hand": [hand, []]})


def test_the_terminal_shows_whose_copy_lies_where(game: regelwerk.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    match = game.start(2, seed=1)
    Position(game, Screen(), wording_of(match, "en"), "en").show(match, 0)
    assert [line.split() for line in out.getvalue().splitlines()[1:3]] == [
        ["1", "APawn", "APawn", "·"],
        ["2", "BPawn", "BKing", "·"],
    ]


def test_the_terminal_shows_what_cards_have_in_their_places(
    game: regelwerk.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    places = {"Square(1, 1)": "pawn", "Square(2, 1)": "pawn#2", "Square(3, 2)": "king"}
    position = {"at": places, "crowned": {"pawn#2": True, "king": True}, "worn": {"king": 3}}
    match = game.start(2, given=position)
    Position(game, Screen(), wording_of(match, "en"), "en").show(match, 0)
    _, second, third, legend = out.getvalue().splitlines()[:4]
    assert second.split() == ["1", "APawn", "APawn*", "·"] and third.split()[-1] == "AKin*:3"
    assert legend.split("  ") == ["", "* crowned", ": worn", "A–B owner"]


def test_boards_show_whose_copy_lies_where(game: regelwerk.Game) -> None:
    position = setup_position(game.rules, 2)
    assert position is not None
    names = Namespace(game.checked, "en")
    facts = TrackedPosition(names, position).facts
    first, third = (lookup(lookup(facts, "at"), f"Square(1, {row})") for row in (1, 2))
    owners = lookup(facts, "owner")
    assert [lookup(lookup(owners, one), "letter") for one in (first, third)] == ["A", "B"]
    assert first == third == names.cards[0] and first != names.cards[1] and hash(first) == hash(third)
    assert (third.key, third.copy_key) == ("pawn", "pawn#3")
