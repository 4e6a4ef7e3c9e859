"""Tables of layouts: rows as high as their texts need, in type small enough for all of them to fit the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...drawing.drawing import Box, Item, Mm, Path, Pen, Pt, Rect, Tagged
from ...typeset import Setting, Style, set_text
from ...typeset import Span as Run
from ..binding import bind, listed, number
from ..expressions import Scope
from ..model import Column, TableElement, Words
from .evaluator import INK, Evaluator

STEP = 0.25  # points, from one size that is tried to the next
TOLERANCE = 1e-6  # millimetres


@dataclass(frozen=True, slots=True)
class _Cell:
    runs: list[Run]
    style: Style
    width: Mm

    def set(self, less: float) -> Setting:
        """The cell set in type that is smaller by some points."""
        size = Pt(max(self.style.smallest, self.style.size - less)) if less else self.style.size
        return set_text(self.runs, replace(self.style, size=size), self.width)


def table_items(evaluator: Evaluator, element: TableElement, scope: Scope) -> list[Item]:
    """The table within its box; what does not fit at the smallest size is a misfit."""
    box, gap = evaluator.box(element.box, scope), number(element.gap, scope)
    rows = _rows(evaluator, element, scope, gap)
    look = evaluator.layout.looks[element.style]
    less = 0.0
    while True:
        settings = [[cell.set(less) for cell in row] for row in rows]
        heights = [max((setting.height for setting in row), default=0) + 2 * gap for row in settings]
        if sum(heights) <= box.height + TOLERANCE or look.size - less <= look.smallest:
            break
        less += STEP
    excess = max([sum(heights) - box.height, *(setting.excess for row in settings for setting in row)])
    missing = tuple(dict.fromkeys(char for row in settings for setting in row for char in setting.missing))
    if excess > TOLERANCE or missing:
        evaluator.report(element.span, replace(settings[-1][0], excess=Mm(max(excess, 0)), missing=missing))
    return [*_grounds(evaluator, element, scope, box, heights), _texts(element, scope, box, gap, settings, heights)]


def _rows(evaluator: Evaluator, element: TableElement, scope: Scope, gap: float) -> list[list[_Cell]]:
    """The cells of all rows, those of the head first where there is one."""

    def cell(column: Column, words: Words, style: str, language: str, scope: Scope) -> _Cell:
        color = evaluator.color(evaluator.layout.looks[style].color, scope) or INK
        width = Mm(number(column.width, scope) - 2 * gap)
        return _Cell(evaluator.runs(words, color, scope), evaluator.style(style, column.align, language), width)

    usual = evaluator.language
    rows: list[list[_Cell]] = []
    if _has_head(element):
        rows.append([cell(column, column.head, element.head, usual, scope) for column in element.columns])
    for at, value in enumerate(listed(element.binder, scope)):
        inner = bind(scope, element.binder, value, at)
        cells = []
        for column in element.columns:
            language = str(column.language.value(inner)) if column.language is not None else usual
            cells.append(cell(column, column.words, column.style, language, inner))
        rows.append(cells)
    return rows


def _has_head(element: TableElement) -> bool:
    return any(column.head for column in element.columns)


def _grounds(
    evaluator: Evaluator, element: TableElement, scope: Scope, box: Box, heights: Sequence[float]
) -> list[Item]:
    """The bands behind every other row and the lines below all rows."""
    bands, line = evaluator.color(element.bands, scope), evaluator.color(element.line, scope)
    pen = Pen(line, Mm(number(element.pen, scope))) if line is not None else None
    grounds: list[Item] = []
    lines: list[Item] = []
    top: float = box.y
    for at, height in enumerate(heights, -int(_has_head(element))):  # from 0 below the head
        if bands is not None and at >= 0 and at % 2 == 0:
            grounds.append(Rect(Box(box.x, Mm(top), box.width, Mm(height)), fill=bands))
        top += height
        if pen is not None:
            lines.append(Path((("M", (box.x, top)), ("L", (box.x + box.width, top))), pen=pen))
    return [*grounds, *lines]


def _texts(
    element: TableElement,
    scope: Scope,
    box: Box,
    gap: float,
    settings: Sequence[Sequence[Setting]],
    heights: Sequence[float],
) -> Item:
    rows: list[Item] = []
    top: float = box.y
    for at, (row, height) in enumerate(zip(settings, heights, strict=True)):
        cells: list[Item] = []
        left: float = box.x
        for column, setting in zip(element.columns, row, strict=True):
            role = "TH" if at == 0 and _has_head(element) else "TD"
            cells.append(Tagged(role, setting.items(Mm(left + gap), Mm(top + gap)), setting.style.language))
            left += number(column.width, scope)
        rows.append(Tagged("TR", tuple(cells)))
        top += height
    return Tagged("Table", tuple(rows))
