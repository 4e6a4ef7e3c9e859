"""Tests that many cards moved at once lie as if moved one after the other, and of placing cards below a pile."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from regelwerk_runtime.engine.state import BaseState, facts_key, hide_zones
from regelwerk_runtime.engine.zones import move, move_all, move_below

CARDS, PILES, PLACES = 40, 4, 3
ZONES = st.integers(0, PILES + PLACES - 1)


class Table(BaseState):
    __slots__ = ()


hide_zones(Table, frozenset({1, PILES}))


@given(
    st.lists(st.tuples(st.integers(0, CARDS - 1), ZONES)), st.sets(st.integers(0, CARDS - 1)), st.integers(0, PILES - 1)
)
def test_cards_moved_at_once_lie_as_if_moved_in_turn(before: list[tuple[int, int]], cards: set[int], zone: int) -> None:
    one = Table(2, fuel=9, cards=CARDS, piles=PILES, places=PLACES)
    for card, to in before:
        if to < PILES or one.places[to - PILES] < 0:
            move(one, card, to)
    other = one.copy()
    for card in sorted(cards):
        move(one, card, zone)
    move_all(other, sorted(cards), zone)
    assert facts_key(one) == facts_key(other)


@given(st.lists(st.integers(0, CARDS - 1), unique=True, max_size=9), st.integers(0, PILES + PLACES - 1))
def test_only_piles_have_a_below(before: list[int], zone: int) -> None:
    one = Table(2, fuel=9, cards=CARDS, piles=PILES, places=PLACES)
    move_all(one, before, zone if zone < PILES else 1)
    other, card = one.copy(), (before or [3])[0]
    move_below(other, card, zone)
    move(one, card, zone)
    assert other.where == one.where and other.occupied == one.occupied
    if 0 < zone < PILES:
        assert other.piles[zone] == (card, *(c for c in before if c != card))
    else:
        assert facts_key(other) == facts_key(one) and other.piles[0] == one.piles[0]
