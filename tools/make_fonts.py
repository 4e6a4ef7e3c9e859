"""Maker of the fonts of the package, for developers: `python tools/make_fonts.py FOLDER...`.

Looks for the files of `PLAN` below the folders (on Debian, packages fonts-morisawa-bizud-gothic,
fonts-morisawa-bizud-mincho and fonts-dejavu-core put them below `/usr/share/fonts`), keeps the characters that cards
and booklets need, and writes them beside `metrics.json`, the widths that the typesetter looks up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

FONTS = Path(__file__).resolve().parents[1] / "printables" / "regelwerk_printables" / "fonts"

EM = 1000  # widths are thousandths of the size

# Greek and Cyrillic are as wide as kanji in the Japanese fonts: they come from the second font, proportional.
LATIN = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2C6, 0x2DD)]
SIGNS = [(0x2010, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x215F), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x2473)]
OWN_OF_JAPANESE = [*LATIN, *SIGNS, (0x3000, 0x30FF), (0x3220, 0x33FF), (0xFF01, 0xFFE6), (0x20B9F, 0x20B9F)]
SECOND = [
    *LATIN, (0x180, 0x24F), (0x250, 0x2AF), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF), *SIGNS,
    (0x2070, 0x209F), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x2500, 0x27BF), (0x2B00, 0x2B2F),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """A font of this package: the file that it is made of, and whether it is the Japanese one or the second one."""

    name: str
    file: str
    japanese: bool


PLAN = (
    Source("sans", "BIZUDPGothic-Regular.ttf", True),
    Source("sans-bold", "BIZUDPGothic-Bold.ttf", True),
    Source("serif", "BIZUDPMincho-Regular.ttf", True),
    Source("symbols", "DejaVuSans.ttf", False),
    Source("symbols-bold", "DejaVuSans-Bold.ttf", False),
)


def characters(japanese: bool) -> set[int]:
    """The code points that a font of the package keeps, as far as it has them."""
    ranges = OWN_OF_JAPANESE if japanese else SECOND
    found = {code for low, high in ranges for code in range(low, high + 1)}
    if japanese:
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
    """Writes every font of `PLAN` and the metrics; raises FileNotFoundError when a source lies in no folder."""
    metrics: dict[str, Any] = {}
    written: list[Path] = []
    for source in PLAN:
        path = next((hit for folder in folders for hit in sorted(folder.rglob(source.file))), None)
        if path is None:
            raise FileNotFoundError(source.file)
        made = target / source.file
        _cut(path, made, characters(source.japanese))
        metrics[source.name] = {"file": made.name, **measure(made)}
        written.append(made)
    text = json.dumps(metrics, ensure_ascii=False, separators=(",", ":"))
    (target / "metrics.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")
    return written


def _cut(source: Path, target: Path, codes: set[int]) -> None:
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "kern", "FFTM", "meta"]
    options.recalc_timestamp = False
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font["OS/2"].fsType = 0  # embedding is allowed; both licences say so
    subset.save_font(font, str(target), options)


def measure(path: Path) -> dict[str, Any]:
    """What the typesetter must know of a font, in thousandths of its size.

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
