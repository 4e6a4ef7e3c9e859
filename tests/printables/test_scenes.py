"""Tests of pictures of play on a page: inside their area, apart from each other, and as large as possible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from regelwerk_printables.booklet.arrangement import (
    BESIDE_GAP,
    DENSER,
    GAP,
    HIGHER,
    HIGHEST,
    LEAST_TITLE,
    MOST,
    SMALL,
    TITLE,
    arrange,
    arrange_densely,
    common_scale,
    fit_side_by_side,
)
from regelwerk_printables.booklet.layout.scenes import FINE_RING, RING, ring_pen
from regelwerk_printables.design.situations import Scene
from regelwerk_printables.drawing.drawing import Box, Drawing, Mm

pytestmark = pytest.mark.slow

FIGURE = 1e-6

SIZES = st.lists(st.tuples(st.floats(5, 420), st.floats(5, 300), st.booleans()), min_size=1, max_size=7)


def scenes_of(sizes: list[tuple[float, float, bool]]) -> list[Scene]:
    return [Scene("x" if titled else "", Drawing(Mm(wide), Mm(high), ())) for wide, high, titled in sizes]


@given(sizes=SIZES, width=st.floats(40, 120))
def test_pictures_and_titles_stay_in_their_area_without_overlap(sizes: list[Any], width: float) -> None:
    found = arrange(scenes_of(sizes), width)
    assert [one.scene for one in found.placed] == scenes_of(sizes)
    assert found.scale <= MOST
    boxes = [
        Box(
            Mm(one.x),
            Mm(one.y),
            Mm(max(one.scene.drawing.width * found.scale, LEAST_TITLE if one.scene.title else 0)),
            Mm(one.scene.drawing.height * found.scale + (TITLE if one.scene.title else 0)),
        )
        for one in found.placed
    ]
    for at, box in enumerate(boxes):
        assert box.x >= 0 and box.y >= -FIGURE
        assert box.x + box.width <= width + FIGURE and box.y + box.height <= found.height + FIGURE
        for other in boxes[at + 1 :]:
            apart = (
                box.x + box.width + GAP <= other.x + FIGURE,
                other.x + other.width + GAP <= box.x + FIGURE,
                box.y + box.height + GAP <= other.y + FIGURE,
                other.y + other.height + GAP <= box.y + FIGURE,
            )
            assert any(apart)
    assert found.height <= (HIGHEST if found.scale > SMALL else HIGHER) + FIGURE


@given(sizes=SIZES)
def test_positions_stand_side_by_side_only_if_they_stay_readable(sizes: list[Any]) -> None:
    scenes = scenes_of(sizes)
    both, one = common_scale((scenes, scenes), (113 - BESIDE_GAP) / 2), common_scale((scenes,), 113)
    assert fit_side_by_side(scenes, scenes, 113) == (both >= 0.5 or both >= 0.8 * one)
    assert not fit_side_by_side(scenes, [], 113)


@given(sizes=SIZES, width=st.floats(40, 120))
@example(sizes=[(5.0, 5.0, False), (200.0, 5.0, False), (5.0, 123.0, False), (40.0, 300.0, False)], width=65.0)
def test_pictures_are_scaled_down_only_to_need_fewer_rows(sizes: list[Any], width: float) -> None:
    largest, found = arrange(scenes_of(sizes), width), arrange_densely(scenes_of(sizes), width)
    assert DENSER * largest.scale <= found.scale + FIGURE and found.scale <= largest.scale
    assert found.scale == largest.scale or found.height / found.scale < largest.height / largest.scale


def test_a_small_picture_gets_no_row_of_its_own() -> None:
    pictures = scenes_of([(50, 40, True), (70, 40, True), (30, 20, True)])
    assert arrange(pictures, 100).placed[2].x == 0 and arrange_densely(pictures, 100).placed[2].x > 0
    assert arrange_densely(pictures, 100).height < 0.6 * arrange(pictures, 100).height


def test_rings_are_finer_around_small_pieces() -> None:
    def drawn(side: float, scale: float) -> float:
        large = Box(Mm(0), Mm(0), Mm(40), Mm(40))
        return ring_pen([large, Box(Mm(0), Mm(0), Mm(side), Mm(40))], scale) * scale

    assert drawn(40, 0.8) == RING and drawn(3, 0.4) == FINE_RING
    assert FINE_RING < drawn(8, 0.5) == drawn(5, 0.8) < RING
