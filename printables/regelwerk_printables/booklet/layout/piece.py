"""A piece of a booklet: something that no page end divides, with its height and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...drawing.drawing import Color, Group, Item, Mm, Path, Pen, Tagged

Draw = Callable[[Mm, Mm], Iterable[Item]]
NO_GAP = Mm(0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a height that stands in one piece.

    Attributes:
        height: without `before`.
        draw: its items, the top left corner of the piece at x, y.
        before: room above it, none at the top of a column.
        keep: stands in one column with the next piece.
        whole: does so where a column can hold all that is chained in this way; else it may be parted here.
        part: pieces with one number are one part of the structure, with `role`.
        within: the part that it and its neighbours of the same kind make up, such as a list.
        anchors: names that links lead to.
        terms: what the index lists for it.
        outline: title and level (from 1) of its entry in the contents.
        marked: a bar stands beside it.
        doubt: what is wrong with its words, on a proof: a frame stands around it.
        note: pieces with one number share a ground, 0 for none.
        again: what stands above it when it begins a column: the heading of its table.
        columns: what follows stands in so many columns; 0: as before.
        away: of the first piece of what may stand on the next page, past the text that follows it: the lines that
            then stand in its place, none where they stand there already. None: it is not moved so.
        chapter: the title of the one it belongs to, where that may not be the one that runs on this page.
        smaller: its heights and drawings with pictures made smaller, the largest first, for where room is short.
        size: which of them it has, 0 for the usual one.
        usual: its height and drawing in that.
    """

    height: Mm
    draw: Draw
    before: Mm = NO_GAP
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
    smaller: tuple[tuple[Mm, Draw], ...] = ()
    size: int = 0
    usual: tuple[Mm, Draw] | None = None

    def at_size(self, step: int) -> Piece:
        """The piece with its pictures made smaller `step` times, or as often as it can be."""
        size = min(step, len(self.smaller))
        if size == self.size:
            return self
        usual = self.usual or (self.height, self.draw)
        height, draw = self.smaller[size - 1] if size else usual
        return replace(self, height=height, draw=draw, size=size, usual=usual)

    def moved(self, by: Mm) -> Piece:
        """The piece so much further to the right."""
        return replace(
            self,
            draw=moved(self.draw, by),
            again=self.again.moved(by) if self.again is not None else None,
            smaller=tuple((height, moved(draw, by)) for height, draw in self.smaller),
        )

    @property
    def chapter_title(self) -> str:
        """The title of the chapter whose heading it is, "" for other pieces."""
        return self.outline[0] if self.outline is not None and self.outline[1] == 1 else ""

    @property
    def is_space(self) -> bool:
        """Whether it is nothing but room, which no column begins with."""
        return self.draw is nothing and not self.note


def moved(draw: Draw, by: Mm) -> Draw:
    """A drawing so much further to the right."""
    return lambda x, y: draw(Mm(x + by), y)


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


def rule(x: Mm, y: Mm, width: Mm, color: Color, thick: float) -> Item:
    return Path((("M", (x, y)), ("L", (x + width, y))), pen=Pen(color, Mm(thick)))
