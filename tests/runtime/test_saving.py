"""Tests of saved matches: what they keep, and what is refused and why."""

from __future__ import annotations

import io
import json
import pickle
import random
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from altered_saves import put_together, row_of, take_apart, with_row
from hand_written import bids, duel, pig, yard
from hand_written.playing import play_on
from hypothesis import example, given, settings
from hypothesis import strategies as st
from regelwerk_runtime.engine.bags import Bag
from regelwerk_runtime.engine.primitives import DECLINE
from regelwerk_runtime.engine.state import veil
from regelwerk_runtime.engine.zones import move
from regelwerk_runtime.errors import RecordError, SavedError
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.plan import WIDTHS, Lanes
from regelwerk_runtime.tables.game import Game, Int, Point, Var


def test_long_histories_are_saved() -> None:
    match = Match.start(bids.GAME, 2, 1)
    for index in (255, 256, 70_000):  # one byte suffices for the first
        match.engine.past.append(index)
        match.engine.s.fuel -= 1
        assert Match.from_bytes(bids.GAME, match.to_bytes()).engine.past == match.engine.past


def test_other_bytes_are_refused() -> None:
    match = play_on(Match.start(duel.GAME, 3, 1), 3)
    data = match.to_bytes()
    assert Match.from_bytes(duel.GAME, bytearray(data)) == match
    with pytest.raises(SavedError, match="other sources"):
        Match.from_bytes(pig.GAME, data)
    with pytest.raises(SavedError, match="explicit"):
        Match.from_bytes(duel.EXPLICIT, data)
    with pytest.raises(SavedError, match="not a saved match"):
        Match.from_bytes(duel.GAME, b"")
    with pytest.raises(SavedError, match="damaged"):
        Match.from_bytes(duel.GAME, data[:-1])
    with pytest.raises(SavedError, match="format 9"):
        Match.from_bytes(duel.GAME, data[:3] + b"\x09" + data[4:])
    with pytest.raises(SavedError, match="bytes"):
        Match.from_bytes(duel.GAME, "text")  # type: ignore[arg-type]
    game = replace(duel.GAME, source_hash="compiled twice")  # a game of its own: games are recognized by their hash
    points = [Point("turn", "turn", point.run, {"p": "bool"}) for point in game.points]
    with pytest.raises(SavedError, match="another version of this program"):
        Match.from_bytes(replace(game, points=points), play_on(Match.start(game, 3, 1), 3).to_bytes())


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 10_000), st.booleans())
@example(b"[" * 200_000, 21, True)
@example(b"", 0, False)
def test_garbage_is_refused_with_a_reason(noise: bytes, at: int, keep_sum: bool) -> None:
    data = play_on(Match.start(duel.GAME, 3, 1), 3).to_bytes()
    at %= len(data)
    spoiled = data[:at] + noise + data[at + len(noise) :]
    for garbage in (noise, spoiled, put_together(take_apart(spoiled)) if keep_sum else spoiled):
        try:
            match = Match.from_bytes(duel.GAME, garbage)
        except SavedError as error:
            assert str(error)
        else:
            assert match.number >= 0


DEEP = b"[" * 100_000 + b"]" * 100_000
LONG = b"9" * 1_000_000


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(
    "content", [DEEP, LONG, b"[[%s]]" % LONG, b'"' + b"x" * 1_000_000, b"\xff" * 4_000_001, b"b" + bytes(1_000_000)]
)
def test_megabytes_are_refused_in_bounded_time_and_memory(part: int, content: bytes) -> None:
    parts = take_apart(Match.start(duel.GAME, 3, 1).to_bytes())
    parts[part] = content
    data = put_together(parts)
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(SavedError):
        Match.from_bytes(duel.GAME, data)
    assert time.process_time() - start < 3
    assert tracemalloc.get_traced_memory()[1] < 60 * len(content)
    tracemalloc.stop()


def test_wrong_counts_do_not_cost_memory() -> None:
    data = Match.start(duel.GAME, 3, 1).to_bytes()
    fuel, row = row_of(data)
    for at in range(len(row)):
        spoiled = [*row[:at], (1 << 62), *row[at + 1 :]]
        tracemalloc.start()
        with suppress(SavedError):  # how often a die was rolled may be any number
            Match.from_bytes(duel.GAME, with_row(data, fuel, spoiled))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


def test_big_numbers_survive() -> None:
    wide = Int(-(1 << 91), 1 << 171)
    layout = [Var(e.name, e.dims, wide) if e.name in ("lucky", "points") else e for e in bids.GAME.layout]
    game = replace(bids.GAME, layout=layout, source_hash="wide")
    match = Match.start(game, 2, 1)
    match.engine.s.lucky = 1 << 170
    match.engine.s.points[1] = -(1 << 90)
    again = Match.from_bytes(game, match.to_bytes())
    assert again.engine.s == match.engine.s
    parts = take_apart(match.to_bytes())
    assert len(json.loads(parts[2])) == 2
    for wrong in ("[[0]]", "[[-1,[]]]", '[[100000,"0x1"]]', '{"0":1}', '[[0,"one"]]'):
        parts[2] = wrong.encode()
        with pytest.raises(SavedError):
            Match.from_bytes(game, put_together(parts))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(WIDTHS.items())), st.data())
def test_bounds_are_compared_for_all_values_at_once(width: tuple[bytes, int], data: st.DataObject) -> None:
    _, size = width
    top = 1 << 8 * size - 1
    near = st.sampled_from([-top, -1, 0, 1, top - 1]) | st.integers(-top, top - 1)
    bounds = data.draw(st.lists(st.tuples(near | st.just(-2 * top), near | st.just(2 * top)), max_size=9))
    values = [data.draw(near | st.sampled_from([n for n in pair if -top <= n < top] or [0])) for pair in bounds]
    packed = b"".join([value.to_bytes(size, "little", signed=True) for value in values])
    fits = all(low <= value <= high for (low, high), value in zip(bounds, values, strict=True))
    held = Lanes(bounds, size).hold(packed)
    narrow = all(min(high, top - 1) - max(min(low, 0), -top) < top for low, high in bounds)
    assert held is fits if narrow else held <= fits


def refused(game: Game, match: Match, reason: str) -> None:
    with pytest.raises(SavedError, match=reason):
        Match.from_bytes(game, match.to_bytes())


def test_saved_values_that_do_not_fit_the_game_are_refused() -> None:
    match = play_on(Match.start(bids.GAME, 3, 3), 3)
    frame, options = match.engine.stack[-1], match.engine.options
    assert Match.from_bytes(bids.GAME, match.to_bytes()) == match
    for broken in ((frame[0], (7,), *frame[2:]), (*frame[:2], (7,), *frame[3:])):
        match.engine.stack[-1] = broken
        refused(bids.GAME, match, "effects under way")
    match.engine.stack[-1] = frame
    match.engine.stack.insert(0, frame)  # a decision inside another one
    refused(bids.GAME, match, "effects under way")
    del match.engine.stack[0]
    match.engine.options = ()
    refused(bids.GAME, match, "decision")
    match.engine.options = (*options, DECLINE)  # a number like any other, where no option declines
    assert Match.from_bytes(bids.GAME, match.to_bytes()) == match
    match.engine.options = options
    match.engine.s.purse[1] = 13
    refused(bids.GAME, match, r"purse\[1\] is 13, outside 0..12")
    match = Match.start(yard.GAME, 2, 1)
    match.engine.options = ((3,),) * 300  # more than the numbers that remain
    assert Match.from_bytes(yard.GAME, match.to_bytes()) == match
    match.engine.options = ((3,),) * 1_001
    refused(yard.GAME, match, "decision")
    card = len(yard.GAME.tables.card_keys)
    for wrong in (((0, card, 0),), ((0, 0, 9),), ((2, -3),)):
        match.engine.options = wrong
        refused(yard.GAME, match, "decision")


SPOILED: dict[str, tuple[Callable[[Any], object], str]] = {
    "fuel that was never there": (lambda m: setattr(m.s, "fuel", m.s.fuel + 100), "fuel"),
    "less fuel than none": (lambda m: setattr(m.s, "fuel", -1), "fuel"),
    "more choices than fuel was used": (lambda m: m.past.extend([0] * 9), "fuel"),
    "a player too many": (lambda m: setattr(m, "player", 3), "decision"),
    "nobody decides": (lambda m: setattr(m, "player", -1), "decision"),
    "over, and yet not": (lambda m: setattr(m, "reason", "finish"), "reason"),
    "a roll less than none": (lambda m: m.s.rolls.__setitem__(0, -1), "rolls"),
    "a pile shuffled less than once": (lambda m: setattr(m.s, "_shuffles", ((duel.DECK, 0),)), "shuffles"),
    "one of two piles shuffled less than once": (
        lambda m: setattr(m.s, "_shuffles", ((duel.DECK, 1), (duel.DISCARD, 0))),
        "shuffles",
    ),
    "a pile shuffled twice over": (lambda m: setattr(m.s, "_shuffles", ((duel.DECK, 1),) * 2), "shuffles"),
    "no such pile": (lambda m: setattr(m.s, "_shuffles", ((99, 1),)), "shuffles"),
    "a card twice": (lambda m: m.s.piles.__setitem__(0, (0, 0)), "cards|length"),
    "a card less": (lambda m: m.s.piles.__setitem__(duel.DECK, m.s.piles[duel.DECK][1:]), "cards"),
    "a card that is none": (lambda m: m.s.piles.__setitem__(duel.DECK, (-2, *m.s.piles[duel.DECK][1:])), "cards"),
    "a bag where chance is sampled": (lambda m: setattr(m.s, "bags", (Bag(duel.DECK, 0, 99),)), "bags"),
    "a veiled card that is not in the box": (lambda m: veil(m.s, 1 << m.s.piles[duel.DECK][0]), "box"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_position_is_refused(name: str) -> None:
    spoil, reason = SPOILED[name]
    match = Match.start(duel.GAME, 3, 1)
    assert Match.from_bytes(duel.GAME, match.to_bytes()) == match
    spoil(match.engine)
    refused(duel.GAME, match, reason)


def top_is(match: Match, card: int) -> None:
    """Nature offers a card for the top of the deck in place of its first option."""
    kind, number, weights = match.engine.nature or ("", 0, ())
    match.engine.options = (*match.engine.options[1:], card)
    match.engine.nature = (kind, number, weights)


def without_chance(match: Match) -> None:
    """Nature decides without weights, and no pile is without order."""
    match.engine.nature, match.engine.s.bags = None, ()


def weigh(match: Match, *weights: Fraction) -> None:
    """Gives the outcomes of nature other weights."""
    match.engine.nature = ("roll", 0, weights)


THIRD = Fraction(1, 3)
SPOILED_CHANCE: dict[str, tuple[bool, Callable[[Any], object], str]] = {
    "no weights": (False, lambda m: setattr(m.engine, "nature", None), "nature"),
    "nothing of chance at all": (False, without_chance, "nature"),
    "a weight below nothing": (False, lambda m: weigh(m, 2 * THIRD, 2 * THIRD, -THIRD), "nature"),
    "a weight of nothing": (False, lambda m: weigh(m, 2 * THIRD, THIRD, Fraction(0)), "nature"),
    "weights of more than all": (False, lambda m: weigh(m, THIRD, THIRD, 2 * THIRD), "nature"),
    "a player too many": (False, lambda m: setattr(m.engine, "options", (0, 1, 3)), "nature"),
    "a card from elsewhere": (True, lambda m: top_is(m, m.engine.s.piles[duel.HAND][0]), "nature"),
    "a card that is known": (True, lambda m: top_is(m, m.engine.s.piles[duel.DECK][-1]), "nature"),
    "no order of one card": (False, lambda m: setattr(m.engine.s, "bags", (Bag(duel.DECK, 0, 1),)), "bags"),
    "no order beyond the pile": (False, lambda m: setattr(m.engine.s, "bags", (Bag(duel.DECK, 0, 7),)), "bags"),
    "no order in stretches that overlap": (
        False,
        lambda m: setattr(m.engine.s, "bags", (Bag(duel.DECK, 0, 4), Bag(duel.DECK, 3, 6))),
        "bags",
    ),
    "fuel that was never there": (False, lambda m: setattr(m.engine.s, "fuel", m.engine.s.fuel + 1), "fuel"),
}


@pytest.mark.parametrize("name", SPOILED_CHANCE)
def test_spoiled_chance_is_refused(name: str) -> None:
    is_draw, spoil, reason = SPOILED_CHANCE[name]
    match = Match.start(duel.EXPLICIT, 3, 1)
    if is_draw:  # the first card is known; nature decides the second
        match.choose("0")
        match.choose("high")
        match.choose("none")
        assert match.decision is not None and match.decision.player is None
        move(match.engine.s, 1, duel.DISCARD)
        move(match.engine.s, 1, duel.DECK)  # on top of cards without order; 0 is offered for both
    assert Match.from_bytes(duel.EXPLICIT, match.to_bytes()) == match
    spoil(match)
    refused(duel.EXPLICIT, match, reason)


def test_a_question_that_its_effect_does_not_ask_is_refused() -> None:
    match = Match.start(bids.GAME, 3, 3)
    match.engine.site = 1 - match.engine.site
    refused(bids.GAME, match, "decision")


def test_nobody_may_decline_where_the_rules_do_not_let_him() -> None:
    match = Match.start(bids.GAME, 3, 3)
    fuel, row = row_of(match.to_bytes())
    at = row.index(len(match.engine.options), 4) - 1  # whether an option declines is stored before their number
    assert row[at] == 0
    row[at] = 1
    with pytest.raises(SavedError, match="decision"):
        Match.from_bytes(bids.GAME, with_row(match.to_bytes(), fuel, row))


def test_where_the_facts_begin_is_checked_in_long_rows_too() -> None:
    match = Match.start(yard.GAME, 2, 1)
    match.engine.options = tuple((0, card, 0) for card in range(4)) * 300
    data = match.to_bytes()
    assert Match.from_bytes(yard.GAME, data) == match
    fuel, row = row_of(data)
    start = int.from_bytes(take_apart(data)[1][9:13], "little")
    with pytest.raises(SavedError, match="length"):
        Match.from_bytes(yard.GAME, with_row(data, fuel, row, start + 1))


@pytest.mark.parametrize("gave_up", ["", "numbers", "invariants", "truth"])
def test_what_a_guess_gave_up_is_saved(gave_up: str) -> None:
    match = Match.start(duel.GAME, 3, 1).guess(0, 1)
    match.setup = replace(match.setup, gave_up=gave_up)
    assert Match.from_bytes(duel.GAME, match.to_bytes()).setup.gave_up == gave_up
    match.setup = replace(match.setup, guessed=not gave_up, gave_up=gave_up or "nothing")
    refused(duel.GAME, match, "setup")


@pytest.mark.parametrize("seed", ["01", "+1", " 1", "1_0", "-0", "\u0661", "1.0", "9" * 5_000])
def test_a_seed_has_one_spelling(seed: str) -> None:
    parts = take_apart(Match.start(duel.GAME, 3, 1).to_bytes())
    parts[0] = parts[0].replace(b"],[3,1,", f"],[3,{seed},".encode())
    with pytest.raises(SavedError):
        Match.from_bytes(duel.GAME, put_together(parts))


@pytest.mark.parametrize(
    "setup",
    [
        [5, 1, [], []],
        [3, "1", [], []],
        [3, True, [], []],
        [3, 1, ["A"], []],
        [3, 1, ["A", "B", 3], []],
        [3, 1, ["A", "B", "\ud800"], []],
        [3, 1, [], [{}]],
        [10**30, 1, [], []],
    ],
)
def test_a_spoiled_setup_is_refused(setup: list[object]) -> None:
    parts = take_apart(Match.start(duel.GAME, 3, 1).to_bytes())
    keys, _, rest = json.loads(parts[0])
    parts[0] = json.dumps([keys, setup, rest], separators=(",", ":")).encode()
    with pytest.raises(SavedError, match="makes no sense"):
        Match.from_bytes(duel.GAME, put_together(parts))
    parts[0] = json.dumps([keys, [3, 1, [], []], [{"hand": 7}, False, False]], separators=(",", ":")).encode()
    with pytest.raises(SavedError, match="makes no sense"):
        Match.from_bytes(duel.GAME, put_together(parts))


def test_choices_that_were_never_on_offer_end_log_and_record() -> None:
    match = play_on(Match.start(duel.GAME, 3, 1), 6)
    parts = take_apart(match.to_bytes())
    parts[3] = parts[3][:3] + b"\xfa" + parts[3][4:]
    altered = Match.from_bytes(duel.GAME, put_together(parts))
    assert altered.number == match.number
    log_of_altered = altered.log()
    assert match.log()[: len(log_of_altered)] == log_of_altered
    with pytest.raises(RecordError, match="do not fit"):
        altered.record()


def test_unpickling_a_match_runs_nothing_from_the_data() -> None:
    """A pickled match names only functions of this package, and the module of the game's loader is not imported."""
    match = Match.start(replace(duel.GAME, source_hash="pickled"), 3, 1)
    found: set[str] = set()

    class Names(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            found.add(f"{module}.{name}")
            return super().find_class(module, name)

    assert Names(io.BytesIO(pickle.dumps(match))).load() == match
    assert all(name.startswith("regelwerk_runtime.") or name == "builtins.getattr" for name in found), found


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 70), st.integers(0, 60))
def test_a_loaded_match_equals_the_saved_one(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    for game in (duel.GAME, duel.EXPLICIT, bids.GAME, yard.GAME, pig.GAME):
        match = Match.start(game, rng.randint(*game.players), seed)
        for _ in range(steps):
            if match.decision is None:
                break
            match.choose(rng.randrange(len(match.decision.options)))
        data = match.to_bytes()
        again = Match.from_bytes(game, data)
        assert again == match
        assert again.to_bytes() == data
        assert again.engine.s.where == match.engine.s.where
        assert again.log() == match.log()
