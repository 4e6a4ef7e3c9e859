"""Imposition of cards: their places on a sheet, the pages of fronts and backs, and the outline of these pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import floor, inf

from ..drawing.drawing import BLACK, Bookmark, Box, Drawing, Group, Item, Mm, Page, PrintedCard, Rect, Tagged, stroke
from ..sheets import NEARLY, Backs, Flip, Sheet, Size
from .marks import BLED, FOLD, SAFE, crop_marks, registration_boxes


class NoPlaceError(ValueError):
    """Cards of a size have no place on a sheet. The message says why."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one face lies: its edges after cutting, and by how many degrees it is turned, clockwise."""

    box: Box
    angle: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cards of one size lie on a sheet.

    Attributes:
        paper: the page's size.
        scale: by what the design is made smaller.
        fronts: the places of the fronts, in the order of reading.
        backs: the place behind each front; empty when backs are left out.
        folded: the backs lie on the page of the fronts.
        bleed: how far faces are printed beyond their edges, where there is room.
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
        sheet: what paper, and how many.
        card: the size of the cards' design.
        drawn: how far beyond their edges faces are drawn, in the design's measure: no page says that it has more bleed.

    Raises:
        NoPlaceError: the sheet is for cards of another size, or they are larger than its room.
    """
    if sheet.paper is None:
        return _alone(sheet, card, drawn)
    scale, turned = _fitted(sheet, card)
    shown = Size(*(Mm(side * scale) for side in ((card.height, card.width) if turned else (card.width, card.height))))
    cell = shown if sheet.card is None or sheet.at is None else sheet.card  # only stock has places of its own
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
    """The place on the other side of the paper, or beyond the fold, that comes to lie behind a front."""
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
    """By what a card is made smaller, and whether it is turned by a quarter."""
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
    """How many columns and rows: those that the sheet names, else as many as there is room for."""
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
    """The corner of the first card: where the sheet says, else so that all lie in the middle, or at the fold."""
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
    """How far each face may be printed: with the bleed wanted, at most to the middle between two neighbours.

    Args:
        places: the places in use on one page.
        paper: the page; nothing goes beyond it.
        bleed: beyond the edges, where there is room.
        fold: whether a fold lies across the middle of the paper, which no bleed crosses.
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
    """Whether two stretches have more in common than a point."""
    return start < other + other_length - 1e-6 and other < start + length - 1e-6


def put(face: Drawing, place: Place, scale: float, printed: Box) -> Group:
    """The face at its place: turned, made smaller, and cut at its bleed.

    Args:
        face: drawn upright, in its own measure.
        place: its edges on the page after cutting.
        scale: by what it is made smaller.
        printed: how far it is printed on the page.
    """
    box = place.box
    sides = [box.x - printed.x, box.y - printed.y, printed.right - box.right, printed.bottom - box.bottom]
    turns = place.angle // 90
    left, top, right, bottom = (
        min(side / scale, face.bleed)
        for side in sides[turns:] + sides[:turns]  # a turn right: its left is up here
    )
    corner = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))[turns]
    clip = Box(Mm(-left), Mm(-top), Mm(face.width + left + right), Mm(face.height + top + bottom))
    return Group(face.items, *corner, angle=place.angle, scale=scale, clip=clip)


SIDES = ("a", "b")  # of a sheet of paper, as viewers name them
ARTIFACT = "Artifact"  # the PDF's word for what is no content
BLEED_STEP = 0.25


@dataclass(frozen=True, slots=True)
class Settings:
    """What one print-out wants that its sheet does not say.

    Attributes:
        back_offset: by how much backs are moved, right and down, to meet a printer that is a little off.
        guides: draw where the bleed ends and where text must stay.
        registration: marks for a cutting machine in place of crop marks.
    """

    back_offset: tuple[Mm, Mm] = (Mm(0), Mm(0))
    guides: bool = False
    registration: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """One sheet of paper: the cards on it, each with its place, and those behind them."""

    grid: Grid
    cards: tuple[PrintedCard, ...]

    @property
    def fronts(self) -> tuple[Place, ...]:
        return self.grid.fronts[: len(self.cards)]

    @property
    def backs(self) -> tuple[Place, ...]:
        return self.grid.backs[: len(self.cards)]

    @property
    def pages(self) -> int:
        """How many sides of the paper are printed."""
        return 2 if self.grid.backs and not self.grid.folded else 1


def fill(cards: Sequence[PrintedCard], sheet: Sheet) -> list[Filled]:
    """All copies of the cards on sheets of paper, in their order; each size of card begins a new one.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size.
    """
    found = []
    for size in dict.fromkeys(map(_size, cards)):
        alike = [card for card in cards if _size(card) == size]
        drawn = min(face.bleed for card in alike for face in (card.front, card.back))
        grid = lay_out(sheet, size, drawn)
        step = len(grid.fronts)
        copies = [card for card in alike for _ in range(card.copies)]
        found += [Filled(grid, tuple(copies[at : at + step])) for at in range(0, len(copies), step)]
    return found


def impose(cards: Sequence[PrintedCard], sheet: Sheet, settings: Settings | None = None) -> Iterator[Page]:
    """The pages of the cards: each of fronts, then the one that is printed on its other side.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size, or none for registration marks.
    """
    settings = settings or Settings()
    around: dict[tuple[int, int], _Around] = {}  # the same on every page that is full
    for number, filled in enumerate(fill(cards, sheet), 1):
        key = id(filled.grid), len(filled.cards)
        if key not in around:
            around[key] = _around(filled, sheet, settings)
        pages = list(_pages(filled, sheet, settings, around[key]))
        labels = [f"{number}{side}" for side in SIDES] if len(pages) > 1 else [f"{number}"]
        yield from (replace(page, label=label) for page, label in zip(pages, labels, strict=True))


def outline(cards: Sequence[PrintedCard], sheet: Sheet, labels: Mapping[str, str] | None = None) -> list[Bookmark]:
    """A bookmark for each card, below one for each card type, to the page where it stands first.

    Args:
        cards, sheet: as for `impose`.
        labels: how people call the card types; their names by default.
    """
    pages: dict[str, tuple[PrintedCard, int]] = {}
    page = 0
    for filled in fill(cards, sheet):
        for card in filled.cards:
            pages.setdefault(card.key, (card, page))
        page += filled.pages
    found = []
    for kind, group in groupby(pages.values(), key=lambda entry: entry[0].type):
        entries = list(group)
        found.append(Bookmark((labels or {}).get(kind) or kind, 0, entries[0][1]))
        found += [Bookmark(card.title, 1, at) for card, at in entries]
    return found


def _size(card: PrintedCard) -> Size:
    return Size(card.front.width, card.front.height)


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around the cards of a page, whatever they are: how far each is printed, and the marks."""

    fronts: list[Box]
    backs: list[Box]
    marks: tuple[Item, ...]


def _around(filled: Filled, sheet: Sheet, settings: Settings) -> _Around:
    """What is printed around, beside and, for proofs, over the cards of a page of fronts."""
    grid = filled.grid
    bleed = _clear_of_registration(filled.fronts, grid) if settings.registration else grid.bleed
    fronts, backs = (printed_boxes(one, grid.paper, bleed, grid.folded) for one in (filled.fronts, filled.backs))
    marks: list[Item] = []
    if settings.registration:
        marks += [Rect(box, fill=BLACK) for box in registration_boxes(grid.paper)]
    elif sheet.marks and sheet.paper is not None and grid.folded:
        boxes = [place.box for place in filled.fronts + filled.backs]
        middle = grid.paper.height / 2
        marks += [*crop_marks(boxes, fronts + backs, grid.paper), stroke(0, middle, grid.paper.width, middle, FOLD)]
    elif sheet.marks and sheet.paper is not None:
        marks += crop_marks([place.box for place in filled.fronts], fronts, grid.paper)
    if settings.guides:
        for place, printed in zip(filled.fronts, fronts, strict=True):
            safe = place.box.grown(-sheet.safe * grid.scale)
            marks += [Rect(printed, pen=BLED), Rect(safe, pen=SAFE)]
    return _Around(fronts, backs, tuple(marks))


def _pages(filled: Filled, sheet: Sheet, settings: Settings, around: _Around) -> Iterator[Page]:
    grid = filled.grid
    items: list[Item] = [
        put(card.front, place, grid.scale, printed)
        for card, place, printed in zip(filled.cards, filled.fronts, around.fronts, strict=True)
    ]
    behind: list[Item] = []
    if grid.backs:
        backs = zip(filled.cards, filled.backs, around.backs, strict=True)
        faces = tuple(put(card.back, place, grid.scale, printed) for card, place, printed in backs)
        behind.append(Group(faces, *settings.back_offset))
    if grid.folded:
        items += behind
    if around.marks:
        items.append(Tagged(ARTIFACT, around.marks))
    for side in (items,) if grid.folded or not behind else (items, behind):
        page = Page(grid.paper.width, grid.paper.height, tuple(side))
        if sheet.paper is None:  # a card of its own says where it is cut
            page = replace(page, trim=grid.fronts[0].box, bleed=around.fronts[0])
        yield page


def _clear_of_registration(places: Sequence[Place], grid: Grid) -> Mm:
    """The largest bleed up to the wanted one that leaves registration marks free.

    Raises:
        NoPlaceError: even without bleed the cards lie where the marks must be.
    """
    bleed = grid.bleed
    marks = registration_boxes(grid.paper)
    while any(_overlap(place.box.grown(bleed + 0.5), mark) for place in places for mark in marks):
        bleed = Mm(bleed - BLEED_STEP)
        if bleed < 0:
            raise NoPlaceError("its cards lie where a cutting machine looks for registration marks")
    return bleed


def _overlap(one: Box, other: Box) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom
