"""The painter of tables: rows as high as their texts need, in type small enough for all of them to fit the box."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from ...drawing import drawing
from ...drawing.drawing import Box, Item, Mm, Pen, Pt, Rect, Tagged
from ...typeset import Setting, Style, set_text
from ...typeset import Span as Run
from ..elements import Column, TableElement, Words
from ..interpreter import Scope
from .evaluator import INK, Evaluator, bind, listed, number

STEP = 0.25  # points, between the sizes tried
TOLERANCE = 1e-6  # millimetres


class _Cell(Struct, frozen=True):
    runs: list[Run]
    name: str  # of the style
    style: Style
    width: Mm

    def set(self, less: float) -> Setting:
        """The cell set in type smaller by some points."""
        size = Pt(max(self.style.smallest, self.style.size - less)) if less else self.style.size
        return set_text(self.runs, replace(self.style, size=size), self.width)


def table_items(evaluator: Evaluator, element: TableElement, scope: Scope, found: list[Item]) -> None:
    """Draws the table within its box; it is a misfit if it does not fit at the smallest size."""
    box, gap = evaluator.box(element.box, scope), number(element.gap, scope)
    rows = _rows(evaluator, element, scope, gap)
    style = evaluator.style(element.style, None, evaluator.language)
    less = 0.0
    while True:
        settings = [[cell.set(less) for cell in row] for row in rows]
        heights = [max((setting.height for setting in row), default=0) + 2 * gap for row in settings]
        if sum(heights) <= box.height + TOLERANCE or style.size - less <= style.smallest:
            break
        less += STEP
    for cell, setting in zip(chain(*rows), chain(*settings), strict=True):
        evaluator.used.setdefault(cell.name, set()).add(setting.size)
    excess = max([sum(heights) - box.height, *(setting.excess for row in settings for setting in row)])
    missing = tuple(dict.fromkeys(char for row in settings for setting in row for char in setting.missing))
    if excess > TOLERANCE or missing:
        evaluator.report(element.span, replace(settings[-1][0], excess=Mm(max(excess, 0)), missing=missing))
    bands, line = evaluator.color(element.bands, scope), evaluator.color(element.line, scope)
    pen = Pen(line, evaluator.width(element.pen, scope, element.span)) if line is not None else None
    more = _more(heights, box.height, number(element.spread, scope))
    lines: list[Item] = []
    texts: list[Item] = []
    top: float = box.y
    for at, (row, least) in enumerate(zip(settings, heights, strict=True), -int(_has_head(element))):
        height = least + more
        if bands is not None and at >= 0 and at % 2 == 0:  # under every other row, from 0 below the head
            found.append(Rect(Box(box.x, Mm(top), box.width, Mm(height)), fill=bands))
        cells: list[Item] = []
        left: float = box.x
        for column, setting in zip(element.columns, row, strict=True):
            items = setting.items(Mm(left + gap), Mm(top + gap + more / 2))
            cells.append(Tagged("TH" if at < 0 else "TD", items, setting.style.language))
            left += number(column.width, scope)
        texts.append(Tagged("TR", tuple(cells)))
        top += height
        if pen is not None:
            lines.append(drawing.stroke(box.x, top, box.x + box.width, top, pen))
    found += [*lines, Tagged("Table", tuple(texts))] if texts else lines


def _more(heights: list[float], room: float, most: float) -> float:
    """The additional room of each row beyond the height of its texts, in a box."""
    return max(0, min(most, (room - sum(heights)) / max(1, len(heights))))


def _rows(evaluator: Evaluator, element: TableElement, scope: Scope, gap: float) -> list[list[_Cell]]:
    """The cells of all rows, those of the head first if there is one."""

    def cell(column: Column, words: Words, style: str, language: str, scope: Scope) -> _Cell:
        color = evaluator.color(evaluator.layout.looks[style].color, scope) or INK
        width = Mm(number(column.width, scope) - 2 * gap)
        return _Cell(evaluator.runs(words, color, scope), style, evaluator.style(style, column.align, language), width)

    usual = evaluator.language
    rows: list[list[_Cell]] = []
    if _has_head(element):
        head = element.head or element.style
        rows.append([cell(column, column.head, head, usual, scope) for column in element.columns])
    for at, value in enumerate(listed(element.table, scope)):
        inner = bind(scope, element.table, value, at)
        cells = []
        for column in element.columns:
            language = str(column.language.value(inner)) if column.language is not None else usual
            cells.append(cell(column, column.text, column.style or element.style, language, inner))
        rows.append(cells)
    return rows


def _has_head(element: TableElement) -> bool:
    return any(column.head for column in element.columns)
