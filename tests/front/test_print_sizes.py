"""A test of the size of printed boards: enlarged by a factor, or to fill a number of pages."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from market_game import Command

BOARD = """
boards:
  map: { title: Map, width: 600, height: 400, draw: [{ rect: [0, 0, 600, 400], line: "#000000" }] }
"""


@pytest.mark.parametrize(
    ("arguments", "pages"), [([], 8), (["--scale", 0.5], 2), (["--fit", "2x1"], 2), (["--fit", "1x1"], 1)]
)
def test_a_board_is_printed_in_the_requested_size(
    command: Command, market: Path, out: Path, arguments: list[object], pages: int
) -> None:
    (market / "print").mkdir(exist_ok=True)
    (market / "print" / "board.yaml").write_text(BOARD, encoding="utf-8")
    said = command("print", market, "board", "-o", out, *arguments)
    assert said.status == 0, said.err
    (file,) = out.glob("*-board-*.pdf")
    assert len(pypdfium2.PdfDocument(str(file))) == pages
    assert ("map, a4: printed at" in said.out + said.err) == ("--fit" in arguments)
