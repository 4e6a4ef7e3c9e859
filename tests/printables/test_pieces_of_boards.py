"""Tests of boards in pieces and parts with backs: pieces fit a printer, and no side is turned or cut wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from regelwerk_printables.drawing.drawing import Anchor, Box, Color, Drawing, Group, Mm, Page, Pen, Rect, Tagged
from regelwerk_printables.impose.packing import pack
from regelwerk_printables.impose.tiles import OVERLAP, back_pages, plan_tiles, printable_area, tile
from regelwerk_printables.pdf.flat import Flattener
from regelwerk_printables.sheets import Flip, Size, bundled_sheets

A4 = Size(Mm(210), Mm(297))
SHEET = bundled_sheets()["a4"]
RED = Color(1, 0, 0)


def drawing(width: float, height: float, used: float) -> Drawing:
    """A drawing that is red down to `used`."""
    return Drawing(Mm(width), Mm(height), (Rect(Box(Mm(0), Mm(0), Mm(width), Mm(used)), fill=RED),), Mm(3))


@pytest.mark.parametrize("width", [211, 230, 300, 377, 378, 379, 555, 562, 900])
@pytest.mark.parametrize("height", [100, 298, 560])
def test_no_piece_exceeds_the_printable_area(width: int, height: int) -> None:
    tiling = plan_tiles(Mm(width), Mm(height), A4)
    room = printable_area(tiling.paper)
    assert tiling.piece.width <= room.width + 0.02 and tiling.piece.height <= room.height + 0.02
    across = tiling.columns * (tiling.piece.width - OVERLAP) + OVERLAP
    down = tiling.rows * (tiling.piece.height - OVERLAP) + OVERLAP
    assert (across, down) == (pytest.approx(width), pytest.approx(height))


@pytest.mark.parametrize("flip", list(Flip))
def test_pieces_of_a_back_are_not_turned(flip: Flip) -> None:
    """They are glued onto the board, however the printer turns its paper."""
    back, sheet = drawing(400, 500, 250), replace(SHEET, flip=flip)
    pages = list(back_pages(back, sheet, A4, Mm(3)))
    assert len(pages) > 1 and pages == list(tile(back, A4, Mm(3)))


def test_a_part_with_a_back_keeps_its_height() -> None:
    """Otherwise the back, which reaches its lower edge, would be misplaced; a copy without a back is cut short."""
    part, back = drawing(40, 60, 30), drawing(40, 60, 60)
    (front, _), _ = pack([part, part], A4, {1: back}, SHEET)
    heights = [item.clip.height for item in front.items if isinstance(item, Group) and item.clip is not None]
    assert heights == [30, 60]


def test_a_transparent_frame_flattens_its_page(tmp_path: Path) -> None:
    box = Box(Mm(2), Mm(2), Mm(9), Mm(9))
    inner = Group((Tagged("P", (Anchor("here", Mm(3)),)),), Mm(5), Mm(7))
    flat = Flattener(tmp_path, 72, "en")
    for alpha, count in ((1, 0), (0.5, 1)):
        rect = Rect(box, fill=RED, pen=Pen(Color(0, 0, 0, alpha), Mm(1)))
        (page,) = flat.pages([Page(Mm(30), Mm(20), (inner, rect))])
        assert flat.count == count
    assert page.items[1] == Group((Anchor("here", Mm(3)),), Mm(5), Mm(7))  # links to it still work
