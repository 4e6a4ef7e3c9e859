"""The fonts that every printed character comes from: their files, widths and kerning by name.

| name | font | for |
| --- | --- | --- |
| `sans`, `serif`, each with `-bold`, `-italic`, `-bold-italic` | Source Sans 3, Source Serif 4 | Latin |
| `gothic`, `gothic-bold`, `mincho` | BIZ UDPGothic, BIZ UDPMincho | kana and kanji, and characters among them |
| `symbols`, `symbols-bold` | DejaVu Sans | characters that the others lack: Greek, Cyrillic, more Latin, signs |

`tools/make_fonts.py` makes the files and `metrics.json`. Their licences are in the same folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from operator import add
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

HERE = Path(__file__).parent
FAMILIES = ("sans", "serif")
EM = 1000  # widths are thousandths of the size of type

_STYLES = {(False, False): "", (True, False): "-bold", (False, True): "-italic", (True, True): "-bold-italic"}
_KANJI = {
    ("sans", False): "gothic",
    ("sans", True): "gothic-bold",
    ("serif", False): "mincho",
    ("serif", True): "gothic-bold",
}
_SYMBOLS = {False: "symbols", True: "symbols-bold"}
NAMES = tuple(
    dict.fromkeys(
        (*(family + style for family in FAMILIES for style in _STYLES.values()), *_KANJI.values(), *_SYMBOLS.values())
    )
)


class Face(Struct, frozen=True, eq=False):
    """A font file and its measurements, in thousandths of the size of type.

    Attributes:
        name: its name here, as in `drawing.Glyphs.font`.
        path: the TrueType file.
        ascent: from the baseline to the top of a kanji.
        descent: from the baseline to its bottom, positive.
        capitals: the height of capital letters.
        widths: the advance of every character that the font has.
        kerning: the space added between two characters, by the pair.
        data: the font, unless it is read from its file unchanged.
    """

    name: str
    path: Path
    ascent: float
    descent: float
    capitals: float
    widths: Mapping[str, float]
    kerning: Mapping[str, float] = field(default_factory=dict)
    data: bytes = b""

    def file(self) -> str | BytesIO:
        """The file from which other programs read the font."""
        return BytesIO(self.data) if self.data else str(self.path)

    def kerns(self, text: str) -> Iterator[tuple[int, float]]:
        """The indices of characters followed by kerning, and its amount."""
        if self.kerning:
            for at, pair in enumerate(map(add, text, text[1:])):
                if pair in self.kerning:
                    yield at, self.kerning[pair]

    def advances(self, text: str) -> list[float]:
        """The distance from each character to the next one; raises KeyError for one that the font does not have."""
        found = list(map(self.widths.__getitem__, text))
        for at, kern in self.kerns(text):
            found[at] += kern
        return found


_OWN: dict[str, Face] = {}  # fonts of games, by name
_OWN_FAMILIES: dict[str, Mapping[tuple[bool, bool], str]] = {}  # and by family, bold and italic
DIGITS = frozenset("0123456789")
FIGURES = "|"  # between a family and that of its figures


def add_face(own: Face) -> None:
    """Adds a game's own font; its name must depend on its content."""
    _OWN[own.name] = own


def add_family(name: str, fonts: Mapping[tuple[bool, bool], str]) -> None:
    """Adds a family: the names of its fonts by style (bold, italic), with at least a regular one."""
    _OWN_FAMILIES[name] = fonts


def is_own(name: str) -> bool:
    """True if this is a game's own font or family."""
    return name.partition(FIGURES)[0] in _OWN_FAMILIES or name in _OWN


def face(name: str) -> Face:
    """The font of this name; raises KeyError for a name that is neither in `NAMES` nor a game's own."""
    return _OWN.get(name) or _packaged(name)


@cache
def _packaged(name: str) -> Face:
    data = _metrics()[name]
    widths = dict.fromkeys(data["square"], 1000.0)
    for first, *run in data["widths"]:
        for code, width in enumerate(run, int(first)):
            widths[chr(code)] = width
    kerning = {
        first + second: value
        for firsts, *row in data.get("kerning", ())
        for seconds, value in row
        for first in firsts
        for second in seconds
    }
    return Face(name, HERE / data["file"], data["ascent"], data["descent"], data["capitals"], widths, kerning)


@cache
def chain(family: str, bold: bool = False, italic: bool = False, kanji: bool = False) -> tuple[Face, ...]:
    """The fonts in which a character is looked up, in order; raises KeyError for an unknown family.

    Args:
        family: one of `FAMILIES`, or a game's own one, whose missing characters come from `sans`; for figures of
            another family, followed by `FIGURES` and that family.
        bold, italic: the style; only Latin has italics.
        kanji: the language is written in kanji: quotation marks, dots and signs come from their fonts too.
    """
    family, _, figures = family.partition(FIGURES)
    if figures:
        first, *_ = chain(figures, bold, italic, kanji)
        digits = {char: width for char, width in first.widths.items() if char in DIGITS}
        return replace(first, widths=digits), *chain(family, bold, italic, kanji)
    if family in _OWN_FAMILIES:
        own = _OWN_FAMILIES[family]
        name = own.get((bold, italic)) or own.get((bold, False)) or own[False, False]
        return face(name), *chain("sans", bold, italic, kanji)
    others = face(_KANJI[family, bold]), face(_SYMBOLS[bold])
    latin = face(family + _STYLES[bold, italic])
    if kanji:
        narrow = {char: width for char, width in latin.widths.items() if "!" <= char <= "~" or "À" <= char <= "ɏ"}
        return replace(latin, widths=narrow), *others
    return latin, *others


@cache
def _metrics() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "metrics.json").read_text(encoding="utf-8"))
    return found
