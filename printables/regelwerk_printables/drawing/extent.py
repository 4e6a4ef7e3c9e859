"""Extents of drawings: the rectangle that items cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from ..fonts import face
from .drawing import MM_PER_PT, Anchor, Box, Ellipse, Form, Glyphs, Group, Image, Item, Link, Mm, Path, Rect, Tagged

Point = tuple[float, float]


def extent(items: Iterable[Item]) -> Box | None:
    """The smallest rectangle around all that is drawn, lines with their pens; None where nothing is.

    Curves count with the points that bend them, so it can be a little larger than what is seen.
    """
    points = list(_corners(items))
    if not points:
        return None
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return Box(Mm(left), Mm(top), Mm(right - left), Mm(bottom - top))


def _corners(items: Iterable[Item]) -> Iterator[Point]:
    for item in items:
        match item:
            case Rect() | Ellipse():
                yield from _around(item.box, item.pen.width / 2 if item.pen else 0)
            case Image():
                yield from _around(item.box, 0)
            case Path():
                yield from _of_path(item)
            case Glyphs():
                yield from _around(_text_box(item), 0)
            case Tagged() | Form():
                yield from _corners(item.items)
            case Group():
                yield from _of_group(item)
            case Anchor() | Link():
                pass


def _around(box: Box, more: float) -> Iterator[Point]:
    for x in (box.x - more, box.right + more):
        yield x, box.y - more
        yield x, box.bottom + more


def _of_path(item: Path) -> Iterator[Point]:
    more = item.pen.width / 2 if item.pen else 0
    for _, values in item.commands:
        for x, y in zip(values[::2], values[1::2], strict=True):
            yield from _around(Box(Mm(x), Mm(y), Mm(0), Mm(0)), more)


def _text_box(item: Glyphs) -> Box:
    font, unit = face(item.font), item.size * MM_PER_PT / 1000
    wide = sum(font.widths.get(char, 1000) for char in item.text) * unit
    wide += len(item.text) * item.spacing * MM_PER_PT
    return Box(item.x, Mm(item.y - font.ascent * unit), Mm(wide), Mm((font.ascent + font.descent) * unit))


def _of_group(item: Group) -> Iterator[Point]:
    inner = extent(item.items)
    if inner is not None and item.clip is not None:
        inner = _common(inner, item.clip)
    if inner is None:
        return
    c, s = cos(radians(item.angle)) * item.scale, sin(radians(item.angle)) * item.scale
    for x, y in _around(inner, 0):
        yield x * c - y * s + item.dx, x * s + y * c + item.dy


def _common(one: Box, other: Box) -> Box | None:
    left, top = max(one.x, other.x), max(one.y, other.y)
    right = min(one.right, other.right)
    bottom = min(one.bottom, other.bottom)
    return Box(left, top, Mm(right - left), Mm(bottom - top)) if right > left and bottom > top else None
