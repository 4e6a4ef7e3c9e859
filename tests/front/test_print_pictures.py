"""Tests of a small game on paper: files in `cases/printed` hold arguments of `print GAME`, their PNGs the pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import CASES, cases
from golden_pictures import OTHERS, check_picture, other_points, pdf_of, picture_of
from market_game import Command
from regelwerk_printables.drawing.drawing import Box, Color, Mm, Page, Pen, Rect

GAME = CASES / "situations" / "quay"
DPI = 40


@pytest.mark.parametrize("path", cases("printed", "*.args"), ids=lambda path: path.stem)
def test_pages_look_as_they_did(path: Path, command: Command, out: Path) -> None:
    said = command("print", GAME, *path.read_text(encoding="utf-8").split(), "-o", out)
    assert said.status == 0, said.err
    (made,) = out.glob("*.pdf")
    check_picture(path.with_suffix(".png"), made.read_bytes(), DPI)


def test_a_box_that_moved_half_a_millimetre_is_noticed() -> None:
    def shown(x: float) -> bytes:
        box = Box(Mm(x), Mm(10), Mm(40), Mm(60))
        return pdf_of([Page(Mm(63), Mm(88), (Rect(box, pen=Pen(Color(0, 0, 0), Mm(0.5))),))])

    there, moved = (picture_of(shown(x), DPI) for x in (10, 10.5))
    assert other_points(there, there) == 0
    assert other_points(there, moved) > OTHERS
