"""Tests of guesses in mid-effect: an ability that asks, a secret that decides who sees another, earlier answers."""

from __future__ import annotations

from pathlib import Path

from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match

SPELLS = """\
players 2..2

cardtype Spell "spells":
    cast(p: Player)
card Spell flame "Flame" x2:
    cast(p):
        choose n in 1..2 by p "How hot?"
        heat += n
        move this to used
card Spell frost "Frost" x3:
    cast(p): move this to used

state:
    hand[Player]: pile of Spell seen by its player
    used: pile of Spell
    heat: 0..99

setup:
    for each c in Spell:
        if hand[Player.first].count < 3: move c to hand[Player.first]
        else: move c to hand[Player.first.next]

play at most 9:
    for each p in Player:
        choose c in hand[p] by p "Which?"
        do c.cast(p)

outcome for p: most heat
"""

BOXES = """\
players 4..4

cardtype Box "boxes"
card Box box "box" x3

state:
    pack: pile of Box = all
    keeper[Box]: Player? seen by nobody
    inside[Box]: 0..9 = 0 seen by its keeper

setup:
    let p = Player.first
    for each b in Box:
        keeper[b] = p
        inside[b] = 7
        p = p.next

play at most 9:
    for each p in Player:
        choose n in 1..2 by p "Which?"

outcome for p: most n_of(p)

define n_of(p: Player) -> Int = count b in Box where keeper[b] is p
"""


def test_the_card_whose_ability_asks_stays_where_it_lies(tmp_path: Path) -> None:
    """Another card could not continue what this card's ability has begun."""
    game, _ = rules_of(compile_text(SPELLS, tmp_path))
    match = Match.start(game, players=2, seed=1)
    match.choose("flame")
    hands = set()
    for seed in range(20):
        guess = match.guess(1, seed)
        assert guess.engine.stack == match.engine.stack
        hands.add(tuple(guess.state.hand[0]))
        guess.choose(0)
        assert guess.state.used == ["flame"]
    assert len(hands) > 1


def test_nobody_guesses_to_be_the_player_who_would_see(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(BOXES, tmp_path))
    match = Match.start(game, players=4, seed=1)
    for player in range(4):
        guesses = [match.guess(player, seed) for seed in range(60)]
        assert all(guess.view(player) == match.view(player) for guess in guesses)
        kept = [[keeper == player for keeper in guess.state.keeper.values()] for guess in guesses]
        assert {tuple(one) for one in kept} == {tuple(number == player for number in range(3))}
        others = {guess.state.keeper.values()[(player + 1) % 3] for guess in guesses}
        assert others == {None, 0, 1, 2, 3} - {player}
