"""Tests of equal copies of a card as machine code: one option for indistinguishable copies, otherwise ordered groups.

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

DECK = """
players 2..3
enum Leaf = -3..70
enum Suit: moon, sun
cardtype Treasure "treasures"
card Treasure copper "Copper" x7
card Treasure estate "Estate" x5
state:
    deck: pile of Treasure = all
    hand[Player]: pile of Treasure
    pile: pile of Treasure
    STATE
    used: 0..99 = 0
effect take(p: Player):
    repeat 5 times:
        let c = deck.top
        if c is not none: move c to hand[p]
effect play(p: Player, c: Treasure):
    let other = hand[p].bottom
    otherwise: return
    let leaf = if used mod 3 is 1 then 60 else 9 * used mod 74 - 3
    used = (used + 1) mod 99
    CHANGE
effect turn(p: Player):
    do take(p)
    let lowest = hand[p].bottom
    otherwise: return
    let highest = hand[p].top
    otherwise: return
    choose HOW c in hand[p] by p "Use which cards?":
        for each d in c:
            do play(p, d)
    otherwise: used = 0
    choose any number of c in hand[p] where c is not highest by p "Discard which cards?":
        if lowest in c: used += 1
        if highest in hand[p]: used += 1
        move c to pile
    move hand[p] to deck
    shuffle deck
play at most 99:
    repeat 6 times:
        for each p in Player: do turn(p)
outcome for p:
    most used
"""
KEPT = {
    "numbers": ("worn[Treasure]: -9..9 = 0", "worn[c] = leaf mod 7 - 3"),
    "sets": ("grown[Treasure]: set of Leaf = empty", "grown[c] += leaf"),
    "several sets": ("sown[Player, Treasure]: set of Leaf = empty", "sown[p, c] += leaf"),
    "sets of cards": ("beside[Treasure]: set of Treasure = empty", "beside[c] += other"),
    "members": ("suit[Treasure, Player]: Suit?", "suit[c, p] = if leaf > 9 then moon else none"),
    "rows": ("worth[Treasure]: -9..9 per Suit", "worth[c, if leaf > 9 then moon else sun] = leaf mod 7 - 3"),
    "a note": ("marked: Treasure?", "marked = c"),
    "notes": ("owned[Player]: Treasure?", "owned[p] = c"),
    "sets that note": ("laid[Player]: set of Treasure = empty", "laid[p] += c"),
    "two indices": ("tied[Treasure, Treasure]: Bool", "tied[c, other] = yes"),
    "nothing": ("spare: 0..9 = 0", "spare = 1"),
}


@pytest.mark.parametrize(
    "change", ["marked = c", "owned[p] = c", "held += c", "tired[c] = yes", "uses[p, c] += 1", "held -= c"]
)
def test_copies_that_the_state_distinguishes_are_options(change: str, tmp_path: Path) -> None:
    _play(GAME.replace("CHANGE", change), tmp_path)


@pytest.mark.parametrize("how", ["any number of", "2..3"])
@pytest.mark.parametrize("kept", KEPT)
def test_several_copies_are_chosen_in_the_same_order(kept: str, how: str, tmp_path: Path) -> None:
    state, change = KEPT[kept]
    _play(DECK.replace("STATE", state).replace("CHANGE", change).replace("HOW", how), tmp_path)


def test_copies_distinguished_in_every_way_at_once(tmp_path: Path) -> None:
    state, change = ("\n    ".join(lines) for lines in zip(*KEPT.values(), strict=True))
    _play(DECK.replace("STATE", state).replace("CHANGE", change).replace("HOW", "up to 4"), tmp_path)


def _play(text: str, folder: Path) -> None:
    """Plays some games with both engines; the library must never give up."""
    result = compile_text(text, folder)
    assert errors_of(result) == []
    game = built(check_game(folder).game, rules_of(result)[0])
    for seed in range(4):
        assert not play_beside(game, 2, seed)
