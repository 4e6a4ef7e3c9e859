"""Every game on paper, in each of its languages: nothing is missing, nothing sticks out, every file is sound."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from regelwerk.loading import checked_data, source_of
from regelwerk.printing.making import Workshop
from regelwerk.printing.order import PRODUCTS, Order
from regelwerk.printing.running import make_with
from regelwerk_dsl.render import render_all


def test_a_game_is_printed_whole_in_all_its_languages(folder: Path) -> None:
    source = source_of(folder)
    game = checked_data(source)
    if not (game["cards"] or game["chapters"] or (folder / "print").is_dir()):
        pytest.skip("it has nothing to print")
    languages = game["languages"]
    order = Order(source, PRODUCTS, ",".join(languages), everything=True)
    found = make_with(Workshop(order, game))
    assert not found.failed, f"{found.doubts[:5]}\n{render_all(found.diagnostics)}"
    made = {made.name for made in found.files if made.product == "cards"}
    wanted = languages if game["cards"] else []
    assert made == {f"{game['name']}-cards-a4-{language}.pdf" for language in wanted}
    for file in found.files:
        assert faults_of(file.data) == [], file.name


def faults_of(data: bytes) -> list[str]:
    """What a print shop would send back: broken syntax, fonts that are not embedded."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [str(problem) for problem in pdf.check_pdf_syntax()]
        for item in pdf.objects:
            kind = item.get("/Type") if isinstance(item, pikepdf.Dictionary) else None
            alone = (
                kind == "/Font" and item.get("/Subtype") in ("/Type1", "/TrueType") and "/FontDescriptor" not in item
            )
            empty = kind == "/FontDescriptor" and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(item.keys())
            if alone or empty:
                found.append(f"{item.get('/BaseFont', item.get('/FontName'))} is not embedded")
        return found
