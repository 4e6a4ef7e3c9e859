"""Drawings cut down to a window, so that words outside it can be neither found nor copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import cos, radians, sin

from .drawing import Box, Form, Group, Item, Mm, Rect, Tagged
from .extent import extent


@dataclass(eq=False)
class Cutter:
    """Cuts pictures. What it has measured it knows again: one board is seen in many pictures."""

    _extents: dict[int, tuple[Item, Box | None]] = field(default_factory=dict)  # by identity, the item kept alive

    def seen(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items without those that lie wholly outside of the window, also within groups and forms."""
        found = [(item, self._extent(item)) for item in items]
        return tuple(
            item if covered is None or _is_within(covered, window) else self._cut(item, window)
            for item, covered in found
            if covered is None or _meet(covered, window)
        )

    def _extent(self, item: Item) -> Box | None:
        if id(item) not in self._extents:
            around = [item] if not isinstance(item, Group) else [replace(item, items=tuple(self._boxes(item.items)))]
            self._extents[id(item)] = item, extent(around)
        return self._extents[id(item)][1]

    def _boxes(self, items: Iterable[Item]) -> Iterator[Item]:
        """What covers as much as the items."""
        return (Rect(covered) for item in items if (covered := self._extent(item)) is not None)

    def _cut(self, item: Item, window: Box) -> Item:
        match item:
            case Group():
                return replace(item, items=self.seen(item.items, _inner(item, window)))
            case Tagged():
                return replace(item, items=self.seen(item.items, window))
            case Form():
                part = "{:.2f} {:.2f} {:.2f} {:.2f}".format(*_corners(window))
                return replace(item, key=f"{item.key}, {part}", items=self.seen(item.items, window))
            case _:
                return item


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


def _is_within(one: Box, other: Box) -> bool:
    left, top, right, bottom = _corners(one)
    outer_left, outer_top, outer_right, outer_bottom = _corners(other)
    return outer_left <= left and outer_top <= top and right <= outer_right and bottom <= outer_bottom


def _meet(one: Box, other: Box) -> bool:
    left, top, right, bottom = _corners(one)
    other_left, other_top, other_right, other_bottom = _corners(other)
    return left <= other_right and other_left <= right and top <= other_bottom and other_top <= bottom


def _inner(group: Group, window: Box) -> Box:
    """The window in the measure of a group; around it where the group is turned."""
    left, top, right, bottom = _corners(window)
    c, s = cos(radians(group.angle)) / group.scale, sin(radians(group.angle)) / group.scale
    moved = [(x - group.dx, y - group.dy) for x in (left, right) for y in (top, bottom)]
    xs, ys = [x * c + y * s for x, y in moved], [y * c - x * s for x, y in moved]
    return Box(Mm(min(xs)), Mm(min(ys)), Mm(max(xs) - min(xs)), Mm(max(ys) - min(ys)))
