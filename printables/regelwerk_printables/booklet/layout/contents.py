"""Headings with their pages in, the pieces of the table of contents out; and how wide the index needs its columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ...drawing.drawing import MM_PER_PT, Box, Item, Link, Mm
from ...typeset import Span, set_text
from ..content.elements import Columns, Heading, Inline, Paragraph
from ..content.words import word
from .draft import column_width
from .piece import Piece
from .pieces import Builder
from .reading import parted, text_items

CONTENTS_COLUMNS = 2
DEEPEST = 2  # level of headings that are listed
MOST_TURNED = 0.1  # so many entries of the index, as a part of all, may go on in another line
NUMBER = Mm(12)  # room for the number of a page

Entry = tuple[str, int, str, int]  # title, level from 1, anchor, page


def contents(builder: Builder, language: str, outline: Iterable[Entry]) -> Iterator[Piece]:
    """The table of contents: chapters, and the headings below them."""
    yield from builder.heading(Heading((Inline(word(language, "contents")),), 1, "contents", outlined=False))
    yield from builder.pieces([Columns(CONTENTS_COLUMNS)])
    narrow = builder.narrower(column_width(CONTENTS_COLUMNS))
    listed = [entry for entry in outline if entry[1] <= DEEPEST]
    for entry, following in zip_longest(listed, listed[1:]):
        leads = following is not None and following[1] > entry[1]
        yield replace(_line(narrow, entry), keep=leads)


def _line(builder: Builder, entry: Entry) -> Piece:
    """A heading on the left, its page on the right."""
    name, level, anchor, page = entry
    style = replace(builder.look.ragged, bold=level == 1)
    left = Mm(0 if level == 1 else 5)
    room = Mm(builder.width - left - NUMBER)
    setting = builder.set((Inline(name),), style, room)
    number = set_text([Span(str(page))], replace(style, align="right"), NUMBER)
    high = Mm(max(1, len(setting.lines)) * style.leading * style.size * MM_PER_PT)

    def draw(x: Mm, y: Mm) -> Iterator[Item]:
        yield from parted(text_items(setting, Mm(x + left), y))
        yield from number.items(Mm(x + builder.width - NUMBER), Mm(y + setting.height - number.height))
        if anchor:
            yield Link(Box(x, y, builder.width, high), anchor)

    return Piece(high, draw, Mm(1.6 if level == 1 else 0), part=next(builder.numbers), role="TOCI", within="TOC")


def index_columns(builder: Builder, entries: Sequence[Paragraph]) -> int:
    """As many columns as leave nearly all entries on one line."""
    for columns in (3, 2):
        narrow = builder.narrower(column_width(columns))
        wide = sum(len(narrow.set(entry.words, builder.look.fine, narrow.width).lines) > 1 for entry in entries)
        if wide <= MOST_TURNED * len(entries):
            return columns
    return 2
