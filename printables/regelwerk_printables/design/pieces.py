"""The pieces on a drawn board: their places, the visible ones, and those that differ between two drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from ..drawing.drawing import Box, Group, Item, Tagged

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform  # type: ignore[import-untyped]

NEAR = 0.01  # millimetres; positions closer than this are the same


class Piece(Struct, frozen=True):
    """Something on a board: its bounding box in the board's coordinates, and the items that draw it."""

    box: Box
    items: tuple[Item, ...]

    def is_within(self, box: Box) -> bool:
        """True if its centre is within a box."""
        return box.holds(self.box.middle)

    def agrees(self, other: Piece) -> bool:
        """True if another piece is in the same place and looks the same."""
        mine, its = self.box, other.box
        sides = ((mine.x, its.x), (mine.y, its.y), (mine.width, its.width), (mine.height, its.height))
        return all(abs(one - two) < NEAR for one, two in sides) and self.items == other.items


def pieces(items: Iterable[Item], outer: Transform | None = None) -> Iterator[Piece]:
    """The pieces among drawn items, with the moves, turns and scales of the groups around them applied."""
    for item in items:
        match item:
            case Tagged():
                yield from pieces(item.items, outer)
            case Group(piece=None):
                yield from pieces(item.items, within(item, outer))
            case Group(piece=Box() as box):
                yield Piece(box.transformed(within(item, outer)), item.items)
            case _:
                pass


def visible_items(items: Iterable[Item], crop: Box, outer: Transform | None = None) -> Iterator[Item]:
    """The items without pieces outside the crop, and without groups that become empty."""
    for item in items:
        match item:
            case Group(piece=None):
                left = tuple(visible_items(item.items, crop, within(item, outer)))
                if left:
                    yield item if len(left) == len(item.items) else structs.replace(item, items=left)
            case Group(piece=Box() as box):
                if box.transformed(within(item, outer)).common(crop) is not None:
                    yield item
            case _:
                yield item


def within(group: Group, outer: Transform | None) -> Transform:
    """The transform from the coordinates inside a group to the outermost ones."""
    return group.transform if outer is None else outer.transform(group.transform)


def missing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """The pieces of the first list that are not in the second."""
    return [piece for piece in some if not any(piece.agrees(other) for other in others)]


def differing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """The pieces that are in only one of the lists."""
    return [*missing(some, others), *missing(others, some)]
