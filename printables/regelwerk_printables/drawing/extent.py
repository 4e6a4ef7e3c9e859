"""Extents of drawings and gradients, and drawings cut down to a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin
from typing import assert_never

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
    Path,
    Point,
    Rect,
    Tagged,
)


def extent(items: Iterable[Item]) -> Box | None:
    """The smallest rectangle around all that is drawn, lines with their pens; None where nothing is.

    Curves count with the points that bend them, so it can be a little larger than what is seen.
    """
    points = list(_corners(items))
    return Box.around(points) if points else None


def clip_box(clip: Box | Commands) -> Box:
    """The smallest rectangle around what a group is cut at."""
    return clip if isinstance(clip, Box) else Box.around(_points(clip))


def gradient_ends(gradient: Gradient, box: Box) -> tuple[Point, Point]:
    """Where a gradient over a box begins and ends; one from the middle outwards ends as far away as the corners."""
    x, y = box.middle
    if gradient.radial:
        return (x, y), (x + hypot(box.width, box.height) / 2, y)
    across, down = cos(radians(gradient.angle)), sin(radians(gradient.angle))
    reach = (abs(across) * box.width + abs(down) * box.height) / 2
    return (x - across * reach, y - down * reach), (x + across * reach, y + down * reach)


def _points(commands: Commands) -> list[tuple[float, float]]:
    return [point for _, values in commands for point in zip(values[::2], values[1::2], strict=True)]


def _corners(items: Iterable[Item]) -> Iterator[tuple[float, float]]:
    for item in items:
        match item:
            case Rect() | Ellipse():
                more = item.pen.width / 2 if item.pen else 0
                yield from item.box.grown(more).corners
            case Image():
                yield from item.box.corners
            case Path():
                more = item.pen.width / 2 if item.pen else 0
                xs = [x for _, values in item.commands for x in values[::2]]
                ys = [y for _, values in item.commands for y in values[1::2]]
                if xs:
                    yield from ((min(xs) - more, min(ys) - more), (max(xs) + more, max(ys) + more))
            case Glyphs():
                yield from _of_text(item)
            case Tagged() | Form():
                yield from _corners(item.items)
            case Group():
                inner = extent(item.items)
                if inner is not None and item.clip is not None:
                    inner = inner.common(clip_box(item.clip))
                if inner is not None:
                    yield from item.transform.transformPoints(inner.corners)
            case Anchor() | Link():
                pass
            case _:
                assert_never(item)


def _of_text(item: Glyphs) -> tuple[tuple[float, float], tuple[float, float]]:
    font, unit = face(item.font), item.size * MM_PER_PT / 1000
    wide = sum(font.advances(item.text)) * unit
    wide += len(item.text) * item.spacing * MM_PER_PT
    return (item.x, item.y - font.ascent * unit), (item.x + wide, item.y + font.descent * unit)


@dataclass(eq=False)
class Cutter:
    """Cuts pictures, so that words outside of them can be neither found nor copied.

    What it has measured it knows again: one board is seen in many pictures.
    """

    _extents: dict[int, tuple[Item, Box | None]] = field(default_factory=dict)  # by identity, the item kept alive

    def seen(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items without those that lie wholly outside of the window, also within groups and forms."""
        found = [(item, self._extent(item)) for item in items]
        return tuple(
            item if covered is None or window.holds(*covered.corners) else self._cut(item, window)
            for item, covered in found
            if covered is None or covered.meets(window)
        )

    def _extent(self, item: Item) -> Box | None:
        if id(item) not in self._extents:
            around = item
            if isinstance(item, Group | Tagged | Form):  # what covers as much as its items
                boxes = (self._extent(one) for one in item.items)
                around = replace(item, items=tuple(Rect(box) for box in boxes if box is not None))
            self._extents[id(item)] = item, extent([around])
        return self._extents[id(item)][1]

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
