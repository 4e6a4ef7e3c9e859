"""Crop marks and registration marks, the ruler and words beside them, and the pens of fold lines and guides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from ..drawing.drawing import BLACK, Box, Color, Group, Item, Mm, Pen, Point, Pt, stroke
from ..sheets import NEARLY, Size
from ..typeset import Span, Style, fit, set_text

CROP = Pen(BLACK, Mm(0.1))  # a quarter of a point is 0.09 mm: thinner lines vanish
FOLD = Pen(BLACK, Mm(0.1), (2, 1))
SAFE = Pen(Color(0, 0.55, 0.8), Mm(0.15), (1.5, 1))
BLED = Pen(Color(0.85, 0, 0.4), Mm(0.15), (1.5, 1))
AWAY = 1.0  # mm between a mark and the printed area
SEEN = 8.0  # mm; the length of a mark from the paper's edge even if it meets a bleed, since printers leave a margin
SHORTEST = 1.5  # mm; shorter marks are left out
INSET, SQUARE, THICK = 6.35, 5.0, 1.0  # registration marks, in the form that cutting machines expect


def crop_marks(boxes: Sequence[Box], printed: Sequence[Box], paper: Size) -> tuple[Item, ...]:
    """Lines that extend every edge, from the paper's edge to the first card, and within wide gaps.

    They keep off the bleed, except near the paper's edge, where a printer may leave everything else white. There is
    none beside cards with other edges.

    Args:
        boxes: the cards' edges after cutting.
        printed: the same with their bleed, in the same order.
        paper: the page.
    """
    lines: list[Item] = []
    for axis, length in ((0, paper.height), (1, paper.width)):
        for at in sorted({round(edge, 3) for box in boxes for edge in _ends(box, axis)}):
            taken = [
                _Taken(*_ends(box, 1 - axis), *_ends(most, 1 - axis), any(map(partial(_is_at, at), _ends(box, axis))))
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
    """A card's stretch of a line: between its edges, the printed stretch, and whether the line is one of its edges."""

    start: float
    end: float
    printed: float
    printed_end: float
    is_edge: bool


def _is_at(at: float, edge: float) -> bool:
    return abs(at - edge) < NEARLY


def _free(length: float, taken: Iterable[_Taken]) -> list[tuple[float, float]]:
    """The stretches from 0 to `length` that are far enough from the taken ones, and long enough."""
    row = sorted(taken)
    first, last = row[0], max(row, key=lambda one: one.end)
    free = [(0.0, max(first.printed - AWAY, min(SEEN, first.start - AWAY)), first.is_edge)]
    before = first
    for one in row[1:]:
        free.append((before.printed_end + AWAY, one.printed - AWAY, before.is_edge or one.is_edge))
        before = max(before, one, key=lambda one: one.printed_end)
    free.append((min(last.printed_end + AWAY, max(length - SEEN, last.end + AWAY)), length, last.is_edge))
    return [(start, end) for start, end, is_wanted in free if is_wanted and end - start >= SHORTEST]


RULER = 50.0  # mm
DEEP = 6.5  # mm, the least margin for a ruler or words
PRINTABLE = 5.0  # mm from the edge of the paper that most printers reach
WORDS = 30.0  # mm, the shortest stretch for words


class Stretch(Struct, frozen=True):
    """A part of a margin between two marks: its middle, its length, and the angle in degrees of its content."""

    middle: Point
    length: float
    angle: int

    def put(self, items: Sequence[Item], length: float) -> Group:
        """Items of a length whose own middle line is y = 0, in the middle of the stretch."""
        turn = Group(tuple(items), Mm(-length / 2))
        return Group((turn,), Mm(self.middle[0]), Mm(self.middle[1]), self.angle)


def stretches(printed: Sequence[Box], edges: Sequence[Box], paper: Size) -> list[Stretch]:
    """The free stretches between the marks in the margins: at the bottom, on the left, on the right and at the top.

    Args:
        printed: the printed areas of the page.
        edges: the cut lines, which the marks extend.
        paper: the page.
    """
    around = Box.around(corner for box in printed for corner in box.corners)
    sides = (
        (paper.height - around.bottom, 0, paper.height, -1, 0),
        (around.x, 1, 0.0, 1, 270),
        (paper.width - around.right, 1, paper.width, -1, 90),
        (around.y, 0, 0.0, 1, 0),
    )
    found = []
    for deep, axis, edge, inward, angle in sides:
        if deep < DEEP:
            continue
        away = edge + inward * max(deep / 2 if deep < 2 * PRINTABLE else PRINTABLE, DEEP / 2)
        length = (paper.width, paper.height)[axis]
        stops = sorted({PRINTABLE, length - PRINTABLE, *(end for box in edges for end in _ends(box, axis))})
        for start, end in pairwise(stops):
            middle = (start + end) / 2
            at = (away, middle) if axis else (middle, away)
            found.append(Stretch(at, end - start - 2 * AWAY, angle))
    return found


def ruler() -> tuple[Item, ...]:
    """A ruler that shows whether the printer kept the size: its length is written in its middle."""
    gap = 5.0
    lines = [
        stroke(0, 0, RULER / 2 - gap, 0, CROP),
        stroke(RULER / 2 + gap, 0, RULER, 0, CROP),
        *(stroke(at, -0.6, at, 0.6, CROP) for at in (10, 20, 30, 40)),
        *(stroke(at, -1, at, 1, CROP) for at in (0, RULER)),
    ]
    words = set_text([Span(f"{RULER:g} mm")], Style(Pt(5.5), Pt(5.5), "en", align="center"), Mm(2 * gap))
    return *lines, *words.items(Mm(RULER / 2 - gap), Mm(-words.height / 2))


class Imprint:
    """The margins of a sheet of paper: a ruler, and words about the print."""

    def __init__(self, printed: Sequence[Box], edges: Sequence[Box], paper: Size) -> None:
        free = stretches(printed, edges, paper)
        long = next((one for one in free if one.length >= RULER), None)
        self.ruler: tuple[Item, ...] = (long.put(ruler(), RULER),) if long is not None else ()
        self._free = next((one for one in free if one is not long and one.length >= WORDS), None)

    def words(self, *parts: str) -> tuple[Item, ...]:
        """Words with dots between them; the longest are left out if there is no room."""
        shown = [part for part in parts if part]
        style = Style(Pt(6), Pt(4), "en", align="center")
        while shown and self._free is not None:
            setting = fit([Span(" · ".join(shown))], style, Mm(self._free.length), Mm(2.5))
            if not setting.excess:
                return (self._free.put(setting.items(Mm(0), Mm(-setting.height / 2)), self._free.length),)
            shown.remove(max(shown, key=len))
        return ()


def registration_boxes(paper: Size) -> tuple[Box, ...]:
    """The boxes of registration marks for cutting machines: a square, and strokes in two other corners."""
    right, bottom = paper.width - INSET, paper.height - INSET
    found = (
        (INSET, INSET, SQUARE, SQUARE),
        (right - SQUARE, INSET, SQUARE, THICK),
        (right - THICK, INSET, THICK, SQUARE),
        (INSET, bottom - THICK, SQUARE, THICK),
        (INSET, bottom - SQUARE, THICK, SQUARE),
    )
    return tuple(Box(Mm(x), Mm(y), Mm(width), Mm(height)) for x, y, width, height in found)
