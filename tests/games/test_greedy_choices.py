"""Tests that greedy bots choose as a second implementation of docs/bots.md does."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from greedy_compared import compare_choices

BAZAAR = """\
players 2..3
enum Stall: north, south, east, west

state:
    money[Player]: -999..999 = 9
    bid[Player]: 0..5 = 0
    gone[Player]: 0..3 = 0
    stock[Player, Stall]: 0..9 = 1
    face: 0..3 = 0 seen by nobody

play at most 200:
    repeat 4 times:
        repeat 2 times: do auction()
        for each p in Player:
            do turn(p)
            do thank(p)

effect auction():
    face = roll 0..3
    simultaneously for each p in Player:
        choose n in 0..5 by p "What do you bid?" bots skip when n > 0 and n is face
        bid[p] = n
    for each p in Player:
        if bid[p] > bid[p.next]: money[p] += 7 + gone[p]
        money[p] -= bid[p]

effect turn(p: Player):
    gone[p] = 0
    repeat:
        choose by p "What do you do?":
            bet "Bet on the face" bots skip when face is 2:
                choose n in 0..3 by p "Which face?"
                money[p] += if n is face then 9 else -3
            toss "Toss" when gone[p] < 2 bots prefer face mod 2:
                let up = roll 0..2
                choose n in 0..2 by p "Which side is up?"
                money[p] += if n is up then 4 else -4
                gone[p] += 1
            stroll "Stroll" when gone[p] < 3 bots prefer 1: gone[p] += 1
            back "Back" when gone[p] > 0: gone[p] -= 1
            sell "Sell" when (count s in Stall where stock[p, s] > 0) > 0:
                choose up to 3 s in Stall where stock[p, s] > 0 by p "Which ones?":
                    for each t in s:
                        stock[p, t] -= 1
                        money[p] += if t is north then 1 else if t is west then -2 else 3
                otherwise: money[p] -= 1
            tax(q) "Tax {q}" for q in Player where q is not p: money[q] -= 1 + gone[p]
            search "Search" when money[p] > 12:
                choose a in 0..15 by p "Which row?"
                choose b in 0..15 by p "Which seat?"
                money[p] += if a + b is 30 then 3 else -4
            home "Home" bots prefer 2: return

effect thank(p: Player):
    choose by p "Whom do you thank?":
        luck "Luck": money[p] += gone[p] mod 2
        nobody "Nobody":
            if bid[p] is 3: money[p] += 1

value of p = money[p] * 2 + gone[p]

outcome for p:
    most money[p]
"""

INN = """\
players 2..3
enum Dish = 1..16

state:
    money[Player]: -999..999 = 9
    face: 0..3 = 0 seen by nobody
    turns: 0..99 = 0

play at most 200:
    repeat 20 times:
        for each p in Player:
            face = roll 0..3
            do turn(p)
            turns += 1

effect turn(p: Player):
    repeat:
        choose by p "What do you do?":
            peek "Peek" when turns mod 4 is 0 and turns < 20:
                may choose n in 1..2 by p "How much do you pay?":
                    money[p] -= n
                    return
            go "Go" when turns > 19 and money[p] >= money[p.next]: return
            red "Red" when turns mod 4 is 1 and turns < 20:
                do throw(p, 0)
                return
            blue "Blue" when turns mod 4 is 1 and turns < 20:
                do throw(p, 3)
                return
            dig "Dig" when turns mod 4 is 2 and turns < 20:
                let deep = face + 1
                choose n in face..deep by p "How deep?"
                money[p] += n * 7 mod 5
                return
            feast "Feast" when turns mod 4 is 3 and turns < 20:
                choose 3 d in Dish by p "Which dishes?":
                    for each e in d: money[p] += if e < 3 then 2 else if e is 3 then -4 else if e > 15 then 1 else 0
                return
            nap "Nap" when turns mod 4 is 3 and turns < 20:
                money[p] += 4
                return
            give "Give" when turns mod 4 is 2 and turns < 20 bots prefer 1:
                money[p.next] += 2
                money[p] += 3
                return
            wait "Wait" when turns mod 4 is 2 and turns < 20:
                money[p] += 3
                return
            stay "Stay" when turns > 19: money[p] += 0
            end "End" when turns > 19 and money[p] < money[p.next]: finish
            home "Home" when turns mod 4 < 2 and turns < 20:
                money[p] -= 5
                return

effect throw(p: Player, extra: 0..9):
    let up = roll 0..1
    choose n in 0..1 by p "Which side?"
    if n is up:
        money[p] += 2
        money[p.next] += extra

outcome for p:
    most money[p]
"""

QUICK = {
    "pig": 2,
    "hearts": 4,
    "liars_dice": 2,
    "goofspiel": 3,
    "hill_farm": 2,
    "draughts": 2,
    "grey_goose": 2,
    "hare_and_hounds": 2,
    "wizards_duel": 2,
    "kuhn_poker": 2,
}
"""Games in which this is quick, with numbers of players."""


@pytest.mark.parametrize("name", QUICK)
def test_greedy_bots_choose_as_described(name: str) -> None:
    game = regelwerk.load(name)
    found = 0
    for seed, chance in enumerate(("sampled", "explicit")):
        found += compare_choices(game.start(QUICK[name], seed, chance=chance), seed, 6)
    assert found > 1


@pytest.mark.parametrize(("rules", "most"), [(BAZAAR, 20), (INN, 60)], ids=["bazaar", "inn"])
def test_greedy_bots_choose_as_described_whatever_counts(rules: str, most: int, tmp_path: Path) -> None:
    """Games for it: hidden numbers, hints that read them, rolls, circles, several members, and many options later."""
    (tmp_path / "game.yaml").write_text("name: fair\ntitle: Fair\nsources: [fair.regel]\n", encoding="utf-8")
    (tmp_path / "fair.regel").write_text(rules, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    for seed in range(4):
        assert compare_choices(game.start(2 + seed % 2, seed), seed, most) > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "chance"),
    [
        ("itc", "sampled"),
        ("auf_achse", "sampled"),
        ("auf_achse", "explicit"),
        ("tokyo_metro", "sampled"),
        ("lantern_night", "explicit"),
    ],
)
def test_greedy_bots_choose_as_described_in_large_games(name: str, chance: str) -> None:
    assert compare_choices(regelwerk.load(name).start(2, 101, chance=chance), 1, 9) > 3
