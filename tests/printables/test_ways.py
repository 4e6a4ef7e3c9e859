"""Ways that lie side by side on a map, and lines with rounded corners."""

from __future__ import annotations

from typing import Any

import pytest
from regelwerk_printables.design.ways import side_by_side
from regelwerk_printables.drawing.drawing import straight


def test_ways_that_share_a_stretch_lie_side_by_side_and_keep_its_middle() -> None:
    one, two = side_by_side([[[0, 0], [10, 0], [20, 0]], [[10, 0], [20, 0]]], 2)
    assert one == [(0, 0), (pytest.approx(10 - 10 / 3), 0), (pytest.approx(10 + 10 / 3), -1), (20, -1)], (
        "no farther than a third"
    )
    assert two == [(10, 1), (20, 1)]


def test_a_stretch_is_found_also_where_the_other_way_has_no_point_and_goes_back() -> None:
    one, two = side_by_side([[[0, 0], [60, 0]], [[40, 0], [20, 0], [20, 9]]], 2)
    assert one == [(0, 0), (16, 0), (24, -1), (36, -1), (44, 0), (60, 0)]
    assert two == [(40, 1), (20, 1), (20, 9)]


def test_ways_turn_together() -> None:
    one, two = side_by_side([[[0, 0], [10, 0], [10, 10]], [[0, 0], [10, 0], [10, 10]]], 2)
    assert one == [(0, -1), (11, -1), (11, 10)]
    assert two == [(0, 1), (9, 1), (9, 10)]


def test_ways_that_meet_only_in_points_stay_where_they_are() -> None:
    ways = [[(0.0, 0.0), (10.0, 10.0)], [(0.0, 10.0), (10.0, 0.0)], [(3.0, 3.0)], []]
    assert side_by_side(ways, 2) == ways


@pytest.mark.parametrize("way", ["abc", [1, 2], [[1, 2, 3]], [[None, 0], [1, 1]], None])
def test_what_is_no_way_is_told(way: Any) -> None:
    with pytest.raises(ValueError, match="a way must be a list of points"):
        side_by_side([way], 2)


def test_corners_are_rounded_as_far_as_the_lines_reach() -> None:
    assert straight([(0, 0), (10, 0), (10, 10)], False, 2) == (
        ("M", (0, 0)),
        ("L", (pytest.approx(8), 0)),
        ("C", pytest.approx((9.2, 0, 10, 0.8, 10, 2))),
        ("L", (10, 10)),
    )
    closed = straight([(0, 0), (10, 0), (10, 10), (0, 10)], True, 99)
    assert closed[0] == ("M", (0, 5)) and closed[-1] == ("Z", ()) and len(closed) == 9
