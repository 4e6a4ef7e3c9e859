"""Measured text: a font for every character, and where each begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from unicodedata import normalize

from ..fonts import Face, chain
from .breaks import ICON
from .model import INVISIBLE, Run, Span, Style, Text, icon_width

GETA = "〓"  # printers' mark for a character that is not at hand
KANJI = ("ja", "zh", "ko")
DOTS = "…‥"  # stand in the middle of the line in the fonts for kanji, on the baseline in all others
NO_WIDTHS: dict[str, float] = {}
CONTROL = {"\n", "\r", *(chr(code) for code, shown in INVISIBLE.items() if shown is None)}


def measure(spans: Sequence[Span], style: Style) -> Text:
    """The characters of all spans in a row; an icon is one character."""
    chars: list[str] = []
    widths: list[float] = []
    runs: list[Run] = []
    missing: dict[str, None] = {}
    for span in spans:
        faces = chain(style.font, span.bold or style.bold)
        start = len(widths)
        if span.icon is not None:
            chars.append(ICON)
            widths.append(icon_width(span.icon, faces[0]))
            runs.append(Run(start, start + 1, faces[0], span))
            continue
        text = span.text
        low = style.language not in KANJI and any(dots in text for dots in DOTS)
        try:
            widths += map((NO_WIDTHS if low else faces[0].widths).__getitem__, text)
        except KeyError:
            del widths[start:]
            text = _mixed(span, faces, low, widths, runs, missing)
        else:
            if text:
                runs.append(Run(start, len(widths), faces[0], span))
        chars.append(text)
    if not runs:
        runs.append(Run(0, 0, chain(style.font, style.bold)[0], Span("")))
    return Text("".join(chars), list(accumulate(widths, initial=0.0)), runs, tuple(missing))


def _mixed(
    span: Span, faces: tuple[Face, ...], low: bool, widths: list[float], runs: list[Run], missing: dict[str, None]
) -> str:
    """Appends the widths and runs of a span that its first font does not hold alone; `low`: it takes dots from others.

    Its text comes back composed (NFC), with a geta mark for each character that no font has.
    """
    start = at = len(widths)
    current = faces[0]
    shown: list[str] = []
    for char in normalize("NFC", span.text.replace("\t", " ")):
        if char in CONTROL:
            found, width = current, 0.0
        else:
            own = faces[1:] if low and char in DOTS else faces
            found = next((face for face in own if char in face.widths), faces[0])
            if char not in found.widths:
                missing[char] = None
                char = GETA
            width = found.widths[char]
        if found is not current:
            if at > start:
                runs.append(Run(start, at, current, span))
            start, current = at, found
        shown.append(char)
        widths.append(width)
        at += 1
    if at > start:
        runs.append(Run(start, at, current, span))
    return "".join(shown)
