"""Maker of the fonts of the package, for developers: `python tools/make_fonts.py FOLDER...`.

Finds the files of `PLAN` in the folders, keeps the characters that cards and booklets need, and writes the fonts
together with `metrics.json`, the widths and the kerning for the typesetter. The origin of the files is in the README
beside the fonts. The widths of pairs are measured with HarfBuzz (package uharfbuzz).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uharfbuzz
from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

FONTS = Path(__file__).resolve().parents[1] / "printables" / "regelwerk_printables" / "fonts"

EM = 1000  # widths are thousandths of the size

# Greek and Cyrillic are as wide as kanji in the Japanese fonts: they come from the last font, proportional.
LATIN = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2C6, 0x2DD)]
MARKS = [(0x2010, 0x2026), (0x202F, 0x203A), (0x2044, 0x2044), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2212, 0x2212)]
SIGNS = [(0x2010, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x215F), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x2473)]
JAPANESE = [*LATIN, *SIGNS, (0x3000, 0x30FF), (0x3220, 0x33FF), (0xFF01, 0xFFE6), (0x20B9F, 0x20B9F)]
SECOND = [
    *LATIN, (0x180, 0x24F), (0x250, 0x2AF), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF), *SIGNS,
    (0x2070, 0x209F), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x2500, 0x27BF), (0x2B00, 0x2B2F),
]  # fmt: skip
ASCENT, DESCENT = 880, 120  # the square of a kanji, used for all fonts


@dataclass(frozen=True, slots=True)
class Source:
    """A font of this package.

    Attributes:
        name: its name in the package.
        file: the file that it is made from.
        ranges: the characters that it keeps.
        family: its new family name; "" to keep its own one. A licence may reserve that for the unchanged font.
        scale: the factor by which its characters are enlarged to match kanji.
    """

    name: str
    file: str
    ranges: Sequence[tuple[int, int]]
    family: str = ""
    scale: float = 1

    @property
    def target(self) -> str:
        """The name of the file in the package."""
        if not self.family:
            return self.file
        style = self.name.partition("-")[2].title().replace("-", "") or "Regular"
        return f"{self.family.replace(' ', '')}-{style}.ttf"


def _latin(name: str, file: str) -> Source:
    sans = name.startswith("sans")
    return Source(name, file, [*LATIN, *MARKS], "Regelwerk Sans" if sans else "Regelwerk Serif", 1.14 if sans else 1.1)


PLAN = (
    _latin("sans", "SourceSans3_400Regular.ttf"),
    _latin("sans-bold", "SourceSans3_700Bold.ttf"),
    _latin("sans-italic", "SourceSans3_400Regular_Italic.ttf"),
    _latin("sans-bold-italic", "SourceSans3_700Bold_Italic.ttf"),
    _latin("serif", "SourceSerif4_400Regular.ttf"),
    _latin("serif-bold", "SourceSerif4_700Bold.ttf"),
    _latin("serif-italic", "SourceSerif4_400Regular_Italic.ttf"),
    _latin("serif-bold-italic", "SourceSerif4_700Bold_Italic.ttf"),
    Source("gothic", "BIZUDPGothic-Regular.ttf", JAPANESE),
    Source("gothic-bold", "BIZUDPGothic-Bold.ttf", JAPANESE),
    Source("mincho", "BIZUDPMincho-Regular.ttf", JAPANESE),
    Source("symbols", "DejaVuSans.ttf", SECOND),
    Source("symbols-bold", "DejaVuSans-Bold.ttf", SECOND),
)


def characters(source: Source) -> set[int]:
    """The code points that a font of the package keeps, if it has them."""
    found = {code for low, high in source.ranges for code in range(low, high + 1)}
    if source.ranges is JAPANESE:
        found |= {code for code in _jis() if not 0x370 <= code <= 0x52F} | {ord(char) for char in "剝頰塡叱"}
    return found


def _jis() -> Iterator[int]:
    """JIS X 0208 with the signs and the name kanji that Windows adds to it (code page 932)."""
    for lead in range(0x81, 0xFD):
        for trail in range(0x40, 0xFD):
            try:
                char = bytes([lead, trail]).decode("cp932")
            except UnicodeDecodeError:
                continue
            if len(char) == 1 and ord(char) > 0xFF:
                yield ord(char)
    for row in range(0xA1, 0xFF):
        for cell in range(0xA1, 0xFF):
            try:
                yield ord(bytes([row, cell]).decode("euc_jp"))
            except UnicodeDecodeError:
                continue


def write_fonts(folders: list[Path], target: Path = FONTS) -> list[Path]:
    """Writes every font of `PLAN` and the metrics; raises FileNotFoundError if a source is in no folder."""
    metrics: dict[str, Any] = {}
    written: list[Path] = []
    for source in PLAN:
        path = next((hit for folder in folders for hit in sorted(folder.rglob(source.file))), None)
        if path is None:
            raise FileNotFoundError(source.file)
        made = target / source.target
        _cut(path, made, source)
        metrics[source.name] = {
            "file": made.name,
            **measure(made),
            **({"kerning": kerning(path, source)} if source.family else {}),
        }
        written.append(made)
    text = json.dumps(metrics, ensure_ascii=False, separators=(",", ":"))
    (target / "metrics.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")
    return written


def _cut(path: Path, target: Path, source: Source) -> None:
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "kern", "FFTM", "meta"]
    options.recalc_timestamp = False
    font = subset.load_font(str(path), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters(source))
    cutter.subset(font)
    font["OS/2"].fsType = 0  # embedding is allowed; all licences say so
    if source.family:
        _rename(font, source)
        font["head"].unitsPerEm = round(font["head"].unitsPerEm / source.scale)
        font["hhea"].ascent, font["hhea"].descent = (
            round(part * font["head"].unitsPerEm / EM) for part in (ASCENT, -DESCENT)
        )
    subset.save_font(font, str(target), options)


def _rename(font: TTFont, source: Source) -> None:
    """Renames the font, as the licence requires of changed ones; its copyright still names the makers."""
    style = Path(source.target).stem.partition("-")[2]
    names = {
        1: source.family,
        2: style,
        3: Path(source.target).stem,
        4: f"{source.family} {style}",
        6: Path(source.target).stem,
    }
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]


def kerning(path: Path, source: Source) -> list[list[Any]]:
    """The kerning: by how much pairs of characters are moved together (negative), in thousandths of the size.

    Rows of `[firsts, [seconds, value] ...]`: all first characters of a row have the same neighbours.
    """
    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
    font, scale = uharfbuzz.Font(whole), source.scale * EM / whole.upem
    chars = [chr(code) for code in sorted(characters(source)) if font.get_nominal_glyph(code)]
    rows: dict[tuple[tuple[str, float], ...], str] = {}
    for first in chars:
        values: dict[float, str] = {}
        for second in chars:
            if value := _pair(font, first + second):
                values[value] = values.get(value, "") + second
        if values:
            row = tuple((seconds, _short(value * scale)) for value, seconds in sorted(values.items()))
            rows[row] = rows.get(row, "") + first
    return [[firsts, *map(list, row)] for row, firsts in rows.items()]


def _pair(font: uharfbuzz.Font, pair: str) -> float:
    """The kerning between two characters, in units of the font."""
    wide = []
    for kern in (True, False):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(pair)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, {"kern": kern, "liga": False, "ccmp": False})
        wide.append(sum(place.x_advance for place in buffer.glyph_positions))
    return float(wide[0] - wide[1])


def measure(path: Path) -> dict[str, Any]:
    """The metrics of a font for the typesetter, in thousandths of its size.

    `square` are the characters as wide as the size, `widths` the others, in runs `[first code, width, width ...]`.
    """
    font = TTFont(path)
    scale = 1000 / font["head"].unitsPerEm
    glyphs = font.getBestCmap()
    advance = font["hmtx"]
    widths = {code: _short(advance[name][0] * scale) for code, name in sorted(glyphs.items())}
    runs: list[list[float]] = []
    for code, width in widths.items():
        if width == EM:
            continue
        if runs and runs[-1][0] + len(runs[-1]) - 1 == code:
            runs[-1].append(width)
        else:
            runs.append([code, width])
    capitals = font["glyf"][glyphs[ord("H")]]
    return {
        "ascent": _short(font["hhea"].ascent * scale),
        "descent": _short(-font["hhea"].descent * scale),
        "capitals": _short(capitals.yMax * scale),
        "square": "".join(chr(code) for code, width in widths.items() if width == EM),
        "widths": runs,
    }


def _short(value: float) -> float:
    value = round(value, 2)
    return int(value) if value == int(value) else value


if __name__ == "__main__":
    for made in write_fonts([Path(argument) for argument in sys.argv[1:]] or [Path("/usr/share/fonts")]):
        print(f"{made.name}: {made.stat().st_size / 1e6:.2f} MB")
