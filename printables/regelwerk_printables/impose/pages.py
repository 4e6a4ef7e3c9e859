"""Pages of fronts and backs on sheets, and their outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ..drawing.drawing import Bookmark, Box, Group, Item, Mm, Page, Tagged
from ..drawing.faces import PrintedCard
from ..sheets import Sheet, Size
from .grid import Grid, NoPlaceError, Place, lay_out, printed_boxes, put
from .marks import crop_marks, fold_line, guides, registration_boxes, registration_marks

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
    for filled in fill(cards, sheet):
        key = id(filled.grid), len(filled.cards)
        if key not in around:
            around[key] = _around(filled, sheet, settings)
        yield from _pages(filled, sheet, settings, around[key])


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
        marks += registration_marks(grid.paper)
    elif sheet.marks and sheet.paper is not None and grid.folded:
        boxes = [place.box for place in filled.fronts + filled.backs]
        marks += crop_marks(boxes, fronts + backs, grid.paper) + fold_line(grid.paper)
    elif sheet.marks and sheet.paper is not None:
        marks += crop_marks([place.box for place in filled.fronts], fronts, grid.paper)
    if settings.guides:
        for place, printed in zip(filled.fronts, fronts, strict=True):
            marks += guides(place.box, printed, Mm(sheet.safe * grid.scale))
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
