"""Tests of routes that run side by side on a map, and of lines with rounded corners."""

from __future__ import annotations

from typing import Any

import pytest
from regelwerk_printables.design.ways import side_by_side
from regelwerk_printables.drawing.drawing import straight


def test_routes_on_a_common_stretch_run_side_by_side_around_its_middle() -> None:
    one, two = side_by_side([[[0, 0], [10, 0], [20, 0]], [[10, 0], [20, 0]]], 2)
    assert one == [(0, 0), (pytest.approx(10 - 10 / 3), 0), (pytest.approx(10 + 10 / 3), -1), (20, -1)], (
        "no farther than a third"
    )
    assert two == [(10, 1), (20, 1)]


def test_a_common_stretch_is_found_without_common_points_and_in_reverse() -> None:
    one, two = side_by_side([[[0, 0], [60, 0]], [[40, 0], [20, 0], [20, 9]]], 2)
    assert one == [(0, 0), (16, 0), (24, -1), (36, -1), (44, 0), (60, 0)]
    assert two == [(40, 1), (20, 1), (20, 9)]


def test_parallel_routes_turn_together() -> None:
    one, two = side_by_side([[[0, 0], [10, 0], [10, 10]], [[0, 0], [10, 0], [10, 10]]], 2)
    assert one == [(0, -1), (11, -1), (11, 10)]
    assert two == [(0, 1), (9, 1), (9, 10)]


def test_routes_that_meet_only_in_points_are_not_moved() -> None:
    ways = [[(0.0, 0.0), (10.0, 10.0)], [(0.0, 10.0), (10.0, 0.0)], [(3.0, 3.0)], []]
    assert side_by_side(ways, 2) == ways


@pytest.mark.parametrize("way", ["abc", [1, 2], [[1, 2, 3]], [[None, 0], [1, 1]], None])
def test_invalid_routes_are_reported(way: Any) -> None:
    with pytest.raises(ValueError, match="a way must be a list of points"):
        side_by_side([way], 2)


def test_corners_are_rounded_as_far_as_the_lines_allow() -> None:
    assert straight([(0, 0), (10, 0), (10, 10)], False, 2) == (
        ("M", (0, 0)),
        ("L", (pytest.approx(8), 0)),
        ("C", pytest.approx((9.2, 0, 10, 0.8, 10, 2))),
        ("L", (10, 10)),
    )
    closed = straight([(0, 0), (10, 0), (10, 10), (0, 10)], True, 99)
    assert closed[0] == ("M", (0, 5)) and closed[-1] == ("Z", ()) and len(closed) == 9
