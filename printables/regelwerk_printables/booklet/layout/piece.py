"""Pieces of a booklet, which no page end divides, each with its height and how it is drawn; and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ...drawing.drawing import Group, Item, Mm, Tagged
from .look import GUTTER, INSIDE, OUTSIDE, TEXT_WIDTH

Draw = Callable[[Mm, Mm], Iterable[Item]]
NOTHING = Mm(0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a height that stands in one piece.

    Attributes:
        height: without `before`.
        draw: its items, the top left corner of the piece at x, y.
        before: room above it, none at the top of a column.
        indent: how far it begins from the left edge of its column.
        keep: stands in one column with the next piece.
        whole: does so where a column can hold all that is chained in this way; else it may be parted here.
        part: pieces with one number are one part of the structure, with `role`.
        within: the part that it and its neighbours of the same kind make up, such as a list.
        anchors: names that links lead to.
        terms: what the index lists for it.
        outline: title and level (from 1) of its entry in the contents.
        marked: a change bar stands beside it.
        doubt: what is wrong with its words, on a proof: a frame stands around it.
        note: pieces with one number share a background, 0 for none.
        again: what stands above it when it begins a column: the heading of its table.
        columns: what follows stands in so many columns; 0: as before.
        away: of the first piece of what may stand on the next page, past the text that follows it: the lines that
            then stand in its place, none where they stand there already. None: it is not moved so.
        chapter: the title of the one it belongs to, where that may not be the one that runs on this page.
        sizes: its heights and drawings, the usual ones first, then with pictures made smaller, for where room is short;
            none where there is but one.
        size: which of them it has.
    """

    height: Mm
    draw: Draw
    before: Mm = NOTHING
    indent: Mm = NOTHING
    keep: bool = False
    whole: bool = False
    part: int = 0
    role: str = "P"
    within: str = ""
    anchors: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    outline: tuple[str, int] | None = None
    marked: bool = False
    doubt: str = ""
    note: int = 0
    again: Piece | None = None
    columns: int = 0
    away: tuple[Piece, ...] | None = None
    chapter: str = ""
    sizes: tuple[tuple[Mm, Draw], ...] = ()
    size: int = 0

    def at_size(self, step: int) -> Piece:
        """The piece with its pictures made smaller `step` times, or as often as it can be."""
        size = min(step, len(self.sizes) - 1)
        if size < 0 or size == self.size:
            return self
        height, draw = self.sizes[size]
        return replace(self, height=height, draw=draw, size=size)

    @property
    def chapter_title(self) -> str:
        """The title of the chapter whose heading it is, "" for other pieces."""
        return self.outline[0] if self.outline is not None and self.outline[1] == 1 else ""

    @property
    def is_space(self) -> bool:
        """Whether it is nothing but room, which no column begins with."""
        return self.draw is nothing and not self.note


def nothing(x: Mm, y: Mm) -> Iterable[Item]:
    """Draws nothing."""
    return ()


def untagged(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items without parts of the structure: a figure is one part, whatever is in it."""
    found: list[Item] = []
    for item in items:
        match item:
            case Tagged():
                found += untagged(item.items)
            case Group():
                found.append(replace(item, items=untagged(item.items)))
            case _:
                found.append(item)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in one of so many columns of a page, its top at `y` from the page's top."""

    piece: Piece
    column: int
    columns: int
    y: Mm


@dataclass(slots=True)
class Draft:
    """A page while it is filled. `number` is printed, from 1; `depth` is how far down it is filled."""

    number: int
    placed: list[Placed] = field(default_factory=list)
    depth: float = 0.0

    @property
    def left(self) -> Mm:
        """Where the text begins: pages with odd numbers lie on the right, their inner edge is the left one."""
        return INSIDE if self.number % 2 else OUTSIDE

    def left_of(self, placed: Placed) -> Mm:
        """Where the column of a piece begins."""
        return Mm(self.left + placed.column * (column_width(placed.columns) + GUTTER))


def column_width(columns: int) -> Mm:
    """How wide each of so many columns is."""
    return Mm((TEXT_WIDTH - GUTTER * (columns - 1)) / columns)
