"""Equal copies with explicit chance: outcomes of a draw are apart where the state tells the cards apart."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

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


def test_one_that_is_hurt_is_an_outcome_of_its_own(tmp_path: Path) -> None:
    found = offered(2, tmp_path)
    assert found.keys() == {"pikeman", "pikeman.2"}
    assert sorted(found.values()) == [Fraction(1, 3), Fraction(2, 3)]  # type: ignore[type-var]


def test_equal_ones_leave_nothing_to_decide(tmp_path: Path) -> None:
    assert offered(0, tmp_path) == {}
