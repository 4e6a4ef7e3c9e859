"""Tests of sheets read back from the PDF: positions of faces, trim boxes, and equal bytes in two runs."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from regelwerk_printables.drawing.drawing import BLACK, BLEED, MM_PER_PT, Box, Drawing, Mm, Page, PrintedCard, Rect
from regelwerk_printables.impose.pages import impose, outline
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import Flip, bundled_sheets
from sample_cards import card

SHEETS = bundled_sheets()
NEAR = 0.01
CENTRE = Rect(Box(Mm(20), Mm(10), Mm(4), Mm(2)), fill=BLACK)  # off centre, so that a turned face is noticed
BEHIND = Rect(Box(Mm(63 - 24), Mm(10), Mm(4), Mm(2)), fill=BLACK)  # the same spot of the card, seen from its back


def spotted(number: int) -> PrintedCard:
    """A card with a spot on its front, and one on its back at the same place of the cardboard."""
    found = card(number)
    return replace(
        found,
        front=Drawing(found.front.width, found.front.height, (CENTRE,), BLEED),
        back=Drawing(found.back.width, found.back.height, (BEHIND,), BLEED),
    )


def written(pages: list[Page], **more: object) -> bytes:
    file = io.BytesIO()
    write_pdf(file, title="Cards", language="en", pages=pages, **more)  # type: ignore[arg-type]
    return file.getvalue()


def spots(page: pypdfium2.PdfPage) -> list[tuple[float, float]]:
    """The centre of each spot, in mm from the top left corner."""
    height = page.get_height()
    found = []
    for item in page.get_objects(max_depth=1):
        left, bottom, right, top = item.get_bounds()
        if all(1 < length * MM_PER_PT < 5 for length in (right - left, top - bottom)):
            found.append(((left + right) / 2 * MM_PER_PT, (height - (bottom + top) / 2) * MM_PER_PT))
    return found


@pytest.mark.parametrize(
    ("name", "flip"),
    [("a4", Flip.LONG), ("a4", Flip.SHORT), ("letter", Flip.LONG), ("a4-business", Flip.LONG), ("a4-mini", Flip.SHORT)],
)
def test_front_and_back_align_on_the_paper(name: str, flip: Flip) -> None:
    sheet = replace(SHEETS[name], flip=flip)
    assert sheet.paper is not None
    data = written(list(impose([spotted(number) for number in range(1, 6)], sheet)))
    front, back = pypdfium2.PdfDocument(data)
    fronts, backs = spots(front), spots(back)
    assert len(fronts) == len(backs) == 5
    for (x, y), (other_x, other_y) in zip(fronts, backs, strict=True):
        if flip is Flip.LONG:
            assert (sheet.paper.width - other_x, other_y) == (pytest.approx(x, abs=NEAR), pytest.approx(y, abs=NEAR))
        else:
            assert (other_x, sheet.paper.height - other_y) == (pytest.approx(x, abs=NEAR), pytest.approx(y, abs=NEAR))


def test_front_and_back_align_when_the_sheet_is_folded() -> None:
    (page,) = pypdfium2.PdfDocument(written(list(impose([spotted(1), spotted(2)], SHEETS["a4-fold"]))))
    found = spots(page)
    for (x, y), (other_x, other_y) in zip(found[:2], found[2:], strict=True):
        assert (other_x, 210 - other_y) == (pytest.approx(x, abs=NEAR), pytest.approx(y, abs=NEAR))


def test_a_single_card_has_its_page_boxes() -> None:
    data = written(list(impose([spotted(1)], SHEETS["single"])))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.check_pdf_syntax() == []
        for page in pdf.pages:
            media, trim, bleed = (
                [float(part) * MM_PER_PT for part in box] for box in (page.mediabox, page.trimbox, page.bleedbox)
            )
            assert media == pytest.approx([0, 0, 69, 94], abs=NEAR)
            assert trim == pytest.approx([3, 3, 66, 91], abs=NEAR)
            assert bleed == pytest.approx(media, abs=NEAR)


def test_two_runs_give_the_same_bytes_and_an_outline() -> None:
    deck = [spotted(1), spotted(2)]
    first, second = (written(list(impose(deck, SHEETS["a4"])), bookmarks=outline(deck, SHEETS["a4"])) for _ in range(2))
    assert first == second
    titles = [entry.get_title() for entry in pypdfium2.PdfDocument(first).get_toc()]
    assert titles == ["Deed", "Card 1", "Card 2"]
