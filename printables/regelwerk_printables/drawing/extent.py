"""The extents of drawings and gradients; and the clipping of drawings to a window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin
from typing import assert_never

from msgspec.structs import replace

from ..fonts import face
from .drawing import (
    MM_PER_PT,
    Anchor,
    Box,
    Commands,
    Ellipse,
    Form,
    Glyphs,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Mm,
    Path,
    Point,
    Rect,
    Tagged,
)

INK = 0.3
"""How far letters may reach beyond their line, by descenders, accents and slant, as a share of the size of type."""


def extent(items: Iterable[Item], ink: float = 0) -> Box | None:
    """The smallest rectangle around everything drawn, including the pens of lines; None if nothing is drawn.

    Curves count with their control points, so it can be a little too large. Letters count as high as their line, and
    `ink` more on each side, as a share of the size of type.
    """
    return _around_all(_extent(item, ink) for item in items)


def clip_box(clip: Box | Commands) -> Box:
    """The smallest rectangle around the clip of a group."""
    return clip if isinstance(clip, Box) else Box.around(_points(clip))


def gradient_ends(gradient: Gradient, box: Box) -> tuple[Point, Point]:
    """The ends of a gradient over a box; a radial one ends at the distance of the corners."""
    x, y = box.middle
    if gradient.radial:
        return (x, y), (x + hypot(box.width, box.height) / 2, y)
    across, down = cos(radians(gradient.angle)), sin(radians(gradient.angle))
    reach = (abs(across) * box.width + abs(down) * box.height) / 2
    return (x - across * reach, y - down * reach), (x + across * reach, y + down * reach)


def _points(commands: Commands) -> list[tuple[float, float]]:
    return [point for _, values in commands for point in zip(values[::2], values[1::2], strict=True)]


def _around_all(boxes: Iterable[Box | None]) -> Box | None:
    """The smallest rectangle around some boxes; None if there are none."""
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    return _around(
        min([box.x for box in found]),
        min([box.y for box in found]),
        max([box.x + box.width for box in found]),
        max([box.y + box.height for box in found]),
    )


def _around(left: float, top: float, right: float, bottom: float) -> Box:
    return Box(Mm(left), Mm(top), Mm(right - left), Mm(bottom - top))


def _extent(item: Item, ink: float = 0) -> Box | None:
    match item:
        case Rect() | Ellipse():
            box = item.box.grown(item.pen.width / 2) if item.pen else item.box
            return _around(box.x, box.y, box.right, box.bottom)
        case Image():
            return _around(item.box.x, item.box.y, item.box.right, item.box.bottom)
        case Path():
            more = item.pen.width / 2 if item.pen else 0
            xs = [x for _, values in item.commands for x in values[::2]]
            ys = [y for _, values in item.commands for y in values[1::2]]
            return _around(min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more) if xs else None
        case Glyphs():
            font, unit = face(item.font), item.size * MM_PER_PT / 1000
            wide = sum(font.advances(item.text)) * unit + len(item.text) * item.spacing * MM_PER_PT
            line = _around(item.x, item.y - font.ascent * unit, item.x + wide, item.y + font.descent * unit)
            return line.grown(ink * item.size * MM_PER_PT) if ink else line
        case Tagged() | Form():
            return extent(item.items, ink)
        case Group():
            return _outside(item, extent(item.items, ink))
        case Anchor() | Link():
            return None
        case _:
            assert_never(item)


def _ends(box: Box) -> tuple[Point, Point]:
    return (box.x, box.y), (box.right, box.bottom)


def _outside(group: Group, inner: Box | None) -> Box | None:
    """The extent of a group in the coordinates around it, from the extent of its items in their own."""
    if inner is not None and group.clip is not None:
        inner = inner.common(clip_box(group.clip))
    return inner.transformed(group.transform) if inner is not None else None


@dataclass(eq=False)
class Cutter:
    """Clips pictures, so that words outside them can be neither found nor copied.

    It remembers extents, since many pictures show one board.
    """

    _extents: dict[int, tuple[Item, Box | None]] = field(default_factory=dict)  # by identity, the item kept alive

    def seen(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items without those completely outside the window, also within groups and forms."""
        found = [(item, self._extent(item)) for item in items]
        return tuple(
            item if covered is None or window.holds(*_ends(covered)) else self._cut(item, window)
            for item, covered in found
            if covered is None or covered.meets(window)
        )

    def _extent(self, item: Item) -> Box | None:
        known = self._extents.get(id(item))
        if known is None:
            match item:
                case Tagged() | Form():
                    box = _around_all(map(self._extent, item.items))
                case Group():
                    box = _outside(item, _around_all(map(self._extent, item.items)))
                case _:
                    box = _extent(item)
            known = self._extents[id(item)] = item, box
        return known[1]

    def _cut(self, item: Item, window: Box) -> Item:
        match item:
            case Group():
                return replace(item, items=self.seen(item.items, window.transformed(item.transform.inverse())))
            case Tagged():
                return replace(item, items=self.seen(item.items, window))
            case Form():
                part = f"{window.x:.2f} {window.y:.2f} {window.right:.2f} {window.bottom:.2f}"
                return replace(item, key=f"{item.key}, {part}", items=self.seen(item.items, window))
            case _:
                return item
