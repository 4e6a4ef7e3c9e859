"""Small fonts for tests, in which every letter is a square."""

from __future__ import annotations

from io import BytesIO

from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.t2CharStringPen import T2CharStringPen  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

EM, SIDE, ADVANCE = 1000, 600, 700
CORNERS = [(50, 0), (50, SIDE), (SIDE, SIDE), (SIDE, 0)]


def small_font(letters: str, allowed: int = 0, postscript: bool = False) -> bytes:
    """A font with some letters and the space; `allowed` is its `fsType`, `postscript` selects PostScript outlines."""
    chars = sorted({*letters, " "})
    names = {ord(char): f"g{ord(char):04x}" for char in chars}
    order = [".notdef", *names.values()]
    builder = FontBuilder(EM, isTTF=not postscript)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    glyphs = {}
    for name in order:
        pen = T2CharStringPen(ADVANCE, None) if postscript else TTGlyphPen(None)
        if name != names[32]:
            pen.moveTo(CORNERS[0])
            for corner in CORNERS[1:]:
                pen.lineTo(corner)
            pen.closePath()
        glyphs[name] = pen.getCharString() if postscript else pen.glyph()
    if postscript:
        builder.setupCFF("Small", {}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(order, (ADVANCE, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Small", "styleName": "Regular", "psName": "Small"})
    builder.setupOS2(fsType=allowed, sCapHeight=SIDE)
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    return file.getvalue()
