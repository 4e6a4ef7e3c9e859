"""Pages of a booklet: pieces, which no page break divides, with page numbers, running heads, backgrounds and marks.

The finished pages can be imposed for folding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil
from operator import is_

from msgspec import Struct, structs

from ...drawing.drawing import WARNING, Anchor, Box, Group, Item, Mm, Page, Pen, Rect, Tagged, stroke
from ...sheets import Size
from ...typeset import Span, set_text
from ..content.facts import page_anchor
from ..look import A5, ACCENT, BAR, BOTTOM, BOX, GUTTER, INSIDE, OUTSIDE, SOFT, TOP, Look, Paper

Draw = Callable[[Mm, Mm], Iterable[Item]]
NOTHING = Mm(0)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part with a height that no page break divides.

    Attributes:
        height: without `before`.
        draw: gives its items, with the top left corner of the piece at x, y.
        before: room above it, none at the top of a column.
        indent: its distance from the left edge of its column.
        keep: it stays in one column with the next piece.
        whole: the same, unless a column cannot hold all pieces that are chained in this way.
        tear: whether a box may be split after this piece to avoid a gap on the page: 0 for no, 1 if that disturbs
            little, 2 if it disturbs more.
        part: pieces with one number are one part of the structure, with `role`.
        within: the structure element that contains it and its neighbours of the same kind, such as a list.
        anchors: names of targets of links.
        terms: its index entries.
        outline: title and level (from 1) of its entry in the contents.
        marked: a change bar is drawn beside it.
        doubt: on a proof, the fault of its words: a frame is drawn around it.
        note: pieces with one number share a background, 0 for none.
        again: the piece repeated above it if it begins a column: the heading of its table.
        columns: the number of columns of what follows; 0: as before.
        away: for the first piece of a float, which may move to the next page while the text after it goes on: the lines
            that then refer to it; empty if the text already does. None: it does not float.
        sizes: its heights and drawings, the usual ones first, then those with smaller pictures for pages short of room;
            empty if there is only one.
        size: the index of the present size.
    """

    height: Mm
    draw: Draw
    before: Mm = NOTHING
    indent: Mm = NOTHING
    keep: bool = False
    whole: bool = False
    tear: int = 0
    part: int = 0
    role: str = "P"
    within: str = ""
    anchors: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    outline: tuple[str, int] | None = None
    marked: bool = False
    doubt: str = ""
    note: int = 0
    again: Piece | None = None
    columns: int = 0
    away: tuple[Piece, ...] | None = None
    sizes: tuple[tuple[Mm, Draw], ...] = ()
    size: int = 0
    _sized: dict[int, Piece] = field(init=False, default_factory=dict, compare=False, repr=False)  # made before

    def at_size(self, step: int) -> Piece:
        """The piece with its pictures made smaller by a number of steps, or by as many as there are."""
        size = min(step, len(self.sizes) - 1)
        if size < 0 or size == self.size:
            return self
        if size not in self._sized:
            height, draw = self.sizes[size]
            self._sized[size] = replace(self, height=height, draw=draw, size=size)
        return self._sized[size]

    @property
    def chapter_title(self) -> str:
        """The title of its chapter if it is the heading of one, else ""."""
        return self.outline[0] if self.outline is not None and self.outline[1] == 1 else ""

    @property
    def is_space(self) -> bool:
        """True if it is only room, which no column begins with."""
        return self.draw is nothing and not self.note


def nothing(x: Mm, y: Mm) -> Iterable[Item]:
    """Draws nothing."""
    return ()


def untagged(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without structure elements, since a figure is one element; the same object if they have none."""
    found: list[Item] = []
    for item in items:
        match item:
            case Tagged():
                found += untagged(item.items)
            case Group():
                inner = untagged(item.items)
                found.append(item if inner is item.items else structs.replace(item, items=inner))
            case _:
                found.append(item)
    is_same = len(found) == len(items) and all(map(is_, found, items))
    return items if is_same else tuple(found)


class Placed(Struct, frozen=True):
    """A piece in one of the columns of a page; `y` is its top from that of the page."""

    piece: Piece
    column: int
    columns: int
    y: Mm


@dataclass(slots=True)
class Draft:
    """A page being filled. `number` is printed, from 1; `depth` is the filled height."""

    number: int
    placed: list[Placed] = field(default_factory=list)
    depth: float = 0.0
    paper: Paper = A5

    @property
    def left(self) -> Mm:
        """The left edge of the text: pages with odd numbers are on the right, with the inner edge at the left."""
        return INSIDE if self.number % 2 else OUTSIDE

    def left_of(self, placed: Placed) -> Mm:
        """The left edge of the column of a piece."""
        return Mm(self.left + placed.column * (self.paper.column(placed.columns) + GUTTER))


TORN = 2.2  # how far the background of a note extends beyond its text if a page ends within it


def draw_page(draft: Draft, look: Look, title: str) -> Page:
    """A filled page with its number and the title of the chapter above it."""
    items: list[Item] = [Tagged("Artifact", tuple(_backgrounds(draft)))]
    items.append(Anchor(page_anchor(draft.number), Mm(0)))
    items += [Anchor(name, Mm(max(0.0, one.y - 4))) for one in draft.placed for name in one.piece.anchors]
    for within, group in groupby(draft.placed, key=lambda one: one.piece.within):
        parts = tuple(_parts(draft, group))
        items += [Tagged(within, parts)] if within else parts
    items.append(Tagged("Artifact", (*_furniture(draft, look, title), *_doubts(draft, look))))
    return Page(draft.paper.width, draft.paper.height, tuple(items))


def _parts(draft: Draft, placed: Iterable[Placed]) -> Iterator[Item]:
    """The parts of the structure, each with its items."""
    for (part, role), group in groupby(placed, key=lambda one: (one.piece.part, one.piece.role)):
        inner = tuple(
            item for one in group for item in one.piece.draw(Mm(draft.left_of(one) + one.piece.indent), one.y)
        )
        name, _, alt = role.partition(":")
        if not part or not inner:
            yield from inner
        elif name == "LI":
            yield Tagged(name, (Tagged("LBody", inner),))
        else:
            yield Tagged(name, inner, alt=alt)


def _backgrounds(draft: Draft) -> Iterator[Item]:
    """The boxes of notes, and the change bars, in the outer margin or beside the outer columns."""
    for (note, _), group in groupby(draft.placed, key=lambda one: (one.piece.note, one.column)):
        if note:
            placed = list(group)
            box = _around(draft, placed)
            above, below = (0.0 if one.piece.draw is nothing else TORN for one in (placed[0], placed[-1]))
            yield Rect(Box(box.x, Mm(box.y - above), box.width, Mm(box.height + above + below)), Mm(1), BOX)
    by_mark = groupby(draft.placed, key=lambda one: (one.piece.marked, one.column, one.columns))
    for (marked, column, columns), group in by_mark:
        if marked:
            box = _around(draft, list(group))
            right = draft.number % 2 == 1 if columns == 1 else column == columns - 1
            x = box.right + BAR if right else box.x - BAR
            yield stroke(x, box.y, x, box.bottom, Pen(ACCENT, Mm(0.9)))


def _doubts(draft: Draft, look: Look) -> Iterator[Item]:
    """On a proof, frames around doubtful words, each with the reason at its edge."""
    for (doubt, _, _), group in groupby(draft.placed, key=lambda one: (one.piece.doubt, one.column, one.columns)):
        if doubt:
            box = _around(draft, list(group))
            frame = Box(Mm(box.x - 1), Mm(box.y - 0.5), Mm(box.width + 2), Mm(box.height + 1))
            yield Rect(frame, pen=Pen(WARNING, Mm(0.4)))
            style = structs.replace(look.small, align="right")
            said = set_text([Span(doubt, bold=True, color=WARNING)], style, box.width)
            yield from said.items(box.x, Mm(box.y - said.height / 2 - 0.5))


def _around(draft: Draft, placed: list[Placed]) -> Box:
    top = placed[0].y
    high = placed[-1].y + placed[-1].piece.height - top
    return Box(draft.left_of(placed[0]), top, draft.paper.column(placed[0].columns), Mm(high))


def _furniture(draft: Draft, look: Look, title: str) -> Iterator[Item]:
    style = structs.replace(look.small, align="right") if draft.number % 2 else look.small
    width = draft.paper.text_width
    number = set_text([Span(str(draft.number), bold=True, color=SOFT)], style, width)
    yield from number.items(draft.left, Mm(draft.paper.height - BOTTOM + 6))
    if title:
        head = set_text([Span(title, color=SOFT)], style, width)
        yield from head.items(draft.left, Mm(TOP - 8))


PAGES_A_SHEET = 4


def fold(pages: Sequence[Page], paper: Size, has_back: bool = False) -> list[Page]:
    """The sides of sheets of paper, fronts and backs in turn, printed with a flip over the short edge.

    Blank pages fill the last sheet; with `has_back` they come before the last page, the back cover. Pages larger than
    half a sheet are scaled down.
    """
    long, short = max(paper.width, paper.height), min(paper.width, paper.height)
    count = PAGES_A_SHEET * ceil(len(pages) / PAGES_A_SHEET)
    blank = Page(long, short, ())
    end = len(pages) - has_back
    filled = [*pages[:end], *[blank] * (count - len(pages)), *pages[end:]]
    pairs = [(filled[count - 1 - at], filled[at]) for at in range(count // 2)]  # the outermost sheet first
    return [_side(*(pair[::-1] if number % 2 else pair), long, short) for number, pair in enumerate(pairs)]


def _side(left: Page, right: Page, long: Mm, short: Mm) -> Page:
    half = long / 2
    placed = []
    for page, x in ((left, 0.0), (right, half)):
        if page.items:
            scale = min(1.0, half / page.width, short / page.height)
            beside, above = (half - scale * page.width) / 2, (short - scale * page.height) / 2
            whole = Box(Mm(0), Mm(0), page.width, page.height)
            placed.append(Group(page.items, Mm(x + beside), Mm(above), scale=scale, clip=whole))
    return Page(long, short, tuple(placed) or (Tagged("Artifact", ()),))
