"""Draft of a booklet page: which pieces stand where on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...drawing.drawing import Mm
from .look import GUTTER, INSIDE, OUTSIDE, TEXT_WIDTH
from .piece import Piece


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

    @property
    def begins_within(self) -> int:
        """The box that the page begins with, 0 for none."""
        return self.placed[0].piece.note if self.placed else 0

    @property
    def ends_within(self) -> int:
        return self.placed[-1].piece.note if self.placed else 0

    def left_of(self, placed: Placed) -> Mm:
        return Mm(self.left + placed.column * (column_width(placed.columns) + GUTTER))


def column_width(columns: int) -> Mm:
    """How wide each of so many columns is."""
    return Mm((TEXT_WIDTH - GUTTER * (columns - 1)) / columns)
