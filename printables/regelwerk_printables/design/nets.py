"""Nets to cut out, fold and glue: boxes for cards, dice and standees, made from their measurements.

A net is a set of areas. Two of them that share an edge are folded there; all other edges are cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from ..drawing.drawing import BLACK, Box, Color, Group, Item, Mm, Path, Pen, Point, straight, stroke

CUT = Pen(BLACK, Mm(0.15))
FOLD = Pen(BLACK, Mm(0.15), (2, 1))
TUCK = 12.0  # mm, how far the lid of a box reaches into it
LEAST_MM, MOST_MM = 1.0, 1_000.0  # of a length
GLUE = 10.0  # mm, the greatest width of flaps
SLANT, SLOPE = 0.2, 5.0  # by how much a flap narrows on each side: a part of its depth, and mm at most

Outline = tuple[Point, ...]


class Panel(Struct, frozen=True):
    """A face of a net: its box, and the clockwise angle in degrees by which its drawing is turned."""

    name: str
    box: Box
    angle: int = 0

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Its width and height, upright."""
        sides = self.box.width, self.box.height
        return sides if self.angle % 180 == 0 else sides[::-1]

    def placed(self, items: Sequence[Item]) -> Group:
        """A drawing in the panel's own coordinates, put in place and clipped at the panel's edges."""
        corner = self.box.corners[self.angle // 90]
        return Group(tuple(items), *corner, angle=self.angle, clip=Box(Mm(0), Mm(0), *self.size))


class Net(Struct, frozen=True):
    """The faces of a solid and its glue flaps, in coordinates from the top left corner of the cut-out."""

    panels: tuple[Panel, ...]
    flaps: tuple[Outline, ...]

    @property
    def size(self) -> tuple[Mm, Mm]:
        around = Box.around(chain(*self._areas()))
        return around.width, around.height

    def lines(self) -> Iterator[Item]:
        """The lines of the net: cuts are solid, folds are dashed."""
        edges = Counter(
            frozenset((round(x, 3), round(y, 3)) for x, y in edge)
            for area in self._areas()
            for edge in pairwise((*area, area[0]))
        )
        for edge, count in edges.items():
            (one, other) = sorted(edge)
            yield stroke(*one, *other, CUT if count == 1 else FOLD)

    def ground(self, color: Color) -> Iterator[Path]:
        """All panels and flaps in a colour."""
        for area in self._areas():
            yield Path(straight(area, True), color)

    def _areas(self) -> Iterator[Outline]:
        yield from (tuple(panel.box.corners) for panel in self.panels)
        yield from self.flaps


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(Mm(x), Mm(y), Mm(width), Mm(height))


def _flap(start: Point, end: Point, depth: float) -> Outline:
    """A flap on the left of an edge, seen from its start to its end."""
    (x, y), (to_x, to_y) = start, end
    length = abs(to_x - x) + abs(to_y - y)  # edges are level or upright
    along = (to_x - x) / length, (to_y - y) / length
    out = along[1] * depth, -along[0] * depth
    less = min(depth * SLANT, length / 3, SLOPE)
    return (
        start,
        (x + out[0] + along[0] * less, y + out[1] + along[1] * less),
        (to_x + out[0] - along[0] * less, to_y + out[1] - along[1] * less),
        end,
    )


def tuck_box(width: float, height: float, depth: float) -> Net:
    """A tuck box for contents of a given size, such as a deck of cards.

    From the left: the glue flap, the back, a side, the front, a side. Lid and bottom are as deep as the sides.
    """
    glue, dust = min(GLUE, depth), min(depth, width / 2) * 0.9
    top = TUCK + depth
    end = top + height
    back, left = glue, glue + width
    front, right = left + depth, left + depth + width
    last = right + depth
    return Net(
        (
            Panel("back", _box(back, top, width, height)),
            Panel("left", _box(left, top, depth, height)),
            Panel("front", _box(front, top, width, height)),
            Panel("right", _box(right, top, depth, height)),
            Panel("top", _box(back, TUCK, width, depth), 180),
            Panel("bottom", _box(front, end, width, depth)),
        ),
        (
            _flap((back, TUCK), (left, TUCK), TUCK),
            _flap((left, top), (front, top), dust),
            _flap((right, top), (last, top), dust),
            _flap((front, end), (left, end), dust),
            _flap((last, end), (right, end), dust),
            _flap((left, end), (back, end), depth * 0.9),
            _flap((back, end), (back, top), glue),
        ),
    )


def die(side: float) -> Net:
    """A cube with the faces 1 to 6; opposite faces add up to seven."""
    glue = min(GLUE, side * 0.4)
    top, middle, low, end = glue, glue + side, glue + 2 * side, glue + 3 * side
    one, two, six, five, last = (at * side for at in range(5))
    return Net(
        (
            Panel("1", _box(one, middle, side, side)),
            Panel("2", _box(two, middle, side, side)),
            Panel("6", _box(six, middle, side, side)),
            Panel("5", _box(five, middle, side, side)),
            Panel("3", _box(two, top, side, side)),
            Panel("4", _box(two, low, side, side)),
        ),
        (
            _flap((two, top), (six, top), glue),
            _flap((two, middle), (two, top), glue),
            _flap((six, top), (six, middle), glue),
            _flap((two, end), (two, low), glue),
            _flap((six, low), (six, end), glue),
            _flap((six, end), (two, end), glue),
            _flap((last, middle), (last, low), glue),
        ),
    )


def standee(width: float, height: float, foot: float) -> Net:
    """Two sides of a figure, folded at its head and glued, with a foot at each to stand on; a foot of 0 for none."""
    head, end = foot + height, foot + 2 * height
    feet = tuple(((0.0, y), (width, y), (width, y + foot), (0.0, y + foot)) for y in (0.0, end))
    return Net(
        (Panel("back", _box(0, foot, width, height), 180), Panel("front", _box(0, head, width, height))),
        feet if foot else (),
    )


class Kind(Struct, frozen=True):
    """A kind of net: its maker, its number of lengths, how to write them, and which of them are optional."""

    make: Callable[..., Net]
    sizes: int
    usage: str
    optional: tuple[int, ...] = ()

    def takes(self, at: int, size: float) -> bool:
        """True if a length is allowed at an index; an optional one may be 0."""
        return LEAST_MM <= size <= MOST_MM or (size == 0 and at in self.optional)

    @property
    def faces(self) -> list[str]:
        """The names of its faces."""
        return [panel.name for panel in self.make(*[1.0] * self.sizes).panels]


NETS = {
    "tuck_box": Kind(tuck_box, 3, "write `[width, height, depth]`, or `deck('CardType')`"),
    "die": Kind(die, 1, "write the length of an edge, `[16]`"),
    "standee": Kind(standee, 3, "write `[width, height, foot]`; 0 for no foot", optional=(2,)),
}
"""The kinds of nets by the names that layouts give them."""
