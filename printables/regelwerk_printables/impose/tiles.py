"""Large drawings on several pages to tape together, with marks where they meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from ..drawing.cutting import Cutter
from ..drawing.drawing import BLACK, Box, Drawing, Group, Item, Mm, Page, Pen, Pt, Tagged, stroke
from ..sheets import Size
from ..sheets.sheet import EDGE
from ..typeset import Span, Style, set_text
from .marks import crop_marks

OVERLAP = Mm(10)
MARGIN = Mm(8)
CUT = Pen(BLACK, Mm(0.15))
MEET = Pen(BLACK, Mm(0.15), (1.5, 1))
MARK = 5.0  # mm, the length of marks beside a piece


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is cut: pages of a size, in columns and rows, each showing a piece of the same size."""

    paper: Size
    columns: int
    rows: int
    piece: Size

    @property
    def count(self) -> int:
        return self.columns * self.rows


def plan_tiles(width: Mm, height: Mm, paper: Size, overlap: Mm = OVERLAP, margin: Mm = MARGIN) -> Tiling:
    """The fewest pages that hold a drawing, upright or across. One page when it fits on the paper as a whole."""
    tilings = [_tiling(width, height, size, overlap, margin) for size in (paper, Size(paper.height, paper.width))]
    return min(tilings, key=lambda tiling: (tiling.count, tiling.paper != paper))


def _tiling(width: Mm, height: Mm, paper: Size, overlap: Mm, margin: Mm) -> Tiling:
    if width <= paper.width + 0.01 and height <= paper.height + 0.01:
        return Tiling(paper, 1, 1, Size(width, height))
    room = Size(Mm(paper.width - 2 * margin), Mm(paper.height - 2 * margin))
    columns, rows = (
        1 if length <= most else ceil((length - overlap - 0.01) / (most - overlap))
        for length, most in ((width, room.width), (height, room.height))
    )
    piece = Size(Mm((width - overlap) / columns + overlap), Mm((height - overlap) / rows + overlap))
    return Tiling(paper, columns, rows, piece)


def tile(drawing: Drawing, paper: Size, overlap: Mm = OVERLAP, margin: Mm = MARGIN, bleed: Mm = EDGE) -> Iterator[Page]:
    """The pages of a drawing, row by row. Neighbours show a strip of `overlap` twice.

    Each piece is cut along its full lines and laid on the next one's broken lines. A drawing that is not cut into
    pieces has its bleed around it.
    """
    tiling = plan_tiles(drawing.width, drawing.height, paper, overlap, margin)
    if tiling.count == 1:
        yield _whole(drawing, tiling.paper, bleed)
        return
    cutter = Cutter()
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            yield _piece(drawing, tiling, column, row, overlap, cutter)


def alone(drawing: Drawing, bleed: Mm) -> Page:
    """A drawing on a page of its own, with the bleed around it as far as it is drawn, and without marks."""
    bleed = min(bleed, drawing.bleed)
    page = _whole(drawing, Size(Mm(drawing.width + 2 * bleed), Mm(drawing.height + 2 * bleed)), bleed)
    return replace(page, items=page.items[:1])


def _whole(drawing: Drawing, paper: Size, most: Mm) -> Page:
    """A drawing in the middle of a page: with its bleed, as far as there is room, and marks where it is to be cut."""
    left, top = (paper.width - drawing.width) / 2, (paper.height - drawing.height) / 2
    bleed = max(0.0, min(drawing.bleed, most, left, top))
    clip = Box(Mm(-bleed), Mm(-bleed), Mm(drawing.width + 2 * bleed), Mm(drawing.height + 2 * bleed))
    trim = Box(Mm(left), Mm(top), drawing.width, drawing.height)
    printed = Box(Mm(left - bleed), Mm(top - bleed), clip.width, clip.height)
    marks = crop_marks([trim], [printed], paper)
    items: tuple[Item, ...] = (Group(drawing.items, Mm(left), Mm(top), clip=clip),)
    return Page(paper.width, paper.height, (*items, Tagged("Artifact", marks)) if marks else items, trim, printed)


def _piece(drawing: Drawing, tiling: Tiling, column: int, row: int, overlap: Mm, cutter: Cutter) -> Page:
    paper, piece = tiling.paper, tiling.piece
    left, top = (paper.width - piece.width) / 2, (paper.height - piece.height) / 2
    start = column * (piece.width - overlap), row * (piece.height - overlap)
    window = Box(Mm(start[0]), Mm(start[1]), piece.width, piece.height)
    shown = Group(cutter.seen(drawing.items, window), Mm(left - start[0]), Mm(top - start[1]), clip=window)
    marks = tuple(_marks(tiling, column, row, Box(Mm(left), Mm(top), piece.width, piece.height), overlap))
    return Page(paper.width, paper.height, (shown, Tagged("Artifact", marks)))


def _marks(tiling: Tiling, column: int, row: int, box: Box, overlap: Mm) -> Iterator[Item]:
    """Beside a piece: where it is cut, where its neighbours' edges come to lie, and which one it is."""

    def upright(x: float, pen: Pen) -> Iterator[Item]:
        yield stroke(x, box.y - 1, x, box.y - 1 - MARK, pen)
        yield stroke(x, box.bottom + 1, x, box.bottom + 1 + MARK, pen)

    def level(y: float, pen: Pen) -> Iterator[Item]:
        yield stroke(box.x - 1, y, box.x - 1 - MARK, y, pen)
        yield stroke(box.right + 1, y, box.right + 1 + MARK, y, pen)

    for x in (box.x, box.right):
        yield from upright(x, CUT)
    for y in (box.y, box.bottom):
        yield from level(y, CUT)
    if column + 1 < tiling.columns:
        yield from upright(box.right - overlap, MEET)
    if row + 1 < tiling.rows:
        yield from level(box.bottom - overlap, MEET)
    name = f"{chr(ord('A') + row)}{column + 1}"
    style = Style(Pt(9), Pt(9), "en", bold=True, align="center")
    yield from set_text([Span(name)], style, Mm(20)).items(Mm(box.x + box.width / 2 - 10), Mm(box.y - 1 - MARK))
