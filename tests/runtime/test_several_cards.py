"""Tests of options for the next member of a choice of several cards."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from regelwerk_runtime.handlers import in_order


@given(st.lists(st.integers(0, 3), max_size=6), st.integers(1, 8))
def test_each_set_of_cards_is_chosen_once(kinds: list[int], least: int) -> None:
    """The options lead to every set of that size exactly once, told apart by the looks of its cards."""
    looks = [(kind,) for kind in kinds]
    found: list[tuple[int, ...]] = []

    def choose(chosen: list[int]) -> None:
        if len(chosen) == least:
            found.append(tuple(kinds[card] for card in chosen))
            return
        left = [card for card in range(len(kinds)) if card not in chosen]
        for card in in_order([looks[one] for one in left], left, [looks[one] for one in chosen], least):
            choose([*chosen, card])

    choose([])
    assert sorted(found) == sorted({tuple(sorted(some)) for some in combinations(kinds, least)})


def test_too_few_cards_are_no_options() -> None:
    assert in_order([(0,), (1,), (2,)], [0, 1, 2], [], 5) == []
