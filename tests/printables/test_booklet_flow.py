"""Pieces on pages: what stays whole, what is made smaller, what goes to the next page past the text that follows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.booklet.layout import flow
from regelwerk_printables.booklet.layout.filling import LEAST_FREE, USUAL, Way
from regelwerk_printables.booklet.layout.look import A5, TOP
from regelwerk_printables.booklet.layout.page import Draft, Piece
from regelwerk_printables.drawing.drawing import Item, Mm

PARTS = count(1000)


def drawing(x: Mm, y: Mm) -> Iterable[Item]:
    return ()


def line(name: str, height: float = 10, **more: object) -> Piece:
    return replace(Piece(Mm(height), drawing, anchors=(name,), part=next(PARTS)), **more)  # type: ignore[arg-type]


def text(count: int, name: str = "text") -> list[Piece]:
    return [line(f"{name}{number}") for number in range(count)]


def box(name: str, *heights: float, less: tuple[float, ...] = (), away: bool = True) -> list[Piece]:
    """A box of pieces that should stay together; the first one can be made smaller."""
    there = (line(f"to {name}"),) if away else None
    pieces = [
        line(f"{name}{at}", height, whole=at < len(heights) - 1, note=1, away=None if at else there)
        for at, height in enumerate(heights)
    ]
    return [replace(pieces[0], sizes=tuple((Mm(height), drawing) for height in (pieces[0].height, *less))), *pieces[1:]]


def fill_pages(pieces: Iterable[Piece]) -> list[Draft]:
    return flow.fill_pages(pieces).drafts


def shown(pages: list[Draft]) -> list[list[str]]:
    return [[one.piece.anchors[0] for one in page.placed] for page in pages]


LINES = int(A5.text_height // 10)  # on a page


def test_a_box_stays_on_one_page() -> None:
    pages = fill_pages([*text(LINES - 3), *box("box", 20, 30, away=False), line("end")])
    assert shown(pages)[1] == ["box0", "box1", "end"]


def test_pictures_are_made_smaller_where_a_box_then_fits() -> None:
    before = text(LINES - 8)
    pages = fill_pages([*before, *box("box", 90, 20, less=(80, 60, 40)), line("end")])
    assert shown(pages) == [[*(one.anchors[0] for one in before), "box0", "box1"], ["end"]]
    assert next(one.piece.height for one in pages[0].placed if one.piece.anchors == ("box0",)) == 60


def test_text_fills_the_page_before_a_box_that_has_to_leave_it() -> None:
    pages = fill_pages([*text(LINES - 8), *box("box", 60, 60), *text(20, "next")])
    first, second = shown(pages)[:2]
    assert first[-8:] == ["to box", *(f"next{number}" for number in range(7))]
    assert second[:3] == ["box0", "box1", "next7"]


def test_boxes_do_not_overtake_each_other() -> None:
    pages = fill_pages([*text(LINES - 8), *box("a", 60, 60), *box("b", 10, 10), *text(30, "next")])
    names = [name for page in shown(pages) for name in page if name[0] in "ab"]
    assert names == ["a0", "a1", "b0", "b1"]
    assert shown(pages)[0].count("to a") == shown(pages)[0].count("to b") == 1


def test_a_box_below_its_heading_does_not_overtake_one_either() -> None:
    pages = fill_pages([*text(LINES - 8), *box("a", 60, 60), line("heading", keep=True), *box("b", 10, 10)])
    assert [name for page in shown(pages) for name in page if name[0] in "abh"] == ["a0", "a1", "heading", "b0", "b1"]


def test_no_paragraph_ends_behind_a_box() -> None:
    paragraph = [line(f"next{number}", part=7, keep=number == 0) for number in range(9)]
    first, second, *_ = shown(fill_pages([*text(LINES - 8), *box("box", 60, 60), *paragraph]))
    assert first[-1] == "to box" and second[:3] == ["box0", "box1", "next0"]


def test_a_chapter_does_not_begin_before_several_boxes_and_end_behind_them() -> None:
    boxes = [*box("a", 60, 60), *box("b", 60, 60)]
    for lines, where in ((4, 0), (7, 1)):
        heading = line("heading", keep=True, outline=("Heading", 1))
        pages = fill_pages([*text(LINES - 9), *boxes, heading, *text(lines, "next")])
        found = shown(pages)
        assert [at for at, page in enumerate(found) if "heading" in page] == [where]
        assert sum("next0" in page for page in found) == 1 and "next0" in found[where]


def test_little_room_is_left_free() -> None:
    kept = LINES - int(LEAST_FREE // 10)
    pages = fill_pages([*text(kept), *box("box", 60, 60), *text(3, "next")])
    assert shown(pages)[1] == ["box0", "box1", "next0", "next1", "next2"]


def test_what_no_page_holds_is_parted_where_it_should_be_and_begins_at_once() -> None:
    big = box("box", *[20.0] * 10)
    big[1] = replace(big[1], keep=True)
    pages = fill_pages([*text(LINES - 5), *big])
    assert shown(pages) == [
        [*(f"text{number}" for number in range(LINES - 5)), "box0"],  # 1 and 2 are never parted
        [f"box{number}" for number in range(1, 9)],
        ["box9"],
    ]


def test_a_short_list_in_columns_is_not_scattered_over_two_pages() -> None:
    columns = Piece(Mm(0), drawing, columns=2)
    listed = [*text(LINES - 5), line("heading", keep=True), columns]
    together = [["heading", *(f"entry{number}" for number in range(9))]]
    assert shown(fill_pages([*listed, *text(9, "entry")]))[1:] == together
    assert len(shown(fill_pages([*listed, *text(6, "entry")]))) == 1
    many = shown(fill_pages([*listed, *text(50, "entry")]))
    assert "entry0" in many[0] and "heading" in many[0]


TIGHTER = Way(1, 0.8)


def test_pages_are_tighter_where_that_saves_a_page_of_a_few_lines() -> None:
    pieces = [replace(piece, before=Mm(2)) for piece in text(15)]  # 178 mm of 175
    assert len(fill_pages(pieces)) == 2
    drafts, ways = flow.fill_pages(pieces, 1, (USUAL, Way(0, 0.8)))
    assert ways == [Way(0, 0.8)] and len(drafts) == 1


def test_pages_are_filled_as_was_chosen_before() -> None:
    pieces = [replace(piece, before=Mm(2)) for piece in text(40)]
    (first, second, *_), ways = flow.fill_pages(pieces, 1, (USUAL,), chosen=(TIGHTER,))
    assert ways[:2] == [TIGHTER, USUAL]
    assert [round(page.placed[1].y - page.placed[0].y, 3) for page in (first, second)] == [11.6, 12]


def test_a_box_is_parted_where_that_saves_a_hole() -> None:
    parts = box("box", 50, 40, 30, 30)
    parts[1] = replace(parts[1], tear=1)
    pieces = [*text(LINES - 9), *parts, line("heading", keep=True), *box("other", 50, 40), *text(9, "next")]
    assert shown(flow.fill_pages(pieces).drafts)[0][-1] != "box1", "not in the usual way"
    pages = shown(flow.fill_pages(pieces, 1, flow.WAYS).drafts)
    assert pages[0][-2:] == ["box0", "box1"] and pages[1][:2] == ["box2", "box3"]


def test_no_small_part_of_a_box_is_torn_off() -> None:
    parts = [replace(piece, tear=1) for piece in box("box", 10, 50, 50, 10, away=False)]
    pages = shown(flow.fill_pages([*text(LINES - 5), *parts, line("end")], 1, (Way(torn=1),)).drafts)
    assert pages[1][:4] == ["box0", "box1", "box2", "box3"]


def test_text_goes_on_behind_a_box_where_that_saves_a_hole() -> None:
    paragraph = [line(f"next{number}", part=7) for number in range(12)]
    pages = shown(flow.fill_pages([*text(LINES - 8), *box("box", 60, 60), *paragraph], 1, flow.WAYS).drafts)
    assert pages[0][-8:] == ["to box", *(f"next{number}" for number in range(7))]
    assert pages[1] == ["box0", "box1", *(f"next{number}" for number in range(7, 12))]


def test_a_box_goes_to_the_next_column_without_a_line_that_refers_to_it() -> None:
    columns = Piece(Mm(0), drawing, columns=2)
    (page,) = flow.fill_pages([columns, *text(LINES - 8), *box("box", 60, 60), *text(9, "next")]).drafts
    second = [one.piece.anchors[0] for one in page.placed if one.column == 1]
    assert second[:2] == ["box0", "box1"] and "to box" not in shown([page])[0]


def test_pictures_of_a_tight_page_are_as_large_as_their_page_has_room_for() -> None:
    pieces = [*box("box", 50, 20, less=(40, 30)), line("end")]
    (page,), _ = flow.fill_pages(pieces, 1, (Way(2),))
    assert [one.piece.height for one in page.placed] == [50, 20, 10]
    assert [one.y - TOP for one in page.placed] == [0, 50, 70]
    full = [*text(LINES - 6), *pieces, line("next")]
    (page, _), _ = flow.fill_pages(full, 1, (Way(2),))
    assert next(one.piece.height for one in page.placed if one.piece.anchors == ("box0",)) == 30


@pytest.mark.parametrize("way", flow.WAYS, ids=str)
def test_in_each_way_everything_stands_there_in_order(way: Way) -> None:
    pieces = [*text(LINES - 8), *box("box", 60, 60, less=(50, 40)), *text(30, "next")]
    pages = flow.fill_pages(pieces, 1, (way,)).drafts
    names = [name for page in shown(pages) for name in page if name != "to box"]
    assert sorted(names) == sorted(piece.anchors[0] for piece in pieces)
    assert [name for name in names if name.startswith("next")] == [f"next{number}" for number in range(30)]
    assert all(page.depth <= A5.text_height + 1e-6 for page in pages)


heights = st.lists(st.floats(3, 90), min_size=1, max_size=5)


@given(st.lists(st.tuples(st.sampled_from(["text", "heading", "box", "still"]), heights), max_size=25))
def test_every_piece_stands_once_within_a_page(parts: list[tuple[str, list[float]]]) -> None:
    pieces: list[Piece] = []
    for number, (kind, sizes) in enumerate(parts):
        if kind in ("box", "still"):
            pieces += box(f"{kind}{number}.", *sizes, less=tuple(0.8 * one for one in sizes[:1]), away=kind == "box")
        else:
            pieces += [line(f"{kind}{number}.{at}", one, keep=kind == "heading") for at, one in enumerate(sizes)]
    pages = fill_pages(pieces)
    names = [name for page in shown(pages) for name in page if not name.startswith("to ")]
    assert sorted(names) == sorted(piece.anchors[0] for piece in pieces)
    for kind in ("text", "box"):
        own = [name for name in names if name.startswith(kind)]
        assert own == [piece.anchors[0] for piece in pieces if piece.anchors[0].startswith(kind)]
    for page in pages:
        below = float(TOP)
        for one in page.placed:
            assert one.y >= below - 1e-6
            below = one.y + one.piece.height
        assert below <= TOP + A5.text_height + 1e-6


@pytest.mark.parametrize("count", [1, 30])
def test_a_box_stands_before_what_is_set_in_columns(count: int) -> None:
    columns = Piece(Mm(0), drawing, columns=2)
    pages = fill_pages(
        [*text(LINES - 8), *box("box", 80, 60), line("heading", keep=True), columns, *text(count, "col")]
    )
    names = [name for page in shown(pages) for name in page]
    assert names.index("box1") < names.index("heading") < names.index("col0")
    together = next(page for page in shown(pages) if "heading" in page)
    assert "col0" in together


kinds = st.sampled_from(["text", "heading", "box", 1, 2, 3])


@given(st.lists(st.tuples(kinds, st.lists(st.floats(3, 40), min_size=1, max_size=9)), max_size=25))
def test_in_columns_every_piece_stands_once_and_none_covers_another(parts: list[tuple[str | int, list[float]]]) -> None:
    pieces: list[Piece] = []
    for number, (kind, sizes) in enumerate(parts):
        if isinstance(kind, int):
            pieces.append(Piece(Mm(0), drawing, columns=kind))
        elif kind == "box":
            pieces += box(f"box{number}.", *sizes)
        else:
            pieces += [line(f"{kind}{number}.{at}", one, keep=kind == "heading") for at, one in enumerate(sizes)]
    pages = fill_pages(pieces)
    names = [name for page in shown(pages) for name in page if not name.startswith("to ")]
    assert sorted(names) == sorted(piece.anchors[0] for piece in pieces if piece.anchors)
    for page in pages:
        assert all(one.y + one.piece.height <= TOP + A5.text_height + 1e-6 for one in page.placed)
        for one, other in combinations(page.placed, 2):
            beside = one.columns == other.columns and one.column != other.column
            assert beside or one.y + one.piece.height <= other.y + 1e-6
