"""Filling of one page of a booklet: what stands in its columns, what goes to the next column or page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from .page import Piece

# heights in millimetres
TOLERANCE = 1e-6
LEAST_FREE = 18.0  # space left by a box that moves to the next page; less is not filled with what follows
LEAST_LEAD = 30.0  # room below a heading for the columns that it leads to
LEAST_TORN = 22.0  # no part of a box is lower

Chunk = list[Piece]  # pieces that are kept together


class Way(NamedTuple):
    """How a page is filled.

    Attributes:
        step: how many times smaller all pictures are, see `Piece.sizes`.
        gaps: the room between pieces, as a part of what these ask for.
        loose: a paragraph or a chapter may go on behind the boxes that the text before them has overtaken; a note
            may not.
        torn: boxes that do not fit may be parted where `Piece.tear` is at most this.
    """

    step: int = 0
    gaps: float = 1.0
    loose: bool = False
    torn: int = 0

    @property
    def cost(self) -> float:
        """How much worse a page looks than a usual one; a tear counts where there is one."""
        return (0.0, 1.0, 2.5)[self.step] + 8 * (1 - self.gaps) + 1.5 * self.loose


USUAL = Way()


@dataclass(eq=False)
class Filling:
    """The part of a region on one page while its columns are filled one after another.

    Attributes:
        columns: how many there are.
        room: how high they are.
        page: how high those of a whole page are.
        fresh: nothing stands right above them: the room above their first piece is not needed.
        alone: no page has more room: a chunk that does not fit a column is split.
        way: how they are filled.
        placed: the pieces with their column, and y from the region's top.
        rest: what is left for the next page.
        depth: how far down the columns are filled.
        empty: how much of their height they leave free, on average.
        boxed: a box did not fit.
    """

    columns: int
    room: float
    page: float
    fresh: bool
    alone: bool
    way: Way = USUAL
    placed: list[tuple[Piece, int, float]] = field(default_factory=list)
    moved: list[Chunk] = field(default_factory=list)  # boxes that begin the next page
    rest: list[Chunk] = field(default_factory=list)
    depth: float = 0.0
    empty: float = 0.0
    boxed: bool = False
    used: float = 0.0  # of the column

    def fill(self, chunks: Iterable[Chunk]) -> Filling:
        """Places as many chunks as there is room for."""
        self.rest = list(chunks)
        for column in range(self.columns):
            self.used = 0.0
            while self.rest and self._place_next(column):
                pass
            self.depth = max(self.depth, self.used)
            self.empty += self._left / self.columns
            # what stands in place of a box that was moved is there already
            self.rest[:0] = [[replace(box, away=()), *others] for box, *others in self.moved]
            self.moved.clear()
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
        waits = bool(self.moved) and self._waits(chunk, leads)
        self.boxed = self.boxed or waits
        if waits and not is_box:
            return False
        sized = None if waits else self._fitting(chunk, self._left - (LEAST_LEAD if leads else 0))
        if sized is not None:
            self._place(sized, column)
            return True
        at_top = self.alone and not self.used
        if not waits and self._place_torn(chunk, column):
            return False
        parts = self._parted(chunk, at_top)
        if parts is not None:
            if not waits:
                self.rest[:1] = parts
            return not waits
        self.boxed = self.boxed or chunk[0].note > 0 or is_box
        if is_box and (self.moved or self._left > LEAST_FREE):
            return self._move(chunk, column)
        if at_top:
            self._place(chunk, column)
        return at_top

    def _waits(self, chunk: Chunk, leads: bool) -> bool:
        """Whether a chunk stays behind the boxes that were moved: a box, what leads to one, what would end there."""
        if leads or any(piece.away for piece in chunk):
            return True
        is_free = self.way.loose and not chunk[0].note
        return not is_free and _unparted(self.rest, len(self.moved)) > self._left + TOLERANCE

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
                self.used += piece.before * self.way.gaps
            if begins and piece.is_space:
                continue
            self.placed.append((piece, column, self.used))
            self.used += piece.height

    def _place_torn(self, chunk: Chunk, column: int) -> bool:
        """Places as much of a box as there is room for, up to one of the places where it may be parted."""
        best: tuple[Chunk, Chunk] | None = None
        for at, piece in enumerate(chunk[:-1], 1):
            if not 0 < piece.tear <= self.way.torn:
                continue
            head, tail = chunk[:at], chunk[at:]
            if min(height(head, False), height(tail, False)) >= LEAST_TORN:
                sized = self._fitting(head, self._left)
                best = (sized, tail) if sized is not None else best
        if best is None:
            return False
        self._place(best[0], column)
        self.rest.insert(0, best[1])
        return True

    def _move(self, chunk: Chunk, column: int) -> bool:
        """Takes a box to the next column or page; what stands in its place comes next. False if that is not better."""
        beside = column + 1 < self.columns and self._fitting(chunk, self.room) is not None
        self.moved.append(chunk)
        line = [] if beside else list(chunk[0].away or ())  # it is seen in the next column
        self.rest[:1] = [line] if line and height(line, False) <= self._left else []
        return True

    def _fitting(self, chunk: Chunk, room: float) -> Chunk | None:
        """The chunk as large as the room allows, its pictures made smaller if need be; None where it does not fit."""
        return fitting(chunk, room, self._at_column_top, self.way)

    def _parted(self, chunk: Chunk, alone: bool) -> list[Chunk] | None:
        """The parts of a chunk that no page can hold; `alone` on a page, at any place. None where it stays as it is."""
        if not alone and fitting(chunk, self.page, True) is not None:
            return None
        tears = any(piece.tear for piece in chunk[:-1])
        found: list[Chunk] = [[]]
        for piece in chunk:
            found[-1].append(replace(piece, whole=piece.whole and tears and not piece.tear, away=None))
            if piece.tear if tears else not piece.keep:
                found.append([])
        found = [part for part in found if part]
        if len(found) > 1:
            return found
        return [[replace(piece, keep=False, away=None)] for piece in chunk] if alone and len(chunk) > 1 else None


def _unparted(rest: list[Chunk], moved: int) -> float:
    """How high what comes next is that does not end behind boxes: a paragraph or a note, behind several a chapter."""
    if note := rest[0][0].note:
        return sum(height(chunk, False) for chunk in takewhile(lambda chunk: chunk[0].note == note, rest))
    high = 0.0
    chapter, part = moved > 1 and bool(rest[0][0].chapter_title), rest[0][-1].part or None
    for number, chunk in enumerate(rest):
        if number and (bool(chunk[0].chapter_title) or chunk[0].away is not None if chapter else chunk[0].part != part):
            break
        high += height(chunk, False)
    return high


def fitting(chunk: Chunk, room: float, at_column_top: bool, way: Way = USUAL) -> Chunk | None:
    """The chunk as large as the room allows, its pictures made smaller if need be; None where it does not fit.

    `at_column_top`: the space above its first piece is not needed.
    """
    for step in range(way.step, max(way.step + 1, *(len(piece.sizes) for piece in chunk))):
        sized = [piece.at_size(step) for piece in chunk]
        if height(sized, at_column_top, way.gaps) <= room + TOLERANCE:
            return sized
    return None


def height(chunk: Chunk, at_column_top: bool, gaps: float = 1.0) -> float:
    """How high a chunk is; `at_column_top`: the space above its first piece is not needed."""
    befores = sum(piece.before for piece in chunk) - (chunk[0].before if at_column_top else 0)
    return sum(piece.height for piece in chunk) + gaps * befores


def even(chunks: list[Chunk], found: Filling) -> Filling:
    """The same on one page with the columns as short as they can be."""
    low, high = found.depth / found.columns, found.depth
    for _ in range(8):
        middle = (low + high) / 2
        tried = Filling(found.columns, middle, found.page, fresh=True, alone=False, way=found.way).fill(chunks)
        if tried.rest:
            low = middle
        else:
            found, high = tried, middle
    return found
