"""Table of contents of a booklet, and the number of columns that its index needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ...drawing.drawing import MM_PER_PT, Box, Item, Link, Mm
from ...typeset import Span, set_text
from ..content.elements import Heading, Inline, Paragraph
from ..content.words import word
from .draft import column_width
from .piece import Piece, nothing
from .reading import parted, text_items
from .typesetter import Typesetter

CONTENTS_COLUMNS = 2
DEEPEST = 2  # level of headings that are listed
MOST_TURNED = 0.1  # so many entries of the index, as a part of all, may go on in another line
NUMBER = Mm(12)  # room for the number of a page

Entry = tuple[str, int, str, int]  # title, level from 1, anchor, page


def contents(typesetter: Typesetter, language: str, outline: Iterable[Entry]) -> Iterator[Piece]:
    """The table of contents: chapters, and the headings below them."""
    yield typesetter.heading(Heading((Inline(word(language, "contents")),), 1, "contents", outlined=False))
    yield Piece(Mm(0), nothing, columns=CONTENTS_COLUMNS)
    narrow = typesetter.narrower(column_width(CONTENTS_COLUMNS))
    listed = [entry for entry in outline if entry[1] <= DEEPEST]
    for entry, following in zip_longest(listed, listed[1:]):
        leads = following is not None and following[1] > entry[1]
        yield replace(_line(narrow, entry), keep=leads)


def _line(typesetter: Typesetter, entry: Entry) -> Piece:
    """A heading on the left, its page on the right."""
    name, level, anchor, page = entry
    style = replace(typesetter.look.ragged, bold=level == 1)
    left = Mm(0 if level == 1 else 5)
    room = Mm(typesetter.width - left - NUMBER)
    setting = typesetter.set((Inline(name),), style, room)
    number = set_text([Span(str(page))], replace(style, align="right"), NUMBER)
    high = Mm(max(1, len(setting.lines)) * style.leading * style.size * MM_PER_PT)

    def draw(x: Mm, y: Mm) -> Iterator[Item]:
        yield from parted(text_items(setting, Mm(x + left), y))
        yield from number.items(Mm(x + typesetter.width - NUMBER), Mm(y + setting.height - number.height))
        if anchor:
            yield Link(Box(x, y, typesetter.width, high), anchor)

    return Piece(high, draw, Mm(1.6 if level == 1 else 0), part=next(typesetter.numbers), role="TOCI", within="TOC")


def index_columns(typesetter: Typesetter, entries: Sequence[Paragraph]) -> int:
    """As many columns as leave nearly all entries on one line."""
    for columns in (3, 2):
        narrow = typesetter.narrower(column_width(columns))
        wide = sum(len(narrow.set(entry.words, typesetter.look.fine, narrow.width).lines) > 1 for entry in entries)
        if wide <= MOST_TURNED * len(entries):
            return columns
    return 2
