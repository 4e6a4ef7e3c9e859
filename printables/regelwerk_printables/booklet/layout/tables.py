"""Tables of a booklet: a piece a row, in columns as wide as their texts need and the width allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from ...drawing.drawing import Item, Mm, Pen, Tagged, stroke
from ...typeset import Style, set_text
from ..content.elements import Inline, Paragraph, Table, Words, spans
from .look import LINE, Look
from .piece import Piece, nothing
from .typesetter import Typesetter

WIDE = Mm(1000)  # so that nothing is broken
LEAST = Mm(8)
CELL_GAP = Mm(3)
ROW_GAP = Mm(0.9)  # above and below the text of a cell
SHORT_TABLE = 8  # so many rows stay on one page


def column_widths(table: Table, look: Look, width: Mm) -> list[Mm]:
    """The widths of the columns in order; their sum with the gaps is at most `width` where words allow."""
    found = [0.0] * len(table.headings)
    for row, style in [(table.headings, look.head), *((row, look.cell) for row in table.rows)]:
        for at, cell in enumerate(row[: len(found)]):
            setting = set_text(spans(cell), style, WIDE)
            found[at] = max(found[at], max(map(setting.line_width, setting.lines), default=0.0) + 0.05)
    room = width - CELL_GAP * (len(found) - 1)
    wide = sorted(range(len(found)), key=found.__getitem__)
    while wide and found[wide[0]] <= room / len(wide):  # narrow columns get what they want
        room -= found[wide.pop(0)]
    total = sum(found[at] for at in wide)
    for at in wide:  # the others share the rest in proportion
        found[at] = max(LEAST, room * found[at] / total)
    return [Mm(one) for one in found]


def table_pieces(typesetter: Typesetter, element: Table) -> Iterator[Piece]:
    """The caption, the headings and the rows; the headings come again where a page ends within the table."""
    part, look = next(typesetter.numbers), typesetter.look
    widths = column_widths(element, look, typesetter.width)
    top: Piece | None = None
    if element.caption:
        caption = Paragraph((Inline(element.caption, bold=True),), small=True)
        yield from (replace(piece, keep=True) for piece in typesetter.paragraph(caption))
    anchors = (element.anchor,) if element.anchor else ()
    if any(element.headings):
        top = replace(_row(typesetter, element, element.headings, widths, look.head), part=part)
        yield replace(top, keep=True, before=Mm(1 if element.caption else 2), anchors=anchors)
    last = len(element.rows) - 1
    for number, row in enumerate(element.rows):
        piece = _row(typesetter, element, row, widths, look.cell)
        if number == 0 and top is None:
            piece = replace(piece, before=Mm(2), anchors=anchors)
        keep = last > number and (last < SHORT_TABLE or number == last - 1)
        yield replace(piece, part=part, again=top, marked=number in element.marked, keep=keep)
    yield Piece(Mm(1.5), nothing)


def _row(typesetter: Typesetter, table: Table, cells: tuple[Words, ...], widths: Sequence[Mm], style: Style) -> Piece:
    role, thick = ("TH", 0.35) if cells is table.headings else ("TD", 0.15)
    settings = [
        typesetter.set(cell, replace(style, align="right" if right else "left"), width)
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
