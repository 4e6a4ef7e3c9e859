"""Large drawings on several pages to tape together, and small ones on pages that they share.

What a small drawing leaves blank at its lower edge is no part of it. Drawings go in rows, each as early as there is
room; one that stays alone, or is too large to share, is put on paper as `tile` does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ..drawing.drawing import BLACK, Box, Drawing, Group, Item, Mm, Page, Pen, Pt, Tagged, stroke
from ..drawing.extent import Cutter, extent
from ..sheets import EDGE, Sheet, Size
from ..typeset import Span, Style, set_text
from .marks import FOLD, Imprint, crop_marks
from .pages import put
from .places import Place, behind

OVERLAP = Mm(10)  # which neighbouring pieces both show
MARGIN = Mm(8)  # what stays white at the edges of a page
CUT = Pen(BLACK, Mm(0.15))
MEET = Pen(BLACK, Mm(0.15), (1.5, 1))
MARK = 5.0  # mm, the length of marks beside a piece
WORTH = 0.85  # a drawing is made so small at least to save pages
Words = tuple[str, ...]


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


def plan_tiles(width: Mm, height: Mm, paper: Size) -> Tiling:
    """The fewest pages that hold a drawing, upright or across. One page when it fits on the paper as a whole."""
    tilings = [_tiling(width, height, size) for size in (paper, Size(paper.height, paper.width))]
    return min(tilings, key=lambda tiling: (tiling.count, tiling.paper != paper))


def _tiling(width: Mm, height: Mm, paper: Size) -> Tiling:
    if width <= paper.width + 0.01 and height <= paper.height + 0.01:
        return Tiling(paper, 1, 1, Size(width, height))
    room = Size(Mm(paper.width - 2 * MARGIN), Mm(paper.height - 2 * MARGIN))
    columns, rows = (
        1 if length <= most else ceil((length - OVERLAP - 0.01) / (most - OVERLAP))
        for length, most in ((width, room.width), (height, room.height))
    )
    piece = Size(Mm((width - OVERLAP) / columns + OVERLAP), Mm((height - OVERLAP) / rows + OVERLAP))
    return Tiling(paper, columns, rows, piece)


def scaled(drawing: Drawing, factor: float) -> Drawing:
    """The drawing so many times as large."""
    if factor == 1:
        return drawing
    width, height, bleed = (Mm(side * factor) for side in (drawing.width, drawing.height, drawing.bleed))
    return replace(drawing, width=width, height=height, items=(Group(drawing.items, scale=factor),), bleed=bleed)


def fitting(drawing: Drawing, paper: Size, columns: int, rows: int) -> float:
    """How many times as large a drawing can be on so many pages side by side and below each other, all upright or all
    across."""
    found = []
    for size in (paper, Size(paper.height, paper.width)):
        across, down = (
            count * (length - 2 * MARGIN - OVERLAP) + OVERLAP
            for length, count in ((size.width, columns), (size.height, rows))
        )
        found.append(min(across / drawing.width, down / drawing.height))
    return max(found)


def saving(drawing: Drawing, paper: Size) -> tuple[float, int, int] | None:
    """How many times as large a drawing in several pieces would be on fewer pages, and on how many columns and rows of
    them; None where it would be smaller than is worth it."""
    count = plan_tiles(drawing.width, drawing.height, paper).count
    fewer = ((columns, rows) for columns in range(1, count) for rows in range(1, count) if columns * rows < count)
    found = [
        (columns * rows, -factor, columns, rows)
        for columns, rows in fewer
        if WORTH <= (factor := fitting(drawing, paper, columns, rows)) < 1
    ]
    if not found:
        return None
    _, factor, columns, rows = min(found)
    return -factor, columns, rows


def tile(drawing: Drawing, paper: Size, bleed: Mm = EDGE, words: Words = ()) -> Iterator[Page]:
    """The pages of a drawing, row by row. Neighbours show a strip of OVERLAP twice.

    Each piece is cut along its full lines and laid on the next one's broken lines. A drawing that is not cut into
    pieces has its bleed around it. `words` stand in the margins.
    """
    tiling = plan_tiles(drawing.width, drawing.height, paper)
    if tiling.count == 1:
        yield _whole(drawing, tiling.paper, bleed, words)
        return
    cutter = Cutter()
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            yield _piece(drawing, tiling, column, row, cutter, words)


def behind_it(back: Drawing, sheet: Sheet, paper: Size, bleed: Mm) -> Iterator[Page]:
    """The pages of the back of a drawing that is alone on its paper: in pieces they are glued to the same thing."""
    tiling = plan_tiles(back.width, back.height, paper)
    edges = Place(Box(Mm(0), Mm(0), back.width, back.height), 0)
    if tiling.count == 1 and behind(edges, replace(sheet, paper=tiling.paper)).angle:
        items = (Group(back.items, back.width, back.height, 180),)
        back = replace(back, items=items)
    return (replace(page, items=page.items[:1]) if tiling.count == 1 else page for page in tile(back, paper, bleed))


def folded(front: Drawing, back: Drawing) -> Drawing:
    """Both sides of a thing as one drawing, to fold at their upper edges and glue together."""
    side = Box(Mm(0), Mm(0), front.width, front.height)
    items: tuple[Item, ...] = (
        Group(back.items, front.width, front.height, 180, clip=side),
        Group(front.items, Mm(0), front.height, clip=side),
        Tagged("Artifact", (stroke(0, front.height, front.width, front.height, FOLD),)),
    )
    return Drawing(front.width, Mm(2 * front.height), items)


def alone(drawing: Drawing, bleed: Mm) -> Page:
    """A drawing on a page of its own, with the bleed around it as far as it is drawn, and without marks."""
    bleed = min(bleed, drawing.bleed)
    page = _whole(drawing, Size(Mm(drawing.width + 2 * bleed), Mm(drawing.height + 2 * bleed)), bleed, ())
    return replace(page, items=page.items[:1])


def _whole(drawing: Drawing, paper: Size, most: Mm, words: Words) -> Page:
    """A drawing in the middle of a page: with its bleed, as far as there is room, and marks where it is to be cut."""
    left, top = (paper.width - drawing.width) / 2, (paper.height - drawing.height) / 2
    bleed = max(0.0, min(drawing.bleed, most, left, top))
    clip = Box(Mm(0), Mm(0), drawing.width, drawing.height).grown(bleed)
    trim = Box(Mm(left), Mm(top), drawing.width, drawing.height)
    printed = trim.grown(bleed)
    marks = crop_marks([trim], [printed], paper) + _imprint([printed], [trim], paper, words)
    items: tuple[Item, ...] = (Group(drawing.items, Mm(left), Mm(top), clip=clip),)
    return Page(paper.width, paper.height, (*items, Tagged("Artifact", marks)) if marks else items, trim, printed)


def _imprint(printed: Sequence[Box], edges: Sequence[Box], paper: Size, words: Words) -> tuple[Item, ...]:
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
    marks = (*_marks(tiling, column, row, box), *_imprint([box], [box], paper, (*words, _name(column, row))))
    return Page(paper.width, paper.height, (shown, Tagged("Artifact", marks)), label=_name(column, row))


def _name(column: int, row: int) -> str:
    """What a piece is called, such as `B2`."""
    return f"{chr(ord('A') + row)}{column + 1}"


def _marks(tiling: Tiling, column: int, row: int, box: Box) -> Iterator[Item]:
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
        yield from upright(box.right - OVERLAP, MEET)
    if row + 1 < tiling.rows:
        yield from level(box.bottom - OVERLAP, MEET)
    style = Style(Pt(9), Pt(9), "en", bold=True, align="center")
    yield from set_text([Span(_name(column, row))], style, Mm(20)).items(
        Mm(box.x + box.width / 2 - 10), Mm(box.y - 1 - MARK)
    )


GAP = 8.0  # mm between two drawings: room for marks
BEYOND = 2.0  # mm, how far what has a back is printed beyond its edges, so that marks have room
NO_BACKS: Mapping[int, Drawing] = {}


@dataclass(slots=True)
class _Row:
    """Drawings side by side, by their numbers."""

    top: float
    height: float
    width: float
    numbers: list[int]


def pack(
    drawings: Sequence[Drawing],
    paper: Size,
    backs: Mapping[int, Drawing] = NO_BACKS,
    sheet: Sheet | None = None,
    words: Words = (),
) -> tuple[list[Page], list[int]]:
    """The pages, and for each drawing the page (from 0) on which it stands or begins.

    Args:
        drawings: in their order; a page holds them in this order too.
        paper: the size of pages, upright as printers take it.
        backs: of drawings by their numbers, which come on the page behind them.
        sheet: how the printer turns the paper; needed with backs.
        words: what stands in the margins.
    """
    room = Size(Mm(paper.width - 2 * MARGIN), Mm(paper.height - 2 * MARGIN))
    cut = [drawing if at in backs else _without_blank(drawing) for at, drawing in enumerate(drawings)]
    papers: list[list[_Row]] = []
    for number, drawing in enumerate(cut):
        shares = drawing.width <= room.width + 1e-6 and drawing.height <= room.height + 1e-6
        if not shares:
            papers.append([_Row(0, paper.height, paper.width, [number])])
        elif not any(_enter(rows, number, drawing, room) for rows in papers):
            papers.append([_Row(0, drawing.height, drawing.width, [number])])
    pages: list[Page] = []
    at = [0] * len(drawings)
    for rows in papers:
        numbers = [number for row in rows for number in row.numbers]
        for number in numbers:
            at[number] = len(pages)
        if len(numbers) == 1:
            pages += tile(drawings[numbers[0]], paper, words=words)
            if sheet is not None and numbers[0] in backs:
                pages += behind_it(backs[numbers[0]], sheet, paper, EDGE)
        else:
            pages += _shared(rows, cut, paper, backs, sheet, words)
    return pages, at


def _without_blank(drawing: Drawing) -> Drawing:
    """The drawing up to where its lowest item ends."""
    found = extent(drawing.items)
    bottom = drawing.height if found is None else min(drawing.height, max(1, found.y + found.height))
    return replace(drawing, height=Mm(bottom)) if type(drawing) is Drawing else drawing


def _enter(rows: list[_Row], number: int, drawing: Drawing, room: Size) -> bool:
    """Puts a drawing into a row of its height or a new one; False where there is no room."""
    for row in rows:
        if drawing.height <= row.height + 1e-6 and row.width + GAP + drawing.width <= room.width + 1e-6:
            row.width += GAP + drawing.width
            row.numbers.append(number)
            return True
    top = rows[-1].top + rows[-1].height + GAP
    if top + drawing.height > room.height + 1e-6:
        return False
    rows.append(_Row(top, drawing.height, drawing.width, [number]))
    return True


def _shared(
    rows: Sequence[_Row],
    drawings: Sequence[Drawing],
    paper: Size,
    backs: Mapping[int, Drawing],
    sheet: Sheet | None,
    words: Words,
) -> Iterator[Page]:
    """The drawings of a page, each row in the middle, with marks at their edges; and the page of their backs.

    What has a back is printed a little beyond its edges, as backs never lie quite behind fronts.
    """
    items: list[Item] = []
    boxes: list[Box] = []
    printed: list[Box] = []
    behind_them: list[Item] = []
    for row in rows:
        left = (paper.width - row.width) / 2
        for number in row.numbers:
            drawing = drawings[number]
            box = Box(Mm(left), Mm(MARGIN + row.top), drawing.width, drawing.height)
            beyond = min(BEYOND, drawing.bleed) if number in backs else 0
            boxes.append(box)
            printed.append(box.grown(beyond))
            items.append(put(drawing, Place(box, 0), 1, printed[-1]))
            if sheet is not None and number in backs:
                place = behind(Place(box, 0), replace(sheet, paper=paper))
                behind_them.append(put(backs[number], place, 1, place.box.grown(beyond)))
            left += drawing.width + GAP
    marks = crop_marks(boxes, printed, paper) + _imprint(printed, boxes, paper, words)
    yield Page(paper.width, paper.height, (*items, Tagged("Artifact", marks)))
    if behind_them:
        yield Page(paper.width, paper.height, tuple(behind_them))
