"""Drawing of filled booklet pages: placed pieces with page numbers, running heads, grounds and bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from ...drawing.drawing import Anchor, Box, Item, Mm, Page, Path, Pen, Rect, Tagged
from ...typeset import Span, set_text
from ..content.references import page_anchor
from .draft import Draft, Placed, column_width
from .look import ACCENT, BAR, BOTTOM, BOX, PAGE_HEIGHT, PAGE_WIDTH, SOFT, TEXT_WIDTH, TOP, WARNING, Look
from .piece import nothing

TORN = 1.6  # how far the ground of a note goes beyond its text where a page ends within it


def draw_page(draft: Draft, look: Look, title: str) -> Page:
    """A filled page with its number and the title of the chapter above it."""
    items: list[Item] = [Tagged("Artifact", tuple(_grounds(draft)))]
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
        inner = tuple(item for one in group for item in one.piece.draw(draft.left_of(one), one.y))
        name, _, alt = role.partition(":")
        if not part or not inner:
            yield from inner
        elif name == "LI":
            yield Tagged(name, (Tagged("LBody", inner),))
        else:
            yield Tagged(name, inner, alt=alt)


def _grounds(draft: Draft) -> Iterator[Item]:
    """The boxes of notes, and the bars beside what differs, in the outer margin or beside the outer columns."""
    for (note, _), group in groupby(draft.placed, key=lambda one: (one.piece.note, one.column)):
        if note:
            placed = list(group)
            box = _around(draft, placed)
            above, below = (0.0 if one.piece.draw is nothing else TORN for one in (placed[0], placed[-1]))
            yield Rect(Box(box.x, Mm(box.y - above), box.width, Mm(box.height + above + below)), Mm(1), BOX)
    for (marked, column, columns), group in groupby(
        draft.placed, key=lambda one: (one.piece.marked, one.column, one.columns)
    ):
        if marked:
            box = _around(draft, list(group))
            right = draft.number % 2 == 1 if columns == 1 else column == columns - 1
            x = box.x + box.width + BAR if right else box.x - BAR
            line = (("M", (x, box.y)), ("L", (x, box.y + box.height)))
            yield Path(line, pen=Pen(ACCENT, Mm(0.9)))


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
