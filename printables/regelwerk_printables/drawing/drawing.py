"""Drawings as data: the contents of pages, and the two faces of a card.

Layouts, imposition and the booklet make drawings, `regelwerk_printables.pdf` writes them. Lengths are millimetres from
the top left corner with the y axis pointing down, sizes of type are points, angles are degrees, clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING, NewType

from msgspec import Struct

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform  # type: ignore[import-untyped]
    from PIL.Image import Image as Picture

Point = tuple[float, float]
Commands = tuple[tuple[str, tuple[float, ...]], ...]
"""An outline, as in SVG with absolute coordinates: M x y, L x y, C x1 y1 x2 y2 x y, Z."""

Mm = NewType("Mm", float)
Pt = NewType("Pt", float)

MM_PER_INCH = 25.4
MM_PER_PT = MM_PER_INCH / 72


_COLOR = re.compile(r"#([0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?)")


class Color(Struct, frozen=True):
    """A colour in screen space (sRGB); each part is from 0 to 1, `alpha` from transparent to opaque."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    @classmethod
    def parse(cls, text: str) -> Color:
        """The colour written as `#rrggbb` or `#rrggbbaa`; raises ValueError for any other text."""
        written = _COLOR.fullmatch(text.strip())
        if written is None:
            raise ValueError(f"`{text}` is not a colour")
        return cls(*(part / 255 for part in bytes.fromhex(written[1])))

    def __str__(self) -> str:
        return "#" + "".join(f"{round(part * 255):02x}" for part in (self.red, self.green, self.blue))


BLACK = Color(0, 0, 0)
WHITE = Color(1, 1, 1)
WARNING = Color(0.8, 0, 0.1)  # for faults, on proofs


class Gradient(Struct, frozen=True):
    """Two or more colours that blend into each other over the box of an area; `stops`, from 0 to 1, are their
    positions.

    They go in the direction of `angle` (0: to the right, 90: down), or with `radial` from the middle to the edges.
    """

    colors: tuple[Color, ...]
    stops: tuple[float, ...]
    angle: float = 0
    radial: bool = False


Fill = Color | Gradient


class Box(Struct, frozen=True):
    """A rectangle: its top left corner, its width and its height."""

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

    @property
    def middle(self) -> tuple[Mm, Mm]:
        return Mm(self.x + self.width / 2), Mm(self.y + self.height / 2)

    @property
    def corners(self) -> tuple[tuple[Mm, Mm], ...]:
        """The corners, clockwise from the top left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    @classmethod
    def around(cls, points: Iterable[Point]) -> Box:
        """The smallest rectangle around points, of which there must be at least one."""
        xs, ys = zip(*points, strict=True)
        left, top = min(xs), min(ys)
        return cls(Mm(left), Mm(top), Mm(max(xs) - left), Mm(max(ys) - top))

    def moved(self, dx: float, dy: float) -> Box:
        return Box(Mm(self.x + dx), Mm(self.y + dy), self.width, self.height)

    def grown(self, across: float, down: float | None = None) -> Box:
        """The rectangle with its edges moved outwards by a length, or by one across and another one down."""
        down = across if down is None else down
        return Box(Mm(self.x - across), Mm(self.y - down), Mm(self.width + 2 * across), Mm(self.height + 2 * down))

    def transformed(self, transform: Transform) -> Box:
        """The smallest rectangle around this one after a transform."""
        return Box.around(transform.transformPoints(self.corners))

    def holds(self, *points: Point) -> bool:
        """True if all points are within it or on its edge."""
        return all(self.x <= x <= self.right and self.y <= y <= self.bottom for x, y in points)

    def meets(self, other: Box) -> bool:
        """True if it has a point in common with another box, if only on their edges."""
        return self.x <= other.right and other.x <= self.right and self.y <= other.bottom and other.y <= self.bottom

    def common(self, other: Box) -> Box | None:
        """The intersection with another box; None if that is empty."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, Mm(right - left), Mm(bottom - top)) if right > left and bottom > top else None


class Pen(Struct, frozen=True):
    """The style of a line; `dash` holds the lengths of strokes and gaps in turn, empty for a solid line.

    `cap` and `join` are the forms of ends and corners by their PDF numbers: butt or miter, round, square or bevel.
    """

    color: Color = BLACK
    width: Mm = Mm(0.2)
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0


class Rect(Struct, frozen=True):
    """A rectangle, with corners of the given radius."""

    box: Box
    radius: Mm = Mm(0)
    fill: Fill | None = None
    pen: Pen | None = None


class Path(Struct, frozen=True):
    """A line or an area; with `even_odd`, regions within an even number of its outlines do not belong to the area."""

    commands: Commands
    fill: Fill | None = None
    pen: Pen | None = None
    even_odd: bool = False


def stroke(x: float, y: float, to_x: float, to_y: float, pen: Pen) -> Path:
    """A straight line."""
    return Path((("M", (x, y)), ("L", (to_x, to_y))), pen=pen)


class Ellipse(Struct, frozen=True):
    """An ellipse within a box; a circle if the box is square."""

    box: Box
    fill: Fill | None = None
    pen: Pen | None = None


class Glyphs(Struct, frozen=True):
    """A run of text in one font, size and colour, from `x` on the baseline `y`.

    `font` is a name of `fonts` that has all characters of the text. `spacing` is added after every character.
    """

    x: Mm
    y: Mm
    text: str
    font: str
    size: Pt
    fill: Color = BLACK
    spacing: Pt = Pt(0)


class Image(Struct, frozen=True):
    """A picture file (PNG or JPEG), stretched into its box. `path` is the path of the file.

    With `shades` it is drawn in shades between two colours, which replace black and white.
    """

    box: Box
    path: str
    shades: tuple[Color, Color] | None = None


class Group(Struct, frozen=True):
    """Items moved by `dx`, `dy`, then turned about that point and scaled; clipped at `clip`, in their own coordinates.

    An `opacity` below 1 applies to all of them together: covered parts stay covered. `piece` is the bounding box, in
    their own coordinates, of a piece on a board: pictures of play mark where it came or went.
    """

    items: tuple[Item, ...]
    dx: Mm = Mm(0)
    dy: Mm = Mm(0)
    angle: float = 0
    scale: float = 1
    clip: Box | Commands | None = None
    opacity: float = 1
    piece: Box | None = None  # does not affect the drawing

    @property
    def transform(self) -> Transform:
        """The transform from the coordinates of its items to those around it."""
        from fontTools.misc.transform import Transform  # slow to import, and layouts are also read without drawing

        c, s = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return Transform(c, s, -s, c, self.dx, self.dy)


class Tagged(Struct, frozen=True):
    """Items that are one part of the document's structure: `role` is the PDF's name (H1, P, Figure, Artifact …).

    `alt` is the alternative text of a figure.
    """

    role: str
    items: tuple[Item, ...]
    language: str = ""
    alt: str = ""


class Form(Struct, frozen=True):
    """A drawing that is stored once under its key and shown wherever it is placed, such as a frame of a card.

    Two forms with one key must be equal. Text within a form is not part of the structure.
    """

    key: str
    width: Mm
    height: Mm
    items: tuple[Item, ...]


class Anchor(Struct, frozen=True):
    """A named target of links and bookmarks."""

    name: str
    y: Mm


class Link(Struct, frozen=True):
    """A clickable box: `target` is the name of an anchor, or an address with a scheme; `words` describe the target."""

    box: Box
    target: str
    words: str = ""


Item = Rect | Path | Ellipse | Glyphs | Image | Group | Tagged | Form | Anchor | Link


class Drawing(Struct, frozen=True):
    """A drawing of a given size that can be put on a page: the face of a card, a board, a picture of a situation."""

    width: Mm
    height: Mm
    items: tuple[Item, ...]
    bleed: Mm = Mm(0)  # how far the items extend beyond each edge


class Page(Struct, frozen=True):
    """A page. `trim` is the page after cutting, `bleed` the least printed area; by default the page itself.

    `label` is its name in viewers; by default its number.
    """

    width: Mm
    height: Mm
    items: tuple[Item, ...]
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""


class Bookmark(Struct, frozen=True):
    """An entry of the outline: its level from 0, and its anchor or, without one, its page (from 0)."""

    title: str
    level: int
    page: int
    anchor: str = ""


BLEED = Mm(6)  # how far a drawing extends beyond its edge: enough for the 3 mm of print shops, also around two halves


class PrintedCard(Struct, frozen=True):
    """One card in one language: both faces, ready to be placed.

    Both faces have the trim size of the card and a bleed of `BLEED`.

    Attributes:
        key: the card's key in the game, such as `theft.asia`.
        type: its card type; cards of one type have one size and share sheets.
        copies: the number of copies to print.
        language: the language of its texts.
        title: its name in that language, for bookmarks and lists.
        front: the face with the text.
        back: the back; cards with an equal back share the object.
        changed: an erratum or a chosen variant changed the printed card.
    """

    key: str
    type: str
    copies: int
    language: str
    title: str
    front: Drawing
    back: Drawing
    changed: bool = False


def move_outline(commands: Commands, dx: float, dy: float) -> Commands:
    """The same outline elsewhere."""
    if not (dx or dy):
        return commands
    return tuple((sign, tuple(v + (dy if at % 2 else dx) for at, v in enumerate(values))) for sign, values in commands)


def straight(points: Sequence[Point], closed: bool, radius: float = 0) -> Commands:
    """Straight lines from point to point, with corners rounded as far as the lines are long enough."""
    found: list[tuple[str, tuple[float, ...]]] = []
    for at, (x, y) in enumerate(points):
        ends = not closed and at in (0, len(points) - 1)
        sides = [] if ends or not radius else [points[at - 1], points[(at + 1) % len(points)]]
        arms = [(other[0] - x, other[1] - y) for other in sides]
        lengths = [hypot(*arm) for arm in arms]
        if not arms or not min(lengths):
            found.append(("L" if found else "M", (x, y)))
            continue
        cosine = (arms[0][0] * arms[1][0] + arms[0][1] * arms[1][1]) / (lengths[0] * lengths[1])
        away = radius * sqrt(max((1 + cosine) / max(1 - cosine, 1e-9), 0))  # where a circle touches the lines
        away = min(away, *(length / 2 for length in lengths))
        start, end = (
            (x + arm[0] / length * away, y + arm[1] / length * away) for arm, length in zip(arms, lengths, strict=True)
        )
        one, two = ((p[0] + (x - p[0]) * 0.6, p[1] + (y - p[1]) * 0.6) for p in (start, end))
        found += [("L" if found else "M", start), ("C", (*one, *two, *end))]
    return (*found, ("Z", ())) if closed else tuple(found)


def smooth(points: list[Point], closed: bool) -> Commands:
    """A curve through points (a uniform Catmull-Rom spline)."""
    count = len(points)
    found: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for at in range(count if closed else count - 1):
        before = points[(at - 1) % count] if closed or at else points[0]
        start, end = points[at], points[(at + 1) % count]
        after = points[(at + 2) % count] if closed or at + 2 < count else points[-1]
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        found.append(("C", (*one, *two, *end)))
    return (*found, ("Z", ())) if closed else tuple(found)


# The EXIF tag for the orientation of a photograph.
# 1: as it is, 2 to 4: mirrored or upside down, 5 to 8: on its side.
ORIENTATION = 0x0112
ON_ITS_SIDE = range(5, 9)


def upright_size(picture: Picture) -> tuple[int, int]:
    """Width and height in pixels, in the orientation of the viewer."""
    width, height = picture.size
    return (height, width) if picture.getexif().get(ORIENTATION) in ON_ITS_SIDE else (width, height)
