"""Figures of booklets: drawings with numbers, and the explanations of the numbers beside them.

Numbers with an explanation are in the margins of their drawing, with a line to their place; others are at the place
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import dist

from msgspec import structs

from ...drawing.drawing import WHITE, Box, Ellipse, Glyphs, Item, Mm, Pen, Pt, Rect, Tagged, stroke
from ..arrangement import LEAST_TITLE, TITLE, arrange
from ..content.elements import Detail, Figure, Inline, Label
from ..look import ACCENT
from .page import Piece, nothing
from .scenes import picture
from .typesetter import Typesetter

MARK = Mm(4.4)  # diameter of the circle of a number
MARK_TYPE = Pt(8)
APART = Mm(5.2)  # from one number in a margin to the next
MARGIN = Mm(8)  # beside a drawing, for its numbers
BETWEEN = Mm(5)  # between a drawing and its words
HIGHEST = Mm(62)  # a drawing with words beside it
WIDEST = 0.39  # of the column
SMALLER = (0.95, 0.9, 0.86, 0.82)  # scales for pages with less room
LESS = (0.93, 0.87)  # the same for a drawing with words beside it, so that its type stays legible
MOST_OF_PAGE = 0.9
HAIR = Mm(0.3)
FRAME = Mm(0.4)  # around a detail that is shown enlarged
DOT = Mm(0.9)
ROW_GAP = Mm(1)  # between explanations
AFTER_MARK = Mm(1.5)  # between a number and its explanation


def figure_pieces(typesetter: Typesetter, element: Figure) -> Iterator[Piece]:
    """A drawing in the middle of its column, or at its left edge with words beside it."""
    explained = [label for label in element.labels if label.words]
    if explained:
        yield from _beside(typesetter, element, explained)
    else:
        yield _alone(typesetter, element)
        if element.caption:
            yield typesetter.caption(element.caption, 2.5, keep=bool(element.details))
        if element.details:
            yield _enlarged(typesetter, element)


def _alone(typesetter: Typesetter, element: Figure) -> Piece:
    drawing = element.drawing
    largest = min(
        1.0, typesetter.width / drawing.width, MOST_OF_PAGE * typesetter.look.paper.text_height / drawing.height
    )

    def draw(x: Mm, y: Mm, scale: float) -> Iterable[Item]:
        left = Mm(x + (typesetter.width - drawing.width * scale) / 2)
        yield typesetter.picture(drawing, left, y, scale)
        for detail in element.details:
            yield from _framed(typesetter, detail, element.labels, left, y, scale)
        for label in element.labels:
            yield from _mark(typesetter, str(label.number), Mm(left + label.x * scale), Mm(y + label.y * scale))

    scales = [largest * smaller for smaller in (1.0, *SMALLER)]
    sizes = tuple((Mm(drawing.height * scale), partial(draw, scale=scale)) for scale in scales)
    return Piece(
        *sizes[0],
        Mm(3),
        part=next(typesetter.numbers),
        role="Figure:" + element.alt,
        keep=bool(element.caption or element.details),
        anchors=(element.anchor,) if element.anchor else (),
        away=typesetter.away(element.away),
        sizes=sizes,
    )


def _beside(typesetter: Typesetter, element: Figure, explained: Sequence[Label]) -> Iterator[Piece]:
    """The drawing, which takes no height, then the explanations of its numbers, then the rest of its height."""
    drawing = element.drawing
    largest = min(1.0, WIDEST * typesetter.width / drawing.width, HIGHEST / drawing.height)
    indent = Mm(drawing.width * largest + 2 * MARGIN + BETWEEN)
    scales = [largest * smaller for smaller in (1.0, *LESS)]

    def draw(x: Mm, y: Mm, scale: float) -> Iterable[Item]:
        wide, high = drawing.width * scale, drawing.height * scale
        left = Mm(x + MARGIN)
        yield typesetter.picture(drawing, left, y, scale)
        edge = Box(left, y, Mm(wide), Mm(high))
        for label, across, down in in_margins(explained, drawing.width, scale, Mm(high)):
            at_x, at_y = left + label.x * scale, y + label.y * scale
            mark_x, mark_y = (edge.x - MARGIN / 2 if across < 0 else edge.right + MARGIN / 2), y + down
            yield from pointer(mark_x, mark_y, at_x, at_y)
            yield from _mark(typesetter, str(label.number), Mm(mark_x), Mm(mark_y))

    part = next(typesetter.numbers)
    anchors = (element.anchor,) if element.anchor else ()
    sizes = tuple((Mm(0), partial(draw, scale=scale)) for scale in scales)
    role = "Figure:" + element.alt
    away = typesetter.away(element.away) or ()  # it may be on the next page even if nothing refers to it
    yield Piece(*sizes[0], Mm(3), keep=True, part=part, role=role, anchors=anchors, away=away, sizes=sizes)
    column = replace(typesetter, width=Mm(typesetter.width - indent))
    rows = [_explanation(column, label, indent) for label in explained]
    yield from rows
    text_height = sum(row.height for row in rows)
    rest = tuple((Mm(max(drawing.height * scale - text_height, 0) + 2), nothing) for scale in scales)
    yield Piece(*rest[0], sizes=rest)


def _explanation(typesetter: Typesetter, label: Label, indent: Mm) -> Piece:
    """The explanation of a number, in a column beside the drawing."""
    setting = typesetter.set(label.words, typesetter.look.small, Mm(typesetter.width - MARK - AFTER_MARK))
    line = setting.height / max(len(setting.lines), 1)
    down = Mm(max(0.0, (MARK - line) / 2))  # the first line is level with the middle of the number

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        yield from _mark(typesetter, str(label.number), Mm(x + MARK / 2), Mm(y + MARK / 2))
        yield from setting.items(Mm(x + MARK + AFTER_MARK), Mm(y + down))

    height = Mm(max(setting.height + down, MARK) + ROW_GAP)
    return Piece(height, draw, indent=indent, keep=True, part=next(typesetter.numbers), role="LI", within="L")


def in_margins(labels: Sequence[Label], width: Mm, scale: float, high: Mm) -> Iterator[tuple[Label, int, Mm]]:
    """Each number with its side, -1 or 1, and its distance from the top: level with its place, if there is room."""
    for side in (-1, 1):
        here = sorted((label for label in labels if (label.x < width / 2) == (side < 0)), key=lambda label: label.y)
        last = -MARK / 2
        for at, label in enumerate(here):
            latest = high - (len(here) - 1 - at) * APART
            last = max(last + APART, min(label.y * scale, latest))
            yield label, side, Mm(last)


def _mark(typesetter: Typesetter, sign: str, x: Mm, y: Mm) -> Iterator[Item]:
    """A number in a circle around a point; a letter is dark in a white circle."""
    ground, ink = (ACCENT, WHITE) if sign.isdecimal() else (WHITE, ACCENT)
    style = structs.replace(typesetter.look.small, size=MARK_TYPE, bold=True, align="center", spaced=False)
    setting = typesetter.set((Inline(sign),), style, MARK)
    items = setting.items(Mm(x - MARK / 2), Mm(y - MARK / 2), MARK, "middle")
    yield Tagged("Artifact", (Ellipse(around_point(x, y, MARK), ground, Pen(ink, Mm(0.4))),))
    yield from (structs.replace(item, fill=ink) if isinstance(item, Glyphs) else item for item in items)


def _framed(
    typesetter: Typesetter, detail: Detail, labels: Sequence[Label], x: Mm, y: Mm, scale: float
) -> Iterator[Item]:
    """A frame around a detail that is enlarged elsewhere, with its letter at the corner farthest from numbers."""
    place, near = detail.place, [(label.x, label.y) for label in labels]
    across, down = max(place.corners, key=lambda corner: min((dist(corner, one) for one in near), default=0.0))
    box = Box(Mm(x + place.x * scale), Mm(y + place.y * scale), Mm(place.width * scale), Mm(place.height * scale))
    for pen in (Pen(WHITE, Mm(3 * FRAME)), Pen(ACCENT, FRAME)):
        yield Tagged("Artifact", (Rect(box, pen=pen),))
    yield from _mark(typesetter, detail.letter, Mm(x + across * scale), Mm(y + down * scale))


def _enlarged(typesetter: Typesetter, element: Figure) -> Piece:
    """The details of a figure that would be too small, enlarged until legible, with the numbers of places in them."""
    scenes = [detail.scene for detail in element.details]
    arranged = arrange(scenes, typesetter.width, typesetter.look.paper.text_height, 1.0)

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        indent = (typesetter.width - arranged.width) / 2
        for detail, one in zip(element.details, arranged.placed, strict=True):
            left, top, wide = x + indent + one.x, y + one.y, one.scene.drawing.width * arranged.scale
            level = top + TITLE - MARK - FRAME  # circles, with their lines, end above the picture
            numbers = {label.number: None for label in element.labels if detail.place.holds((label.x, label.y))}
            right = left
            for sign in (detail.letter, *map(str, numbers)):
                yield from _mark(typesetter, sign, Mm(right + MARK / 2), Mm(level + MARK / 2))
                right += MARK + AFTER_MARK / 2
            room = Mm(left + max(wide, LEAST_TITLE) - right)
            words = typesetter.set((Inline(one.scene.title),), typesetter.look.small, room)
            yield from words.items(Mm(right), Mm(level), MARK, "middle")
            yield from picture(one.scene, Mm(left), Mm(top + TITLE), arranged.scale, typesetter)

    role = "Figure:" + "; ".join(f"{detail.letter}: {detail.scene.title}" for detail in element.details)
    return Piece(Mm(arranged.height + 1), draw, Mm(3), part=next(typesetter.numbers), role=role)


def pointer(x: float, y: float, to_x: float, to_y: float) -> Iterator[Item]:
    """The line from a number to its place, with a dot at the end."""
    yield stroke(x, y, to_x, to_y, Pen(WHITE, Mm(3 * HAIR)))
    yield stroke(x, y, to_x, to_y, Pen(ACCENT, HAIR))
    yield Ellipse(around_point(to_x, to_y, DOT), ACCENT, Pen(WHITE, Mm(0.15)))


def around_point(x: float, y: float, across: Mm) -> Box:
    """The square around a point."""
    return Box(Mm(x - across / 2), Mm(y - across / 2), across, across)
