"""Crop marks and registration marks, and the pens of fold lines and guides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..drawing.drawing import BLACK, Box, Color, Item, Mm, Pen, stroke
from ..sheets import Size

CROP = Pen(BLACK, Mm(0.1))  # a quarter of a point is 0.09 mm: thinner lines vanish
FOLD = Pen(BLACK, Mm(0.1), (2, 1))
SAFE = Pen(Color(0, 0.55, 0.8), Mm(0.15), (1.5, 1))
BLED = Pen(Color(0.85, 0, 0.4), Mm(0.15), (1.5, 1))
AWAY = 1.0  # mm between a mark and what is printed
SEEN = 8.0  # mm; a mark goes so far from the paper's edge even where it meets a bleed, since printers leave a margin
SHORTEST = 1.5  # mm; a shorter mark helps nobody
INSET, SQUARE, THICK = 6.35, 5.0, 1.0  # registration marks, as cutting machines look for them


def crop_marks(boxes: Sequence[Box], printed: Sequence[Box], paper: Size) -> tuple[Item, ...]:
    """Lines in the prolongation of every edge, from the paper's edge to the first card, and within wide gaps.

    They keep off the bleed, except near the paper's edge, where a printer may leave all else white.

    Args:
        boxes: the cards' edges after cutting.
        printed: the same with their bleed, in the same order.
        paper: the page.
    """
    lines: list[Item] = []
    for axis, length in ((0, paper.height), (1, paper.width)):
        for at in sorted({round(edge, 3) for box in boxes for edge in _ends(box, axis)}):
            taken = [
                _Taken(*_ends(box, 1 - axis), *_ends(most, 1 - axis))
                for box, most in zip(boxes, printed, strict=True)
                if _ends(most, axis)[0] - AWAY / 2 < at < _ends(most, axis)[1] + AWAY / 2
            ]
            for start, end in _free(length, taken):
                ends = (start, at, end, at) if axis else (at, start, at, end)
                lines.append(stroke(*ends, CROP))
    return tuple(lines)


def _ends(box: Box, axis: int) -> tuple[float, float]:
    """The left and right edge of a box (`axis` is 0), or the top and the bottom one."""
    return (box.y, box.bottom) if axis else (box.x, box.right)


class _Taken(NamedTuple):
    """A card's stretch of a line: between its edges, and as far as it is printed."""

    start: float
    end: float
    printed: float
    printed_end: float


def _free(length: float, taken: Iterable[_Taken]) -> list[tuple[float, float]]:
    """The stretches from 0 to `length` that are far enough from what is taken, and long enough."""
    row = sorted(taken)
    first, last = row[0], max(row, key=lambda one: one.end)
    free = [(0.0, max(first.printed - AWAY, min(SEEN, first.start - AWAY)))]
    at = first.printed_end
    for one in row[1:]:
        free.append((at + AWAY, one.printed - AWAY))
        at = max(at, one.printed_end)
    free.append((min(last.printed_end + AWAY, max(length - SEEN, last.end + AWAY)), length))
    return [(start, end) for start, end in free if end - start >= SHORTEST]


def registration_boxes(paper: Size) -> tuple[Box, ...]:
    """What registration marks cover, as cutting machines look for them: a square, and strokes in two other corners."""
    right, bottom = paper.width - INSET, paper.height - INSET
    found = (
        (INSET, INSET, SQUARE, SQUARE),
        (right - SQUARE, INSET, SQUARE, THICK),
        (right - THICK, INSET, THICK, SQUARE),
        (INSET, bottom - THICK, SQUARE, THICK),
        (INSET, bottom - SQUARE, THICK, SQUARE),
    )
    return tuple(Box(Mm(x), Mm(y), Mm(width), Mm(height)) for x, y, width, height in found)
