"""Small drawings that share pages, in rows.

Drawings are placed in rows, each as early as there is room; one that stays alone, or is too large to share, is put on
paper by `tile`. The blank part at the lower edge of a drawing is left out. Equal drawings are as close as their bleeds
allow, with one cut between two that have none; others leave room for marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from ..drawing.drawing import Box as Area
from ..drawing.drawing import Drawing, Item, Mm, Page, Tagged
from ..drawing.extent import extent
from ..sheets import EDGE, NEARLY, Sheet, Size
from .marks import crop_marks
from .pages import put
from .places import Place, behind
from .tiles import MARGIN, Words, back_pages, imprint, printable_area, tile

MARKED = 4.0  # mm between the bleeds of unequal drawings: room for marks
SLIGHT = 0.5  # mm; items that extend less beyond an edge, such as a line on it, need no bleed
NO_BACKS: Mapping[int, Drawing] = {}


class _Part(Struct, frozen=True):
    """A drawing, or its part that is not blank, and the bleed with which it is printed."""

    drawing: Drawing
    bleed: float

    @property
    def size(self) -> Size:
        return Size(self.drawing.width, self.drawing.height)

    def equals(self, other: _Part) -> bool:
        """True if both are cut alike."""
        return self.size.is_near(other.size) and self.bleed == other.bleed

    def away(self, other: _Part) -> float:
        """The distance from another one: equal ones can share a cut."""
        return self.bleed + other.bleed + (0 if self.equals(other) else MARKED)


@dataclass(slots=True)
class _Row:
    """Drawings side by side, none higher than the first one.

    Attributes:
        top: its top from the margin.
        parts: the drawings.
        places: the left edge of each from that of the row, by its number.
        width: the width of all together.
        above: the row whose columns it is aligned to, which consists of equal drawings.
        is_closed: only drawings equal to the first one can enter, since marks of others would have no room.
    """

    top: float
    parts: list[_Part]
    places: dict[int, float]
    width: float
    above: _Row | None = None
    is_closed: bool = False

    def left(self, paper: Size) -> float:
        """The left edge on a page: rows are centred, or aligned with the row above."""
        return self.above.left(paper) if self.above is not None else (paper.width - self.width) / 2

    def holds(self, part: _Part) -> bool:
        """True if it consists only of drawings like this one."""
        return all(one.equals(part) for one in self.parts)

    def enter(self, number: int, part: _Part, most: float) -> bool:
        """Puts a drawing at its right end; False if there is no room up to a width."""
        first = self.parts[0]
        if not first.equals(part) and (self.is_closed or part.bleed > first.bleed):
            return False
        left = self.width + self.parts[-1].away(part)
        most = most if self.above is None else self.above.width
        if part.size.height > first.size.height + NEARLY or left + part.size.width > most + NEARLY:
            return False
        self.parts.append(part)
        self.places[number], self.width = left, left + part.size.width
        return True


def pack(
    drawings: Sequence[Drawing],
    paper: Size,
    backs: Mapping[int, Drawing] = NO_BACKS,
    sheet: Sheet | None = None,
    words: Words = (),
) -> tuple[list[Page], list[int]]:
    """The pages, and for each drawing the page (from 0) on which it begins.

    Args:
        drawings: in their order, which is also that on each page.
        paper: the size of pages, upright as in the printer.
        backs: backs by the numbers of drawings; they come on the page after these.
        sheet: for backs, how the printer turns the paper; and the bleed of drawings.
        words: the words in the margins.

    Raises:
        NoPlaceError: the paper is too small for pieces of one of them.
    """
    room, bleed = printable_area(paper), EDGE if sheet is None else sheet.bleed
    known: dict[tuple[int, int], _Part] = {}  # of copies, which are one object
    parts = []
    for number, drawing in enumerate(drawings):
        key = id(drawing), id(back := backs.get(number))
        if key not in known:
            known[key] = _part(drawing, back, bleed)
        parts.append(known[key])
    papers: list[list[_Row]] = []
    for number, part in enumerate(parts):
        width, height = drawings[number].width, part.size.height
        if width > room.width + NEARLY or height > room.height + NEARLY:  # leaves no room for others
            papers.append([_Row(paper.height, [part], {number: 0.0}, paper.width)])
        elif not any(_enter(rows, number, part, room) for rows in papers):
            papers.append([_Row(0, [part], {number: 0.0}, width)])
    pages: list[Page] = []
    at = [0] * len(drawings)
    for rows in papers:
        numbers = [number for row in rows for number in row.places]
        for number in numbers:
            at[number] = len(pages)
        if len(numbers) == 1:
            pages += tile(drawings[numbers[0]], paper, bleed, words)
            if sheet is not None and numbers[0] in backs:
                pages += back_pages(backs[numbers[0]], sheet, paper, bleed)
        else:
            pages += _shared(rows, paper, backs, sheet, words)
    return pages, at


def _part(drawing: Drawing, back: Drawing | None, bleed: float) -> _Part:
    """The drawing down to its lowest item, unless it has a back, with the bleed that its sides need."""
    sides = [one for one in (drawing, back) if one is not None]
    beyond = max(_beyond(one) for one in sides)
    found = extent(drawing.items)
    if back is None and found is not None and found.bottom < drawing.height:
        drawing = replace(drawing, height=Mm(max(1, found.bottom)))
    return _Part(drawing, min(bleed, *(one.bleed for one in sides)) if beyond > SLIGHT else 0)


def _beyond(drawing: Drawing) -> float:
    """The greatest extent of a drawing beyond its edges."""
    found = extent(drawing.items)
    if found is None:
        return 0
    return max(-found.x, -found.y, found.right - drawing.width, found.bottom - drawing.height)


def _enter(rows: list[_Row], number: int, part: _Part, room: Size) -> bool:
    """Puts a drawing into a row or a new one below; False if there is no room."""
    if any(row.enter(number, part, room.width) for row in rows):
        return True
    last = rows[-1]
    above = last if last.holds(part) else None
    top = last.top + last.parts[0].size.height + (last.parts[0].bleed + part.bleed + (MARKED if above is None else 0))
    if top + part.size.height > room.height + NEARLY:
        return False
    last.is_closed = above is not None and last.above is not None
    rows.append(_Row(top, [part], {number: 0.0}, part.size.width, above))
    return True


def _shared(
    rows: Sequence[_Row],
    paper: Size,
    backs: Mapping[int, Drawing],
    sheet: Sheet | None,
    words: Words,
) -> Iterator[Page]:
    """The drawings of a page with marks at their edges; and the page of their backs."""
    items: list[Item] = []
    boxes: list[Area] = []
    printed: list[Area] = []
    behind_them: list[Item] = []
    for row in rows:
        left = row.left(paper)
        for part, (number, at) in zip(row.parts, row.places.items(), strict=True):
            place = Place(Area(Mm(left + at), Mm(MARGIN + row.top), part.size.width, part.size.height), 0)
            boxes.append(place.box)
            printed.append(place.box.grown(part.bleed))
            items.append(put(part.drawing, place, 1, printed[-1]))
            if sheet is not None and number in backs:
                place = behind(place, replace(sheet, paper=paper))
                behind_them.append(put(backs[number], place, 1, place.box.grown(part.bleed)))
    marks = crop_marks(boxes, printed, paper) + imprint(printed, boxes, paper, words)
    yield Page(paper.width, paper.height, (*items, Tagged("Artifact", marks)))
    if behind_them:
        yield Page(paper.width, paper.height, tuple(behind_them))
