"""Overlay of a board: the elements that need a position, and the pieces among what they draw.

The board itself is drawn once; of each position only the overlay is drawn, on top of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...drawing.drawing import Box, Group, Item, Tagged
from ..expressions import POSITION, Expression
from ..model import Element, GroupElement, Lets, RepeatElement, own_names

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform  # type: ignore[import-untyped]

MOVING = frozenset([POSITION, "players"])
NEAR = 0.01  # millimetres; nearer places are the same


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
        is_same = not own_names(element) & moving
        match element:
            case GroupElement(piece=None) if is_same:
                inner = overlay(element.group, element.let, moving)
                found += [replace(element, group=tuple(inner))] if inner else []
            case RepeatElement() if is_same:
                inner = overlay(element.draw, element.let, moving)
                found += [replace(element, draw=tuple(inner))] if inner else []
            case _:
                found.append(element)
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

    def is_within(self, box: Box) -> bool:
        """Whether its middle lies within a box."""
        return box.holds(self.box.middle)

    def agrees(self, other: Piece) -> bool:
        """Whether the other one lies in the same place and looks the same."""
        mine, its = self.box, other.box
        sides = ((mine.x, its.x), (mine.y, its.y), (mine.width, its.width), (mine.height, its.height))
        return all(abs(one - two) < NEAR for one, two in sides) and self.items == other.items


def pieces(items: Iterable[Item], outer: Transform | None = None) -> Iterator[Piece]:
    """The pieces among drawn items, wherever these are moved, turned and scaled to."""
    for item in items:
        match item:
            case Tagged():
                yield from pieces(item.items, outer)
            case Group(piece=None):
                yield from pieces(item.items, _within(item, outer))
            case Group(piece=Box() as box):
                yield Piece(box.transformed(_within(item, outer)), item.items)
            case _:
                pass


def seen(items: Iterable[Item], crop: Box, outer: Transform | None = None) -> Iterator[Item]:
    """The items without pieces that lie beyond what is shown, and without groups in which nothing is left."""
    for item in items:
        match item:
            case Group(piece=None):
                left = tuple(seen(item.items, crop, _within(item, outer)))
                if left:
                    yield item if len(left) == len(item.items) else replace(item, items=left)
            case Group(piece=Box() as box):
                if box.transformed(_within(item, outer)).common(crop) is not None:
                    yield item
            case _:
                yield item


def _within(group: Group, outer: Transform | None) -> Transform:
    return group.transform if outer is None else outer.transform(group.transform)


def missing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """Those of some pieces that are not among others."""
    return [piece for piece in some if not any(piece.agrees(other) for other in others)]


def differing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """Those of some pieces that are not among others, then the other way round."""
    return [*missing(some, others), *missing(others, some)]
