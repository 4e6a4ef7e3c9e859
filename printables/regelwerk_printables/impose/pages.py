"""Pages of fronts and backs on sheets, and their outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..drawing.drawing import Bookmark, Box, Drawing, Group, Item, Mm, Page, Tagged
from ..drawing.faces import PrintedCard
from ..sheets import Flip, Sheet, Size
from .grid import Grid, NoPlaceError, Place, lay_out
from .marks import crop_marks, fold_line, guides, registration_boxes, registration_marks
from .placing import Edges, bleeds, put

ARTIFACT = "Artifact"  # the PDF's word for what is no content
BLEED_STEP = 0.25


@dataclass(frozen=True, slots=True)
class Settings:
    """What one print-out wants otherwise than its sheet says.

    Attributes:
        flip: the edge over which the printer turns the paper; None as the sheet says.
        back_offset: by how much backs are moved, right and down, to meet a printer that is a little off.
        bleed: how far the print goes beyond the edges; None as the sheet says. Never farther than cards are drawn.
        guides: draw where the bleed ends and where text must stay.
        registration: marks for a cutting machine in place of crop marks.
    """

    flip: Flip | None = None
    back_offset: tuple[Mm, Mm] = (Mm(0), Mm(0))
    bleed: Mm | None = None
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


def fill(cards: Sequence[PrintedCard], sheet: Sheet, settings: Settings | None = None) -> list[Filled]:
    """All copies of the cards on sheets of paper, in their order; each size of card begins a new one.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size.
    """
    settings = settings or Settings()
    bleed = sheet.bleed if settings.bleed is None else settings.bleed
    found = []
    sizes = {
        size: lay_out(sheet, size, settings.flip, bleed, _drawn(cards, size))
        for size in dict.fromkeys(map(_size, cards))
    }
    for size, grid in sizes.items():
        copies = [card for card in cards if _size(card) == size for _ in range(card.copies)]
        step = len(grid.fronts)
        found += [Filled(grid, tuple(copies[at : at + step])) for at in range(0, len(copies), step)]
    return found


def impose(cards: Sequence[PrintedCard], sheet: Sheet, settings: Settings | None = None) -> Iterator[Page]:
    """The pages of the cards: each of fronts, then the one that is printed on its other side.

    Raises:
        NoPlaceError: the sheet has no place for cards of this size, or none for registration marks.
    """
    settings = settings or Settings()
    around: dict[tuple[int, int], _Around] = {}  # the same on every page that is full
    for filled in fill(cards, sheet, settings):
        key = id(filled.grid), len(filled.cards)
        if key not in around:
            around[key] = _around(filled, sheet, settings)
        yield from _pages(filled, sheet, settings, around[key])


def outline(
    cards: Sequence[PrintedCard],
    sheet: Sheet,
    settings: Settings | None = None,
    labels: Mapping[str, str] | None = None,
) -> list[Bookmark]:
    """A bookmark for each card, below one for each card type, to the page where it stands first.

    Args:
        cards, sheet, settings: as for `impose`.
        labels: how people call the card types; their names by default.
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


def _drawn(cards: Iterable[PrintedCard], size: Size) -> Mm:
    """How far all faces of a size are drawn beyond their edges, in their own measure."""
    return min(face.bleed for card in cards if _size(card) == size for face in (card.front, card.back))


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around the cards of a page, whatever they are: how far each is printed, and the marks."""

    fronts: list[Edges]
    backs: list[Edges]
    marks: tuple[Item, ...]


def _around(filled: Filled, sheet: Sheet, settings: Settings) -> _Around:
    grid = filled.grid
    wanted = grid.bleed
    if settings.registration:
        wanted = _clear_of_registration(filled.fronts, grid.paper, wanted)
    fronts = bleeds(filled.fronts, grid.paper, wanted, grid.folded)
    backs = bleeds(filled.backs, grid.paper, wanted, grid.folded)
    return _Around(fronts, backs, _marks(filled, fronts, backs, sheet, settings))


def _pages(filled: Filled, sheet: Sheet, settings: Settings, around: _Around) -> Iterator[Page]:
    grid, fronts, backs = filled.grid, around.fronts, around.backs
    items = _faces([card.front for card in filled.cards], filled.fronts, fronts, grid.scale)
    behind: list[Item] = []
    if grid.backs:
        moved = Mm(settings.back_offset[0]), Mm(settings.back_offset[1])
        faces = _faces([card.back for card in filled.cards], filled.backs, backs, grid.scale)
        behind.append(Group(tuple(faces), dx=moved[0], dy=moved[1]))
    if grid.folded:
        items += behind
    if around.marks:
        items.append(Tagged(ARTIFACT, around.marks))
    alone = sheet.paper is None
    yield _page(items, grid, fronts[0] if alone else None)
    if behind and not grid.folded:
        yield _page(behind, grid, backs[0] if alone else None)


def _faces(faces: Sequence[Drawing], places: Sequence[Place], edges: Sequence[Edges], scale: float) -> list[Item]:
    return [put(face, place, scale, bleed) for face, place, bleed in zip(faces, places, edges, strict=True)]


def _page(items: Iterable[Item], grid: Grid, bleed: Edges | None) -> Page:
    """A page; one that is a card of its own says where it is cut."""
    if bleed is None:
        return Page(grid.paper.width, grid.paper.height, tuple(items))
    trim = grid.fronts[0].box
    return Page(grid.paper.width, grid.paper.height, tuple(items), trim=trim, bleed=bleed.around(trim))


def _marks(
    filled: Filled, fronts: Sequence[Edges], backs: Sequence[Edges], sheet: Sheet, settings: Settings
) -> tuple[Item, ...]:
    """What is drawn beside and, for proofs, over the cards of a page of fronts."""
    grid = filled.grid
    boxes = [place.box for place in filled.fronts]
    printed = [bleed.around(box) for box, bleed in zip(boxes, fronts, strict=True)]
    if grid.folded:
        boxes += [place.box for place in filled.backs]
        printed += [bleed.around(place.box) for place, bleed in zip(filled.backs, backs, strict=True)]
    marks: list[Item] = []
    if settings.registration:
        marks += registration_marks(grid.paper)
    elif sheet.marks and sheet.paper is not None:
        marks += crop_marks(boxes, printed, grid.paper)
        if grid.folded:
            marks += fold_line(grid.paper)
    if settings.guides:
        for place, bleed in zip(filled.fronts, fronts, strict=True):
            marks += guides(place.box, bleed, Mm(sheet.safe * grid.scale))
    return tuple(marks)


def _clear_of_registration(places: Sequence[Place], paper: Size, wanted: Mm) -> Mm:
    """The largest bleed up to the wanted one that leaves registration marks free.

    Raises:
        NoPlaceError: even without bleed the cards lie where the marks must be.
    """
    bleed = wanted
    while any(_overlap(_grown(place.box, bleed + 0.5), mark) for place in places for mark in registration_boxes(paper)):
        bleed = Mm(bleed - BLEED_STEP)
        if bleed < 0:
            raise NoPlaceError("its cards lie where a cutting machine looks for registration marks")
    return bleed


def _grown(box: Box, by: float) -> Box:
    return Edges(Mm(by), Mm(by), Mm(by), Mm(by)).around(box)


def _overlap(one: Box, other: Box) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom
