"""Tests of every game on paper, in each of its languages: complete, within its margins, in valid files."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from printed import PRINTED, Press
from regelwerk.errors import InputError
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of
from regelwerk.printing.making import make_files
from regelwerk.printing.order import Order
from regelwerk_dsl.render import render_all

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "language"), PRINTED, ids=lambda one: one if isinstance(one, str) else one.name)
def test_a_game_is_printed_completely_in_each_of_its_languages(game: Path, language: str, printed: Press) -> None:
    found = printed(game, language)
    assert not found.problems
    has_cards = bool(load_checked(source_of(game)).cards)
    made = [made.name for made in found.files if made.product == "cards"]
    assert made == [f"{game.name}-cards-a4-{language}.pdf"] * has_cards
    for file in found.files:
        assert file.name.endswith(f"-{language}.pdf")
        assert faults_of(file.data, language) == [], file.name


def test_a_game_is_printed_on_other_paper(folder: Path) -> None:
    source = source_of(folder)
    game = load_checked(source)
    language = game.languages[0]
    order = Order(source, ("cards", "board", "parts"), everything=True, languages=language, sheets=("letter", "single"))
    if not (game.cards or (folder / "print").is_dir()):
        with pytest.raises(InputError, match="has no cards and no board and no parts to print"):
            make_files(order, game)
        return
    found = make_files(order, game)
    assert not found.failed, render_all(found.diagnostics)
    sheets = [(file.product, sheet) for file in found.files for sheet in order.sheets if f"-{sheet}-" in file.name]
    assert len(sheets) == len(found.files) == 2 * len({product for product, _ in sheets})
    for file, (_, sheet) in zip(found.files, sheets, strict=True):
        assert faults_of(file.data, language) == [], file.name
        with pikepdf.open(io.BytesIO(file.data)) as pdf:
            for page in pdf.pages:
                sides = [float(value) for value in page.mediabox[2:]]
                trim, bleed = ([float(value) for value in page.get(key, ())] for key in ("/TrimBox", "/BleedBox"))
                if sheet == "letter":
                    assert sorted(sides) == [612, 792]
                elif file.product == "cards":  # cut to the trim box, printed to the edge of the page
                    assert bleed == [0, 0, *sides]
                    assert trim == pytest.approx([3 * 72 / 25.4, 3 * 72 / 25.4, *(s - 3 * 72 / 25.4 for s in sides)])


def faults_of(data: bytes, language: str) -> list[str]:
    """Faults that a print shop or a screen reader would report: broken syntax, fonts not embedded, no structure."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [str(problem) for problem in pdf.check_pdf_syntax()]
        root = pdf.Root
        if not ("/StructTreeRoot" in root and root.get("/MarkInfo", {}).get("/Marked", False)):
            found.append("it has no structure")
        if str(root.get("/Lang", "")) != language:
            found.append(f"its language is {root.get('/Lang')}")
        for item in pdf.objects:
            kind = item.get("/Type") if isinstance(item, pikepdf.Dictionary) else None
            alone = (
                kind == "/Font" and item.get("/Subtype") in ("/Type1", "/TrueType") and "/FontDescriptor" not in item
            )
            empty = kind == "/FontDescriptor" and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(item.keys())
            if alone or empty:
                found.append(f"{item.get('/BaseFont', item.get('/FontName'))} is not embedded")
        return found
