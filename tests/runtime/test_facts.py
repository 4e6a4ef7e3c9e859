"""Tests of facts by name: reading, giving a position, vectors; and of functions on values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hand_written import bids, duel, pig, yard
from hand_written.playing import moments, play_on
from hypothesis import example, given
from hypothesis import strategies as st
from regelwerk_runtime.engine import zones
from regelwerk_runtime.engine.state import veiled
from regelwerk_runtime.engine.zones import misplaced
from regelwerk_runtime.errors import GivenError
from regelwerk_runtime.handlers import (
    NONE,
    BaseState,
    bits,
    distance,
    distinct,
    distinct_of_type,
    mask,
    of_type,
    reach,
    reach_within,
    ring,
)
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game


def test_reading() -> None:
    match = Match.start(yard.GAME, 2, 1)
    state, s = match.state, match.engine.s
    s.owner[2] = 1
    s.used = 1
    s.marked = 1 << 4 | 1 << 6
    s.best = 5
    s.secret[1] = 11
    assert (state.owner["wagon.2"], state.owner["wagon.0"]) == (1, None)
    assert (state.used, state.depth, state.best) == ("green", None, "coal")
    assert state.marked == frozenset({"coal", "coal#3"})
    s.depth = -2
    assert state.depth == -2
    assert list(state.secret) == [None, "silk"]
    assert state.ready == [False, False]
    assert len(state.money) == 2
    assert state["money"][1] == 0
    assert state.space["red"] is None
    assert state.space.keys() == ["red", "green", "blue"]
    assert list(state.space) == ["red", "green", "blue"]
    assert dict(state.space.items()) == state.space
    assert "red" in state.space
    assert state.hand[0] == [yard.GAME.tables.card_keys[card] for card in s.piles[yard.HAND]]
    assert "money" in dir(state)
    for wrong in (2, -1, "red", (0, 0), None):
        with pytest.raises(KeyError):
            _ = state.money[wrong]
    with pytest.raises(AttributeError, match="declares no cash"):
        _ = state.cash
    with pytest.raises(KeyError):
        _ = state["cash"]
    with pytest.raises(AttributeError):
        state.money = 3


def test_several_indices_and_ranges() -> None:
    state = Match.start(bids.GAME, 2, 1).state
    dice = state.dice
    assert dice[0, 3] == dice[0][3] == dice[0]["3"]
    assert sum(dice[1].values()) == 4
    assert dice.to_plain()[0]["1"] == dice[0, 1]
    assert repr(dice[0]) == repr(dice[0].to_plain())
    assert len(state.lucky) == 1
    assert next(iter(state.lucky)) in range(1, 7)


def test_every_name_once_as_plain_data(game: Game) -> None:
    for match in moments(game, seeds=2, every=6):
        data = match.state.to_dict()
        assert list(data) == [entry.name for entry in game.layout]
        assert json.loads(json.dumps(data)) == data
        vector = match.state.vector()
        assert len(vector) == len(match.state.vector_names())
        assert all(type(number) is int for number in vector)
        assert len(vector) == len(Match.start(game, game.players[1] if not game.explicit else 2, 9).state.vector())


def test_a_position_from_its_own_data(game: Game) -> None:
    """`given` accepts what `to_dict` returns."""
    for match in moments(game, seeds=2, every=5):
        data = match.state.to_dict()
        if game is yard.GAME:
            data["marked"] = [key for key in data["marked"] if "#" not in key]
            s = match.engine.s
            s.marked = sum(1 << c for c in bits(s.marked) if "#" not in yard.GAME.tables.copy_keys[c])
        position = Match.start(game, match.setup.players, 3, given=data)
        again = position.setup.engine()
        from regelwerk_runtime.views.given import apply_given

        apply_given(again, data)
        assert misplaced(again.s) == ""
        from regelwerk_runtime.views.facade import Facade

        assert Facade(game, again.s).to_dict() == match.state.to_dict()


def test_parts_of_a_position() -> None:
    match = Match.start(pig.GAME, 2, 7, given={"score": [0, 60]})
    assert match.state.score == [0, 60]
    assert Match.start(pig.GAME, 3, 7, given={"score": {1: 20}}).state.score == [0, 20, 0]
    orders = {
        tuple(Match.start(duel.GAME, 2, seed, given={"points": [1, 2]}).engine.s.piles[duel.DECK]) for seed in range(8)
    }
    assert len(orders) > 3  # nobody knows the order, so it is drawn
    match = Match.start(duel.GAME, 2, 7, given={"hand": [["low", "low", "high"], []], "table": ["middle", None]})
    assert match.state.hand[0][:3] == ["low", "low", "high"]
    assert match.state.table == ["middle", None]
    match = Match.start(duel.GAME, 2, 7, given={"deck": ["low"]})
    assert len(match.engine.s.piles[0]) > 2
    assert veiled(match.engine.s) == 0  # whoever gives a position knows the box


@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        (pig.GAME, {"money": 3}, "declares no money"),
        (pig.GAME, {"score": [1]}, "needs 2 values for Player, not 1"),
        (pig.GAME, {"score": 3}, "indexed by Player"),
        (pig.GAME, {"score": {7: 1}}, "no Player 7"),
        (pig.GAME, {"score": {"²": 1}}, "no Player '²'"),
        (pig.GAME, {"score": {"9" * 5_000: 1}}, "no Player '999"),
        (pig.GAME, {"score": [0, 106]}, "0..105, not 106"),
        (pig.GAME, {"score": [0, True]}, "not True"),
        (pig.GAME, [1], "names with values"),
        (yard.GAME, {"used": "pink"}, "no Colour 'pink'"),
        (yard.GAME, {"owner": {"wagon.1": 2}}, "no Player 2"),
        (yard.GAME, {"owner": {"wagon.1": 1}}, "an owned wagon stands on a track"),
        (yard.GAME, {"ready": [1, 0]}, "yes or no"),
        (yard.GAME, {"marked": "coal"}, "a set"),
        (yard.GAME, {"marked": ["wagon.1"]}, "no Goods 'wagon.1'"),
        (yard.GAME, {"marked": [["coal"]]}, "no Goods ['coal']"),
        (yard.GAME, {"used": {}}, "no Colour {}"),
        (yard.GAME, {"hand": [3, []]}, "give a list of them, not 3"),
        (yard.GAME, {"hand": [[["silk"]], []]}, "no card ['silk']"),
        (yard.GAME, {"hand": [["gold"], []]}, "no card 'gold'"),
        (yard.GAME, {"hand": [["silk", "silk"], []]}, "no further card 'silk'"),
        (yard.GAME, {"space": {"red": ["wagon.1", "wagon.2"]}}, "one card"),
        (duel.GAME, {"starter": None}, "cannot be none"),
    ],
)
def test_impossible_positions_are_refused(game: Game, position: Any, message: str) -> None:
    with pytest.raises(GivenError) as caught:
        Match.start(game, 2, 1, given=position)
    assert message in str(caught.value)


@given(st.sets(st.integers(0, 200)) | st.sets(st.integers(0, 70)) | st.sets(st.integers(0, 27)))
@example({*range(27)})
@example({*range(63)})
@example({*range(64)})
@example({62})
@example({63})
def test_sets(members: set[int]) -> None:
    assert bits(mask(members)) == tuple(sorted(members))


@given(st.lists(st.integers(-5, 30), unique=True), st.integers(-6, 31))
def test_ring_order(members: list[int], start: int) -> None:
    members.sort()
    order = ring(members, start)
    assert sorted(order) == members
    assert order == tuple([m for m in members if m >= start] + [m for m in members if m < start])


def test_small_functions() -> None:
    assert of_type((5, 1, 3, 2), 2, 4) == (3, 2)
    definition = (0,) * 3 + (1,) * 17 + (2,) * 10
    assert distinct_of_type((5, 1, 25, 2, 4, 29, 3), 2, 26, definition) == (5, 25, 2)
    assert distinct_of_type(tuple(reversed(range(30))), 2, 26, definition) == (25, 19, 2)
    assert distinct((4, 0, 1, 2), (0, 0, 1, 1, 1)) == (4, 0)
    assert NONE == -1


@pytest.mark.parametrize(
    ("piles", "places", "message"),
    [
        ([(0, 1), (2,)], [NONE], ""),
        ([(0, 1), ()], [NONE], "card 2 is in no zone"),
        ([(0, 1), (2, 1)], [NONE], "card 1 is in two zones, 0 and 1"),
        ([(0, 1), (2,)], [0], "card 0 is in two zones, 0 and 2"),
        ([(0, 1), (2, 3)], [NONE], "zone 1 holds 3, which is not a card"),
        ([(0, 1), (2, -2)], [NONE], "zone 1 holds -2, which is not a card"),
        ([(0,), (2, 1)], [NONE], "card 1 is in zone 1, but recorded in 0"),
        ([(), (0, 1, 2)], [NONE], "card 0 is in zone 1, but recorded in 0"),
    ],
)
def test_misplaced_cards_are_reported(piles: list[tuple[int, ...]], places: list[int], message: str) -> None:
    s = BaseState(2, fuel=9, rolls=0, cards=3, piles=2, places=1)
    s.piles, s.places, s.where = piles, places, [0, 0, 1]
    s.occupied = int(places[0] != NONE)
    assert misplaced(s) == message


def test_a_wrong_set_of_occupied_places_is_reported() -> None:
    s = BaseState(2, fuel=9, rolls=0, cards=1, piles=1, places=1)
    s.piles, s.places, s.where = [()], [0], [1]
    assert misplaced(s) == "the set of occupied places is wrong"


def test_few_results_by_type_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results for large piles are dropped before they take much memory."""
    of_type.cache_clear()
    monkeypatch.setattr(zones, "_seen", 0)
    monkeypatch.setattr(zones, "MOST_LISTED", 1_000)
    for at in range(30):
        assert len(of_type(tuple(range(300)), at, 300)) == 300 - at
        assert of_type.cache_info().currsize <= 4
    of_type.cache_clear()


LINE = tuple(mask(n for n in (i - 1, i + 1) if 0 <= n < 6) for i in range(6))
CIRCLE = tuple(1 << (i - 1) % 4 | 1 << (i + 1) % 4 for i in range(4))


def test_maps() -> None:
    assert distance(LINE, 0, 5) == 5
    assert distance(LINE, 3, 3) == 0
    assert distance((2, 1, 0), 0, 2) == NONE
    assert bits(reach(LINE, 2, 0)) == (2,)
    assert bits(reach(LINE, 2, 2)) == (0, 4)
    assert bits(reach(LINE, 0, 6)) == ()
    assert bits(reach(CIRCLE, 0, 4)) == (0,)
    assert bits(reach(LINE, 2, 2, 1 << 3)) == (0,)
    assert bits(reach_within(LINE, 2, 2)) == (0, 1, 3, 4)
    assert bits(reach_within(LINE, 2, 2, 1 << 3)) == (0, 1)
    assert reach_within(LINE, 2, 0) == 0


def test_states_compare_and_copy_by_their_facts() -> None:
    class Plain(BaseState):
        __slots__ = ("numbers", "word")

        def __init__(self, players: int) -> None:
            super().__init__(players, fuel=3, cards=2, piles=2)
            self.numbers = [1, 2]
            self.word = 5

    a = Plain(2)
    b = a.copy()
    assert a == b
    assert hash(a) == hash(b)
    b.numbers[0] = 9
    assert a != b
    assert a.numbers == [1, 2]
    assert a != Match.start(pig.GAME, 2, 1).engine.s
    assert (a == 3) is False


def test_vectors_know_where_cards_lie() -> None:
    match = play_on(Match.start(duel.GAME, 2, 1), 2)
    names, vector = match.state.vector_names(), match.state.vector()
    s = match.engine.s
    assert [vector[names.index(f"zone of {key}")] for key in duel.GAME.tables.copy_keys] == s.where
    assert vector[names.index("points[1]")] == s.points[1]
