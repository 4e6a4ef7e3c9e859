"""Pages that several small drawings share.

What a drawing leaves blank at its lower edge is no part of it. Drawings go in rows, each as early as there is room;
one that stays alone, or is too large to share, is put on paper as `tile` does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..drawing.drawing import Box, Drawing, Group, Item, Mm, Page, Tagged
from ..drawing.extent import extent
from ..sheets import Size
from .marks import crop_marks
from .tiles import MARGIN, tile

GAP = 8.0  # mm between two drawings: room for marks


@dataclass(slots=True)
class _Row:
    """Drawings side by side, by their numbers."""

    top: float
    height: float
    width: float
    numbers: list[int]


@dataclass(slots=True)
class _Paper:
    rows: list[_Row] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        return max((row.top + row.height for row in self.rows), default=-GAP)

    @property
    def numbers(self) -> list[int]:
        return [number for row in self.rows for number in row.numbers]


def pack(drawings: Sequence[Drawing], paper: Size, margin: Mm = MARGIN) -> tuple[list[Page], list[int]]:
    """The pages, and for each drawing the page (from 0) on which it stands or begins.

    Args:
        drawings: in their order; a page holds them in this order too.
        paper: the size of pages, upright as printers take it.
        margin: what stays white at the edges of a page that several drawings share.
    """
    room = Size(Mm(paper.width - 2 * margin), Mm(paper.height - 2 * margin))
    cut = [_without_blank(drawing) for drawing in drawings]
    papers: list[_Paper] = []
    for number, drawing in enumerate(cut):
        shares = drawing.width <= room.width + 1e-6 and drawing.height <= room.height + 1e-6
        if not (shares and any(_enter(one, number, drawing, room) for one in papers)):
            papers.append(_Paper([_Row(0, drawing.height if shares else paper.height, drawing.width, [number])]))
    pages: list[Page] = []
    at = [0] * len(drawings)
    for one in papers:
        for number in one.numbers:
            at[number] = len(pages)
        alone = drawings[one.numbers[0]] if len(one.numbers) == 1 else None
        pages += tile(alone, paper) if alone is not None else [_page(one, cut, paper, margin)]
    return pages, at


def _without_blank(drawing: Drawing) -> Drawing:
    """The drawing up to where its lowest item ends."""
    found = extent(drawing.items)
    bottom = drawing.height if found is None else min(drawing.height, max(1, found.y + found.height))
    return replace(drawing, height=Mm(bottom)) if type(drawing) is Drawing else drawing


def _enter(paper: _Paper, number: int, drawing: Drawing, room: Size) -> bool:
    """Puts a drawing into a row of its height or a new one; False where there is no room."""
    for row in paper.rows:
        if drawing.height <= row.height + 1e-6 and row.width + GAP + drawing.width <= room.width + 1e-6:
            row.width += GAP + drawing.width
            row.numbers.append(number)
            return True
    top = paper.bottom + GAP
    if top + drawing.height > room.height + 1e-6:
        return False
    paper.rows.append(_Row(top, drawing.height, drawing.width, [number]))
    return True


def _page(one: _Paper, drawings: Sequence[Drawing], paper: Size, margin: Mm) -> Page:
    """The drawings of a page, each row in the middle, with marks at their edges."""
    items: list[Item] = []
    boxes: list[Box] = []
    for row in one.rows:
        left = (paper.width - row.width) / 2
        for number in row.numbers:
            drawing = drawings[number]
            whole = Box(Mm(0), Mm(0), drawing.width, drawing.height)
            items.append(Group(drawing.items, Mm(left), Mm(margin + row.top), clip=whole))
            boxes.append(Box(Mm(left), Mm(margin + row.top), drawing.width, drawing.height))
            left += drawing.width + GAP
    items.append(Tagged("Artifact", crop_marks(boxes, boxes, paper)))
    return Page(paper.width, paper.height, tuple(items))
