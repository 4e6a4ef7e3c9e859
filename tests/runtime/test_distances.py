"""Tests of distances and walks on maps: few results are kept, and computing them again gives the same."""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random

import pytest
from regelwerk_runtime.engine import maps
from regelwerk_runtime.engine.state import NONE


def test_distances_stay_the_same_when_kept_results_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "MOST_DISTANCES", 3)
    road = (0b0010, 0b0101, 0b0010, 0)  # 0 - 1 - 2, and a place on its own
    table = [[maps.distance(road, start, end) for end in range(4)] for start in range(4)]
    assert table == [[0, 1, 2, NONE], [1, 0, 1, NONE], [2, 1, 0, NONE], [NONE, NONE, NONE, 0]]
    assert len(maps._known[id(road)].distances) <= 3


def walked(road: tuple[int, ...], start: int, steps: int, closed: int) -> int:
    """The ends of all walks of a number of steps, one walk at a time."""
    ways = {(NONE, start)}
    for _ in range(steps):
        ways = {
            (here, to)
            for before, here in ways
            for to in range(len(road))
            if road[here] >> to & 1 and not closed >> to & 1 and to != before
        }
    return sum({1 << here for _, here in ways})


@pytest.mark.parametrize("seed", range(20))
def test_walks_end_where_single_ways_do_whatever_is_closed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "MOST_WALKS", 7)
    random = Random(seed)
    spaces = random.randint(2, 14)
    road = [0] * spaces
    for _ in range(random.randint(1, 2 * spaces)):
        one, other = random.sample(range(spaces), 2)
        road[one] |= 1 << other
        road[other] |= 1 << one
    neighbours = tuple(road)
    for _ in range(60):
        start, steps = random.randrange(spaces), random.randint(0, 7)
        closed = random.getrandbits(spaces) & random.getrandbits(spaces)
        ends = [walked(neighbours, start, many, closed) for many in range(steps + 1)]
        assert maps.reach(neighbours, start, steps, closed) == ends[steps]
        assert maps.reach_within(neighbours, start, steps, closed) == reduce(or_, ends[1:], 0)
    assert len(maps._known[id(neighbours)].walks) <= 7
