"""The page layout of a booklet: of all divisions into pages, the one in which all pages together look best.

Each possible page break leads to the possible breaks of the next page. The best few beginnings of a booklet are kept
from page to page (a beam search), so that a page may be set tighter, or a box split or deferred, to avoid a gap on
another page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil, inf
from typing import NamedTuple

from ...drawing.drawing import Mm
from ..look import A5, TOP, Paper
from .blocks import Region, regions
from .filling import LEAST_GAPS, MOST_GAPS, End, Filling, Spot, foot_cost, is_done
from .page import PAGES_A_SHEET, Draft, Piece, Placed

# heights in millimetres
LEAST_REGION = 30.0  # columns begin on a page only if at least this much is free
REGION_GAP = 2.5  # above columns
SHORT_END = 45.0  # a shorter last page is penalised

BEGINNINGS = 12  # kept from page to page
PAGE_COST, SHEET_COST, END_COST = 4.0, 24.0, 12.0  # a page, a sheet, a short last page
TURN_COST = 8.0  # of a box that continues overleaf instead of on the facing page
STABLE_GAIN = 10.0  # of a page that ends at the same place as in the previous pass


class Filled(NamedTuple):
    """Pages, and the places where they end."""

    drafts: list[Draft]
    ends: frozenset[PageEnd]


PageEnd = tuple[int, ...]  # identifies a place by its content, regardless of the pages before it


class _Laid(NamedTuple):
    """A column of a page: its number, the number of columns, its top, its filling, and whether nothing is above it."""

    column: int
    columns: int
    top: float
    end: End
    is_fresh: bool


@dataclass(slots=True, eq=False)
class _State:
    """The beginning of a booklet.

    Attributes:
        before: the same without its last page; None without pages.
        laid: the columns of its last page.
        region: the number of the region in which it continues.
        at: the place in that region.
        cost: the cost of its pages.
    """

    before: _State | None
    laid: tuple[_Laid, ...]
    region: int
    at: Spot
    cost: float


def fill_pages(
    pieces: Iterable[Piece],
    first: int = 1,
    paper: Paper = A5,
    kept: int = BEGINNINGS,
    known: frozenset[PageEnd] = frozenset(),
    after: int = 0,
) -> Filled:
    """Place all pieces on pages.

    Args:
        pieces: in order.
        first: the number of the first page.
        paper: the size of the pages.
        kept: the number of beginnings kept from page to page.
        known: the places where pages should end, if known.
        after: the number of pages that follow on the last sheet.
    """
    flow = _Flow(list(regions(pieces, paper.text_height)), paper, known)
    beginnings = [_State(None, (), 0, Spot(), 0.0)]
    number, best, best_cost = first - 1, None, inf
    while beginnings:
        number += 1
        found: dict[tuple[int, Spot], _State] = {}
        for one in (one for state in beginnings for one in flow.continued(state)):
            if number % 2 and one.at.is_torn:
                one.cost += TURN_COST
            if one.region == len(flow.regions):
                cost = one.cost + flow.final_cost(one, number + after)
                if cost < best_cost:
                    best, best_cost = one, cost
            elif (one.region, one.at) not in found or one.cost < found[one.region, one.at].cost:
                found[one.region, one.at] = one
        beginnings = sorted(found.values(), key=flow.estimate)[:kept]
    assert best is not None
    return flow.filled(best, first)


@dataclass(eq=False)
class _Flow:
    """A booklet being laid out: its regions, the size of its pages, and the places where pages ended before."""

    regions: Sequence[Region]
    paper: Paper
    known: frozenset[PageEnd]
    left: list[list[float]] = field(init=False)  # the height of the rest from each block of each region on

    def __post_init__(self) -> None:
        self.left = []
        high = 0.0
        for region in reversed(self.regions):
            highs = [block.high / region.columns for block in reversed(region.blocks)]
            self.left.insert(0, list(accumulate(highs, initial=high))[::-1])
            high = self.left[0][0]

    def continued(self, state: _State) -> Iterator[_State]:
        """The beginnings with one more page; if several regions share it, its gaps may be tight."""
        empty = _State(state, (), state.region, state.at, state.cost)
        usual = list(self._below(empty, 0.0, MOST_GAPS))
        yield from usual
        if any(len(one.laid) > 1 for one in usual):
            yield from (one for one in self._below(empty, 0.0, LEAST_GAPS) if len(one.laid) > 1)

    def _below(self, state: _State, depth: float, gaps: float) -> Iterator[_State]:
        """The beginnings whose last page is filled further from a depth; `gaps` limits the room between its pieces."""
        if state.region == len(self.regions):
            yield state
            return
        region, high = self.regions[state.region], self.paper.text_height
        if not region.blocks:
            yield from self._below(replace(state, region=state.region + 1), depth, gaps)
        elif region.columns > 1:
            yield from self._with_columns(state, region, depth, gaps)
        else:
            for end in Filling(region.blocks, high - depth, high, not depth, most=gaps).ends(state.at):
                laid = _Laid(0, 1, depth, end, not depth)
                yield from self._ended(state, [laid], depth + end.depth, end.cost + end.foot, gaps)

    def _with_columns(self, state: _State, region: Region, depth: float, gaps: float) -> Iterator[_State]:
        """The same for columns, if there is room for them."""
        high = self.paper.text_height
        if depth and high - depth < LEAST_REGION:
            yield replace(state, cost=state.cost + foot_cost(high - depth, high))
            return
        top = depth + (REGION_GAP if depth else 0)
        ends = self._in_room(region, state.at, high - top, gaps)
        if is_done(region.blocks, ends[-1].at):
            ends = self._even(region, state.at, ends, high - top, gaps)
        laid = [_Laid(column, region.columns, top, end, True) for column, end in enumerate(ends)]
        cost = sum(end.cost + end.foot / region.columns for end in ends)
        yield from self._ended(state, laid, top + max(end.depth for end in ends), cost, gaps)

    def _even(self, region: Region, at: Spot, found: list[End], high: float, gaps: float) -> list[End]:
        """The last columns of a region, balanced: as short as possible."""
        low = 0.0
        for _ in range(8):
            middle = (low + high) / 2
            tried = self._in_room(region, at, middle, gaps)
            if is_done(region.blocks, tried[-1].at):
                found, high = tried, middle
            else:
                low = middle
        return found

    def _in_room(self, region: Region, at: Spot, room: float, gaps: float) -> list[End]:
        """All columns of a page, within a height."""
        found: list[End] = []
        for column in range(region.columns):
            beside = column + 1 < region.columns
            filling = Filling(region.blocks, room, self.paper.text_height, beside=beside, most=min(gaps, 1.0))
            best = min(filling.ends(at), key=lambda end: (not is_done(region.blocks, end.at), end.cost + end.foot))
            found.append(best)
            at = best.at
        return found

    def _ended(self, state: _State, laid: Sequence[_Laid], depth: float, cost: float, gaps: float) -> Iterator[_State]:
        """The page after some columns are filled: it ends there, or goes on with the next region."""
        at, region = laid[-1].end.at, state.region
        cost += state.cost
        laid = (*state.laid, *laid)
        if is_done(self.regions[region].blocks, at):
            yield from self._below(_State(state.before, laid, region + 1, Spot(), cost), depth, gaps)
        else:
            gain = STABLE_GAIN if self.known and self._place(region, at) in self.known else 0.0
            yield _State(state.before, laid, region, at, cost - gain)

    def _left(self, region: int, at: Spot) -> float:
        """The approximate height of all that follows."""
        if region == len(self.regions):
            return 0.0
        columns, blocks = self.regions[region]
        boxes = sum(item.high for block, part in at.boxes for item in blocks[block].items[part:])
        done = sum(item.high for item in blocks[at.block].items[: at.item]) if at.item else 0.0
        return self.left[region][at.block] + (boxes - done) / columns

    def estimate(self, state: _State) -> float:
        """The approximate cost of a beginning with all that follows."""
        return state.cost + PAGE_COST * self._left(state.region, state.at) / self.paper.text_height

    def final_cost(self, state: _State, pages: int) -> float:
        """The cost of the paper, and of a short last page."""
        depth = max((one.top + one.end.depth for one in state.laid), default=0.0)
        end = END_COST if depth < SHORT_END else 0.0
        return end + PAGE_COST * pages + SHEET_COST * ceil(pages / PAGES_A_SHEET)

    def filled(self, state: _State, first: int) -> Filled:
        """The pages of a booklet."""
        states: list[_State] = []
        one: _State | None = state
        while one is not None and one.before is not None:
            states.insert(0, one)
            one = one.before
        drafts = []
        for number, one in enumerate((one for one in states if one.laid), first):
            placed = [placed for laid in one.laid for placed in _placed(laid)]
            depth = max(laid.top + laid.end.depth for laid in one.laid)
            drafts.append(Draft(number, placed, depth, self.paper))
        return Filled(drafts, frozenset(self._place(one.region, one.at) for one in states[:-1]))

    def _place(self, region: int, at: Spot) -> PageEnd:
        """An identifier of a place that stays the same if the text before it grows."""
        block = self.regions[region].blocks[at.block : at.block + 1]
        names = (piece.part or piece.note for one in block for item in one.items for piece in item.pieces)
        first = next(filter(None, names), 0)
        return region, first, at.item, *(number for box in at.boxes for number in box)


def _placed(laid: _Laid) -> Iterator[Placed]:
    """The pieces of a column."""
    end, y = laid.end, laid.top
    for number, item in enumerate(end.items):
        for at, piece in enumerate(item.pieces):
            begins = laid.is_fresh and not number and not at
            if begins and piece.again is not None:
                again = replace(piece.again, anchors=(), keep=False, indent=piece.indent, doubt=piece.doubt)
                yield Placed(again, laid.column, laid.columns, Mm(TOP + y))
                y += again.height
            if begins and piece.is_space:
                continue
            y += 0.0 if begins else piece.before * end.gaps
            yield Placed(piece.at_size(end.size), laid.column, laid.columns, Mm(TOP + y))
            y += piece.at_size(end.size).height
