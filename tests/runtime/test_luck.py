"""Luck: uniform, keyed by purpose, independent of what else is in the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hand_written import duel, pig
from hand_written.playing import play_on
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_runtime.engine.chance import among, dice_sums, draw, key_of, mix, pick, shuffled
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.handlers import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.tables.game import CardDef, Game, Luck


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_known_numbers() -> None:
    assert mix(0) == 0
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF  # the first number of splitmix64 from seed 0
    assert key_of("die turn.pip[0]") == int.from_bytes(key_of("die turn.pip[0]").to_bytes(8, "big"), "big")
    assert 0 <= draw((1 << 64) - 1, 10**6) < 1 << 64


@given(st.integers(0, (1 << 64) - 1), st.integers(1, 10**6))
def test_among_is_in_range(z: int, count: int) -> None:
    assert 0 <= among(z, count) < count


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_rolls_are_uniform_and_so_are_pairs(sides: int) -> None:
    engine = Match.start(pig.GAME, 2, 99).engine
    rolls = [engine.roll(0, 1, sides) for _ in range(12_000)]
    assert min(rolls) == 1
    assert max(rolls) == sides
    limit = {2: 11, 6: 21, 20: 44}
    assert chi_square([rolls.count(pip) for pip in range(1, sides + 1)]) < limit[sides]
    if sides == 6:
        pairs = Counter(zip(rolls[::2], rolls[1::2], strict=True))
        assert chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) < 67


def test_first_rolls_of_many_seeds_are_uniform() -> None:
    rolls = [Match.start(pig.GAME, 2, seed).engine.roll(0, 1, 6) for seed in range(3_000)]
    assert chi_square([rolls.count(pip) for pip in range(1, 7)]) < 21


def test_shuffles_are_uniform() -> None:
    keys = [key_of(f"card {i}") for i in range(4)]
    orders = Counter(shuffled(range(4), keys, mix(seed)) for seed in range(1, 4_801))
    assert chi_square([orders[order] for order in permutations(range(4))]) < 50


@given(st.sets(st.integers(0, (1 << 64) - 1), max_size=12), st.integers(0, (1 << 64) - 1))
def test_an_item_more_leaves_the_others_in_order(keys: set[int], base: int) -> None:
    keyed = sorted(keys)
    order = shuffled(range(len(keyed)), keyed, base)
    assert sorted(order) == list(range(len(keyed)))
    assert shuffled(range(len(keyed) - 1, -1, -1), keyed, base) == order
    for item in order:
        others = tuple(one for one in order if one != item)
        assert shuffled(sorted(others), keyed, base) == others


def varied(game: Game, **changes: Any) -> Game:
    return replace(game, source_hash="varied", **changes)


def test_an_added_die_shifts_nothing() -> None:
    more = varied(pig.GAME, luck=(Luck("new.die", (), first=10), *pig.GAME.luck))
    assert more.tables.luck.dice[:10] == pig.GAME.tables.luck.dice[:10]
    a, b = Match.start(pig.GAME, 2, 4), Match.start(more, 2, 4)
    assert [a.engine.roll(1, 1, 6) for _ in range(20)] == [b.engine.roll(1, 1, 6) for _ in range(20)]


def test_dice_do_not_share_their_luck() -> None:
    engine = Match.start(pig.GAME, 2, 4).engine
    first, second = ([engine.roll(die, 1, 100) for _ in range(20)] for die in (0, 1))
    assert first != second


def test_an_added_card_leaves_the_others_in_their_order() -> None:
    class Wider(duel.State):
        __slots__ = ()

        def __init__(self, players: int) -> None:
            BaseState.__init__(self, players, fuel=200, rolls=1, cards=7, piles=7, places=4)
            self.points = [0] * 4
            self.starter = 0

        copy = BaseState.copy

    more = varied(
        duel.GAME,
        state=Wider,
        cards=(CardDef("extra", "Rank", 1), *duel.CARDS),
        card_types={"Rank": (0, 7)},
        begin=((duel.DECK, tuple(range(7))),),
    )
    for seed in range(10):
        orders = []
        for game in (duel.GAME, more):
            engine = Setup(game, 2, seed).engine()
            engine.shuffle(duel.DECK)
            keys = [game.tables.copy_keys[card] for card in engine.s.piles[duel.DECK]]
            orders.append([key for key in keys if key != "extra"])
        assert orders[0] == orders[1]


def test_shuffles_of_one_deck_differ() -> None:
    engine = Match.start(duel.GAME, 2, 1).setup.engine()
    orders = set()
    for _ in range(10):
        engine.shuffle(duel.DECK)
        orders.add(engine.s.piles[duel.DECK])
    assert len(orders) > 5


def test_given_rolls_come_first() -> None:
    engine = Match.start(pig.GAME, 2, 1).engine
    engine.given = (6, 5, 12, 3)
    assert engine.roll(0, 1, 6) == 6
    assert engine.roll_of(0, (4, 5)) == 5
    assert engine.roll_dice(0, 2, 6) == 12
    before = list(engine.s.rolls)
    assert engine.copy().roll(0, 1, 6) == 3
    assert engine.s.rolls == before
    with pytest.raises(RuleError, match="cannot come up"):
        engine.roll(0, 4, 6)


def test_rolls_of_nothing_are_rule_errors() -> None:
    engine = Match.start(pig.GAME, 2, 1).engine
    for roll in (lambda: engine.roll(0, 3, 2), lambda: engine.roll_of(0, ()), lambda: engine.nature_of(0, (), (0,))):
        with pytest.raises(RuleError, match="nothing to roll"):
            roll()
    assert 2 <= engine.roll_dice(0, 2, 6) <= 12
    assert engine.roll_of(0, (7,)) == 7


@given(st.integers(1, 6), st.integers(1, 8))
def test_sums_of_dice(dice: int, sides: int) -> None:
    sums, weights = dice_sums(dice, sides)
    assert sums == tuple(range(dice, dice * sides + 1))
    assert sum(weights) == 1
    assert sum(s * w for s, w in zip(sums, weights, strict=True)) == Fraction(dice * (sides + 1), 2)


def test_pick_follows_the_weights() -> None:
    weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    counts = Counter(pick(weights, draw(3, n)) for n in range(6_000))
    assert chi_square([counts[0] * 1, round(counts[1] * 1.5), counts[2] * 3]) < 14
    assert pick(weights, (1 << 64) - 1) == 2


def test_the_same_luck_whatever_was_looked_at() -> None:
    a, b = Match.start(duel.GAME, 3, 8), Match.start(duel.GAME, 3, 8)
    for _ in range(5):
        assert a.decision
        _ = (a.decision.keys, a.decision.prompt, a.log(), a.view(0).to_dict(), a.to_bytes())
        a.guess(0, 1)
        play_on(a, 1)
        play_on(b, 1)
    assert a == b
