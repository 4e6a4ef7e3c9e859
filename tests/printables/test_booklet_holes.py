"""Tests of the booklets of the large games: in the order of the sources, without gaps, and without tiny type."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from itertools import groupby, product
from math import hypot

import pypdfium2
import pypdfium2.raw as raw
import pytest
from all_games import CARDS
from printed import Press
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of
from regelwerk_dsl.grammar.inserts import ExampleInsert
from regelwerk_printables.booklet.look import BOTTOM, LEAST_TYPE, TOP

pytestmark = pytest.mark.slow

LARGE = ("itc", "auf_achse", "tokyo_metro")
LANGUAGES = ("en", "de", "ja")
MOST_EMPTY = 0.15  # of the height between the margins
DOTS = 2.0  # per millimetre
PAPER = 250  # a pixel counts as printed if it is darker


def empty_feet(pdf: bytes) -> list[float]:
    """The empty share of each page between the margins, below its last item."""
    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return [_empty_foot(page) for page in document]


def _empty_foot(page: pypdfium2.PdfPage) -> float:
    seen = page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_pil()
    text = seen.crop((0, int(TOP * DOTS), seen.width, seen.height - int(BOTTOM * DOTS)))
    printed = text.point(lambda dot: 255 if dot < PAPER else 0).getbbox()
    return 1 - printed[3] / text.height if printed else 1.0


booklets = pytest.mark.parametrize(("game", "language"), list(product(LARGE, LANGUAGES)))


@booklets
def test_no_page_except_the_last_ends_in_a_gap(game: str, language: str, printed: Press) -> None:
    booklet = printed(CARDS / game, language).file("booklet")
    _, *inner, _, _ = empty_feet(booklet)  # except for covers, and the page before the last one
    holes = {number: round(share, 2) for number, share in enumerate(inner, 2) if share > MOST_EMPTY}
    assert not holes, f"pages with their empty share: {holes}"


@booklets
def test_chapters_and_examples_follow_the_order_of_the_sources(game: str, language: str, printed: Press) -> None:
    wanted: list[str] = []
    for chapter in load_checked(source_of(CARDS / game)).chapters:
        inserts = [insert for block in chapter.blocks for insert in block.inserts]
        wanted += [chapter.name, *(f"scenario.{one.name}" for one in inserts if isinstance(one, ExampleInsert))]
    found = [name for piece in printed(CARDS / game, language).booklet for name in piece.anchors]
    assert [name for name in found if name in {*wanted}] == wanted


@booklets
def test_nothing_interrupts_a_paragraph(game: str, language: str, printed: Press) -> None:
    pieces = printed(CARDS / game, language).booklet
    parts = [(piece.part, piece.page) for piece in pieces if piece.part and piece.role in ("P", "LI")]
    begun = [(part, [page for _, page in group]) for part, group in groupby(parts, key=lambda one: one[0])]
    again = [part for part, times in Counter(part for part, _ in begun).items() if times > 1]
    assert not again
    assert all(pages[-1] - pages[0] <= 1 for _, pages in begun)


@booklets
def test_no_list_begins_a_page_without_its_introduction(game: str, language: str, printed: Press) -> None:
    pieces = printed(CARDS / game, language).booklet
    begun = [
        first.page
        for above, last, first in zip(pieces, pieces[1:], pieces[2:], strict=False)
        if last.page != first.page and first.within == "L" and not first.note and last.within != "L"
        if not (above.role.startswith("Figure") or last.role.startswith("Figure"))  # a picture, or the text below it
    ]
    assert not begun


def small_type(pdf: bytes) -> dict[int, set[float]]:
    """The printed type sizes below the minimum on each page except covers, in points."""
    found: dict[int, set[float]] = {}
    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        for number in range(1, len(document) - 1):
            text = document[number].get_textpage()
            matrix = raw.FS_MATRIX()
            for at in range(text.count_chars()):
                raw.FPDFText_GetMatrix(text, at, matrix)
                size = raw.FPDFText_GetFontSize(text, at) * hypot(matrix.c, matrix.d)
                if size < LEAST_TYPE - 0.01 and chr(raw.FPDFText_GetUnicode(text, at)).strip():
                    found.setdefault(number + 1, set()).add(round(size, 1))
    return found


@pytest.mark.parametrize("game", LARGE)
def test_no_type_is_too_small_to_read(game: str, printed: Press) -> None:
    assert small_type(printed(CARDS / game, "de").file("booklet")) == {}


def test_the_empty_foot_of_a_page_is_measured() -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(420, 595)
    page = document[0]
    assert _empty_foot(page) == 1.0
    found = BytesIO()
    document.save(found)
    assert empty_feet(found.getvalue()) == [1.0]
