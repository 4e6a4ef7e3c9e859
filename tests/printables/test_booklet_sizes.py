"""Tests of booklets on pages of every size: page dimensions, text between the margins, more columns on wide pages."""

from __future__ import annotations

import pytest
from drawing_text import glyphs
from orchard import data, rows
from regelwerk_printables.booklet import PAPERS, pages
from regelwerk_printables.booklet.content.elements import Columns, Inline, Paragraph, Table, Words
from regelwerk_printables.booklet.layout.pieces import pieces
from regelwerk_printables.booklet.layout.typesetter import Typesetter
from regelwerk_printables.booklet.look import A5, BOTTOM, INSIDE, OUTSIDE, TOP, look_of
from regelwerk_printables.drawing.drawing import MM_PER_PT
from regelwerk_printables.fonts import face


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("language", ["de", "ja"])
def test_text_stays_between_the_margins(size: str, language: str) -> None:
    paper = PAPERS[size]
    made = pages(data(), language, paper=paper)
    assert {(page.width, page.height) for page in made.pages} == {(paper.width, paper.height)}
    assert {one.code for one in made.problems} == {"E1042"}  # no example is played here
    for number, page in enumerate(made.pages[1:], 2):
        left = INSIDE if number % 2 else OUTSIDE
        for item in glyphs(page):
            width = sum(face(item.font).advances(item.text.rstrip())) * item.size * MM_PER_PT / 1000
            hanging = item.size * MM_PER_PT if item.text[-1:] in "、。" else 0.05
            assert left - 0.05 <= item.x and item.x + width <= left + paper.text_width + hanging, item.text
            assert TOP - 9 < item.y < paper.height - BOTTOM + 10, item.text


def test_wide_pages_have_running_text_in_two_columns() -> None:
    def columns(size: str) -> int:
        page = pages(data(), "en", paper=PAPERS[size]).pages[1]
        middle = PAPERS[size].width / 2
        beside = [row for row in rows(page) if "Selling" in row.text]
        assert beside
        return 1 + any(item.x > middle and item.size > 14 for item in glyphs(page))

    assert [columns(size) for size in PAPERS] == [1, 1, 2, 2]


def test_a_table_too_wide_for_a_column_spans_the_page() -> None:
    def table(heading: str) -> Table:
        return Table((_words(heading),) * 4, ((_words("1"),) * 4,), (True,) * 4)

    typesetter = Typesetter(look_of("en"), A5.text_width)
    narrow, wide = ([Columns(2), table(heading), Paragraph(_words("x"))] for heading in ("a", "1234567890123"))
    assert [piece.columns for piece in pieces(typesetter, narrow) if piece.columns] == [2]
    assert [piece.columns for piece in pieces(typesetter, wide) if piece.columns] == [2, 1, 2]
    assert not typesetter.too_wide


def test_columns_are_wide_enough_for_their_longest_word() -> None:
    """The others give way if there is room; if there is not, the word is reported."""

    def excesses(long: str, count: int) -> list[str]:
        typesetter = Typesetter(look_of("en"), A5.text_width)
        cells = tuple(_words(one) for one in (*("a few short words in a cell",) * count, long))
        list(pieces(typesetter, [Table((_words(""),) * len(cells), (cells,), (False,) * len(cells))]))
        return [*typesetter.too_wide]

    assert not excesses("1234567890", 6)
    assert "1234567890" in excesses("1234567890", 12)


def _words(text: str) -> Words:
    return (Inline(text),)
