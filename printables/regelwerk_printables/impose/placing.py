"""Faces put in their places, cut so that their bleed stays off their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..drawing.drawing import Box, Drawing, Group, Mm
from ..sheets import Size
from .grid import Place


@dataclass(frozen=True, slots=True)
class Edges:
    """A length for each edge of a box on the page."""

    left: Mm
    top: Mm
    right: Mm
    bottom: Mm

    def around(self, box: Box) -> Box:
        """The box, made larger by these lengths."""
        width, height = box.width + self.left + self.right, box.height + self.top + self.bottom
        return Box(Mm(box.x - self.left), Mm(box.y - self.top), Mm(width), Mm(height))


def bleeds(places: Sequence[Place], paper: Size, wanted: Mm, fold: bool = False) -> list[Edges]:
    """How far each face may be printed beyond its edges: as wanted, at most to the middle between two neighbours.

    Args:
        places: the places in use on one page.
        paper: the page; nothing goes beyond it.
        wanted: the bleed where there is room.
        fold: whether a fold lies across the middle of the paper, which no bleed crosses.
    """
    boxes = [place.box for place in places]
    return [_bleed(box, boxes, paper, wanted, fold) for box in boxes]


def _bleed(box: Box, boxes: Sequence[Box], paper: Size, wanted: Mm, fold: bool) -> Edges:
    left: float = min(wanted, box.x)
    top: float = min(wanted, box.y)
    right: float = min(wanted, paper.width - box.right)
    bottom: float = min(wanted, paper.height - box.bottom)
    if fold:
        middle = paper.height / 2
        if box.y + box.height / 2 < middle:
            bottom = min(bottom, middle - box.bottom)
        else:
            top = min(top, box.y - middle)
    for other in boxes:
        if other is box:
            continue
        beside = _meet(box.y, box.height, other.y, other.height)
        above = _meet(box.x, box.width, other.x, other.width)
        if beside and other.x < box.x:
            left = min(left, (box.x - other.right) / 2)
        elif beside:
            right = min(right, (other.x - box.right) / 2)
        elif above and other.y < box.y:
            top = min(top, (box.y - other.bottom) / 2)
        elif above:
            bottom = min(bottom, (other.y - box.bottom) / 2)
    return Edges(*(Mm(max(length, 0)) for length in (left, top, right, bottom)))


def _meet(start: float, length: float, other: float, other_length: float) -> bool:
    """Whether two stretches have more in common than a point."""
    return start < other + other_length - 1e-6 and other < start + length - 1e-6


def put(face: Drawing, place: Place, scale: float, bleed: Edges) -> Group:
    """The face at its place: turned, made smaller, and cut at its bleed.

    Args:
        face: drawn upright, in its own measure.
        place: its edges on the page after cutting.
        scale: by what it is made smaller.
        bleed: how far it is printed beyond each edge of its place, on the page.
    """
    box = place.box
    sides = [bleed.left, bleed.top, bleed.right, bleed.bottom]
    turns = place.angle // 90
    own = [min(side / scale, face.bleed) for side in sides[turns:] + sides[:turns]]  # a turn right: its left is up here
    corner = {
        0: (box.x, box.y),
        90: (box.right, box.y),
        180: (box.right, box.bottom),
        270: (box.x, box.bottom),
    }[place.angle]
    return Group(
        face.items,
        dx=Mm(corner[0]),
        dy=Mm(corner[1]),
        angle=place.angle,
        scale=scale,
        clip=Edges(*map(Mm, own)).around(Box(Mm(0), Mm(0), face.width, face.height)),
    )
