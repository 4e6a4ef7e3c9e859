"""Large drawings cut into pieces on several pages, to tape together; and drawings with a page of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from ..drawing.drawing import BLACK, Box, Drawing, Group, Item, Mm, Page, Pen, Pt, Tagged, stroke
from ..drawing.extent import Cutter
from ..sheets import EDGE, Sheet, Size
from ..typeset import Span, Style, set_text
from .marks import FOLD, Imprint, crop_marks
from .places import NoPlaceError, Place, behind

OVERLAP = Mm(10)  # of neighbouring pieces
MARGIN = Mm(8)  # the white edge of a page
CUT = Pen(BLACK, Mm(0.15))
MEET = Pen(BLACK, Mm(0.15), (1.5, 1))
MARK = 5.0  # mm, the length of marks beside a piece
WORTH = 0.85  # the smallest scale suggested to save pages
MOST_ROWS, MOST_COLUMNS = 26, 99  # of pieces, whose names are A1 to Z99
Words = tuple[str, ...]


class Tiling(Struct, frozen=True):
    """The division of a drawing: pages of a size, in columns and rows, each showing a piece of the same size."""

    paper: Size
    columns: int
    rows: int
    piece: Size

    @property
    def count(self) -> int:
        return self.columns * self.rows


def plan_tiles(width: Mm, height: Mm, paper: Size) -> Tiling:
    """The fewest pages that hold a drawing, upright or across; one page if it fits on the paper as a whole.

    Raises:
        NoPlaceError: the paper is too small for pieces of the drawing.
    """
    sizes = paper, Size(paper.height, paper.width)
    tilings = [found for size in sizes if (found := _tiling(width, height, size)) is not None]
    if not tilings:
        raise NoPlaceError(f"a drawing of {Size(width, height)} would take too many pieces on paper of {paper}")
    return min(tilings, key=lambda tiling: (tiling.count, tiling.paper != paper))


def _tiling(width: Mm, height: Mm, paper: Size) -> Tiling | None:
    if width <= paper.width + 0.01 and height <= paper.height + 0.01:
        return Tiling(paper, 1, 1, Size(width, height))
    room = printable_area(paper)
    if min(room.width, room.height) <= OVERLAP:
        return None
    columns, rows = (
        1 if length <= most else ceil((length - OVERLAP - 0.01) / (most - OVERLAP))
        for length, most in ((width, room.width), (height, room.height))
    )
    piece = Size(Mm((width - OVERLAP) / columns + OVERLAP), Mm((height - OVERLAP) / rows + OVERLAP))
    return Tiling(paper, columns, rows, piece) if columns <= MOST_COLUMNS and rows <= MOST_ROWS else None


def printable_area(paper: Size) -> Size:
    """The part of a page that every printer reaches; empty on paper smaller than its margins."""
    return Size(Mm(max(paper.width - 2 * MARGIN, 0)), Mm(max(paper.height - 2 * MARGIN, 0)))


def scaled(drawing: Drawing, factor: float) -> Drawing:
    """The drawing, scaled by a factor."""
    if factor == 1:
        return drawing
    width, height, bleed = (Mm(side * factor) for side in (drawing.width, drawing.height, drawing.bleed))
    return replace(drawing, width=width, height=height, items=(Group(drawing.items, scale=factor),), bleed=bleed)


def largest_scale(drawing: Drawing, paper: Size, columns: int, rows: int) -> float:
    """The largest scale at which a drawing fits on columns and rows of pages, all upright or all across.

    Raises:
        NoPlaceError: the paper is smaller than the overlap of pieces.
    """
    room = printable_area(paper)
    if min(room.width, room.height) <= OVERLAP:
        raise NoPlaceError(f"paper of {paper} is too small for pieces, which overlap by {OVERLAP:g} mm")
    found = []
    for size in (room, Size(room.height, room.width)):
        across, down = (
            count * (length - OVERLAP) + OVERLAP for length, count in ((size.width, columns), (size.height, rows))
        )
        found.append(min(across / drawing.width, down / drawing.height))
    return max(found)


def page_saving(drawing: Drawing, paper: Size) -> tuple[float, int, int] | None:
    """The scale at which a drawing in several pieces fits on fewer pages, with their columns and rows.

    None if it would be smaller than WORTH.
    """
    count = plan_tiles(drawing.width, drawing.height, paper).count
    fewer = ((columns, rows) for columns in range(1, count) for rows in range(1, (count - 1) // columns + 1))
    found = [
        (columns * rows, -factor, columns, rows)
        for columns, rows in fewer
        if WORTH <= (factor := largest_scale(drawing, paper, columns, rows)) < 1
    ]
    if not found:
        return None
    _, factor, columns, rows = min(found)
    return -factor, columns, rows


def tile(drawing: Drawing, paper: Size, bleed: Mm = EDGE, words: Words = ()) -> Iterator[Page]:
    """The pages of a drawing, row by row. Neighbours both show a strip of OVERLAP.

    Each piece is cut along its full lines and laid on the next one's broken lines. A drawing that is not cut into
    pieces has its bleed around it. `words` are printed in the margins.
    """
    tiling = plan_tiles(drawing.width, drawing.height, paper)
    if tiling.count == 1:
        yield _whole(drawing, tiling.paper, bleed, words)
        return
    cutter = Cutter()
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            yield _piece(drawing, tiling, column, row, cutter, words)


def back_pages(back: Drawing, sheet: Sheet, paper: Size, bleed: Mm) -> Iterator[Page]:
    """The pages of the back of a drawing with paper of its own; pieces are glued onto the same board."""
    tiling = plan_tiles(back.width, back.height, paper)
    edges = Place(Box(Mm(0), Mm(0), back.width, back.height), 0)
    if tiling.count == 1 and behind(edges, replace(sheet, paper=tiling.paper)).angle:
        items = (Group(back.items, back.width, back.height, 180),)
        back = replace(back, items=items)
    return (replace(page, items=page.items[:1]) if tiling.count == 1 else page for page in tile(back, paper, bleed))


def folded(front: Drawing, back: Drawing) -> Drawing:
    """Both sides as one drawing, to fold at their upper edges and glue together."""
    side = Box(Mm(0), Mm(0), front.width, front.height)
    items: tuple[Item, ...] = (
        Group(back.items, front.width, front.height, 180, clip=side),
        Group(front.items, Mm(0), front.height, clip=side),
        Tagged("Artifact", (stroke(0, front.height, front.width, front.height, FOLD),)),
    )
    return Drawing(front.width, Mm(2 * front.height), items)


def single_page(drawing: Drawing, bleed: Mm) -> Page:
    """A drawing on a page of its own size, with as much bleed as is drawn and without marks."""
    bleed = min(bleed, drawing.bleed)
    page = _whole(drawing, Size(Mm(drawing.width + 2 * bleed), Mm(drawing.height + 2 * bleed)), bleed, ())
    return replace(page, items=page.items[:1])


def _whole(drawing: Drawing, paper: Size, most: Mm, words: Words) -> Page:
    """A drawing in the middle of a page, with its bleed as far as there is room, and crop marks."""
    left, top = (paper.width - drawing.width) / 2, (paper.height - drawing.height) / 2
    bleed = max(0.0, min(drawing.bleed, most, left, top))
    clip = Box(Mm(0), Mm(0), drawing.width, drawing.height).grown(bleed)
    trim = Box(Mm(left), Mm(top), drawing.width, drawing.height)
    printed = trim.grown(bleed)
    marks = crop_marks([trim], [printed], paper) + imprint([printed], [trim], paper, words)
    items: tuple[Item, ...] = (Group(drawing.items, Mm(left), Mm(top), clip=clip),)
    return Page(paper.width, paper.height, (*items, Tagged("Artifact", marks)) if marks else items, trim, printed)


def imprint(printed: Sequence[Box], edges: Sequence[Box], paper: Size, words: Words) -> tuple[Item, ...]:
    """The ruler and words in the margins of a page, as far as there is room."""
    found = Imprint(printed, edges, paper)
    return found.ruler + found.words(*words)


def _piece(drawing: Drawing, tiling: Tiling, column: int, row: int, cutter: Cutter, words: Words) -> Page:
    paper, piece = tiling.paper, tiling.piece
    left, top = (paper.width - piece.width) / 2, (paper.height - piece.height) / 2
    start = column * (piece.width - OVERLAP), row * (piece.height - OVERLAP)
    window = Box(Mm(start[0]), Mm(start[1]), piece.width, piece.height)
    shown = Group(cutter.seen(drawing.items, window), Mm(left - start[0]), Mm(top - start[1]), clip=window)
    box = Box(Mm(left), Mm(top), piece.width, piece.height)
    marks = (*_marks(tiling, column, row, box), *imprint([box], [box], paper, (*words, _name(column, row))))
    return Page(paper.width, paper.height, (shown, Tagged("Artifact", marks)), label=_name(column, row))


def _name(column: int, row: int) -> str:
    """The name of a piece, such as `B2`."""
    return f"{chr(ord('A') + row)}{column + 1}"


def _marks(tiling: Tiling, column: int, row: int, box: Box) -> Iterator[Item]:
    """The marks beside a piece: its cuts, the edges of its neighbours, and its name."""

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
        yield from upright(box.right - OVERLAP, MEET)
    if row + 1 < tiling.rows:
        yield from level(box.bottom - OVERLAP, MEET)
    style = Style(Pt(9), Pt(9), "en", bold=True, align="center")
    yield from set_text([Span(_name(column, row))], style, Mm(20)).items(
        Mm(box.x + box.width / 2 - 10), Mm(box.y - 1 - MARK)
    )
