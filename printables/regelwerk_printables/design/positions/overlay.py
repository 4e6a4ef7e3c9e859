"""Overlay of a board: the elements that need a position, and the pieces among what they draw.

The board itself is drawn once; of each position only the overlay is drawn, on top of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

from ...drawing.drawing import Box, Group, Item, Mm, Tagged
from ..expressions import POSITION, Expression
from ..model import Element, GroupElement, Lets, RepeatElement, names_in

MOVING = frozenset([POSITION, "players"])
NEAR = 0.01  # millimetres; nearer places are the same

Matrix = tuple[float, float, float, float, float, float]
_HERE: Matrix = (1, 0, 0, 1, 0, 0)


def overlay(elements: Iterable[Element], lets: Lets = (), moving: frozenset[str] = MOVING) -> list[Element]:
    """The elements that need a position, in their order.

    Of groups and repetitions that are the same in every position, only those parts that are not.

    Args:
        elements: of a board.
        lets: names that stand above them.
        moving: names whose values are others in another position.
    """
    moving = _more(lets, moving)
    found: list[Element] = []
    for element in elements:
        if not element.names & moving:
            continue
        match element:
            case GroupElement(piece=None):
                head = names_in(element.when, element.at, element.angle, element.scale, element.clip, element.alt)
            case RepeatElement():
                head = names_in(element.when, element.binder.items, element.at, element.step, element.columns)
            case _:
                found.append(element)
                continue
        if head & moving:
            found.append(element)
            continue
        inner = overlay(element.elements, element.lets, moving)
        if inner:
            found.append(replace(element, elements=tuple(inner)))
    return found


def _more(lets: Lets, moving: frozenset[str]) -> frozenset[str]:
    for name, value in lets:
        needs = isinstance(value, Expression) and bool(value.names & moving)
        moving = moving | {name} if needs else moving - {name}
    return moving


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a board: around what, in the board's measure, and how it is drawn."""

    box: Box
    items: tuple[Item, ...]

    @property
    def middle(self) -> tuple[float, float]:
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2

    def is_within(self, box: Box) -> bool:
        """Whether its middle lies within a box."""
        x, y = self.middle
        return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height

    def agrees(self, other: Piece) -> bool:
        """Whether the other one lies in the same place and looks the same."""
        mine, its = self.box, other.box
        sides = ((mine.x, its.x), (mine.y, its.y), (mine.width, its.width), (mine.height, its.height))
        return all(abs(one - two) < NEAR for one, two in sides) and self.items == other.items


def pieces(items: Iterable[Item], matrix: Matrix = _HERE) -> Iterator[Piece]:
    """The pieces among drawn items, wherever these are moved, turned and scaled to."""
    for item in items:
        match item:
            case Tagged():
                yield from pieces(item.items, matrix)
            case Group():
                inner = _times(_move(item), matrix)
                if item.piece is not None:
                    yield Piece(_around(item.piece, inner), item.items)
                else:
                    yield from pieces(item.items, inner)
            case _:
                pass


def seen(items: Iterable[Item], crop: Box, matrix: Matrix = _HERE) -> Iterator[Item]:
    """The items without pieces that lie beyond what is shown, and without groups in which nothing is left."""
    for item in items:
        if not isinstance(item, Group):
            yield item
            continue
        inner = _times(_move(item), matrix)
        if item.piece is not None:
            if _touch(_around(item.piece, inner), crop):
                yield item
            continue
        left = tuple(seen(item.items, crop, inner))
        if left:
            yield item if len(left) == len(item.items) else replace(item, items=left)


def _touch(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def differing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """Those of some pieces that are not among others."""
    return [piece for piece in some if not any(piece.agrees(other) for other in others)]


def _move(group: Group) -> Matrix:
    c, s = cos(radians(group.angle)) * group.scale, sin(radians(group.angle)) * group.scale
    return c, s, -s, c, group.dx, group.dy


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _around(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box.x, box.x + box.width) for y in (box.y, box.y + box.height)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return Box(Mm(min(xs)), Mm(min(ys)), Mm(max(xs) - min(xs)), Mm(max(ys) - min(ys)))
