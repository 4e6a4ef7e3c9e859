"""Tests of equal copies with explicit chance: draws distinguish copies that the state distinguishes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match

GAME = """players 2..2
cardtype Creature "creatures"
card Creature pikeman "Pikeman" x3
state:
    deck: pile of Creature = all
    board: pile of Creature
    damage[Creature]: 0..9 = 0
setup:
    let c = deck.top
    otherwise: return
    damage[c] = HURT
    shuffle deck
play at most 10:
    draw 1 from deck to board
    finish
outcome for p:
    most 0
"""


def offered(hurt: int, folder: Path) -> dict[str, Fraction | None]:
    game, _ = rules_of(compile_text(GAME.replace("HURT", str(hurt)), folder, explicit=True))
    decision = Match.start(game, players=2, seed=1).decision
    return {option.key: option.probability for option in decision.options} if decision is not None else {}


def test_a_hurt_copy_is_an_outcome_of_its_own(tmp_path: Path) -> None:
    found = offered(2, tmp_path)
    assert found.keys() == {"pikeman", "pikeman.2"}
    assert sorted(found.values()) == [Fraction(1, 3), Fraction(2, 3)]  # type: ignore[type-var]


def test_equal_copies_leave_nothing_to_decide(tmp_path: Path) -> None:
    assert offered(0, tmp_path) == {}


CHOICE = """players 2..2
cardtype Creature "creatures"
card Creature pikeman "Pikeman" x4
card Creature cook "Cook" x2
state:
    deck: pile of Creature = all
    board: pile of Creature
    damage[Creature]: 0..9 = 0
    marked: Creature? = none
    tired: set of Creature = empty
    placed[Player]: Creature? = none
setup:
    let c = deck.top
    otherwise: return
    CHANGE
play at most 10:
    for each p in Player: do pick(p)
effect pick(p: Player):
    choose c in deck by p "Which?":
        move c to board
outcome for p:
    most 0
"""


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ("damage[c] = 0", ["pikeman", "cook"]),
        ("damage[c] = 2", ["pikeman", "cook", "cook.2"]),
        ("marked = c", ["pikeman", "cook", "cook.2"]),
        ("tired += c", ["pikeman", "cook", "cook.2"]),
    ],
)
def test_options_distinguish_copies_that_the_state_distinguishes(change: str, keys: list[str], tmp_path: Path) -> None:
    result = compile_text(
        CHOICE.replace("CHANGE", change).replace("    placed[Player]: Creature? = none\n", ""), tmp_path
    )
    game, _ = rules_of(result)
    assert "m.traits" not in (result.module or "")
    decision = Match.start(game, players=2, seed=1).decision
    assert decision is not None and list(decision.keys) == keys


def test_cards_noted_in_an_array_are_distinguished(tmp_path: Path) -> None:
    result = compile_text(CHOICE.replace("CHANGE", "for each p in Player: placed[p] = c"), tmp_path)
    assert "m.traits" in (result.module or "")


OFFERS = """players 2..2
cardtype Creature "creatures"
card Creature pikeman "Pikeman" x3
state:
    row: pile of Creature = all
define place(c: Creature) -> Int:
    let n = 0
    for each d in row:
        n += 1
        if d is c: return n
    return n
effect call_back(p: Player, c: Creature):
    offer "Call back number {place(c)}"
    move c to box
play at most 10:
    choose by Player.first "Who goes?":
        do call_back(Player.first, c) for c in row
        nobody "Nobody"
outcome for p:
    most row.count
"""


def test_an_effect_that_nothing_else_calls_words_its_options(tmp_path: Path) -> None:
    """Its body replaces the call, and its words still distinguish copies."""
    game, _ = rules_of(compile_text(OFFERS, tmp_path))
    decision = Match.start(game, players=2, seed=1).decision
    assert decision is not None
    words = {option.key: option.text for option in decision.options}
    assert words == {
        "call_back(pikeman)": "Call back number 1",
        "call_back(pikeman.2)": "Call back number 2",
        "call_back(pikeman.3)": "Call back number 3",
        "nobody": "Nobody",
    }
