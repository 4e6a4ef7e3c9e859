"""The places of cards on a sheet of paper and of their backs, and the printed area of each."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf

from msgspec import Struct

from ..drawing.drawing import Box, Mm
from ..sheets import NEARLY, Backs, Flip, Sheet, Size


class NoPlaceError(ValueError):
    """An error for cards of a size that have no place on a sheet. The message gives the reason."""


class Place(Struct, frozen=True):
    """The position of a face: its edges after cutting, and the clockwise angle in degrees by which it is turned."""

    box: Box
    angle: int


class Grid(Struct, frozen=True):
    """The positions of cards of one size on a sheet.

    Attributes:
        paper: the page's size.
        scale: the scale of the design.
        fronts: the places of the fronts, in reading order.
        backs: the place behind each front; empty if backs are left out.
        folded: the backs are on the page of the fronts.
        bleed: the bleed of faces, if there is room.
    """

    paper: Size
    scale: float
    fronts: tuple[Place, ...]
    backs: tuple[Place, ...]
    folded: bool
    bleed: Mm


def lay_out(sheet: Sheet, card: Size, drawn: float = inf) -> Grid:
    """The places of cards on a sheet.

    Args:
        sheet: the sheet.
        card: the size of the cards' design.
        drawn: the bleed of the faces, in the design's units: no page declares more bleed than is drawn.

    Raises:
        NoPlaceError: the sheet is for cards of another size, or they are larger than its room.
    """
    if sheet.paper is None:
        return _alone(sheet, card, drawn)
    scale, turned = _fitted(sheet, card)
    shown = Size(*(Mm(side * scale) for side in ((card.height, card.width) if turned else (card.width, card.height))))
    cell = shown if sheet.card is None or sheet.at is None else sheet.card  # only stock has its own places
    columns, rows = _counts(sheet, cell)
    left, top = _first(sheet, cell, columns, rows)
    angle = 90 if turned else 0
    fronts = tuple(
        Place(
            Box(
                Mm(left + column * (cell.width + sheet.gap[0]) + (cell.width - shown.width) / 2),
                Mm(top + row * (cell.height + sheet.gap[1]) + (cell.height - shown.height) / 2),
                shown.width,
                shown.height,
            ),
            angle,
        )
        for row in range(rows)
        for column in range(columns)
    )
    backs = () if sheet.backs is Backs.NONE else tuple(behind(place, sheet) for place in fronts)
    bleed = Mm(min(sheet.bleed, drawn * scale))
    return Grid(sheet.paper, scale, fronts, backs, sheet.backs is Backs.FOLD, bleed)


def behind(place: Place, sheet: Sheet) -> Place:
    """The place on the other side of the paper, or beyond the fold, that ends up behind a front."""
    assert sheet.paper is not None
    box, paper = place.box, sheet.paper
    upright = paper.width <= paper.height
    if sheet.backs is not Backs.FOLD and upright == (sheet.flip is Flip.LONG):  # turned about a line from top to bottom
        return Place(Box(Mm(paper.width - box.right), box.y, box.width, box.height), -place.angle % 360)
    return Place(Box(box.x, Mm(paper.height - box.bottom), box.width, box.height), (180 - place.angle) % 360)


def _alone(sheet: Sheet, card: Size, drawn: float) -> Grid:
    """Each face on a page of its own size, with the bleed around it."""
    size = sheet.card if sheet.card is not None else card
    if not sheet.shrinks and not size.is_near(card):
        raise NoPlaceError(f"it is for cards of {size}, and these are {card}")
    scale = min(size.width / card.width, size.height / card.height, 1)
    width, height = Mm(card.width * scale), Mm(card.height * scale)
    bleed = Mm(min(sheet.bleed, drawn * scale))
    page = Size(Mm(width + 2 * bleed), Mm(height + 2 * bleed))
    place = Place(Box(bleed, bleed, width, height), 0)
    return Grid(page, scale, (place,), () if sheet.backs is Backs.NONE else (place,), False, bleed)


def _fitted(sheet: Sheet, card: Size) -> tuple[float, bool]:
    """The scale of a card, and whether it is turned by a quarter."""
    cell = sheet.card
    if cell is None or cell.is_near(card):
        return 1.0, False
    turned = Size(card.height, card.width)
    if not sheet.shrinks and not cell.is_near(turned):
        raise NoPlaceError(f"it is for cards of {cell}, and these are {card}")
    straight = min(cell.width / card.width, cell.height / card.height, 1)
    across = min(cell.width / turned.width, cell.height / turned.height, 1)
    return (across, True) if across > straight + 1e-9 else (straight, False)


def _counts(sheet: Sheet, cell: Size) -> tuple[int, int]:
    """The numbers of columns and rows: those of the sheet, else as many as there is room for."""
    room = sheet.room
    held = [
        floor((length + gap + NEARLY) / (size + gap))
        for length, size, gap in zip((room.width, room.height), (cell.width, cell.height), sheet.gap, strict=True)
    ]
    for most, wanted in zip(held, (sheet.columns, sheet.rows), strict=True):
        if most < max(wanted, 1):
            raise NoPlaceError(
                f"it has room for {room}, too little for {wanted or 'a'} card{'s' * (wanted > 1)} of {cell}"
            )
    return sheet.columns or held[0], sheet.rows or held[1]


def _first(sheet: Sheet, cell: Size, columns: int, rows: int) -> tuple[float, float]:
    """The corner of the first card: that of the sheet, else so that all are centred, or adjoin the fold."""
    assert sheet.paper is not None
    if sheet.at is not None:
        return sheet.at
    width = columns * cell.width + (columns - 1) * sheet.gap[0]
    height = rows * cell.height + (rows - 1) * sheet.gap[1]
    left = (sheet.paper.width - width) / 2
    if sheet.backs is Backs.FOLD:
        return left, (sheet.paper.height - sheet.gutter) / 2 - height
    return left, (sheet.paper.height - height) / 2


def printed_boxes(places: Sequence[Place], paper: Size, bleed: Mm, fold: bool = False) -> list[Box]:
    """The printable box of each face: with the bleed wanted, at most to the middle between two neighbours.

    Args:
        places: the places in use on one page.
        paper: the page; nothing goes beyond it.
        bleed: beyond the edges, if there is room.
        fold: whether a fold crosses the middle of the paper, which no bleed crosses.
    """
    boxes = [place.box for place in places]
    return [_printed(box, boxes, paper, bleed, fold) for box in boxes]


def _printed(box: Box, boxes: Sequence[Box], paper: Size, bleed: Mm, fold: bool) -> Box:
    left: float = min(bleed, box.x)
    top: float = min(bleed, box.y)
    right: float = min(bleed, paper.width - box.right)
    bottom: float = min(bleed, paper.height - box.bottom)
    middle = paper.height / 2
    if fold and box.y + box.height / 2 < middle:
        bottom = min(bottom, middle - box.bottom)
    elif fold:
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
    left, top, right, bottom = (max(side, 0) for side in (left, top, right, bottom))
    return Box(Mm(box.x - left), Mm(box.y - top), Mm(box.width + left + right), Mm(box.height + top + bottom))


def _meet(start: float, length: float, other: float, other_length: float) -> bool:
    """True if two stretches have more in common than a point."""
    return start < other + other_length - 1e-6 and other < start + length - 1e-6
