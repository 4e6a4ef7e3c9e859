"""Drawings as data: what stands on a page.

Layouts, imposition and the booklet make drawings, `regelwerk_printables.pdf` writes them. Lengths are millimetres from
the top left corner with the y axis pointing down, sizes of type are points, angles are degrees, clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

Mm = NewType("Mm", float)
Pt = NewType("Pt", float)

MM_PER_PT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class Color:
    """A colour of the screen's space; each part from 0 to 1."""

    red: float
    green: float
    blue: float


BLACK = Color(0, 0, 0)
WHITE = Color(1, 1, 1)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its top left corner, and how wide and high it is."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        return Mm(self.x + self.width)

    @property
    def bottom(self) -> Mm:
        return Mm(self.y + self.height)

    def grown(self, by: float) -> Box:
        """The box made larger by so much on each side."""
        return Box(Mm(self.x - by), Mm(self.y - by), Mm(self.width + 2 * by), Mm(self.height + 2 * by))


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn; `dash` holds the lengths of strokes and gaps in turn, none for a full line."""

    color: Color = BLACK
    width: Mm = Mm(0.2)
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with corners of one radius."""

    box: Box
    radius: Mm = Mm(0)
    fill: Color | None = None
    pen: Pen | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A line or an area: commands as in SVG, absolute: M x y, L x y, C x1 y1 x2 y2 x y, Z."""

    commands: tuple[tuple[str, tuple[float, ...]], ...]
    fill: Color | None = None
    pen: Pen | None = None


def stroke(x: float, y: float, to_x: float, to_y: float, pen: Pen) -> Path:
    """A straight line."""
    return Path((("M", (x, y)), ("L", (to_x, to_y))), pen=pen)


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse within a box; a circle when the box is square."""

    box: Box
    fill: Color | None = None
    pen: Pen | None = None


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A run of text in one font, size and colour, from `x` on the baseline `y`.

    `font` is a name of `fonts`: all characters of the text are in it. `spacing` is added behind every character.
    """

    x: Mm
    y: Mm
    text: str
    font: str
    size: Pt
    fill: Color = BLACK
    language: str = ""
    spacing: Pt = Pt(0)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture file (PNG or JPEG), stretched into its box. `path` is where it lies."""

    box: Box
    path: str


@dataclass(frozen=True, slots=True)
class Group:
    """Items moved by `dx`, `dy`, then turned about that point and scaled; cut at `clip`, in their own measure.

    `piece` says that they are something which lies on a board, and around what, in their own measure: pictures of what
    happened in play mark where it came or went.
    """

    items: tuple[Item, ...]
    dx: Mm = Mm(0)
    dy: Mm = Mm(0)
    angle: float = 0
    scale: float = 1
    clip: Box | None = None
    piece: Box | None = field(default=None, repr=False)  # changes nothing of what is drawn


@dataclass(frozen=True, slots=True)
class Tagged:
    """Items that are one part of the document's structure: `role` is the PDF's name (H1, P, Figure, Artifact …).

    `alt` is read out in place of a figure.
    """

    role: str
    items: tuple[Item, ...]
    language: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A drawing that is stored once under its key and shown wherever it is placed, such as a frame of a card.

    Two forms with one key must be equal. Text within a form belongs to no part of the structure.
    """

    key: str
    width: Mm
    height: Mm
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links and bookmarks of the document name."""

    name: str
    y: Mm


@dataclass(frozen=True, slots=True)
class Link:
    """A place to click: `target` is the name of an anchor, or an address with a scheme."""

    box: Box
    target: str


Item = Rect | Path | Ellipse | Glyphs | Image | Group | Tagged | Form | Anchor | Link


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something of a size that can be put on a page: the face of a card, a board, a picture of a situation."""

    width: Mm
    height: Mm
    items: tuple[Item, ...]
    bleed: Mm = Mm(0)  # how far the items go beyond each edge


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `trim` is what is left after cutting, `bleed` what is printed at least; none: the page itself."""

    width: Mm
    height: Mm
    items: tuple[Item, ...]
    trim: Box | None = None
    bleed: Box | None = None


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its level from 0, and the anchor or, without one, the page (from 0) it leads to."""

    title: str
    level: int
    page: int
    anchor: str = ""
