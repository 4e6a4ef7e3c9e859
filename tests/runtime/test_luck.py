"""Tests of luck: it is uniform, keyed by purpose, and independent of what else is in the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from math import factorial
from typing import Any

import pytest
from hand_written import duel, pig
from hand_written.playing import play_on
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_runtime.engine.chance import (
    BLOCK,
    LANE,
    MOST_OUTCOMES,
    Lanes,
    SeedLuck,
    among,
    dice_sums,
    digest_of,
    draw,
    key_of,
    mix,
    outcomes,
    pick,
    shuffle_base,
    shuffled,
)
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.handlers import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.tables.game import CardDef, Game, Luck


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_luck_is_the_same_everywhere() -> None:
    """It depends on no machine or Python version; other numbers require a new version of records and saves."""
    luck = SeedLuck(7, [digest_of("die turn.pip[0]")])
    assert [luck[0, 6][n] for n in range(12)] == [4, 5, 0, 1, 1, 3, 3, 2, 0, 0, 0, 2]
    assert [luck.roll(0, 1000, n) for n in range(4)] == [636, 133, 263, 539]
    assert [luck.roll(0, 6, n) for n in (BLOCK - 1, BLOCK, 10**12)] == [5, 1, 3]
    assert shuffle_base(digest_of("shuffle deck[0]"), 7, 2) == 16596360628452331566
    assert order(range(10), 7) == (7, 8, 9, 4, 0, 6, 2, 3, 5, 1)


def order(cards: Sequence[int], base: int, of: int = 64) -> tuple[int, ...]:
    """The order that a base gives to so many cards with keys of their own."""
    keys = [digest_of(f"card {card}").ljust(LANE, b"\0") for card in range(of)]
    return shuffled(Lanes.of(cards, keys), mix(base))


def test_the_generator_gives_the_published_numbers() -> None:
    assert mix(0) == 0
    assert mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF  # the first number of splitmix64 from seed 0
    assert key_of("die turn.pip[0]") == 0xAA2FDAAC52D72DCA
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


@pytest.mark.parametrize("sides", [1, 2, 3, 7, 100, 129, 200, 256, 257, 300, 40_000, 1 << 64, 3**60])
def test_outcomes_are_uniform_in_a_range_of_any_size(sides: int) -> None:
    luck = SeedLuck(3, [digest_of("die")])
    rolls = [luck.roll(0, sides, n) for n in range(6_000)]
    assert min(rolls) >= 0
    assert max(rolls) < sides
    cells = min(sides, 300)
    expected = [6_000 * ((i + 1) * sides // cells - i * sides // cells) / sides for i in range(cells)]
    counts = Counter(((roll + 1) * cells - 1) // sides for roll in rolls)
    distance = sum((counts[i] - expected[i]) ** 2 / expected[i] for i in range(cells))
    assert distance < cells + 4 * (2 * cells) ** 0.5


@given(st.binary(max_size=200), st.integers(1, 70_000))
def test_outcomes_of_bytes(data: bytes, sides: int) -> None:
    found = outcomes(data, sides)
    assert all(0 <= outcome < sides for outcome in found)
    if sides <= 256:
        assert list(found) == [byte % sides for byte in data if byte < 256 - 256 % sides]


def test_a_roll_depends_on_its_number_not_on_earlier_reads() -> None:
    keys = [digest_of("die")]
    ahead, behind = SeedLuck(1, keys), SeedLuck(1, keys)
    numbers = [*range(0, 3 * BLOCK, 97), BLOCK - 1, BLOCK, 2 * BLOCK - 1]
    there = {n: ahead.roll(0, 6, n) for n in numbers}
    assert {n: behind.roll(0, 6, n) for n in reversed(numbers)} == there
    assert len(ahead[0, 6]) == BLOCK


def test_few_rolls_are_kept() -> None:
    luck = SeedLuck(1, [digest_of("die")])
    rolls = [luck.roll(0, sides, 0) for sides in range(1, MOST_OUTCOMES + 100)]
    assert 0 < len(luck) <= MOST_OUTCOMES
    assert rolls[:50] == [luck.roll(0, sides, 0) for sides in range(1, 51)]


def test_many_rolls_continue_through_the_blocks() -> None:
    engine = Match.start(pig.GAME, 2, 5).engine
    first = engine.s.rolls[0]
    twin = engine.copy()
    rolls = [engine.roll(0, 1, 6) for _ in range(2 * BLOCK)]
    assert rolls == [1 + SeedLuck(5, pig.GAME.tables.luck.die_keys).roll(0, 6, first + n) for n in range(2 * BLOCK)]
    assert [twin.roll(0, 1, 6) for _ in range(100)] == rolls[:100]


def independence(first: list[int], second: list[int], sides: int) -> float:
    """Chi-square of pairs, with (sides ** 2 - 1) degrees of freedom if both are uniform and independent."""
    pairs = Counter(zip(first, second, strict=True))
    return chi_square([pairs[a, b] for a in range(sides) for b in range(sides)])


@pytest.mark.slow
def test_dice_seeds_sides_and_shuffles_are_independent() -> None:
    keys = [digest_of("die a"), digest_of("die b")]
    numbers = range(7_200)
    luck, next_seed = SeedLuck(11, keys), SeedLuck(12, keys)
    a = [luck.roll(0, 6, n) for n in numbers]
    others = {
        "another die": [luck.roll(1, 6, n) for n in numbers],
        "another seed": [next_seed.roll(0, 6, n) for n in numbers],
        "the next roll": [luck.roll(0, 6, n + 1) for n in numbers],
        "the next block": [luck.roll(0, 6, n + BLOCK) for n in numbers],
        "other sides": [luck.roll(0, 12, n) % 6 for n in numbers],
    }
    assert {name: independence(a, b, 6) < 75 for name, b in others.items()} == dict.fromkeys(others, True)
    piles = [digest_of("shuffle a[0]"), digest_of("shuffle b[0]")]
    tops = [order(range(6), shuffle_base(piles[0], 11, n))[-1] for n in numbers]
    for name, base in (("pile", (1, 11, 0)), ("time", (0, 11, 1)), ("seed", (0, 12, 0))):
        pile, seed, later = base
        others_tops = [order(range(6), shuffle_base(piles[pile], seed, n + later))[-1] for n in numbers]
        assert independence(tops, others_tops, 6) < 75, name


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 4, 5])
def test_shuffles_are_uniform(count: int) -> None:
    orders = Counter(order(range(count), seed) for seed in range(1, 200 * factorial(count) + 1))
    expected = [orders[one] for one in permutations(range(count))]
    freedom = len(expected)
    assert chi_square(expected) < freedom + 4 * (2 * freedom) ** 0.5


def test_shuffles_of_a_deck_put_each_card_everywhere() -> None:
    key, cards, times = digest_of("shuffle deck[0]"), 52, 5_200
    keys = [digest_of(f"card {card}#0").ljust(LANE, b"\0") for card in range(cards)]
    lanes = Lanes.of(range(cards), keys)
    orders = [shuffled(lanes, shuffle_base(key, seed, 0)) for seed in range(times)]
    freedom = cards - 1
    by_place = [chi_square(list(Counter(one[place] for one in orders).values())) for place in range(cards)]
    neighbours = Counter((b - a) % cards for one in orders for a, b in pairwise(one))
    assert max(by_place) < freedom + 5 * (2 * freedom) ** 0.5
    assert abs(sum(by_place) - cards * freedom) < 4 * (2 * cards * freedom) ** 0.5
    assert chi_square([neighbours[step] for step in range(1, cards)]) < freedom + 4 * (2 * freedom) ** 0.5


@given(st.sets(st.integers(0, 63), max_size=12), st.integers(0, (1 << 64) - 1))
def test_one_more_card_leaves_the_others_in_order(cards: set[int], base: int) -> None:
    whole = order(sorted(cards), base)
    assert sorted(whole) == sorted(cards)
    assert order(sorted(cards, reverse=True), base) == whole
    for card in whole:
        others = tuple(one for one in whole if one != card)
        assert order(sorted(others), base) == others


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


def test_reading_a_match_does_not_change_its_luck() -> None:
    a, b = Match.start(duel.GAME, 3, 8), Match.start(duel.GAME, 3, 8)
    for _ in range(5):
        assert a.decision
        _ = (a.decision.keys, a.decision.prompt, a.log(), a.view(0).to_dict(), a.to_bytes())
        a.guess(0, 1)
        play_on(a, 1)
        play_on(b, 1)
    assert a == b
