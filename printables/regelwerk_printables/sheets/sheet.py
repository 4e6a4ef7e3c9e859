"""Data of a sheet: the paper, where cards lie on it, and where their backs go. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from regelwerk_dsl.source import NO_SPAN, Span

from ..drawing.drawing import Mm

NEARLY = 0.01  # sizes that differ by less are equal
ZERO = Mm(0)
MARGIN = Mm(5)
EDGE = Mm(3)  # the usual bleed, safe area and radius of corners


class Backs(Enum):
    """Where the backs of a sheet's cards are printed."""

    DUPLEX = "duplex"  # on the next page, the other side of the same paper
    FOLD = "fold"  # on the same page, on the other side of a fold across the middle
    NONE = "none"


class Flip(Enum):
    """The edge of the paper over which a printer turns it for the second side."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height."""

    width: Mm
    height: Mm

    def is_near(self, other: Size) -> bool:
        """Whether both are the same for a printer."""
        return abs(self.width - other.width) < NEARLY and abs(self.height - other.height) < NEARLY

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet's file says.

    Attributes:
        name: how commands call it.
        title: what it is.
        paper: its size; None when each face is a page of its own.
        card: the size of a card after cutting; None when cards keep the size of their design.
        shrinks: cards of another size are made smaller and turned until they fit, and lie edge to edge but for the gap,
            or each in a cell of its own where `at` says so; otherwise they are refused.
        columns, rows: how many cards lie on it; 0 for as many as it holds.
        at: the corner of the first card; None for the middle of the paper.
        gap: how far cards lie apart, across and down.
        margin: what a printer leaves white at each edge.
        backs, flip: where the backs go.
        gutter: how far fronts and backs lie apart at the fold.
        bleed: how far the print goes beyond the edge of a card.
        marks: whether there are crop marks.
        safe: how far inside the edge text stays; for the guides.
        corner: the radius of the corners in a cut file.
        span: where its file begins.
    """

    name: str
    title: str
    paper: Size | None = None
    card: Size | None = None
    shrinks: bool = False
    columns: int = 0
    rows: int = 0
    at: tuple[Mm, Mm] | None = None
    gap: tuple[Mm, Mm] = (ZERO, ZERO)
    margin: Mm = MARGIN
    backs: Backs = Backs.DUPLEX
    flip: Flip = Flip.LONG
    gutter: Mm = ZERO
    bleed: Mm = EDGE
    marks: bool = True
    safe: Mm = EDGE
    corner: Mm = EDGE
    span: Span = NO_SPAN

    @property
    def room(self) -> Size:
        """The part of the paper on which fronts may lie; nothing without paper."""
        if self.paper is None:
            return Size(ZERO, ZERO)
        left, top = self.at or (self.margin, self.margin)
        end = ZERO if self.at is not None else self.margin  # a place that is named may leave less at the other edge
        below = Mm(self.paper.height / 2 + self.gutter / 2) if self.backs is Backs.FOLD else end
        return Size(Mm(max(self.paper.width - left - end, 0)), Mm(max(self.paper.height - top - below, 0)))
