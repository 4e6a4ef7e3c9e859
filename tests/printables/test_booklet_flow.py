"""Tests of page breaks: which pieces stay whole, which are scaled down, and which move past the text that follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.booklet.layout import flow
from regelwerk_printables.booklet.layout.page import Draft, Piece
from regelwerk_printables.booklet.look import A5, TOP
from regelwerk_printables.drawing.drawing import Item, Mm

PARTS = count(1000)


def drawing(x: Mm, y: Mm) -> Iterable[Item]:
    return ()


def line(name: str, height: float = 10, **more: object) -> Piece:
    return replace(Piece(Mm(height), drawing, anchors=(name,), part=next(PARTS)), **more)  # type: ignore[arg-type]


def text(count: int, name: str = "text") -> list[Piece]:
    return [line(f"{name}{number}") for number in range(count)]


def box(name: str, *heights: float, less: tuple[float, ...] = (), away: bool = True) -> list[Piece]:
    """A box of pieces that should stay together; the first one can be scaled down."""
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


def pages_of(*pieces: Iterable[Piece]) -> list[list[str]]:
    return shown(fill_pages([one for some in pieces for one in some]))


def test_a_box_stays_on_one_page() -> None:
    pages = pages_of(text(LINES - 3), box("box", 20, 30, away=False), text(9, "next"))
    assert pages[1][:2] == ["box0", "box1"]


def test_pictures_are_scaled_down_if_a_box_then_fits() -> None:
    pieces = [*text(LINES - 8), *box("box", 90, 20, less=(80, 60, 40)), *text(LINES, "next")]
    pages = fill_pages(pieces)
    assert shown(pages)[0][-2:] == ["box0", "box1"]
    assert next(one.piece.height for one in pages[0].placed if one.piece.anchors == ("box0",)) == 60


def test_pictures_of_a_tight_page_are_as_large_as_fits() -> None:
    pieces = [*box("box", 50, 20, less=(40, 30)), line("end")]
    (page,) = fill_pages(pieces)
    assert [one.piece.height for one in page.placed] == [50, 20, 10]
    assert [one.y - TOP for one in page.placed] == [0, 50, 70]
    page, *_ = fill_pages([*text(LINES - 6), *pieces, *text(LINES - 3, "next")])
    assert next(one.piece.height for one in page.placed if one.piece.anchors == ("box0",)) == 40


def test_text_fills_the_page_before_a_box_that_has_to_leave_it() -> None:
    first, second, *_ = pages_of(text(LINES - 8), box("box", 60, 60), text(20, "next"))
    assert first[-8:] == ["to box", *(f"next{number}" for number in range(7))]
    assert second[:3] == ["box0", "box1", "next7"]


def test_boxes_do_not_overtake_each_other() -> None:
    pages = pages_of(text(LINES - 8), box("a", 60, 60), box("b", 10, 10), text(30, "next"))
    assert [name for page in pages for name in page if name[0] in "ab"] == ["a0", "a1", "b0", "b1"]


@pytest.mark.parametrize("away", [True, False])
def test_boxes_without_a_line_in_their_place_do_not_overtake_each_other_either(away: bool) -> None:
    first = box("a", 60, 60)
    first[0] = replace(first[0], away=())
    pages = pages_of(text(LINES - 8), first, text(2, "between"), box("b", 10, 10, away=away), text(30, "next"))
    assert [name for page in pages for name in page if name[0] in "ab" and "between" not in name][:2] == ["a0", "a1"]


def test_a_heading_stays_with_a_box_or_the_text_in_its_place() -> None:
    pages = pages_of(text(LINES - 2), [line("heading", keep=True)], box("b", 60, 60), text(30, "next"))
    assert pages[1][:3] == ["heading", "b0", "b1"]
    pages = pages_of(text(LINES - 8), [line("heading", keep=True)], box("b", 60, 60), text(30, "next"))
    assert pages[0][-7:-5] == ["heading", "to b"] and pages[1][:2] == ["b0", "b1"]


def test_a_paragraph_continues_before_a_postponed_box() -> None:
    paragraph = [line(f"next{number}", part=7, keep=number == 0) for number in range(12)]
    first, second = pages_of(text(LINES - 8), box("box", 60, 60), paragraph)
    assert first[-8:] == ["to box", *(f"next{number}" for number in range(7))]
    assert second == [*(f"next{number}" for number in range(7, 12)), "box0", "box1"]


def test_a_list_continues_before_a_postponed_box() -> None:
    items = [line(f"next{number}", within="L") for number in range(12)]
    _, second = pages_of(text(LINES - 8), box("box", 60, 60), items)
    assert second == [*(f"next{number}" for number in range(7, 12)), "box0", "box1"]


def test_a_chapter_begins_after_the_boxes_of_the_previous_one() -> None:
    for lines in (4, 7, 30):
        heading = line("heading", keep=True, outline=("Heading", 1))
        pages = pages_of(text(LINES - 9), box("a", 60, 60), box("b", 60, 60), [heading], text(lines, "next"))
        names = [name for page in pages for name in page]
        assert names.index("b1") < names.index("heading") == names.index("next0") - 1


def test_a_box_longer_than_a_page_is_split_at_the_right_place() -> None:
    big = box("box", *[20.0] * 10)
    big[1] = replace(big[1], keep=True)
    pages = pages_of(big, text(9, "next"))
    assert [name for page in pages for name in page][:10] == [f"box{number}" for number in range(10)]
    assert any({"box1", "box2"} <= {*page} for page in pages)


@pytest.mark.parametrize("above", [LINES - 5, LINES - 3])
def test_a_heading_stays_with_the_columns_below_it(above: int) -> None:
    columns = Piece(Mm(0), drawing, columns=2)
    pages = pages_of(text(above), [line("heading", keep=True), columns], text(50, "entry"))
    (together,) = [page for page in pages if "heading" in page]
    assert "entry0" in together
    assert ("heading" in pages[0]) == (above == LINES - 5), "where there is room for a few lines"


def test_pages_are_tighter_if_that_saves_a_page_of_a_few_lines() -> None:
    pieces = [replace(piece, before=Mm(2)) for piece in text(15)]  # 178 mm of 175
    (page,) = fill_pages(pieces)
    assert page.depth <= A5.text_height < 178


def test_space_between_pieces_grows_to_fill_a_page() -> None:
    page, *_ = fill_pages([replace(piece, before=Mm(2)) for piece in text(40)])
    assert page.depth == pytest.approx(A5.text_height)


def test_pages_end_where_they_ended_before_unless_that_leaves_a_gap() -> None:
    pieces = [replace(piece, before=Mm(2)) for piece in text(38)]
    usual = flow.fill_pages(pieces)
    earlier = flow.fill_pages([replace(piece, before=Mm(3.5)) for piece in pieces])
    assert earlier.ends != usual.ends
    assert flow.fill_pages(pieces, known=earlier.ends).ends == earlier.ends


def test_a_box_is_split_if_that_avoids_a_gap() -> None:
    parts = box("box", 50, 40, 30, 30)
    parts[1] = replace(parts[1], tear=1)
    heading = line("heading", keep=True, outline=("Heading", 1))
    pages = pages_of(text(LINES - 9), parts, [heading], box("other", 50, 40), text(9, "next"))
    assert pages[0][-2:] == ["box0", "box1"] and pages[1][:2] == ["box2", "box3"]


def test_no_small_part_of_a_box_is_split_off() -> None:
    parts = [replace(piece, tear=1) for piece in box("box", 10, 50, 50, 10, away=False)]
    pages = pages_of(text(LINES - 5), parts, text(9, "end"))
    assert pages[1][:4] == ["box0", "box1", "box2", "box3"]


def test_a_box_goes_to_the_next_column_without_a_line_that_refers_to_it() -> None:
    columns = Piece(Mm(0), drawing, columns=2)
    (page,) = fill_pages([columns, *text(LINES - 8), *box("box", 60, 60), *text(9, "next")])
    second = [one.piece.anchors[0] for one in page.placed if one.column == 1]
    assert second[:2] == ["box0", "box1"] and "to box" not in shown([page])[0]


heights = st.lists(st.floats(3, 90), min_size=1, max_size=5)


KINDS = st.sampled_from(["text", "paragraph", "heading", "chapter", "box", "still"])


@given(st.lists(st.tuples(KINDS, heights), max_size=25))
def test_every_piece_is_printed_once_in_order_within_a_page(parts: list[tuple[str, list[float]]]) -> None:
    pieces: list[Piece] = []
    for number, (kind, sizes) in enumerate(parts):
        name = f"{kind}{number}."
        if kind in ("box", "still"):
            away = kind == "box"
            some = box(name, *sizes, less=tuple(0.8 * one for one in sizes[:1]), away=away)
            pieces += [replace(one, note=number + 1) for one in some]
        elif kind == "chapter":
            pieces.append(line(name, min(sizes), keep=True, outline=(name, 1)))
        else:
            part = {"part": number + 1} if kind == "paragraph" else {}
            pieces += [line(f"{name}{at}", one, keep=kind == "heading", **part) for at, one in enumerate(sizes)]
    pages = fill_pages(pieces)
    names = [name for page in shown(pages) for name in page if not name.startswith("to ")]
    everything = [piece.anchors[0] for piece in pieces]
    assert sorted(names) == sorted(everything)
    for kinds in (("text", "paragraph", "heading", "chapter"), ("box", "still", "chapter")):
        assert [one for one in names if one.startswith(kinds)] == [one for one in everything if one.startswith(kinds)]
    for number, (kind, _) in enumerate(parts):
        if kind == "paragraph":
            at = [place for place, name in enumerate(names) if name.startswith(f"{kind}{number}.")]
            assert at == list(range(at[0], at[-1] + 1)), "nothing stands within a paragraph"
    for page in pages:
        below = float(TOP)
        for one in page.placed:
            assert one.y >= below - 1e-6
            below = one.y + one.piece.height
        assert below <= TOP + A5.text_height + 1e-6


@pytest.mark.parametrize("count", [1, 30])
def test_a_box_comes_before_the_columns_that_follow(count: int) -> None:
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
def test_in_columns_every_piece_is_printed_once_and_none_overlap(parts: list[tuple[str | int, list[float]]]) -> None:
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
