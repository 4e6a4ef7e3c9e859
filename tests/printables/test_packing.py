"""Tests of packing small parts on common pages: nothing is lost, nothing overlaps, marks lie outside the drawings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from regelwerk_printables.drawing.drawing import (
    WHITE,
    Box,
    Color,
    Drawing,
    Glyphs,
    Group,
    Item,
    Mm,
    Page,
    Path,
    Pen,
    Pt,
    Rect,
    Tagged,
)
from regelwerk_printables.drawing.extent import extent
from regelwerk_printables.fonts import face
from regelwerk_printables.impose.packing import pack
from regelwerk_printables.impose.places import NoPlaceError
from regelwerk_printables.impose.tiles import MARGIN, folded, largest_scale, page_saving, scaled, tile
from regelwerk_printables.sheets import NEARLY, Size, bundled_sheets

A4 = Size(Mm(210), Mm(297))
RED = Color(1, 0, 0)


def drawing(width: float, height: float, used: float | None = None) -> Drawing:
    """A drawing that is red down to `used`, over its full width."""
    area = Rect(Box(Mm(0), Mm(0), Mm(width), Mm(height if used is None else used)), fill=RED)
    return Drawing(Mm(width), Mm(height), (Tagged("Sect", (area,)),), Mm(3))


def placed(page: Page) -> list[Box]:
    """The places of drawings on a page, without their bleed."""
    return [
        Box(item.dx, item.dy, Mm(item.clip.width + 2 * item.clip.x), Mm(item.clip.height + 2 * item.clip.y))
        for item in page.items
        if isinstance(item, Group) and item.clip is not None
    ]


def strokes(page: Page) -> Iterator[Box]:
    for item in page.items:
        if isinstance(item, Tagged) and item.role == "Artifact":
            for path in item.items:
                found = extent([path])
                assert found is not None
                yield found


def overlap(one: Box, other: Box) -> bool:
    across = one.x + 0.01 < other.x + other.width and other.x + 0.01 < one.x + one.width
    return across and one.y + 0.01 < other.y + other.height and other.y + 0.01 < one.y + one.height


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.floats(10, 205), st.floats(10, 290), st.floats(0.2, 1)), min_size=1, max_size=12))
def test_every_drawing_lies_on_one_page_and_apart_from_others(sizes: list[tuple[float, float, float]]) -> None:
    drawings = [drawing(width, height, height * share) for width, height, share in sizes]
    pages, at = pack(drawings, A4)
    boxes = [placed(page) for page in pages]
    assert sum(map(len, boxes)) == len(drawings) and len(at) == len(drawings)
    for number, (one, page) in enumerate(zip(drawings, at, strict=True)):
        used = sizes[number][1] * sizes[number][2]
        assert any(abs(box.width - one.width) < 1e-6 and box.height >= used - 1e-6 for box in boxes[page])
    for page, found in zip(pages, boxes, strict=True):
        assert (page.width, page.height) in ((210, 297), (297, 210))
        for here, box in enumerate(found):
            assert box.x >= -1e-6 and box.x + box.width <= page.width + 1e-6
            assert box.y >= -1e-6 and box.y + box.height <= page.height + 1e-6
            assert not any(overlap(box, other) for other in found[here + 1 :])
        for stroke in strokes(page):
            assert not any(overlap(stroke, box) for box in found)
        if len(found) > 1:  # in the part of the paper that every printer reaches
            assert all(min(box.x, box.y) >= MARGIN - NEARLY for box in found)


def test_blank_space_below_a_drawing_is_used_for_another() -> None:
    pages, at = pack([drawing(190, 259, 100), drawing(95, 130)], A4)
    assert (len(pages), at) == (1, [0, 0])
    upper, lower = placed(pages[0])
    assert (upper.height, lower.height) == (100, 130)
    edges = {round(value, 3) for box in (upper, lower) for value in (box.y, box.y + box.height)}
    marks = {round(stroke.y + stroke.height / 2, 3) for stroke in strokes(pages[0]) if stroke.width > stroke.height}
    assert edges <= marks and len(marks - edges) <= 1, "and the ruler"


def test_backs_lie_behind_their_fronts_on_common_pages() -> None:
    whole = Box(Mm(0), Mm(0), Mm(20), Mm(30))
    token = Drawing(Mm(20), Mm(30), (Rect(whole, fill=RED),), Mm(6))
    back = replace(token, items=(Rect(whole.grown(6), fill=WHITE),))
    pages, at = pack([token, token, drawing(40, 20)], A4, {0: back, 1: back}, bundled_sheets()["a4"])
    assert (len(pages), at) == (2, [0, 0, 0])
    fronts, backs = placed(pages[0])[:2], placed(pages[1])
    assert [round(A4.width - box.x - box.width, 3) for box in backs] == [round(box.x, 3) for box in fronts]
    clips = [item.clip for item in pages[1].items if isinstance(item, Group)]
    assert [clip.width for clip in clips if isinstance(clip, Box)] == [26, 26], "with the bleed that backs have"


def tokens(width: float, height: float, count: int, bleed: float = 0) -> list[Drawing]:
    area = Rect(Box(Mm(0), Mm(0), Mm(width), Mm(height)).grown(bleed), fill=RED)
    return [Drawing(Mm(width), Mm(height), (area,), Mm(6))] * count


def test_equal_parts_share_their_cuts_and_those_with_a_bleed_lie_two_bleeds_apart() -> None:
    for bleed, count in ((0.0, 9 * 14), (6.0, 7 * 10)):
        pages, _ = pack(tokens(20, 20, count, bleed), A4)
        assert len(pages) == 1, "as many as the room of the page holds"
        (first, second, *_) = boxes = placed(pages[0])
        assert second.x - first.right == pytest.approx(min(bleed, 3) * 2)
        columns = sorted({round(box.x, 3) for box in boxes})
        assert len(columns) * len({round(box.y, 3) for box in boxes}) == count
    pages, _ = pack(tokens(20, 20, 14), A4)
    rows = [[round(box.x, 3) for box in placed(pages[0]) if round(box.y) == y] for y in (8, 28)]
    assert rows[1] == rows[0][:5], "the last row begins where the others do"


def marked(box: Box, marks: tuple[list[Box], list[Box]], boxes: list[Box]) -> Iterator[bool]:
    """For each edge, whether a mark lies on its extension with only drawings that share the edge between them."""
    for axis in (0, 1):
        own, across = (ends(box, one) for one in (axis, 1 - axis))
        for at in own:
            lines = [one for one in marks[axis] if abs(ends(one, axis)[0] + 0.05 - at) < 0.02]
            others = [one for one in boxes if all(abs(at - edge) > 0.01 for edge in ends(one, axis))]
            blocks = [ends(one, 1 - axis) for one in others if ends(one, axis)[0] < at < ends(one, axis)[1]]
            yield any(
                not any(start < max(across[0], line[1]) and end > min(across[1], line[0]) for start, end in blocks)
                for line in (ends(one, 1 - axis) for one in lines)
            )


def ends(box: Box, axis: int) -> tuple[float, float]:
    return (box.y, box.bottom) if axis else (box.x, box.right)


def is_mark(stroke: Box, axis: int) -> bool:
    return (stroke.height, stroke.width)[axis] > 1 and (stroke.width, stroke.height)[axis] < 0.2


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([9, 12, 20, 35]), st.sampled_from([12, 30]), st.integers(1, 40), st.sampled_from([0, 6])
        ),
        min_size=1,
        max_size=6,
    )
)
@example([(35, 12, 20, 0), (12, 12, 1, 0), (5, 12, 2, 0), (9, 12, 1, 0)])
def test_every_edge_has_a_mark_with_no_other_drawing_between(kinds: list[tuple[int, int, int, int]]) -> None:
    pages, _ = pack([one for kind in kinds for one in tokens(*kind)], A4)
    for page in pages:
        boxes, lines = placed(page), list(strokes(page))
        marks = [one for one in lines if is_mark(one, 0)], [one for one in lines if is_mark(one, 1)]
        for box in boxes if len(boxes) > 1 else ():
            assert all(marked(box, marks, boxes)), (box, boxes)


def test_paper_that_is_too_small_for_pieces_is_refused() -> None:
    board = drawing(500, 300)
    for width, height in ((20, 20), (27, 27), (10, 2000)):
        paper = Size(Mm(width), Mm(height))
        with pytest.raises(NoPlaceError, match="would take too many pieces"):
            list(tile(board, paper))
        with pytest.raises(NoPlaceError):
            pack([board], paper)
    with pytest.raises(NoPlaceError, match="too small for pieces"):
        largest_scale(board, Size(Mm(20), Mm(20)), 2, 2)


def test_a_folded_thing_shows_its_back_above_its_front() -> None:
    token = Drawing(Mm(20), Mm(30), (SQUARE,))
    both = folded(token, token)
    assert (both.width, both.height) == (20, 60)
    assert [(box.x, box.y) for box in placed(Page(both.width, both.height, both.items))] == [(20, 30), (0, 30)]


def test_fewer_pages_are_proposed_if_little_is_lost() -> None:
    assert page_saving(drawing(360, 281), A4) is None
    found = page_saving(drawing(300, 210), A4)
    assert found is not None and found[1:] == (1, 1) and 0.85 < found[0] < 1


def test_small_drawings_share_a_page_and_a_large_one_does_not() -> None:
    big = drawing(190, 259)
    pages, at = pack([drawing(55, 80), big, drawing(55, 80), drawing(55, 40)], A4)
    assert at == [0, 1, 0, 0] and {box.y for box in placed(pages[0])} == {MARGIN}
    assert pages[1] == next(tile(big, A4))
    sheet = drawing(420, 297)
    assert pack([sheet], A4)[0] == list(tile(sheet, A4))


WORD = Glyphs(Mm(2), Mm(10), "ABC", "sans", Pt(10))
SQUARE = Rect(Box(Mm(0), Mm(0), Mm(4), Mm(2)), fill=RED)


@pytest.mark.parametrize(
    ("items", "box"),
    [
        ((), None),
        ((SQUARE,), (0, 0, 4, 2)),
        ((Group((SQUARE,), Mm(10), Mm(20), 90, 2),), (6, 20, 4, 8)),
        ((Group((SQUARE,), Mm(1), Mm(1), clip=Box(Mm(1), Mm(1), Mm(9), Mm(9))),), (2, 2, 3, 1)),
        ((Path((("M", (1, 1)), ("C", (2, 5, 3, 5, 4, 1))), pen=Pen(RED, Mm(2))),), (0, 0, 5, 6)),
    ],
)
def test_the_extent_of_items(items: tuple[Item, ...], box: tuple[float, ...] | None) -> None:
    found = extent(items)
    if box is None:
        assert found is None
    else:
        assert found is not None
        assert (found.x, found.y, found.width, found.height) == pytest.approx(box)


def test_the_extent_of_a_word_is_as_wide_as_its_letters() -> None:
    found = extent((WORD,))
    assert found is not None
    assert found.width == pytest.approx(sum(face("sans").widths[char] for char in "ABC") * 10 * 25.4 / 72 / 1000)
    assert found.y < 10 < found.y + found.height


@settings(max_examples=50, deadline=None)
@given(st.floats(20, 2000), st.floats(20, 2000), st.integers(1, 4), st.integers(1, 4))
def test_a_drawing_that_is_fitted_takes_no_more_pages(width: float, height: float, columns: int, rows: int) -> None:
    whole = drawing(width, height)
    factor = largest_scale(whole, A4, columns, rows)
    pages = list(tile(scaled(whole, factor), A4))
    assert 1 <= len(pages) <= columns * rows
    larger = (1.02 * factor * width, 1.02 * factor * height)
    upright, across = ((2 * MARGIN - 210, 2 * MARGIN - 297), (2 * MARGIN - 297, 2 * MARGIN - 210))
    for room in (upright, across):  # without the common strips, no larger drawing fits
        most = (10 - columns * (room[0] + 10), 10 - rows * (room[1] + 10))
        assert larger[0] > most[0] or larger[1] > most[1]


def test_all_of_a_scaled_drawing_is_larger() -> None:
    found = scaled(drawing(30, 20), 1.5)
    around = extent(found.items)
    assert (found.width, found.height, found.bleed) == (45, 30, 4.5)
    assert around is not None and (around.width, around.height) == (45, 30)
