"""Tests of state that is `seen with its card`: it follows the card from zone to zone, in views and in guesses."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.views.view import HIDDEN

GAME = """\
players 2..2

cardtype Beast "beasts"
card Beast newt "newt" x4

cardtype Coat "coats"
card Coat fur "fur" x2

state:
    pack: pile of Beast = all seen by nobody
    hand[Player]: pile of Beast seen by its player
    field: pile of Beast
    rack: pile of Coat = all
    log: 0..9
    noted[Beast]: 0..9 = 0 seen with its card
    worn[Beast]: pile of Coat seen with its card
    lined[Coat]: 1..9 = 1 seen with its card

setup:
    for each p in Player:
        draw 1 from pack to hand[p]
        for each b in hand[p]:
            noted[b] = 4
            draw 1 from rack to worn[b]
            for each c in worn[b]:
                lined[c] = 5

play at most 9:
    for each p in Player:
        choose b in hand[p] by p "Which?"  # allow W0701: one was dealt
        if p is Player.first: move b to field
        else: move b to box
    for each p in Player:
        choose by p "Well?":
            wait "Wait": log += 1

outcome for p:
    most (sum noted[b] + worn[b].count for b in hand[p]) + (sum lined[c] for c in Coat)
"""


def _seen(match: Match, player: int) -> tuple[list[object], list[object], list[object]]:
    """The notes that a player sees on each beast, on its coats and on their linings."""
    view = match.view(player)
    return view.noted.values(), [list(pile) for pile in view.worn.values()], view.lined.values()


def test_notes_follow_their_card(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    match = Match.start(game, players=2, seed=1)
    first, second = (match.engine.s.piles[zone.first + p][0] for zone in game.tables.zones[1:2] for p in range(2))
    before = [(_seen(match, p)[0][first], _seen(match, p)[0][second]) for p in range(2)]
    assert before == [(4, HIDDEN), (HIDDEN, 4)]
    assert [_seen(match, 0)[1][beast] for beast in (first, second)] == [["fur"], [HIDDEN]]
    assert sorted(map(str, _seen(match, 0)[2])) == ["5", "?"]  # a coat on a hidden beast is hidden as well
    for p in range(2):
        guesses = [match.guess(p, seed) for seed in range(20)]
        assert all(guess.view(p) == match.view(p) for guess in guesses)
        assert len({tuple(guess.state.noted.values()) for guess in guesses}) > 10
    match.play(0)  # the beast of the first player moves to the field
    assert [_seen(match, p)[0][first] for p in range(2)] == [4, 4]
    assert sorted(map(str, _seen(match, 1)[2])) == ["5", "5"]
    match.play(0)  # that of the second player vanishes: nobody knows for sure what lies in the box
    assert [_seen(match, p)[0][second] for p in range(2)] == [HIDDEN, HIDDEN]
    assert match.guess(1, 3).view(1) == match.view(1)


def test_cards_that_lie_on_each_other_in_a_circle(tmp_path: Path) -> None:
    source = """\
players 1..2
cardtype Box "boxes"
card Box box "box" x2
state:
    pack: pile of Box = all
    inside[Box]: pile of Box seen with its card

setup:
    for each a in Box where a in pack:
        for each b in Box where b in pack:
            if a is not b:
                move a to inside[b]
                move b to inside[a]

play at most 9:
    choose by Player.first "Well?":
        wait "Wait": finish

outcome for p:
    most 0
"""
    game, _ = rules_of(compile_text(source, tmp_path))
    match = Match.start(game, players=1, seed=1)
    assert [list(pile) for pile in match.view(0).inside.values()] == [[HIDDEN], [HIDDEN]]
    assert match.guess(0, 1).view(0) == match.view(0)


KNOWN = """\
players 2..2

cardtype Beast "beasts"
card Beast newt "newt" x4

state:
    pack: pile of Beast = all seen by nobody
    hand[Player]: pile of Beast seen by its player
    named: Beast?
    weeks[Beast]: 0..9 = 0 while in hand

setup:
    draw 1 from pack to hand[Player.first]
    draw 1 from pack to box as c
    otherwise: return
    named = c
    draw 1 from pack to box
    repeat TIMES times: move (those b in Beast where b in box) to box

play at most 9:
    choose i in 1..2 by Player.first "How many?"

outcome for p: most i_of(p)

define i_of(p: Player) -> Int = hand[p].count
"""


@pytest.mark.parametrize("times", [0, 1])
def test_a_guess_keeps_a_known_card_hidden_in_the_box(times: int, tmp_path: Path) -> None:
    """The guess keeps it even if the cards in the box are put there once more."""
    game, _ = rules_of(compile_text(KNOWN.replace("TIMES", str(times)), tmp_path))
    match = Match.start(game, players=2, seed=1)
    for player in range(2):
        view = match.view(player).to_dict()
        assert [*view["weeks"].values()].count(HIDDEN) == 3 + player
        for seed in range(6):
            assert match.guess(player, seed).view(player).to_dict() == view
