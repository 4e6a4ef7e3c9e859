"""Tests of piles that a condition selects, and of comparisons between piles, as machine code.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from case_games import folder_of
from twins import play_beside

GAME = """
players 2..2
cardtype Crate
card Crate small x3
card Crate big x3
state:
    hand[Player]: pile of Crate
    mixed: pile of Card
    yard: pile of Crate = all
    worn[Crate]: 0..9 = 0 while in hand
    n: 0..99 = 0
play at most 99:
    repeat 9 times:
        for each p in Player:
            choose by p "What next?":
                take(c) "Take {c}" for c in yard:
                    move c to hand[p]
                give(c) "Give {c}" for c in hand[p]:
                    move c to mixed
                back(c) "Back {c}" for c in mixed of Crate:
                    move c to yard
                clear "Clear":
                    move (if n mod 2 is 0 then hand[p] else yard) to hand[p.next]
            CHANGE
outcome for p:
    most n
"""
PILE = "(if yard.count mod 2 is 0 then hand[p] else hand[p.next])"
TWO = "(if n mod 3 is 0 then PILE else yard)"
CHANGES = {
    "counted": "n = 10 * PILE.count + (if TWO is empty then 1 else 0)",
    "ends": "n = (if TWO.top is PILE.bottom then 1 else 2)",
    "in a loop": "for each c in TWO: n = (n + 1) mod 90",
    "changed in a loop": "for each c in PILE: worn[c] = (worn[c] + 1) mod 10",
    "searched": "n = (count c in TWO where c in PILE) + (sum worn[c] for c in PILE)",
    "a set": "n = (those c in TWO where worn[c] < 5).count",
    "chosen": 'choose up to 2 c in TWO by p "Which?":\n                move c to yard\n            otherwise: n = 7',
    "compared": "n = (if hand[p] is hand[p.next] then 1 else 0) + (if PILE is not hand[p] then 2 else 0)",
    "compared with none": "n = (if TWO is yard then 1 else 0) + (if PILE is TWO then 2 else 0)",
}


@pytest.mark.parametrize("change", CHANGES)
def test_piles_agree_with_python(change: str, tmp_path: Path) -> None:
    text = GAME.replace("CHANGE", CHANGES[change]).replace("TWO", TWO).replace("PILE", PILE)
    game = regelwerk.load(folder_of(text, tmp_path)).native()
    for seed in range(6):
        assert not play_beside(game, 2, seed)
