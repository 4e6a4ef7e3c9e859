"""Pieces of a booklet: the unbreakable parts of elements, each able to draw itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from typing import assert_never

from msgspec import structs

from ...drawing.drawing import Item, Mm, Pen, Tagged, stroke
from ...typeset import set_text
from ..content import elements
from ..content.elements import Element, Inline, Words, spans
from ..look import LINE, PADDING, Look
from .figures import figure_pieces
from .page import Piece, nothing
from .scenes import scenery_pieces
from .typesetter import EXCESS, Typesetter

WIDE = Mm(1000)  # so that no line is broken
LEAST = Mm(8)
CELL_GAP = Mm(3)
ROW_GAP = Mm(0.9)  # above and below the text of a cell
SHORT_TABLE = 8  # tables up to this number of rows stay on one page


def column_widths(table: elements.Table, look: Look, width: Mm) -> list[Mm]:
    """The widths of the columns in order; their sum with the gaps is at most `width` if the words allow that."""
    found = [0.0] * len(table.headings)
    words = [0.0] * len(found)  # the widest piece that cannot be divided
    for row, style in [(table.headings, look.head), *((row, look.cell) for row in table.rows)]:
        for at, cell in enumerate(row[: len(found)]):
            setting = set_text(spans(cell), style, WIDE)
            found[at] = max(found[at], max(map(setting.line_width, setting.lines), default=0.0) + 0.05)
            words[at] = max(words[at], LEAST + set_text(spans(cell), style, LEAST).excess)
    room = width - CELL_GAP * (len(found) - 1)
    wide = sorted(range(len(found)), key=found.__getitem__)
    while wide and found[wide[0]] <= room / len(wide):  # narrow columns get the width they need
        room -= found[wide.pop(0)]
    total = sum(found[at] for at in wide)
    if sum(words[at] for at in wide) <= room:  # columns whose share is too narrow for a word get the width of the word
        while tight := [at for at in wide if room * found[at] / total + EXCESS < words[at]]:
            for at in tight:
                wide.remove(at)
                room, total, found[at] = room - words[at], total - found[at], words[at]
    for at in wide:  # the others share the rest in proportion
        found[at] = max(LEAST, room * found[at] / total)
    return [Mm(one) for one in found]


def _fits(table: elements.Table, look: Look, width: Mm) -> bool:
    """True if no word of a table is wider than its column."""
    widths = column_widths(table, look, width)
    rows = [(table.headings, look.head), *((row, look.cell) for row in table.rows)]
    return all(
        set_text(spans(cell), style, wide).excess <= EXCESS
        for row, style in rows
        for cell, wide in zip(row, widths, strict=False)
    )


def table_pieces(typesetter: Typesetter, element: elements.Table) -> Iterator[Piece]:
    """The caption, the headings and the rows; the headings are repeated if a page ends within the table."""
    part, look = next(typesetter.numbers), typesetter.look
    widths = column_widths(element, look, typesetter.width)
    top: Piece | None = None
    if element.caption:
        caption = elements.Paragraph((Inline(element.caption, bold=True),), small=True)
        yield from (replace(piece, keep=True) for piece in typesetter.paragraph(caption))
    anchors = (element.anchor,) if element.anchor else ()
    if any(element.headings):
        top = replace(_row(typesetter, element, element.headings, widths), part=part)
        yield replace(top, keep=True, before=Mm(1 if element.caption else 2), anchors=anchors)
    last = len(element.rows) - 1
    for number, row in enumerate(element.rows):
        piece = _row(typesetter, element, row, widths)
        if number == 0 and top is None:
            piece = replace(piece, before=Mm(2), anchors=anchors)
        if element.targets:
            piece = replace(piece, anchors=(*piece.anchors, element.targets[number]))
        keep = number != last and (last < SHORT_TABLE or number == last - 1)
        yield replace(piece, part=part, again=top, marked=number in element.marked, keep=keep)
    yield Piece(Mm(1.5), nothing)


def _row(typesetter: Typesetter, table: elements.Table, cells: tuple[Words, ...], widths: Sequence[Mm]) -> Piece:
    look = typesetter.look
    role, thick, style = ("TH", 0.35, look.head) if cells is table.headings else ("TD", 0.15, look.cell)
    settings = [
        typesetter.cell(cell, structs.replace(style, align="right" if right else "left"), width)
        for cell, width, right in zip(cells, widths, table.numbers, strict=False)
    ]
    height = Mm(max((setting.height for setting in settings), default=Mm(0)) + 2 * ROW_GAP)
    width = Mm(sum(widths) + CELL_GAP * (len(widths) - 1))

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        lefts = accumulate((one + CELL_GAP for one in widths), initial=float(x))
        yield Tagged(
            "TR",
            tuple(
                Tagged(role, setting.items(Mm(left), Mm(y + ROW_GAP)))
                for setting, left in zip(settings, lefts, strict=False)
            ),
        )
        yield Tagged("Artifact", (stroke(x, y + height, x + width, y + height, Pen(LINE, Mm(thick))),))

    return Piece(height, draw, role="Table")


SHORT_NOTE = Mm(75)  # a movable piece up to this height is not split
MOST_OF_PAGE = 0.85  # greatest height of a picture, as a part of the page


def pieces(typesetter: Typesetter, content: Iterable[Element]) -> Iterator[Piece]:
    """The pieces of all elements in order, in columns of the width of the typesetter until elements change that.

    A table that does not fit its column runs across the page, with the heading above it.
    """
    whole, columns, narrow = typesetter, 1, typesetter
    for element, following in pairwise(chain(content, [None])):
        table = following if isinstance(element, elements.Heading) else element
        in_columns = narrow is not whole
        if in_columns and isinstance(table, elements.Table) and not _fits(table, narrow.look, narrow.width):
            if typesetter is narrow:
                yield Piece(Mm(0), nothing, columns=1)
            typesetter = whole
        elif typesetter is not narrow and not isinstance(element, elements.Columns | None):
            yield Piece(Mm(0), nothing, columns=columns)
            typesetter = narrow
        match element:
            case None:
                return
            case elements.Heading():
                yield typesetter.heading(element)
            case elements.Paragraph():
                leads = not element.depth and following is not None and _is_led_to(following)
                yield from typesetter.paragraph(structs.replace(element, keep=element.keep or leads))
            case elements.Table():
                yield from table_pieces(typesetter, element)
            case elements.Note():
                yield from _note(typesetter, element)
            case elements.Picture():
                yield picture_piece(typesetter, element)
            case elements.Figure():
                yield from figure_pieces(typesetter, element)
            case elements.Scenery():
                yield from scenery_pieces(typesetter, element)
            case elements.Parting(tear):
                yield Piece(Mm(0), nothing, tear=tear)
            case elements.Marked(inner, doubt):
                for piece in pieces(typesetter, inner):
                    yield replace(piece, marked=piece.marked or not doubt, doubt=doubt or piece.doubt)
            case elements.Columns():
                paper = whole.look.paper
                columns = element.count + paper.columns - 1
                yield Piece(Mm(0), nothing, columns=columns)
                typesetter = narrow = replace(whole, width=paper.column(columns))
            case _:
                assert_never(element)


def _is_led_to(element: Element) -> bool:
    """True if the words before an element stay with it: for a list, or a table without a title of its own."""
    first = next(inner for inner in elements.walk([element]) if not isinstance(inner, elements.Marked))
    match first:
        case elements.Paragraph(depth=depth):
            return depth > 0
        case elements.Table(caption=caption):
            return not caption
        case _:
            return False


def _note(typesetter: Typesetter, element: elements.Note) -> Iterator[Piece]:
    """A box: its pieces indented, with room above and below them."""
    number = next(typesetter.numbers)
    inner = list(pieces(replace(typesetter, width=Mm(typesetter.width - 2 * PADDING)), element.elements))
    if not inner:
        return
    anchors = (element.anchor,) if element.anchor else ()
    high = sum(piece.before + piece.height for piece in inner)
    whole = element.whole or (bool(element.away) and high <= SHORT_NOTE)
    away = typesetter.away(element.away) if whole else None
    yield Piece(PADDING, nothing, Mm(2.2), keep=True, note=number, anchors=anchors, away=away)
    last = max((at for at, piece in enumerate(inner) if not piece.is_space), default=0)
    for at, piece in enumerate(inner):
        yield replace(
            piece,
            indent=Mm(piece.indent + PADDING),
            before=piece.before if at else Mm(0),
            keep=piece.keep or at >= last,
            whole=whole,
            note=number,
        )
    yield Piece(Mm(PADDING * 0.7), nothing, note=number)


def picture_piece(typesetter: Typesetter, element: elements.Picture) -> Piece:
    """A drawing in the middle of the column, as large as it allows."""
    page = MOST_OF_PAGE * typesetter.look.paper.text_height
    scale = min(1.0, typesetter.width / element.drawing.width, page / element.drawing.height)
    wide, high = element.drawing.width * scale, element.drawing.height * scale

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        yield typesetter.picture(element.drawing, Mm(x + (typesetter.width - wide) / 2), y, scale)

    return Piece(Mm(high), draw, Mm(3), part=next(typesetter.numbers), role="Figure:" + element.alt)
