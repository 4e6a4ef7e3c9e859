"""Booklets of the large games as their readers see them: no holes but on the last page, no tiny type."""

from __future__ import annotations

import os
from io import BytesIO
from math import hypot
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
import pytest
from regelwerk.main import main
from regelwerk_printables.booklet.layout.look import BOTTOM, LEAST_TYPE, TOP

pytestmark = pytest.mark.slow

LARGE = ("itc", "auf_achse", "tokyo_metro")
LANGUAGES = ("en", "de", "ja")
MOST_EMPTY = 0.15  # of the height between the margins
DOTS = 2.0  # in a millimetre
PAPER = 250  # a dot is printed if it is darker


def printed(game: str, language: str, folder: Path) -> bytes:
    assert main(["print", game, "booklet", "--lang", language, "-o", os.fspath(folder) + os.sep]) == 0
    return next(folder.glob("*.pdf")).read_bytes()


def empty_feet(pdf: bytes) -> list[float]:
    """The share of each page between the margins, below the last thing on it, that is empty."""
    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return [_empty_foot(page) for page in document]


def _empty_foot(page: pypdfium2.PdfPage) -> float:
    seen = page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_pil()
    text = seen.crop((0, int(TOP * DOTS), seen.width, seen.height - int(BOTTOM * DOTS)))
    printed = text.point(lambda dot: 255 if dot < PAPER else 0).getbbox()
    return 1 - printed[3] / text.height if printed else 1.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LARGE)
def test_no_page_but_the_last_ends_in_a_hole(game: str, language: str, tmp_path: Path) -> None:
    _, *inner, _, _ = empty_feet(printed(game, language, tmp_path))  # without covers, and the page before the last one
    holes = {number: round(share, 2) for number, share in enumerate(inner, 2) if share > MOST_EMPTY}
    assert not holes, f"pages with their empty share: {holes}"


def small_type(pdf: bytes) -> dict[int, set[float]]:
    """The sizes below the least one of what is printed on each page but the covers, in points."""
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
def test_no_type_is_too_small_to_read(game: str, tmp_path: Path) -> None:
    assert small_type(printed(game, "de", tmp_path)) == {}


def test_the_foot_of_a_page_is_measured() -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(420, 595)
    page = document[0]
    assert _empty_foot(page) == 1.0
    found = BytesIO()
    document.save(found)
    assert empty_feet(found.getvalue()) == [1.0]
