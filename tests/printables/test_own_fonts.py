"""Tests of a game's own fonts: drawn, embedded, spaced, chosen by language, and refused if the licence says so."""

from __future__ import annotations

import struct
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from drawing_text import flat
from fontTools.ttLib import TTFont, newTable  # type: ignore[import-untyped]
from fontTools.ttLib.tables.DefaultTable import DefaultTable  # type: ignore[import-untyped]
from golden_pictures import pdf_of
from hypothesis import given, settings
from hypothesis import strategies as st
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.drawing.drawing import Drawing, Glyphs, Mm, Page
from regelwerk_printables.drawing.outlines import letter
from regelwerk_printables.fonts import HERE, add_face, trial
from regelwerk_printables.fonts.own import read_face
from regelwerk_printables.typeset import Span, Style, set_text
from reportlab.pdfbase.ttfonts import TTFont as PdfFont  # type: ignore[import-untyped]
from small_font import small_font
from test_design import design_of, game_data

LAYOUT = """
fonts: { own: { regular: %s, languages: { de: { regular: german.ttf } } } }
styles: { text: { size: 9, smallest: 9, font: own } }
cards: { Job: { width: 40, height: 60, front: [{ text: "{card.title}", box: [0, 0, 40, 9] }] } }
"""
LETTERS = "DaeliveryLfrungRsto"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fonts = tmp_path / "art" / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "own.ttf").write_bytes(small_font(LETTERS))
    (fonts / "own.otf").write_bytes(small_font(LETTERS, postscript=True))
    (fonts / "german.ttf").write_bytes(small_font(LETTERS + "!"))
    (fonts / "forbidden.ttf").write_bytes(small_font(LETTERS, allowed=2))
    (fonts / "whole.ttf").write_bytes(small_font(LETTERS, allowed=0x108))
    (fonts / "broken.ttf").write_bytes(b"no font")
    return tmp_path


def front(folder: Path, layout: str, language: str = "en") -> tuple[Drawing, list[str]]:
    """The front of the first card, and the diagnostics."""
    diagnostics = Diagnostics()
    design = design_of(layout, diagnostics, folder)
    cards = design.cards(game_data(), language, diagnostics)
    return cards[0].front, [f"{one.code} {one.message}" for one in diagnostics]


def fonts_of(drawing: Drawing) -> list[str]:
    return [one.font.rpartition("-")[0] or one.font for one in flat(drawing.items) if isinstance(one, Glyphs)]


@pytest.mark.parametrize("name", ["own.ttf", "own.otf"])
def test_a_font_is_drawn_and_embedded(name: str, folder: Path) -> None:
    drawn, messages = front(folder, LAYOUT % name)
    assert (fonts_of(drawn), messages) == (["own"], [])
    data = pdf_of([Page(drawn.width, drawn.height, drawn.items)])
    page = pypdfium2.PdfDocument(data)[0]
    assert page.get_textpage().get_text_range().split() == ["Delivery"]
    shown = page.render(scale=4).to_pil().convert("L")
    assert shown.getextrema()[0] < 100, "its letters are black squares"
    with pikepdf.open(BytesIO(data)) as pdf:
        (one,) = (font for font in pdf.pages[0].Resources.Font.values() if "Small" in str(font.BaseFont))
        assert "/FontFile2" in one.FontDescriptor


def test_a_character_without_an_outline_in_the_file_is_refused(tmp_path: Path) -> None:
    """The character is embedded although no text shows it."""
    font = TTFont(BytesIO(small_font(LETTERS)))
    for table in font["cmap"].tables:
        table.cmap[127] = "glyph00999"
    font.save(tmp_path / "beyond.ttf")
    with pytest.raises(ValueError, match="not a TrueType or OpenType font"):
        read_face(tmp_path / "beyond.ttf")


def test_two_fonts_may_have_the_same_internal_name(folder: Path) -> None:
    drawings = [front(folder, LAYOUT % "own.ttf", language)[0] for language in ("en", "de")]
    data = pdf_of([Page(one.width, one.height, one.items) for one in drawings])
    with pikepdf.open(BytesIO(data)) as pdf:
        names = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()}
    assert len([name for name in names if "Small" in name]) == 2


def test_a_language_can_have_another_font(folder: Path) -> None:
    assert fonts_of(front(folder, LAYOUT % "own.ttf", "de")[0]) == ["german"]


def test_a_missing_character_comes_from_another_font_and_is_reported(folder: Path) -> None:
    (folder / "art" / "fonts" / "own.ttf").write_bytes(small_font("Delivr"))
    drawn, messages = front(folder, LAYOUT % "own.ttf")
    assert "".join(one.text for one in flat(drawn.items) if isinstance(one, Glyphs)) == "Delivery"
    assert fonts_of(drawn) == ["own", "sans"]
    assert len(messages) == 1 and messages[0].startswith("W1013") and "Delivery: `y` (U+0079)" in messages[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("forbidden.ttf", "its licence does not allow"),
        ("whole.ttf", "only whole"),
        ("broken.ttf", "it is not a TrueType or OpenType font"),
        ("onw.ttf", "there is no font"),
    ],
)
def test_a_font_that_cannot_be_used_is_refused(name: str, reason: str, folder: Path) -> None:
    diagnostics = Diagnostics()
    design_of(LAYOUT % name, diagnostics, folder)
    (found,) = diagnostics.items
    assert (found.code, found.span.line) == ("E1012", 2) and reason in found.message
    assert name != "onw.ttf" or found.help == "did you mean `own.ttf`?"


@settings(max_examples=60, deadline=None)
@given(length=st.floats(0, 1), changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=4))
def test_a_damaged_font_is_read_or_refused_with_a_reason(
    length: float, changes: list[tuple[float, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(small_font(LETTERS))
    for share, byte in changes:
        data[int(share * (len(data) - 1))] = byte
    path = tmp_path_factory.getbasetemp() / "damaged.ttf"
    path.write_bytes(data[: round(length * len(data))] if length < 0.5 else data)
    with suppress(ValueError):
        face = read_face(path)
        assert PdfFont(face.name, face.file()).face.name


def test_a_letter_whose_outline_is_broken_is_blank(tmp_path: Path) -> None:
    data = bytearray(small_font(LETTERS))
    table = TTFont(BytesIO(data)).reader.tables["glyf"]
    data[table.offset : table.offset + table.length] = b"\x7f" * table.length
    (tmp_path / "blank.ttf").write_bytes(data)
    face = read_face(tmp_path / "blank.ttf")
    add_face(face)
    assert letter(face.name, "D") == ()


def test_a_letter_with_too_many_parts_is_blank(tmp_path: Path) -> None:
    """Each letter is composed of ten copies of the one before."""
    font = TTFont(BytesIO(small_font(LETTERS)), recalcBBoxes=False)
    order, data = font.getGlyphOrder(), b""
    for at in range(len(order)):
        parts = (struct.pack(">HHbb", 0x22 if part < 9 else 2, at - 1, 1, 1) for part in range(10))
        data += struct.pack(">hhhhh", -1, 0, 0, 9, 9) + b"".join(parts) + b"\0\0" if at > 1 else b"\0" * 72
    font["glyf"], font["loca"] = DefaultTable("glyf"), DefaultTable("loca")
    font["glyf"].data = data
    font["loca"].data = struct.pack(f">{len(order) + 1}L", *range(0, 72 * len(order) + 1, 72))
    font["head"].indexToLocFormat, font["maxp"].recalc = 1, lambda _: None
    font.save(tmp_path / "parts.ttf")
    face = read_face(tmp_path / "parts.ttf")
    add_face(face)
    assert letter(face.name, "y") == ()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound the time of a process")
def test_a_small_font_that_takes_long_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of its character groups declares all characters alike."""
    monkeypatch.setattr(trial, "SECONDS", 1)
    font = TTFont(BytesIO(small_font(LETTERS)))
    font["cmap"] = DefaultTable("cmap")
    font["cmap"].data = struct.pack(">HHHHLHHLLLLLL", 0, 1, 3, 10, 12, 13, 0, 28, 0, 1, 0, 0xFFFFFFF0, 1)
    font.save(folder / "art" / "fonts" / "large.ttf")
    diagnostics = Diagnostics()
    design_of(LAYOUT % "large.ttf", diagnostics, folder)
    assert ["reading it takes more than 1 seconds" in item.message for item in diagnostics] == [True]


def test_a_font_without_places_of_outlines_is_refused(tmp_path: Path) -> None:
    font = TTFont(BytesIO(small_font(LETTERS)))
    font["loca"], font["glyf"] = DefaultTable("loca"), DefaultTable("glyf")
    font["loca"].data, font["glyf"].data = b"\0" * 7, b""
    font.save(tmp_path / "lost.ttf")
    with pytest.raises(ValueError, match="not a TrueType or OpenType font"):
        read_face(tmp_path / "lost.ttf")


def test_a_font_for_web_pages_is_refused(folder: Path) -> None:
    font = TTFont(BytesIO(small_font(LETTERS)))
    font.flavor = "woff"
    font.save(folder / "art" / "fonts" / "web.ttf")
    with pytest.raises(ValueError, match="not a TrueType or OpenType font"):
        read_face(folder / "art" / "fonts" / "web.ttf")


def test_digits_can_have_a_font_of_their_own(folder: Path) -> None:
    (folder / "art" / "fonts" / "own.ttf").write_bytes(small_font("0123456789"))
    layout = (
        (LAYOUT % "own.ttf")
        .replace("font: own", "font: serif, figures: own")
        .replace("{card.title}", "{card.title} 12")
    )
    drawn, messages = front(folder, layout)
    assert (fonts_of(drawn), messages) == (["serif", "own"], [])


def test_letters_are_spaced() -> None:
    plain, wide = (
        set_text([Span("Delivery")], Style(size, size, "en", spacing=spacing), Mm(100))  # type: ignore[arg-type]
        for size, spacing in ((10, 0), (10, 0.1))
    )
    assert wide.line_width(wide.lines[0]) - plain.line_width(plain.lines[0]) == pytest.approx(8 * 25.4 / 72)
    (drawn,) = wide.items(Mm(0), Mm(0))
    assert isinstance(drawn, Glyphs) and drawn.spacing == pytest.approx(1)


def test_kerning_of_a_font_is_found(tmp_path: Path) -> None:
    """The kerning is in the old `kern` table, which is added to the font for this test."""
    from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0  # type: ignore[import-untyped]

    font = TTFont(HERE / "RegelwerkSans-Regular.ttf")
    names = font.getBestCmap()
    table = KernTable_format_0()
    table.version, table.coverage, table.kernTable = 0, 1, {(names[ord("A")], names[ord("V")]): -88}
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [table]
    file = BytesIO()
    font.save(file)
    path = tmp_path / "kerned.ttf"
    path.write_bytes(file.getvalue())
    found = read_face(path)
    assert set(found.kerning) == {"AV"} and found.kerning["AV"] < 0
