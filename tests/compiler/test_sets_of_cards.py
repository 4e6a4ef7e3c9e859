"""A test of sets of cards in the state, as programs read and set them."""

from __future__ import annotations

from pathlib import Path

from case_games import folder_of
from regelwerk import load

GAME = """
players 2..2
cardtype Order "orders"
card Order march "March" x2
cardtype Beast "beasts":
    size: 0..9 = 1
card Beast newt "Newt"
card Beast bear "Bear":
    size = 5
state:
    pack: pile of Card = all
    large: set of Beast
    seen: set of Card
setup:
    large = those b in Beast where b.size > 1
    seen = those c in Card where c in pack
play at most 9:
    choose b in large by Player.first "Which?"
    otherwise: finish
    large -= b
outcome for p: most 0
"""


def test_they_are_sets_of_keys(tmp_path: Path) -> None:
    game = load(folder_of(GAME, tmp_path))
    match = game.start(seed=1)
    assert match.state.large == {"bear"}
    assert match.state.seen == {"bear", "march", "march#2", "newt"}
    match.choose("bear")
    assert match.state.large == set()
    assert game.start(seed=1, given={"large": ["newt", "bear"]}).state.large == {"newt", "bear"}
