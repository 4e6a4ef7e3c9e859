"""Blocks of a booklet: its pieces as paragraphs, lists, tables and boxes, in items that no page break splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from .page import Piece

LEAST_TORN = 22.0  # millimetres; the least height of each part of a split box
TOLERANCE = 1e-6
SIZES = 5  # of pictures

PARTED_COST = 0.3  # of a page break within a paragraph, a list or a table
KEPT_COST = 1000.0  # of a page break after a piece that must stay with the next
TEAR_COSTS = {0: 16.0, 1: 12.0, 2: 28.0}  # of a box, by `Piece.tear`

Chunk = Sequence[Piece]  # pieces that are kept together


class Item(NamedTuple):
    """Pieces that no page break separates.

    Attributes:
        pieces: from top to bottom.
        heights: without the room above them, for each step by which their pictures are made smaller.
        gaps: the room above them.
        top: the heights and gaps at the top of a column, where the first piece needs no room above it.
        end: the cost of a page break after it.
    """

    pieces: Chunk
    heights: tuple[float, ...]
    gaps: float
    top: tuple[tuple[float, ...], float]
    end: float = 0.0

    @property
    def high(self) -> float:
        """Its usual height including the room above it."""
        return self.heights[0] + self.gaps

    @property
    def has_heading(self) -> bool:
        """True if it contains a heading."""
        return any(piece.outline is not None for piece in self.pieces)


class Block(NamedTuple):
    """A paragraph, a list, a table or a box.

    Attributes:
        items: its parts.
        away: for a box that may be deferred to the next page, the reference in its place. None: it is not deferred.
        waits: it comes after deferred boxes, since it is a chapter or another box.
    """

    items: Sequence[Item]
    away: Sequence[Item] | None = None
    waits: bool = False

    @property
    def high(self) -> float:
        """Its usual height."""
        return sum(item.high for item in self.items)


class Region(NamedTuple):
    """The part of a page with one number of columns."""

    columns: int
    blocks: Sequence[Block]


def regions(pieces: Iterable[Piece], page: float) -> Iterator[Region]:
    """All pieces in order; `page` is the height of the columns of a full page."""
    columns = 1
    chunks: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.columns:
            yield Region(columns, _blocks(chunks, page))
            columns, chunks = piece.columns, [[]]
            continue
        if piece.away is not None:
            chunks.append([])
        if piece.is_space and not chunks[-1] and len(chunks) > 1:
            chunks.pop()  # it belongs to the piece above it
        chunks[-1].append(piece)
        if not (piece.keep or piece.whole):
            chunks.append([])
    yield Region(columns, _blocks(chunks, page))


def _blocks(chunks: Iterable[Chunk], page: float) -> list[Block]:
    found: list[list[Chunk]] = []
    for chunk in filter(None, chunks):
        if found and _goes_on(found[-1][-1][-1], chunk[0]):
            found[-1].append(chunk)
        else:
            found.append([chunk])
    blocks = [_block(several, page) for several in found]
    if blocks and blocks[-1].items[-1].pieces[-1].keep:
        blocks[-1] = blocks[-1]._replace(waits=True)
    return blocks


def _goes_on(last: Piece, first: Piece) -> bool:
    """True if two pieces are in one paragraph, list, table or box."""
    if first.away is not None or last.note != first.note:
        return False
    return bool(first.note) or (last.part == first.part != 0) or last.within == first.within == "L"


def _block(chunks: Sequence[Chunk], page: float) -> Block:
    parts = [part for chunk in chunks for torn in _torn(chunk) for part in _parts(torn, page)]
    costs = [
        TEAR_COSTS[part[-1].tear] if part[-1].note and part[-1].note == following[0].note else PARTED_COST
        for part, following in pairwise(parts)
    ]
    costs.append(KEPT_COST if parts[-1][-1].keep else 0.0)
    items = [item_of(part, cost) for part, cost in zip(parts, costs, strict=True)]
    away = chunks[0][0].away
    waits = any(piece.note or piece.chapter_title for chunk in chunks for piece in chunk)
    return Block(items, None if away is None else [item_of(away)] if away else [], waits)


def _torn(chunk: Chunk) -> list[Chunk]:
    """The parts of a box that may be split to avoid a gap on the page, each of at least the least height."""
    highs = list(accumulate((piece.before + piece.height for piece in chunk), initial=0.0))
    return _cut(
        chunk,
        [
            at
            for at, high in enumerate(highs)
            if at > 0 and chunk[at - 1].tear and LEAST_TORN <= high <= highs[-1] - LEAST_TORN
        ],
    )


def _parts(chunk: Chunk, page: float) -> list[Chunk]:
    """The parts of a chunk too high for a page: a box split at allowed places, else pieces that should be kept
    together.
    """
    item = item_of(chunk)
    if item.top[0][-1] + item.top[1] <= page + TOLERANCE:
        return [chunk]
    ends = (
        [at for at, piece in enumerate(chunk, 1) if piece.tear],
        [at for at, piece in enumerate(chunk, 1) if not piece.keep],
        list(range(len(chunk))),
    )
    parts = next((parts for parts in (_cut(chunk, one) for one in ends) if len(parts) > 1), [])
    return [smaller for part in parts for smaller in _parts(part, page)] or [chunk]


def _cut(chunk: Chunk, ends: Iterable[int]) -> list[Chunk]:
    return [chunk[begin:end] for begin, end in pairwise([0, *ends, len(chunk)]) if begin < end]


def item_of(pieces: Chunk, end: float = 0.0) -> Item:
    """An item of pieces."""
    first = pieces[0]
    heights = tuple(sum(piece.at_size(size).height for piece in pieces) for size in range(SIZES))
    gaps = sum(piece.before for piece in pieces)
    more = (first.again.height if first.again is not None else 0.0) - (first.height if first.is_space else 0.0)
    return Item(pieces, heights, gaps, (tuple(high + more for high in heights), gaps - first.before), end)
