"""Pieces in, pages out: column by column, what belongs together on one page, with numbers, running heads and bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from ..drawing import Anchor, Box, Item, Mm, Page, Path, Pen, Rect, Tagged
from ..typeset import Span, set_text
from .look import (
    ACCENT,
    BAR,
    BOTTOM,
    BOX,
    GUTTER,
    INSIDE,
    OUTSIDE,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    SOFT,
    TEXT_HEIGHT,
    TEXT_WIDTH,
    TOP,
    WARNING,
    Look,
)
from .piece import Piece, nothing

FITS = 1e-6
LEAST_FREE = 35.0  # room that is worth to be filled with what follows a box that has to go to the next page
LEAST_REGION = 30.0  # columns begin on a page only where so much of it is free
REGION_GAP = 2.5
TORN = 1.6  # how far the ground of a note goes beyond its text where a page ends within it

Chunk = list[Piece]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in one of so many columns of a page, its top at `y` from the page's top."""

    piece: Piece
    column: int
    columns: int
    y: Mm


@dataclass(slots=True)
class Draft:
    """A page while it is filled. `number` is printed, from 1."""

    number: int
    placed: list[Placed] = field(default_factory=list)

    @property
    def left(self) -> Mm:
        """Where the text begins: pages with odd numbers lie on the right, their inner edge is the left one."""
        return INSIDE if self.number % 2 else OUTSIDE

    def left_of(self, placed: Placed) -> Mm:
        return Mm(self.left + placed.column * (column_width(placed.columns) + GUTTER))


def column_width(columns: int) -> Mm:
    """How wide each of so many columns is."""
    return Mm((TEXT_WIDTH - GUTTER * (columns - 1)) / columns)


def fill_pages(pieces: Iterable[Piece], first: int = 1) -> list[Draft]:
    """Places all pieces, on pages numbered from `first` on. Columns that do not fill a page are made about even."""
    pages = [Draft(first)]
    top = 0.0
    for columns, own_page, chunks in _regions(pieces):
        if top and (own_page or (columns > 1 and TEXT_HEIGHT - top < LEAST_REGION)):
            pages.append(Draft(pages[-1].number + 1))
            top = 0.0
        if top and columns > 1:
            top += REGION_GAP
        while chunks:
            plan = _plan(chunks, columns, TEXT_HEIGHT - top, fresh=columns > 1 or not top, alone=not top)
            if columns > 1 and not plan.rest:
                plan = _even(chunks, columns, plan)
            pages[-1].placed += [Placed(piece, column, columns, Mm(TOP + top + y)) for piece, column, y in plan.placed]
            chunks = plan.rest
            top += plan.depth
            if chunks:
                pages.append(Draft(pages[-1].number + 1))
                top = 0.0
    return [page for page in pages if page.placed]


def _regions(pieces: Iterable[Piece]) -> Iterator[tuple[int, bool, list[Chunk]]]:
    """What stands in one number of columns: their number, whether it begins a page, and what is kept together."""
    columns, own_page = 1, False
    chunks: list[Chunk] = [[]]
    for piece in pieces:
        if piece.columns:
            yield columns, own_page, [chunk for chunk in chunks if chunk]
            columns, own_page, chunks = piece.columns, piece.own_page, [[]]
            continue
        chunks[-1].append(piece)
        if not (piece.keep or piece.whole):
            chunks.append([])
    yield columns, own_page, [chunk for chunk in chunks if chunk]


@dataclass(slots=True)
class _Plan:
    """Where pieces of a region go on one page: piece, column, and y from the region's top; and what is left.

    `moved` are the boxes that begin the next page, before the rest.
    """

    placed: list[tuple[Piece, int, float]] = field(default_factory=list)
    rest: list[Chunk] = field(default_factory=list)
    moved: list[Chunk] = field(default_factory=list)
    depth: float = 0.0


def _plan(chunks: list[Chunk], columns: int, room: float, *, fresh: bool, alone: bool) -> _Plan:
    """Fills columns one after another.

    Args:
        chunks: what is kept together, in order.
        columns: how many there are.
        room: how high they are.
        fresh: nothing stands right above them: the room above their first piece is not needed.
        alone: no page has more room: a chunk that does not fit a column is split.
    """
    plan = _Plan()
    rest = list(chunks)
    for column in range(columns):
        used = 0.0
        while rest:
            first = not used
            bare = first and fresh
            ends = len(rest) == 1 and rest[0][-1].keep
            if ends and plan.moved:
                break  # what comes next stands in other columns, below its heading
            away = rest[0][0].away
            if plan.moved and away is None and _unparted(rest, len(plan.moved)) > room - used + FITS:
                break
            chunk = _fitting(rest[0], room - used - (LEAST_REGION if ends else 0), bare)
            if chunk is None or (plan.moved and away is not None):
                parts = _parted(rest[0], first and alone)
                if parts is not None:
                    if plan.moved and away is not None:
                        break
                    rest[:1] = parts
                    continue
                if away is not None and columns == 1 and (plan.moved or room - used > LEAST_FREE):
                    plan.moved.append(rest[0])
                    rest[:1] = [list(away)] if away and _height(list(away), False) <= room - used else []
                    continue
                if not (first and alone):
                    break
                chunk = rest[0]
            rest.pop(0)
            for number, piece in enumerate(chunk):
                at_top = first and number == 0
                if at_top and fresh and piece.again is not None:
                    plan.placed.append((replace(piece.again, anchors=(), keep=False), column, used))
                    used += piece.again.height
                elif not (at_top and fresh):
                    used += piece.before
                if at_top and fresh and piece.is_space:
                    continue
                plan.placed.append((piece, column, used))
                used += piece.height
        plan.depth = max(plan.depth, used)
    plan.rest = [*map(_settled, plan.moved), *rest]
    return plan


def _unparted(rest: list[Chunk], moved: int) -> float:
    """How high what comes next is that does not end behind boxes: a paragraph, behind several boxes a chapter."""
    high = 0.0
    chapter, part = moved > 1 and _begins_chapter(rest[0]), rest[0][-1].part or None
    for number, chunk in enumerate(rest):
        if number and (_begins_chapter(chunk) or chunk[0].away is not None if chapter else chunk[0].part != part):
            break
        high += _height(chunk, False)
    return high


def _begins_chapter(chunk: Chunk) -> bool:
    return chunk[0].outline is not None and chunk[0].outline[1] == 1


def _settled(chunk: Chunk) -> Chunk:
    """A box that was moved: what stands in its place is there already."""
    return [replace(chunk[0], away=()), *chunk[1:]]


def _fitting(chunk: Chunk, room: float, bare: bool) -> Chunk | None:
    """The chunk as large as the room allows, its pictures made smaller if need be; None where it does not fit.

    `bare`: the room above its first piece is not needed.
    """
    for step in range(1 + max(len(piece.smaller) for piece in chunk)):
        sized = [piece.at_size(step) for piece in chunk]
        if _height(sized, bare) <= room + FITS:
            return sized
    return None


def _height(chunk: Chunk, bare: bool) -> float:
    return sum(piece.before + piece.height for piece in chunk) - (chunk[0].before if bare else 0)


def _parted(chunk: Chunk, alone: bool) -> list[Chunk] | None:
    """The parts of a chunk that no page can hold; `alone` on a page, at any place. None where it stays as it is."""
    if not alone and _fitting(chunk, TEXT_HEIGHT, True) is not None:
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


def _even(chunks: list[Chunk], columns: int, plan: _Plan) -> _Plan:
    """The same on one page with the columns as short as they can be."""
    low, high = plan.depth / columns, plan.depth
    for _ in range(8):
        middle = (low + high) / 2
        tried = _plan(chunks, columns, middle, fresh=True, alone=False)
        if tried.rest:
            low = middle
        else:
            plan, high = tried, middle
    return plan


# ---- drawing ---------------------------------------------------------------------------------------------------------


def draw_page(draft: Draft, look: Look, title: str) -> Page:
    """A filled page with its number and the title of the chapter above it."""
    items: list[Item] = [Tagged("Artifact", tuple(_grounds(draft)))]
    items += [Anchor(name, Mm(max(0.0, one.y - 4))) for one in draft.placed for name in one.piece.anchors]
    for (part, role), group in groupby(draft.placed, key=lambda one: (one.piece.part, one.piece.role)):
        inner = tuple(item for one in group for item in one.piece.draw(draft.left_of(one), one.y))
        if not part or not inner:
            items += inner
            continue
        name, _, alt = role.partition(":")
        items.append(Tagged(name, inner, alt=alt))
    items.append(Tagged("Artifact", (*_furniture(draft, look, title), *_doubts(draft, look))))
    return Page(PAGE_WIDTH, PAGE_HEIGHT, tuple(items))


def _grounds(draft: Draft) -> Iterator[Item]:
    """The boxes of notes, and the bars beside what differs, in the outer margin or beside the outer columns."""
    for (note, _), group in groupby(draft.placed, key=lambda one: (one.piece.note, one.column)):
        if note:
            placed = list(group)
            box = _around(draft, placed)
            above, below = (0.0 if one.piece.draw is nothing else TORN for one in (placed[0], placed[-1]))
            yield Rect(Box(box.x, Mm(box.y - above), box.width, Mm(box.height + above + below)), Mm(1), BOX)
    for (marked, column, columns), group in groupby(
        draft.placed, key=lambda one: (one.piece.marked, one.column, one.columns)
    ):
        if marked:
            box = _around(draft, list(group))
            right = draft.number % 2 == 1 if columns == 1 else column == columns - 1
            x = box.x + box.width + BAR if right else box.x - BAR
            line = (("M", (x, box.y)), ("L", (x, box.y + box.height)))
            yield Path(line, pen=Pen(ACCENT, Mm(0.9)))


def _doubts(draft: Draft, look: Look) -> Iterator[Item]:
    """On a proof, frames around what is in doubt, each with the reason at its edge."""
    for (doubt, _, _), group in groupby(draft.placed, key=lambda one: (one.piece.doubt, one.column, one.columns)):
        if doubt:
            box = _around(draft, list(group))
            frame = Box(Mm(box.x - 1), Mm(box.y - 0.5), Mm(box.width + 2), Mm(box.height + 1))
            yield Rect(frame, pen=Pen(WARNING, Mm(0.4)))
            style = replace(look.small, align="right")
            said = set_text([Span(doubt, bold=True, color=WARNING)], style, box.width)
            yield from said.items(box.x, Mm(box.y - said.height / 2 - 0.5))


def _around(draft: Draft, placed: list[Placed]) -> Box:
    top = placed[0].y
    high = placed[-1].y + placed[-1].piece.height - top
    return Box(draft.left_of(placed[0]), top, column_width(placed[0].columns), Mm(high))


def _furniture(draft: Draft, look: Look, title: str) -> Iterator[Item]:
    style = replace(look.small, align="right") if draft.number % 2 else look.small
    number = set_text([Span(str(draft.number), bold=True, color=SOFT)], style, TEXT_WIDTH)
    yield from number.items(draft.left, Mm(PAGE_HEIGHT - BOTTOM + 6))
    if title:
        head = set_text([Span(title, color=SOFT)], style, TEXT_WIDTH)
        yield from head.items(draft.left, Mm(TOP - 8))
