"""A table and the width for it in, the widths of its columns out: as wide as they need, and no wider than it goes."""

from __future__ import annotations

from ..drawing import Mm
from ..typeset import Style, set_text
from .elements import Table, Words, spans
from .look import Look
from .pieces import CELL_GAP

WIDE = Mm(1000)  # so that nothing is broken
LEAST = Mm(8)


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
