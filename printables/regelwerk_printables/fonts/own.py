"""A game's own fonts: read from files, checked for their licence, measured, and kept by names of their own."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from regelwerk_dsl.disk import read_bytes

from . import EM, Face, add_face, add_family

MAX_BYTES = 30_000_000
KINDS = b"\0\1\0\0", b"true", b"OTTO"
ASCENT, DESCENT = 880.0, 120.0  # the square of a kanji, used for all fonts
RESTRICTED, PREVIEW, EDITABLE, WHOLE, BITMAPS = 0x002, 0x004, 0x008, 0x100, 0x200
"""What a font's licence allows: the bits of `fsType` in OpenType."""
NO_BREAK, ASCII = 0xA0, 128  # always embedded by the library
LATIN = 0x250  # kerning is read for letters below
CURVES = 1.0  # thousandths of the size, the tolerance for converted curves


def read_face(path: Path) -> Face:
    """The font in a file, TrueType or OpenType; raises ValueError with the reason if it cannot be printed."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # slow to import, and most games have no fonts of their own
    from reportlab.pdfbase.ttfonts import TTFont as PdfFont  # type: ignore[import-untyped]

    try:
        data = read_bytes(path, MAX_BYTES, linked=False)
    except OSError as error:
        raise ValueError(f"it {error.strerror}") from None
    if not data.startswith(KINDS):  # web fonts are compressed, and can expand to any size
        raise ValueError("it is not a TrueType or OpenType font")
    logging.getLogger("fontTools").addHandler(logging.NullHandler())  # it would write texts of the file to the terminal
    name = f"{path.stem}-{zlib.crc32(data):08x}"
    try:
        font = TTFont(BytesIO(data))
        refusal = _refusal(font)
        if not refusal:
            data = data if "glyf" in font else _with_truetype_outlines(font)
            found = _measured(font, name, path, data)
            font.getGlyphSet()  # reads the places of the outlines
            embedded = PdfFont(name, found.file()).face  # it accepts fewer fonts than the other library
            embedded.makeSubset([*range(ASCII), *map(ord, found.widths)])
    except MemoryError:
        raise
    except Exception as error:  # both raise arbitrary errors for a broken file
        raise ValueError("it is not a TrueType or OpenType font") from error
    if refusal:
        raise ValueError(refusal)
    return found


def _refusal(font: Any) -> str:
    """The reason why a font cannot be embedded; "" if it can."""
    allowed = font["OS/2"].fsType
    if allowed & RESTRICTED and not allowed & (PREVIEW | EDITABLE):
        return "its licence does not allow embedding it in a file (fsType 2)"
    if allowed & (WHOLE | BITMAPS):
        return "its licence allows embedding it only whole, or only as bitmaps (fsType 256, 512)"
    return "it is a variable font: save the weights that you need as files of their own" if "fvar" in font else ""


def _measured(font: Any, name: str, path: Path, data: bytes) -> Face:
    scale = EM / font["head"].unitsPerEm
    glyphs, advances = font.getBestCmap(), font["hmtx"]
    shown = {code: glyph for code, glyph in glyphs.items() if chr(code).isprintable() or code == NO_BREAK}
    widths = {chr(code): advances[glyph][0] * scale for code, glyph in shown.items()}
    capitals = getattr(font["OS/2"], "sCapHeight", 0) * scale or 700
    return Face(name, path, ASCENT, DESCENT, capitals, widths, _kerning(font, scale), data)


def _kerning(font: Any, scale: float) -> dict[str, float]:
    """The kerning between pairs of letters."""
    chars = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code < LATIN}
    pairs = _pairs_of_gpos(font, chars) if "GPOS" in font else _pairs_of_kern(font)
    found: dict[str, float] = {}
    for first, second, value in pairs:
        if first in chars and second in chars:
            found.setdefault(chars[first] + chars[second], value * scale)  # the first rule of a pair applies
    return {pair: value for pair, value in found.items() if value}


def _pairs_of_kern(font: Any) -> Iterator[tuple[str, str, float]]:
    for table in font["kern"].kernTables if "kern" in font else []:
        for (first, second), value in getattr(table, "kernTable", {}).items():
            yield first, second, value


def _pairs_of_gpos(font: Any, chars: Mapping[str, str]) -> Iterator[tuple[str, str, float]]:
    """Pairs of glyphs with the space added between them, from the feature `kern` of a font."""
    table = font["GPOS"].table
    if not (table.FeatureList and table.LookupList):
        return
    features = [one.Feature for one in table.FeatureList.FeatureRecord if one.FeatureTag == "kern"]
    for at in sorted({at for feature in features for at in feature.LookupListIndex}):
        for subtable in table.LookupList.Lookup[at].SubTable:
            pairs = getattr(subtable, "ExtSubTable", subtable)
            if type(pairs).__name__ != "PairPos":
                continue
            covered = [(at, glyph) for at, glyph in enumerate(pairs.Coverage.glyphs) if glyph in chars]
            if pairs.Format == 1:
                for at, glyph in covered:
                    for one in pairs.PairSet[at].PairValueRecord:
                        yield glyph, one.SecondGlyph, getattr(one.Value1, "XAdvance", 0)
            else:
                firsts, seconds = pairs.ClassDef1.classDefs, pairs.ClassDef2.classDefs
                for _, glyph in covered:
                    row = pairs.Class1Record[firsts.get(glyph, 0)].Class2Record
                    for second in chars:
                        yield glyph, second, getattr(row[seconds.get(second, 0)].Value1, "XAdvance", 0)


def _with_truetype_outlines(font: Any) -> bytes:
    """A font with PostScript outlines converted to outlines that the PDF library takes."""
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]  # slow to import, and most games have no fonts of their own
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
    from fontTools.ttLib import newTable

    order, shapes = font.getGlyphOrder(), font.getGlyphSet()
    most = CURVES * font["head"].unitsPerEm / EM
    glyphs = {}
    for glyph in order:
        pen = TTGlyphPen(shapes)
        shapes[glyph].draw(Cu2QuPen(pen, most, reverse_direction=True))
        glyphs[glyph] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    maxp = font["maxp"]
    maxp.tableVersion, maxp.maxZones = 0x00010000, 1
    zero = ("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements")
    for field in (*zero, "maxSizeOfInstructions", "maxComponentElements"):
        setattr(maxp, field, 0)
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}
    font["post"].glyphOrder = order
    for table in ("CFF ", "VORG", "GSUB", "GPOS", "GDEF"):
        if table in font:
            del font[table]
    font.sfntVersion = "\x00\x01\x00\x00"
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def own_family(files: Mapping[tuple[bool, bool], Face]) -> str:
    """A family of fonts by style (bold, italic); returns the name used in styles."""
    for one in files.values():
        add_face(one)
    name = "+".join(one.name for one in files.values())
    add_family(name, {style: one.name for style, one in files.items()})
    return name
