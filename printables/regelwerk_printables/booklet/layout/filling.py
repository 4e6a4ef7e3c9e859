"""The filling of a column of a booklet: the places where it may end, and the cost of each.

Text keeps its order, and so do boxes; but a box may be deferred to the next page while the text after it goes on. If a
page ends within a paragraph or a list, the rest of it comes before the deferred boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from .blocks import TOLERANCE, Block, Item

# heights in millimetres
LEAST_LEAD = 30.0  # room below a heading for the columns after it
LEAST_FILLED = 0.6  # of a column; a column ends earlier only if nothing else fits
USUAL_FOOT = 12.0  # unpenalised white space at the foot of a column
HOLE = 0.145  # of the height of a page; more is a hole
LEAST_GAPS, MOST_GAPS = 0.8, 1.4  # the room between pieces, as a part of the room that they ask for

EMPTY_COST, HOLE_COST = 0.03, 80.0  # a millimetre of the foot; a hole
TIGHT_COST, WIDE_COST = 8.0, 2.0  # of gaps reduced to nothing, or doubled
SIZE_COSTS = (0.0, 1.0, 2.5, 5.0, 8.0)  # of pictures made smaller, by step
AWAY_COST, FAR_COST, HEADED_COST = 1.5, 0.03, 3.0  # a deferred box; a millimetre of text before it; a heading there


class Spot(NamedTuple):
    """A place between two items: the next block of text, its next item, and the rest of the boxes before it."""

    block: int = 0
    item: int = 0
    boxes: tuple[tuple[int, int], ...] = ()  # each block with its next item

    @property
    def is_torn(self) -> bool:
        """True if it is within a box."""
        return bool(self.boxes and self.boxes[0][1])


class End(NamedTuple):
    """A way to fill a column.

    Attributes:
        at: the beginning of the next column.
        items: its content.
        size: by how many steps pictures are made smaller.
        gaps: the room between pieces, as a part of the room that they ask for.
        depth: the filled height.
        cost: the cost of its looks, without its foot.
        foot: the cost of the white space at its foot.
    """

    at: Spot
    items: Sequence[Item]
    size: int
    gaps: float
    depth: float
    cost: float
    foot: float


class _Column(NamedTuple):
    """A column being filled."""

    at: Spot
    items: tuple[Item, ...]
    heights: tuple[float, ...]
    gaps: float
    cost: float
    is_late: bool  # a box was deferred here: no other one can follow


class Filling(Struct, frozen=True):
    """A column to be filled.

    Attributes:
        blocks: the blocks of its region.
        room: its height.
        page: the height of a column of a whole page.
        fresh: nothing is directly above it: the room above its first piece is not needed.
        beside: another column of the page follows.
        most: the most room between pieces, as a part of the room that they ask for.
    """

    blocks: Sequence[Block]
    room: float
    page: float
    fresh: bool = True
    beside: bool = False
    most: float = MOST_GAPS

    def ends(self, at: Spot) -> Iterator[End]:
        """All ways to fill it from a place on."""
        columns = [_Column(at, (), (), 0.0, 0.0, False)]
        while columns:
            column = columns.pop()
            further = [one for one in self._further(column) if one is not None]
            columns += further
            if column.items or not further:
                filled = column.heights[0] + self.most * column.gaps if column.items else 0.0
                if not further or filled >= LEAST_FILLED * self.room:
                    yield self._end(column)

    def _further(self, column: _Column) -> Iterator[_Column | None]:
        """The column with one more item, in each way that there is room for."""
        at = column.at
        if at.is_torn or (at.boxes and not (at.item or column.is_late)):
            placed = self._with_box(column, at)
            yield placed
            if placed is not None or at.is_torn:
                return
        if at.block == len(self.blocks):
            return
        block = self.blocks[at.block]
        if block.away is not None:
            later = Spot(at.block + 1, 0, (*at.boxes, (at.block, 0)))
            if not at.boxes:
                yield self._with_box(column, later)
            yield self._without_box(column, later, block.away)
        elif at.item or not (at.boxes and block.waits):
            yield self._with_text(column, block)

    def _with_text(self, column: _Column, block: Block) -> _Column | None:
        at = column.at
        item, last = block.items[at.item], at.item + 1 == len(block.items)
        far = 0.0
        if at.boxes:
            far = FAR_COST * item.high + HEADED_COST * item.has_heading
        following = Spot(at.block + last, 0 if last else at.item + 1, at.boxes)
        return self._with(column, item, following, far, column.is_late)

    def _with_box(self, column: _Column, at: Spot) -> _Column | None:
        (number, part), *others = at.boxes
        items = self.blocks[number].items
        left = [(number, part + 1)] if part + 1 < len(items) else []
        return self._with(column, items[part], Spot(at.block, at.item, (*left, *others)), 0.0, column.is_late)

    def _without_box(self, column: _Column, at: Spot, away: Sequence[Item]) -> _Column | None:
        """The column with the reference in place of the box, unless the box is visible in the next column."""
        if not column.items:
            return None
        if not away or self.beside:
            return column._replace(at=at, cost=column.cost + AWAY_COST, is_late=True)
        return self._with(column, away[0]._replace(end=column.items[-1].end), at, AWAY_COST, True)

    def _with(self, column: _Column, item: Item, at: Spot, cost: float, is_late: bool) -> _Column | None:
        """The column with one more item; None if there is no room for it, except at the top of a page."""
        if not column.items and self.fresh:
            heights, gaps = item.top
        else:
            before = column.heights or (0.0,) * len(item.heights)
            heights = tuple([one + more for one, more in zip(before, item.heights, strict=True)])
            gaps = column.gaps + item.gaps
        is_alone = not column.items and self.room >= self.page - TOLERANCE
        leads = item.pieces[-1].keep and is_done(self.blocks, at)
        room = self.room - (LEAST_LEAD if leads else 0)
        if heights[-1] + LEAST_GAPS * gaps > room + TOLERANCE and not is_alone:
            return None
        return _Column(at, (*column.items, item), heights, gaps, column.cost + cost, is_late)

    def _end(self, column: _Column) -> End:
        """The column at its best: its pictures as large as there is room for, its foot level with the others."""
        done = is_done(self.blocks, column.at)
        if not column.items:
            return End(column.at, (), 0, 1.0, 0.0, 0.0, foot_cost(self.room, self.page))
        last = column.items[-1]
        room = self.room - (LEAST_LEAD if done and last.pieces[-1].keep else 0)
        most = min(1.0, self.most) if done else self.most
        best: End | None = None
        for size, high in enumerate(column.heights):
            gaps = max(LEAST_GAPS, min(most, (room - high) / column.gaps)) if column.gaps else 1.0
            depth = high + gaps * column.gaps
            if depth > room + TOLERANCE and size + 1 < len(column.heights):
                continue
            cost = SIZE_COSTS[size] + (WIDE_COST * (gaps - 1) if gaps > 1 else TIGHT_COST * (1 - gaps))
            foot = 0.0 if done else foot_cost(self.room - depth, self.page)
            if best is None or cost + foot < best.cost + best.foot:
                best = End(column.at, column.items, size, gaps, depth, cost, foot)
        assert best is not None
        return best._replace(cost=best.cost + column.cost + (0.0 if done else last.end))


def is_done(blocks: Sequence[Block], at: Spot) -> bool:
    """True if no blocks are left."""
    return at.block == len(blocks) and not at.boxes


def foot_cost(empty: float, page: float) -> float:
    """The cost of empty room at the foot of a column."""
    return EMPTY_COST * empty + (max(0.0, empty - USUAL_FOOT) / 10) ** 2 + (HOLE_COST if empty > HOLE * page else 0.0)
