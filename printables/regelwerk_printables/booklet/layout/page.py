"""Pages of a booklet: drawn with page numbers, running heads, backgrounds and change bars; and imposed for folding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil

from ...drawing.drawing import Anchor, Box, Group, Item, Mm, Page, Pen, Rect, Tagged, stroke
from ...typeset import Span, set_text
from ..content.references import page_anchor
from .look import ACCENT, BAR, BOTTOM, BOX, PAGE_HEIGHT, PAGE_WIDTH, SOFT, TEXT_WIDTH, TOP, WARNING, Look
from .piece import Draft, Placed, column_width, nothing

TORN = 1.6  # how far the background of a note goes beyond its text where a page ends within it


def draw_page(draft: Draft, look: Look, title: str) -> Page:
    """A filled page with its number and the title of the chapter above it."""
    items: list[Item] = [Tagged("Artifact", tuple(_backgrounds(draft)))]
    items.append(Anchor(page_anchor(draft.number), Mm(0)))
    items += [Anchor(name, Mm(max(0.0, one.y - 4))) for one in draft.placed for name in one.piece.anchors]
    for within, group in groupby(draft.placed, key=lambda one: one.piece.within):
        parts = tuple(_parts(draft, group))
        items += [Tagged(within, parts)] if within else parts
    items.append(Tagged("Artifact", (*_furniture(draft, look, title), *_doubts(draft, look))))
    return Page(PAGE_WIDTH, PAGE_HEIGHT, tuple(items))


def _parts(draft: Draft, placed: Iterable[Placed]) -> Iterator[Item]:
    """The parts of the structure, each with what is drawn of it."""
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
    """On a proof, frames around what is in doubt, each with the reason at its edge."""
    for (doubt, _, _), group in groupby(draft.placed, key=lambda one: (one.piece.doubt, one.column, one.columns)):
        if doubt:
            box = _around(draft, list(group))
            frame = Box(Mm(box.x - 1), Mm(box.y - 0.5), Mm(box.width + 2), Mm(box.height + 1))
            yield Rect(frame, pen=Pen(WARNING, Mm(0.4)))
            style = replace(look.small, align="right")
            said = set_text([Span(doubt, bold=True, color=WARNING)], style, box.width)
            yield from said.items(box.x, Mm(box.y - said.height / 2 - 0.5))


def _around(draft: Draft, placed: list[Placed]) -> Box:
    top = placed[0].y
    high = placed[-1].y + placed[-1].piece.height - top
    return Box(draft.left_of(placed[0]), top, column_width(placed[0].columns), Mm(high))


def _furniture(draft: Draft, look: Look, title: str) -> Iterator[Item]:
    style = replace(look.small, align="right") if draft.number % 2 else look.small
    number = set_text([Span(str(draft.number), bold=True, color=SOFT)], style, TEXT_WIDTH)
    yield from number.items(draft.left, Mm(PAGE_HEIGHT - BOTTOM + 6))
    if title:
        head = set_text([Span(title, color=SOFT)], style, TEXT_WIDTH)
        yield from head.items(draft.left, Mm(TOP - 8))


A4_LONG, A4_SHORT = Mm(297), Mm(210)
PAGES_A_SHEET = 4


def fold(pages: Sequence[Page]) -> list[Page]:
    """Sides of A4 sheets, front and back in turn, to be turned over the short edge; empty pages fill the last sheet."""
    count = PAGES_A_SHEET * ceil(len(pages) / PAGES_A_SHEET)
    blank = Page(A4_LONG, A4_SHORT, ())
    filled = [*pages, *[blank] * (count - len(pages))]
    pairs = [(filled[count - 1 - at], filled[at]) for at in range(count // 2)]  # the outermost sheet first
    return [_side(*(pair[::-1] if number % 2 else pair)) for number, pair in enumerate(pairs)]


def _side(left: Page, right: Page) -> Page:
    half = A4_LONG / 2
    placed = [
        Group(
            page.items,
            Mm(x + (half - page.width) / 2),
            Mm((A4_SHORT - page.height) / 2),
            clip=Box(Mm(0), Mm(0), page.width, page.height),
        )
        for page, x in ((left, 0.0), (right, half))
        if page.items
    ]
    return Page(A4_LONG, A4_SHORT, tuple(placed) or (Tagged("Artifact", ()),))
