"""Tests of the fonts in the package: files, widths and licences match."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from regelwerk_printables.fonts import FAMILIES, HERE, NAMES, chain, face

JIS_ROWS = "、。「」ー々〆あんアヶ亜腕弌熙①⑳→⇒㎜㈱〓★♪"
LATIN = "AZaz09äöüÄÖÜßéŁőĄž€–—„“”‚‘’»«…·×÷±°½\u00a0"


@pytest.mark.parametrize("name", NAMES)
def test_the_widths_match_the_file(name: str) -> None:
    found = face(name)
    font = TTFont(found.path)
    scale = 1000 / font["head"].unitsPerEm
    glyphs = font.getBestCmap()
    assert {chr(code) for code in glyphs} == set(found.widths)
    wrong = [
        chr(code)
        for code, glyph in glyphs.items()
        if abs(font["hmtx"][glyph][0] * scale - found.widths[chr(code)]) > 0.01
    ]
    assert not wrong


@pytest.mark.parametrize("name", NAMES)
def test_a_pdf_may_embed_it(name: str) -> None:
    font = TTFont(face(name).path)
    assert "glyf" in font, "outlines are TrueType"
    assert font["OS/2"].fsType == 0


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("italic", [False, True])
def test_a_family_has_latin_and_japanese(family: str, bold: bool, italic: bool) -> None:
    latin, japanese, _ = chain(family, bold, italic)
    assert not [char for char in LATIN if char not in latin.widths]
    assert not [char for char in JIS_ROWS + "←→↑↓" if char not in japanese.widths]
    assert ("italic" in latin.name, "bold" in latin.name) == (italic, bold)


@pytest.mark.parametrize("family", FAMILIES)
def test_figures_are_tabular(family: str) -> None:
    for bold in (False, True):
        widths = chain(family, bold)[0].widths
        assert len({widths[digit] for digit in "0123456789"}) == 1


def test_letters_within_japanese_text_are_latin_and_punctuation_is_not() -> None:
    latin, japanese, _ = chain("sans", kanji=True)
    assert [char for char in "Aa1%é" if char not in latin.widths] == []
    assert [char for char in "“”…—±°" if char in latin.widths or char not in japanese.widths] == []


def test_a_changed_font_has_a_name_of_its_own() -> None:
    """The licence reserves the name of the complete font."""
    for name in NAMES:
        if face(name).kerning:
            names = TTFont(face(name).path)["name"]
            assert {names.getDebugName(at).partition("-")[0].replace(" ", "")[:9] for at in (1, 4, 6)} == {"Regelwerk"}
            assert "Adobe" in names.getDebugName(0)


def test_the_fonts_cover_jis_x_0208() -> None:
    rows = (*range(1, 9), *range(16, 85))
    every = [bytes([row + 0xA0, cell + 0xA0]).decode("euc_jp", "ignore") for row in rows for cell in range(1, 95)]
    for family in FAMILIES:
        faces = chain(family)
        assert not [char for char in every if char and not any(char in found.widths for found in faces)]


def test_licences_lie_beside_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (HERE / "OFL.txt").read_text(encoding="utf-8")
    assert "Reserved Font Name 'Source'" in (HERE / "OFL-Source.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera" in (HERE / "DejaVu-LICENSE.txt").read_text(encoding="utf-8")
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if face(name).path.name not in readme] == []


def test_an_unknown_family_is_an_error() -> None:
    with pytest.raises(KeyError):
        chain("comic")
