"""Character codes of embedded fonts: the only use of a private part of ReportLab.

`Canvas._doc` is private, and the two public methods of `TTFont` that give the subset and code of a character need it as
the name of the document. The public way, a text object for each run of text, takes 11 microseconds a run instead of 3,
which is a quarter of the time for 10,000 cards. A test compares the text with what a text object draws.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from ..fonts import face


@cache
def font(name: str) -> Any:
    """A font of the package, registered with ReportLab; read at its first use and kept for the process."""
    loaded = TTFont(name, str(face(name).path))
    registerFont(loaded)
    return loaded


class TextCodes(dict[int, str]):
    """A font in a document, for `str.translate`: from a character to one that stands for its subset and code."""

    def __init__(self, name: str, canvas: Canvas) -> None:
        self._font, self._document = font(name), canvas._doc
        self._names: dict[int, str] = {}

    def __missing__(self, char: int) -> str:
        ((subset, code),) = self._font.splitString(chr(char), self._document)
        self._names[subset] = self._font.getSubsetInternalName(subset, self._document)
        self[char] = found = chr(subset << 8 | code[0])
        return found

    def runs(self, text: str) -> list[tuple[str, str]]:
        """The text in runs that lie in one subset each: the subset's resource name, and the codes in hexadecimal."""
        packed = text.translate(self)
        if packed.isascii() or max(packed) < "\u0100":
            return [(self._names[0], packed.encode("latin-1").hex())]
        runs = groupby(map(ord, packed), key=lambda code: code >> 8)
        return [(self._names[subset], bytes(code & 255 for code in codes).hex()) for subset, codes in runs]
