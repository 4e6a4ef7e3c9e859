"""A test of the first page of a booklet without a cover of its own."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from market_game import Command, edit
from test_print import BOOKLET, names


@pytest.mark.parametrize(("boards", "shown"), [(("wood", "sea"), "wood"), (("sea", "board"), "board")])
def test_a_booklet_without_a_cover_shows_a_board_first(
    command: Command, market: Path, out: Path, boards: tuple[str, ...], shown: str
) -> None:
    edit(market, "\ncardtype", f"{BOOKLET}\ncardtype")
    (market / "print").mkdir()
    drawn = [
        f'  {name}: {{ title: "{name}", width: 90, height: 60, draw: [{{ text: "The {name}", box: [5, 5, 80, 9] }}] }}'
        for name in boards
    ]
    layout = "\n".join(["styles: { text: { size: 12, smallest: 9 } }", "boards:", *drawn])
    (market / "print" / "boards.yaml").write_text(layout, encoding="utf-8")
    assert command("print", market, "booklet", "-o", out).status == 0
    (file,) = names(out)
    first = pypdfium2.PdfDocument(str(out / file))[0].get_textpage().get_text_range()
    assert [name for name in boards if f"The {name}" in first] == [shown]
