"""Equal copies of a card as machine code: those are one option that nothing in the state tells apart.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, errors_of, rules_of
from regelwerk_compiler.driver import check_game
from twins import built, play_beside

GAME = """
players 2..2
cardtype Chip "chips":
    n: 0..9 = 1
card Chip chip "Chip" x4
card Chip coin "Coin" x2
state:
    hand: pile of Chip = all
    marked: Chip?
    owned[Player]: Chip?
    held: set of Chip = empty
    tired[Chip]: Bool = no
    uses[Player, Chip]: 0..20 = 0
play at most 100:
    repeat 3 times:
        for each p in Player:
            choose c in hand by p "Which?"
            CHANGE
outcome for p:
    most 0
"""


@pytest.mark.parametrize(
    "change", ["marked = c", "owned[p] = c", "held += c", "tired[c] = yes", "uses[p, c] += 1", "held -= c"]
)
def test_copies_that_the_state_tells_apart_are_options(change: str, tmp_path: Path) -> None:
    result = compile_text(GAME.replace("CHANGE", change), tmp_path)
    assert errors_of(result) == []
    game = built(check_game(tmp_path).game, rules_of(result)[0])
    for seed in range(4):
        play_beside(game, 2, seed)
