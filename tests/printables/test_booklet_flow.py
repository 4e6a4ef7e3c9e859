"""Pieces on pages: what stays whole, what is made smaller, what goes to the next page past the text that follows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.booklet.flow import LEAST_FREE, Draft, fill_pages
from regelwerk_printables.booklet.look import TEXT_HEIGHT, TOP
from regelwerk_printables.booklet.piece import Piece
from regelwerk_printables.drawing import Item, Mm

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
    return [replace(pieces[0], smaller=tuple((Mm(height), drawing) for height in less)), *pieces[1:]]


def shown(pages: list[Draft]) -> list[list[str]]:
    return [[one.piece.anchors[0] for one in page.placed] for page in pages]


LINES = int(TEXT_HEIGHT // 10)  # on a page


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
        assert below <= TOP + TEXT_HEIGHT + 1e-6


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
