"""Text fitted into a box, at the largest size in quarter points that the box holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ..drawing.drawing import MM_PER_PT, Mm, Pt
from .lines import Cut, Paragraph, break_lines, paragraphs, widest
from .measure import measure
from .model import EM, Line, Setting, Span, Style, Text

STEP = 0.25
TOLERANCE = 1e-6


def set_text(spans: Sequence[Span], style: Style, width: Mm) -> Setting:
    """The text in the style's size, in lines of a width; `excess` tells how far a word goes beyond it."""
    text = measure(spans, style)
    parts = paragraphs(text, style)
    cuts = _cuts(text, parts, style, style.size, width)
    return _setting(text, cuts, style, style.size, width, None)


def fit(spans: Sequence[Span], style: Style, width: Mm, height: Mm) -> Setting:
    """The text as large as the box allows, from `style.size` down to `style.smallest`.

    What does not fit even then is set in the smallest size, with the `excess`: nothing is cut.
    """
    text = measure(spans, style)
    parts = paragraphs(text, style)
    size = style.size
    while True:
        smallest = size <= style.smallest or not text.chars
        if smallest or _may_fit(text, parts, style, size, width, height):
            cuts = _cuts(text, parts, style, size, width)
            high = block_height(len(cuts), size, style)
            wide = widest(cuts) / EM * size * MM_PER_PT
            if smallest or (high <= height + TOLERANCE and wide <= width + TOLERANCE):
                return _setting(text, cuts, style, size, width, height)
        size = Pt(max(style.smallest, ceil(size / STEP - 1) * STEP))


def block_height(lines: int, size: Pt, style: Style) -> float:
    """How high so many lines are, in millimetres: from the top of the first to the bottom of the last."""
    return ((lines - 1) * style.leading + 1) * size * MM_PER_PT if lines else 0.0


def _may_fit(text: Text, parts: list[Paragraph], style: Style, size: Pt, width: Mm, height: Mm) -> bool:
    """False when even lines without gaps at their ends would be too many: then there is no need to break them."""
    line = width / (size * MM_PER_PT) * EM
    least = sum(
        max(1, ceil((part.reach[-1] - text.places[part.start]) / line - 0.01)) if part.ends else 1 for part in parts
    )
    return block_height(least, size, style) <= height + TOLERANCE


def _cuts(text: Text, parts: list[Paragraph], style: Style, size: Pt, width: Mm) -> list[Cut]:
    if not text.chars:
        return []
    line = width / (size * MM_PER_PT) * EM
    cuts = break_lines(text, parts, style, line)
    if style.align == "center" and 1 < len(cuts) <= BALANCED and len(parts) == 1:
        return _balance(text, parts, style, cuts, line)
    return cuts


BALANCED = 4


def _balance(text: Text, parts: list[Paragraph], style: Style, cuts: list[Cut], line: float) -> list[Cut]:
    """The same number of lines, as even as they can be: a centred title must not end in one lonely word."""
    low, high = widest(cuts) / 2, line
    if any(cut.hyphen for cut in cuts) or widest(cuts) > line:
        return cuts
    for _ in range(7):
        middle = (low + high) / 2
        tried = break_lines(text, parts, style, middle)
        if len(tried) <= len(cuts) and widest(tried) <= middle + TOLERANCE and not any(cut.hyphen for cut in tried):
            cuts, high = tried, middle
        else:
            low = middle
    return cuts


def _setting(text: Text, cuts: list[Cut], style: Style, size: Pt, width: Mm, height: Mm | None) -> Setting:
    unit = size * MM_PER_PT / EM
    chars = text.chars
    lines = tuple(
        [
            Line(cut.start, cut.end, chars[cut.start : cut.end], Mm(cut.width * unit), cut.hyphen, cut.final)
            for cut in cuts
        ]
    )
    high = block_height(len(cuts), size, style)
    excess = widest(cuts) * unit - width
    if height is not None:
        excess = max(excess, high - height)
    return Setting(lines, size, width, Mm(high), Mm(excess if excess > TOLERANCE else 0), text.missing, style, text)
