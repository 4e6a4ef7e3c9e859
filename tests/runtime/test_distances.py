"""Distances on maps: what is kept of them is bounded, and what is counted anew is the same."""

from __future__ import annotations

import pytest
from regelwerk_runtime.engine import maps
from regelwerk_runtime.engine.state import NONE


def test_distances_stay_the_same_when_kept_ones_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "MOST_DISTANCES", 3)
    road = (0b0010, 0b0101, 0b0010, 0)  # 0 - 1 - 2, and a place apart
    told = [[maps.distance(road, start, end) for end in range(4)] for start in range(4)]
    assert told == [[0, 1, 2, NONE], [1, 0, 1, NONE], [2, 1, 0, NONE], [NONE, NONE, NONE, 0]]
    assert len(maps._known[id(road)][1]) <= 3
