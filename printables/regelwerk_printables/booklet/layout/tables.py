"""A table in, the pieces of its rows out; its columns are as wide as they need, and no wider than it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...drawing.drawing import Item, Mm, Tagged
from ...typeset import Style, set_text
from ..content.elements import Inline, Paragraph, Table, Words, spans
from .look import LINE, Look
from .piece import Piece, nothing, rule
from .reading import text_items

if TYPE_CHECKING:
    from .pieces import Builder

WIDE = Mm(1000)  # so that nothing is broken
LEAST = Mm(8)
CELL_GAP = Mm(3)
ROW_GAP = Mm(0.9)  # above and below the text of a cell
SHORT_TABLE = 8  # so many rows stay on one page


def column_widths(table: Table, look: Look, width: Mm) -> list[Mm]:
    """The widths of the columns in order; their sum with the gaps is at most `width` where words allow."""
    columns = len(table.headings)
    wish = [0.0] * columns
    for row, style in [(table.headings, look.head), *((row, look.cell) for row in table.rows)]:
        for at, cell in enumerate(row[:columns]):
            wish[at] = max(wish[at], _natural(cell, style))
    room = width - CELL_GAP * (columns - 1)
    if sum(wish) <= room:
        return [Mm(one) for one in wish]
    return _shared(wish, room)


def _natural(cell: Words, style: Style) -> float:
    setting = set_text(spans(cell), style, WIDE)
    return max((line.width for line in setting.lines), default=0.0) + 0.05


def _shared(wish: list[float], room: float) -> list[Mm]:
    """Narrow columns get what they want; the wide ones share the rest in proportion."""
    found: list[float] = [0.0] * len(wish)
    left = set(range(len(wish)))
    while left:
        fair = room / len(left)
        narrow = [at for at in left if wish[at] <= fair]
        if not narrow:
            break
        for at in narrow:
            found[at] = wish[at]
            room -= wish[at]
            left.discard(at)
    total = sum(wish[at] for at in left)
    for at in left:
        found[at] = max(LEAST, room * wish[at] / total)
    return [Mm(one) for one in found]


def table_pieces(builder: Builder, element: Table) -> Iterator[Piece]:
    """The caption, the headings and the rows; the headings come again where a page ends within the table."""
    part = next(builder.numbers)
    widths = column_widths(element, builder.look, builder.width)
    top: Piece | None = None
    caption = (
        list(builder.paragraph(Paragraph((Inline(element.caption, bold=True),), small=True))) if element.caption else []
    )
    yield from (replace(piece, keep=True) for piece in caption)
    anchors = (element.anchor,) if element.anchor else ()
    if any(element.headings):
        top = _row(builder, element.headings, widths, element.numbers, builder.look.head, part, "TH", 0.35)
        yield replace(top, keep=True, before=Mm(1 if caption else 2), anchors=anchors)
    last = len(element.rows) - 1
    short = last < SHORT_TABLE
    for number, row in enumerate(element.rows):
        piece = _row(builder, row, widths, element.numbers, builder.look.cell, part, "TD", 0.15)
        if number == 0 and top is None:
            piece = replace(piece, before=Mm(2), anchors=anchors)
        yield replace(
            piece, again=top, marked=number in element.marked, keep=last > number and (short or number == last - 1)
        )
    yield Piece(Mm(1.5), nothing)


def _row(
    builder: Builder,
    cells: Sequence[Words],
    widths: Sequence[Mm],
    numbers: Sequence[bool],
    style: Style,
    part: int,
    role: str,
    thick: float,
) -> Piece:
    settings = [
        builder.set(cell, replace(style, align="right" if right else "left"), width)
        for cell, width, right in zip(cells, widths, numbers, strict=False)
    ]
    high = max((setting.height for setting in settings), default=Mm(0))
    height = Mm(high + 2 * ROW_GAP)

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        found: list[Item] = []
        left: float = x
        for setting, width in zip(settings, widths, strict=False):
            found.append(Tagged(role, tuple(text_items(setting, Mm(left), Mm(y + ROW_GAP)))))
            left += width + CELL_GAP
        yield Tagged("TR", tuple(found))
        yield Tagged(
            "Artifact", (rule(x, Mm(y + height), Mm(sum(widths) + CELL_GAP * (len(widths) - 1)), LINE, thick),)
        )

    return Piece(height, draw, part=part, role="Table")
