"""Page layout of a booklet: the pages filled one after another, in the ways that together look best.

Each page can be filled in several ways. The best few beginnings of a booklet are kept while the next page is filled in
all of them, so that a page may be set tighter, or a box parted, to save a hole on another page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, product
from math import ceil
from typing import NamedTuple

from ...drawing.drawing import Mm
from .filling import TOLERANCE, USUAL, Chunk, Filling, Way, even, height
from .look import A5, TOP, Paper
from .page import PAGES_A_SHEET, Draft, Piece, Placed

# heights in millimetres
LEAST_REGION = 30.0  # columns begin on a page only where at least this much is free
LEAST_SCATTERED = 60.0  # at most this much of a page stays empty to keep short columns together
REGION_GAP = 2.5  # above columns

WAYS = tuple(Way(*one) for one in product((0, 1, 2), (1.0, 0.9, 0.8), (False, True), (0, 1, 2)))
BEGINNINGS = 8  # so many are kept from page to page
USUAL_FOOT = 12.0  # unpenalised white space at the foot of a page
MOST_SPREAD = 0.4  # so much more room is there between the pieces of a page to fill one
HOLE = 0.13  # of the height of a page; more is a hole
SHORT_END = 45.0  # a shorter last page is penalised
PAGE_COST, SHEET_COST, END_COST, HOLE_COST = 4.0, 24.0, 8.0, 12.0  # a page, a sheet, a short last page, a hole
TEAR_COSTS = {0: 4.0, 1: 3.0, 2: 6.0}  # of a box that a page's end parts, by `Piece.tear`


class Filled(NamedTuple):
    """Pages, and how each was filled."""

    drafts: list[Draft]
    ways: Sequence[Way]


class _Region(NamedTuple):
    """What stands in one number of columns, divided into what is kept together."""

    columns: int
    chunks: list[Chunk]


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The beginning of a booklet.

    Attributes:
        before: the same without its last page; None without pages.
        way: how its last page was filled.
        page: its last page.
        following: the next one, which may have a heading already.
        region: where it goes on: the number of the region, and
        rest: what is left of it; None where that is all of it, at its beginning.
        remaining: about how high all is that is left.
        cost: how bad its pages look.
    """

    before: _State | None
    way: Way
    page: Draft
    following: Draft
    region: int
    rest: list[Chunk] | None
    remaining: float
    cost: float

    @property
    def key(self) -> tuple[object, ...]:
        """The same for beginnings after which the same is left."""
        rest = self.rest if self.rest is not None else [[]]
        return self.region, sum(map(len, rest)), len(rest), len(self.following.placed), *(len(one) for one in rest[:3])


def fill_pages(
    pieces: Iterable[Piece],
    first: int = 1,
    ways: Sequence[Way] = (USUAL,),
    paper: Paper = A5,
    chosen: Sequence[Way] = (),
    after: int = 0,
) -> Filled:
    """Places all pieces on pages.

    Args:
        pieces: in order.
        first: the number of the first page.
        ways: of these, each page has that with which all look best together.
        paper: the size of the pages.
        chosen: how the first pages are filled, if that is known.
        after: how many pages follow on the last sheet.
    """
    regions = [_Region(columns, chunks) for columns, chunks in _regions(pieces)]
    height_of_all = sum(_depth(region.chunks, region.columns) for region in regions)
    empty = Draft(first, paper=paper)
    beginnings = [_State(None, USUAL, empty, empty, 0, None, height_of_all, 0.0)]
    ends: list[_State] = []
    number = 0
    while beginnings:
        found: dict[tuple[object, ...], _State] = {}
        for state in beginnings:
            for one in _continued(regions, state, chosen[number : number + 1] or ways):
                if one.region == len(regions):
                    ends.append(one)
                elif one.key not in found or one.cost < found[one.key].cost:
                    found[one.key] = one
        beginnings = sorted(found.values(), key=lambda one: one.cost + PAGE_COST * one.remaining / paper.text_height)
        del beginnings[BEGINNINGS:]
        number += 1
    return _pages(min(ends, key=lambda one: _final_cost(one, after)))


def _final_cost(state: _State, after: int) -> float:
    """With the paper that it takes, and a few lines on the last page."""
    pages = state.page.number + after
    end = END_COST if state.page.depth < SHORT_END else 0.0
    return state.cost + end + PAGE_COST * pages + SHEET_COST * ceil(pages / PAGES_A_SHEET)


def _pages(last: _State) -> Filled:
    states: list[_State] = []
    state: _State | None = last
    while state is not None and state.before is not None:
        states.insert(0, state)
        state = state.before
    some = [one for one in states if one.page.placed]
    return Filled([one.page for one in some], [one.way for one in some])


def _continued(regions: Sequence[_Region], state: _State, ways: Sequence[Way]) -> Iterator[_State]:
    """The beginnings with one page more; those ways are left out that make no difference to it."""
    boxed: dict[tuple[int, float], bool] = {}
    pictured: dict[float, bool] = {}
    for way in ways:
        if way.step and not pictured.get(way.gaps, True):
            continue
        if (way.loose or way.torn) and not boxed.get((way.step, way.gaps), True):
            continue
        one, has_box = _with_page(regions, state, way)
        boxed.setdefault((way.step, way.gaps), has_box)
        pictured.setdefault(way.gaps, any(placed.piece.sizes for placed in one.page.placed))
        yield one


def _with_page(regions: Sequence[_Region], state: _State, way: Way) -> tuple[_State, bool]:
    """A beginning with one page more, and whether a box did not fit on it."""
    draft = replace(state.following, placed=[*state.following.placed])
    high, has_box, empty = draft.paper.text_height, False, 0.0
    number, rest = state.region, state.rest
    following = draft.following()
    while number < len(regions):
        columns, chunks = regions[number].columns, rest if rest is not None else regions[number].chunks
        if rest is None and columns > 1 and draft.depth:
            if high - draft.depth < LEAST_REGION:
                empty = high - draft.depth
                rest = chunks
                break
            scattered = _is_scattered(chunks, columns, draft.depth + REGION_GAP, high)
            has_box = has_box or scattered
            if scattered and not way.loose:
                following = _break_page(draft)
                empty, rest = high - draft.depth, chunks
                break
        top = draft.depth + (REGION_GAP if draft.depth and columns > 1 else 0)
        if chunks:
            fresh = columns > 1 or not top
            filling = Filling(columns, high - top, high, fresh, alone=not top, way=way).fill(chunks)
            has_box = has_box or filling.boxed
            if columns > 1 and not filling.rest:
                filling = even(chunks, filling)
            draft.placed += [Placed(piece, column, columns, Mm(TOP + top + y)) for piece, column, y in filling.placed]
            draft.depth = top + filling.depth
            if filling.rest:
                rest, empty = filling.rest, filling.empty
                break
        number, rest = number + 1, None
    ends = number == len(regions)
    grown = _grown(draft)
    empty -= grown.depth - draft.depth
    if empty > USUAL_FOOT and not ends and way.gaps >= 1:
        grown, spread = _spread(grown, empty)
        empty -= spread
    cost = state.cost + way.cost + (0.0 if ends else _hole(empty, high) + _tear(grown, rest))
    remaining = state.remaining - sum(one.piece.height / one.columns for one in draft.placed)
    return _State(state, way, grown, following, number, rest, remaining, cost), has_box


def _hole(empty: float, high: float) -> float:
    return (max(0.0, empty - USUAL_FOOT) / 10) ** 2 + (HOLE_COST if empty > HOLE * high else 0.0)


def _tear(page: Draft, rest: list[Chunk] | None) -> float:
    """What it costs that a box is parted by the end of a page."""
    if not page.placed or not rest:
        return 0.0
    last = page.placed[-1].piece
    return TEAR_COSTS[last.tear] if last.note and last.note == rest[0][0].note else 0.0


def _is_scattered(chunks: list[Chunk], columns: int, top: float, high: float) -> bool:
    """Whether a few lines of a short region would begin a page, with the others at the foot of the one before."""
    room = high - top
    if room > LEAST_SCATTERED:
        return False
    rest = Filling(columns, room, high, fresh=True, alone=False).fill(chunks).rest
    return 0 < _depth(rest, columns) < LEAST_REGION and _depth(chunks, columns) < high / 2


def _depth(chunks: list[Chunk], columns: int) -> float:
    """How high the columns of a region are at least."""
    return sum(height(chunk, False) for chunk in chunks) / columns


def _break_page(old: Draft) -> Draft:
    """The page after another one, with the heading that stood at its foot."""
    new = old.following()
    while len(old.placed) > 1 and old.placed[-1].piece.keep:
        new.placed.insert(0, old.placed.pop())
    first = new.placed[0].y if new.placed else 0.0
    new.placed = [replace(one, y=Mm(one.y - first + TOP)) for one in new.placed]
    for page in (old, new):
        page.depth = max((one.y + one.piece.height for one in page.placed), default=TOP) - TOP
    return new


def _grown(page: Draft) -> Draft:
    """The page with its pictures as large as there is room left for."""
    largest = max((one.piece.size for one in page.placed), default=0)
    if not largest or any(one.columns > 1 for one in page.placed):
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


def _spread(page: Draft, empty: float) -> tuple[Draft, float]:
    """The page with a little more room between its pieces, to fill what is empty, and how much lower it ends."""
    if any(one.columns > 1 for one in page.placed):
        return page, 0.0
    gaps = [other.y - one.y - one.piece.height for one, other in pairwise(page.placed)]
    more = min(MOST_SPREAD, empty / max(sum(gaps), TOLERANCE))
    downs = accumulate((more * gap for gap in gaps), initial=0.0)
    placed = [replace(one, y=Mm(one.y + down)) for one, down in zip(page.placed, downs, strict=True)]
    spread = more * sum(gaps)
    return replace(page, placed=placed, depth=page.depth + spread), spread


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
