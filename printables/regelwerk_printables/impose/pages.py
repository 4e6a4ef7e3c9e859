"""Imposition of cards: the pages of fronts and backs, and the outline of these pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from ..drawing.drawing import BLACK, Bookmark, Box, Drawing, Group, Item, Mm, Page, PrintedCard, Rect, Tagged, stroke
from ..sheets import Backs, Sheet, Size
from .marks import BLED, FOLD, SAFE, Imprint, crop_marks, registration_boxes
from .places import Grid, NoPlaceError, Place, lay_out, printed_boxes


def put(face: Drawing, place: Place, scale: float, printed: Box) -> Group:
    """The face at its place: turned, scaled, and clipped at its bleed.

    Args:
        face: drawn upright, in its own coordinates.
        place: its edges on the page after cutting.
        scale: the scale of the face.
        printed: the printed area on the page.
    """
    box = place.box
    sides = [box.x - printed.x, box.y - printed.y, printed.right - box.right, printed.bottom - box.bottom]
    turns = place.angle // 90
    left, top, right, bottom = (
        min(side / scale, face.bleed)
        for side in sides[turns:] + sides[:turns]  # a turn right: its left is up here
    )
    clip = Box(Mm(-left), Mm(-top), Mm(face.width + left + right), Mm(face.height + top + bottom))
    return Group(face.items, *box.corners[turns], angle=place.angle, scale=scale, clip=clip)


SIDES = ("a", "b")  # of a sheet of paper, as viewers name them
ARTIFACT = "Artifact"  # the PDF's word for items that are not content
BLEED_STEP = 0.25


class Settings(Struct, frozen=True):
    """The settings of a print-out that are not part of its sheet.

    Attributes:
        back_offset: how far backs are moved, right and down, to suit a printer that is a little off.
        guides: draw the limits of the bleed and of the area for text.
        registration: print marks for a cutting machine instead of crop marks.
        together: cards of several types share sheets of paper, though their backs differ.
        words: the words in the margin of each sheet of paper, before its number.
    """

    back_offset: tuple[Mm, Mm] = (Mm(0), Mm(0))
    guides: bool = False
    registration: bool = False
    together: bool = False
    words: tuple[str, ...] = ()


NO_SETTINGS = Settings()


class Filled(Struct, frozen=True):
    """One sheet of paper: its cards, with their places and those of their backs."""

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
        """The number of printed sides of the paper."""
        return 2 if self.grid.backs and not self.grid.folded else 1


def fill(cards: Sequence[PrintedCard], sheet: Sheet, settings: Settings = NO_SETTINGS) -> list[Filled]:
    """All copies of the cards on sheets of paper, in their order; each size of card begins a new one.

    So does each card type whose cards touch others with another back, since that would be visible if backs are a little
    off.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size.
    """
    found = []
    decks: dict[tuple[Size, object], list[PrintedCard]] = {}
    apart = sheet.paper is not None and sheet.backs is not Backs.NONE and not all(sheet.gap) and not settings.together
    backs = _backs(cards) if apart else {}
    for card in cards:
        decks.setdefault((_size(card), backs.get(card.type)), []).append(card)
    for (size, _), alike in decks.items():
        drawn = min(face.bleed for card in alike for face in (card.front, card.back))
        grid = lay_out(sheet, size, drawn)
        step = len(grid.fronts)
        copies = [card for card in alike for _ in range(card.copies)]
        found += [Filled(grid, tuple(copies[at : at + step])) for at in range(0, len(copies), step)]
    return found


def _backs(cards: Iterable[PrintedCard]) -> dict[str, object]:
    """The key of a deck, by card type: its back, or the type itself if its cards have several."""
    found: dict[str, dict[int, Drawing]] = {}
    for card in cards:
        known = found.setdefault(card.type, {})
        if id(card.back) not in known and len(known) < 2 and card.back not in known.values():
            known[id(card.back)] = card.back
    shared: list[Drawing] = []
    marked: dict[str, object] = {}
    for kind, backs in found.items():
        (back, *more) = backs.values()
        if more:
            marked[kind] = kind
            continue
        if back not in shared:
            shared.append(back)
        marked[kind] = shared.index(back)
    return marked


def impose(cards: Sequence[PrintedCard], sheet: Sheet, settings: Settings = NO_SETTINGS) -> Iterator[Page]:
    """The pages of the cards: each page of fronts, followed by the page on its other side.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size, or none for registration marks.
    """
    around: dict[tuple[int, int], _Around] = {}  # the same on every full page
    for number, filled in enumerate(fill(cards, sheet, settings), 1):
        key = id(filled.grid), len(filled.cards)
        if key not in around:
            around[key] = _around(filled, sheet, settings)
        pages = list(_pages(filled, sheet, settings, around[key], str(number)))
        labels = [f"{number}{side}" for side in SIDES] if len(pages) > 1 else [f"{number}"]
        yield from (replace(page, label=label) for page, label in zip(pages, labels, strict=True))


def outline(
    cards: Sequence[PrintedCard],
    sheet: Sheet,
    labels: Mapping[str, str] | None = None,
    settings: Settings = NO_SETTINGS,
) -> list[Bookmark]:
    """A bookmark for each card, below one for each card type, to the first page with the card.

    Args:
        cards, sheet, settings: as for `impose`.
        labels: the labels of the card types; their names by default.
    """
    pages: dict[str, tuple[PrintedCard, int]] = {}
    page = 0
    for filled in fill(cards, sheet, settings):
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


class _Around(Struct, frozen=True):
    """The surroundings of the cards of a page, whatever the cards: the printed area of each, and the marks."""

    fronts: list[Box]
    backs: list[Box]
    marks: tuple[Item, ...]
    imprint: Imprint | None


def _around(filled: Filled, sheet: Sheet, settings: Settings) -> _Around:
    """The marks around, beside and, for proofs, over the cards of a page of fronts."""
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
    imprint = None
    if sheet.paper is not None:
        boxes = fronts + backs * grid.folded
        edges = [place.box for place in filled.fronts + filled.backs * grid.folded]
        imprint = Imprint(boxes, edges, grid.paper)
        marks += imprint.ruler
    return _Around(fronts, backs, tuple(marks), imprint)


def _pages(filled: Filled, sheet: Sheet, settings: Settings, around: _Around, number: str) -> Iterator[Page]:
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
    marks = around.marks
    if around.imprint is not None and settings.words:
        marks += around.imprint.words(*settings.words, number)
    if marks:
        items.append(Tagged(ARTIFACT, marks))
    for side in (items,) if grid.folded or not behind else (items, behind):
        page = Page(grid.paper.width, grid.paper.height, tuple(side))
        if sheet.paper is None:  # a page with one card declares its own cut
            page = replace(page, trim=grid.fronts[0].box, bleed=around.fronts[0])
        yield page


def _clear_of_registration(places: Sequence[Place], grid: Grid) -> Mm:
    """The largest bleed up to the wanted one that leaves registration marks free.

    Raises:
        NoPlaceError: even without bleed the cards overlap the marks.
    """
    bleed = grid.bleed
    marks = registration_boxes(grid.paper)
    while any(place.box.grown(bleed + 0.5).common(mark) for place in places for mark in marks):
        bleed = Mm(bleed - BLEED_STEP)
        if bleed < 0:
            raise NoPlaceError("its cards cover the places of the registration marks for a cutting machine")
    return bleed
