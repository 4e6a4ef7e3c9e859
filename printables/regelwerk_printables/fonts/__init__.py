"""The fonts that every printed character comes from: their files and widths by name.

| name | font | for |
| --- | --- | --- |
| `sans`, `sans-bold` | BIZ UDPGothic | cards, titles |
| `serif` | BIZ UDPMincho | running text; its bold is that of `sans` |
| `symbols`, `symbols-bold` | DejaVu Sans | what the others lack: Greek, Cyrillic, more Latin, signs |

`tools/make_fonts.py` makes the files and `metrics.json`. Licences lie beside them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NAMES = ("sans", "sans-bold", "serif", "symbols", "symbols-bold")

_CHAINS = {
    ("sans", False): ("sans", "symbols"),
    ("sans", True): ("sans-bold", "symbols-bold"),
    ("serif", False): ("serif", "symbols"),
    ("serif", True): ("sans-bold", "symbols-bold"),
}
FAMILIES = tuple(dict.fromkeys(family for family, _ in _CHAINS))


@dataclass(frozen=True, slots=True)
class Face:
    """One font file and what it measures, in thousandths of the size of type.

    Attributes:
        name: its name here, as `drawing.Glyphs.font` has it.
        path: the TrueType file.
        ascent: from the baseline to the top of a kanji.
        descent: from the baseline to its bottom, positive.
        capitals: the height of capital letters.
        widths: the advance of every character that the font has.
    """

    name: str
    path: Path
    ascent: float
    descent: float
    capitals: float
    widths: dict[str, float]


@cache
def face(name: str) -> Face:
    """The font of this name; raises KeyError for a name that is not in `NAMES`."""
    data = _metrics()[name]
    widths = dict.fromkeys(data["square"], 1000.0)
    for first, *run in data["widths"]:
        for code, width in enumerate(run, int(first)):
            widths[chr(code)] = width
    return Face(name, HERE / data["file"], data["ascent"], data["descent"], data["capitals"], widths)


@cache
def chain(family: str, bold: bool = False) -> tuple[Face, ...]:
    """The fonts in which a character is looked for, in order; raises KeyError for an unknown family."""
    return tuple(face(name) for name in _CHAINS[family, bold])


@cache
def _metrics() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "metrics.json").read_text(encoding="utf-8"))
    return found
