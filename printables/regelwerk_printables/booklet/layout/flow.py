"""Page layout of a booklet: pieces placed column by column, what belongs together on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from ...drawing.drawing import Mm
from .look import A5, TOP, Paper
from .page import PAGES_A_SHEET, Draft, Piece, Placed

# heights in millimetres
TOLERANCE = 1e-6
LEAST_FREE = 35.0  # space left by a box that moves to the next page; less is not filled with what follows
LEAST_REGION = 30.0  # columns begin on a page only where at least this much is free
LEAST_SCATTERED = 60.0  # at most this much of a page stays empty to keep short columns together
REGION_GAP = 2.5  # above columns

Chunk = list[Piece]


class Measure(NamedTuple):
    """How tight a booklet is set.

    Attributes:
        step: how many times smaller all pictures are, see `Piece.sizes`.
        gaps: the room between pieces, as a part of what these ask for.
        cost: how much worse it looks than the usual one, as `_cost` counts.
    """

    step: int
    gaps: float
    cost: float


USUAL = Measure(0, 1.0, 0.0)
MEASURES = tuple(
    Measure(step, gaps, of_step + of_gaps)
    for step, of_step in enumerate((0.0, 3.0, 7.0))
    for gaps, of_gaps in ((1.0, 0.0), (0.9, 1.0), (0.8, 3.0))
)
USUAL_FOOT = 25.0  # unpenalised white space at the foot of a page, in mm
SHORT_END = 45.0  # a shorter last page, in mm, is penalised
PAGE_COST, SHEET_COST, TORN_COST, END_COST = 4.0, 24.0, 4.0, 8.0  # a page, a sheet, a divided box, a short last page


class Filled(NamedTuple):
    """Pages, and the measure that they are set in."""

    drafts: list[Draft]
    measure: Measure


def fill_pages(
    pieces: Iterable[Piece], first: int = 1, measures: Sequence[Measure] = (USUAL,), paper: Paper = A5
) -> Filled:
    """Places all pieces, on pages numbered from `first` on, in that of some measures in which they look best."""
    everything = list(pieces)
    tried = (
        Filled(_filled(_measured(everything, measure), Draft(first, paper=paper)), measure) for measure in measures
    )
    return min(tried, key=_cost)


def _cost(filled: Filled) -> float:
    """Holes in the pages, boxes that a page's end parts, a few lines on a last page, and the paper that it takes."""
    *others, last = filled.drafts or [Draft(1)]
    holes = sum((max(0.0, page.paper.text_height - page.depth - USUAL_FOOT) / 10) ** 2 for page in others)
    torn = sum(one.placed[-1].piece.note == other.placed[0].piece.note != 0 for one, other in pairwise(filled.drafts))
    paper = PAGE_COST * last.number + SHEET_COST * ceil(last.number / PAGES_A_SHEET)
    end = END_COST if last.depth < SHORT_END else 0.0
    return holes + TORN_COST * torn + end + paper + filled.measure.cost


def _measured(pieces: Iterable[Piece], measure: Measure) -> Iterator[Piece]:
    for piece in pieces:
        sized = piece.at_size(measure.step)
        yield replace(sized, before=Mm(piece.before * measure.gaps)) if piece.before and measure.gaps != 1 else sized


def _filled(pieces: Iterable[Piece], first: Draft) -> list[Draft]:
    """The pages in one measure, from the first on. Columns that do not fill a page are made about even."""
    pages, high = [first], first.paper.text_height
    for columns, chunks in _regions(pieces):
        top = pages[-1].depth
        if top and columns > 1:
            if high - top < LEAST_REGION:
                pages.append(pages[-1].following())
                top = 0.0
            elif _is_scattered(chunks, columns, top + REGION_GAP, high):
                _break_page(pages)
                top = pages[-1].depth + REGION_GAP
            else:
                top += REGION_GAP
        while chunks:
            filling = _Filling(columns, high - top, high, fresh=columns > 1 or not top, alone=not top)
            found = filling.fill(chunks)
            if columns > 1 and not found.rest:
                found = _even(chunks, columns, found)
            pages[-1].placed += [Placed(piece, column, columns, Mm(TOP + top + y)) for piece, column, y in found.placed]
            pages[-1].depth = top + found.depth
            chunks = found.rest
            if chunks:
                pages.append(pages[-1].following())
                top = 0.0
    return [_grown(page) for page in pages if page.placed]


def _is_scattered(chunks: list[Chunk], columns: int, top: float, high: float) -> bool:
    """Whether a few lines of a short region would begin a page, with the others at the foot of the one before."""
    room = high - top
    if room > LEAST_SCATTERED:
        return False
    rest = _Filling(columns, room, high, fresh=True, alone=False).fill(chunks).rest
    return 0 < _depth(rest, columns) < LEAST_REGION and _depth(chunks, columns) < high / 2


def _depth(chunks: list[Chunk], columns: int) -> float:
    """How high the columns of a region are at least."""
    return sum(_height(chunk, False) for chunk in chunks) / columns


def _break_page(pages: list[Draft]) -> None:
    """Begins a page, with the heading that stands at the foot of the last one."""
    old, new = pages[-1], pages[-1].following()
    while len(old.placed) > 1 and old.placed[-1].piece.keep:
        new.placed.insert(0, old.placed.pop())
    first = new.placed[0].y if new.placed else 0.0
    new.placed = [replace(one, y=Mm(one.y - first + TOP)) for one in new.placed]
    for page in (old, new):
        page.depth = max((one.y + one.piece.height for one in page.placed), default=TOP) - TOP
    pages.append(new)


def _grown(page: Draft) -> Draft:
    """The page with its pictures as large as there is room left for."""
    largest = max(one.piece.size for one in page.placed)
    if any(one.columns > 1 for one in page.placed):
        return page
    for size in range(largest):
        placed: list[Placed] = []
        down = 0.0
        for one in page.placed:
            piece = one.piece.at_size(min(size, one.piece.size))
            placed.append(replace(one, piece=piece, y=Mm(one.y + down)))
            down += piece.height - one.piece.height
        if page.depth + down <= page.paper.text_height + TOLERANCE:
            return replace(page, placed=placed, depth=page.depth + down)
    return page


def _regions(pieces: Iterable[Piece]) -> Iterator[tuple[int, list[Chunk]]]:
    """What stands in one number of columns: their number, and what is kept together."""
    columns = 1
    chunks: list[Chunk] = [[]]
    for piece in pieces:
        if piece.columns:
            yield columns, [chunk for chunk in chunks if chunk]
            columns, chunks = piece.columns, [[]]
            continue
        chunks[-1].append(piece)
        if not (piece.keep or piece.whole):
            chunks.append([])
    yield columns, [chunk for chunk in chunks if chunk]


@dataclass(eq=False)
class _Filling:
    """The part of a region on one page while its columns are filled one after another.

    Attributes:
        columns: how many there are.
        room: how high they are.
        page: how high those of a whole page are.
        fresh: nothing stands right above them: the room above their first piece is not needed.
        alone: no page has more room: a chunk that does not fit a column is split.
        placed: the pieces with their column, and y from the region's top.
        rest: what is left for the next page.
        depth: how far down the columns are filled.
    """

    columns: int
    room: float
    page: float
    fresh: bool
    alone: bool
    placed: list[tuple[Piece, int, float]] = field(default_factory=list)
    moved: list[Chunk] = field(default_factory=list)  # boxes that begin the next page
    rest: list[Chunk] = field(default_factory=list)
    depth: float = 0.0
    used: float = 0.0  # of the column

    def fill(self, chunks: Iterable[Chunk]) -> _Filling:
        self.rest = list(chunks)
        for column in range(self.columns):
            self.used = 0.0
            while self.rest and self._place_next(column):
                pass
            self.depth = max(self.depth, self.used)
        # what stands in place of a box that was moved is there already
        self.rest[:0] = [[replace(box, away=()), *others] for box, *others in self.moved]
        return self

    @property
    def _left(self) -> float:
        return self.room - self.used

    @property
    def _at_column_top(self) -> bool:
        """Whether the room above the next piece is not needed."""
        return self.fresh and not self.used

    def _place_next(self, column: int) -> bool:
        """Places, splits or moves the next chunk; False where the column ends before it."""
        chunk = self.rest[0]
        is_box = chunk[0].away is not None
        leads = len(self.rest) == 1 and chunk[-1].keep  # to what stands in other columns below it
        holds_box = any(piece.away is not None for piece in chunk)  # below its heading, too
        waits = bool(self.moved) and (
            leads or holds_box or _unparted(self.rest, len(self.moved)) > self._left + TOLERANCE
        )
        if waits and not is_box:
            return False
        sized = None if waits else _fitting(chunk, self._left - (LEAST_REGION if leads else 0), self._at_column_top)
        if sized is not None:
            self._place(sized, column)
            return True
        at_top = self.alone and not self.used
        parts = _parted(chunk, at_top, self.page)
        if parts is not None:
            if not waits:
                self.rest[:1] = parts
            return not waits
        if is_box and self.columns == 1 and (self.moved or self._left > LEAST_FREE):
            self._move(chunk)
            return True
        if at_top:
            self._place(chunk, column)
        return at_top

    def _place(self, chunk: Chunk, column: int) -> None:
        at_column_top = self._at_column_top
        del self.rest[0]
        for number, piece in enumerate(chunk):
            begins = at_column_top and number == 0
            if begins and piece.again is not None:
                again = replace(piece.again, anchors=(), keep=False, indent=piece.indent, doubt=piece.doubt)
                self.placed.append((again, column, self.used))
                self.used += piece.again.height
            elif not begins:
                self.used += piece.before
            if begins and piece.is_space:
                continue
            self.placed.append((piece, column, self.used))
            self.used += piece.height

    def _move(self, chunk: Chunk) -> None:
        """Takes a box to the next page; what stands in its place comes next."""
        self.moved.append(chunk)
        line = list(chunk[0].away or ())
        self.rest[:1] = [line] if line and _height(line, False) <= self._left else []


def _unparted(rest: list[Chunk], moved: int) -> float:
    """How high what comes next is that does not end behind boxes: a paragraph, behind several boxes a chapter."""
    high = 0.0
    chapter, part = moved > 1 and bool(rest[0][0].chapter_title), rest[0][-1].part or None
    for number, chunk in enumerate(rest):
        if number and (bool(chunk[0].chapter_title) or chunk[0].away is not None if chapter else chunk[0].part != part):
            break
        high += _height(chunk, False)
    return high


def _fitting(chunk: Chunk, room: float, at_column_top: bool) -> Chunk | None:
    """The chunk as large as the room allows, its pictures made smaller if need be; None where it does not fit.

    `at_column_top`: the space above its first piece is not needed.
    """
    for step in range(max(1, *(len(piece.sizes) - piece.size for piece in chunk))):
        sized = [piece.at_size(piece.size + step) for piece in chunk]
        if _height(sized, at_column_top) <= room + TOLERANCE:
            return sized
    return None


def _height(chunk: Chunk, at_column_top: bool) -> float:
    return sum(piece.before + piece.height for piece in chunk) - (chunk[0].before if at_column_top else 0)


def _parted(chunk: Chunk, alone: bool, page: float) -> list[Chunk] | None:
    """The parts of a chunk that no page can hold; `alone` on a page, at any place. None where it stays as it is."""
    if not alone and _fitting(chunk, page, True) is not None:
        return None
    found: list[Chunk] = [[]]
    for piece in chunk:
        found[-1].append(replace(piece, whole=False, away=None))
        if not piece.keep:
            found.append([])
    found = [part for part in found if part]
    if len(found) > 1:
        return found
    return [[replace(piece, keep=False, away=None)] for piece in chunk] if alone and len(chunk) > 1 else None


def _even(chunks: list[Chunk], columns: int, found: _Filling) -> _Filling:
    """The same on one page with the columns as short as they can be."""
    low, high = found.depth / columns, found.depth
    for _ in range(8):
        middle = (low + high) / 2
        tried = _Filling(columns, middle, found.page, fresh=True, alone=False).fill(chunks)
        if tried.rest:
            low = middle
        else:
            found, high = tried, middle
    return found
