"""A table of a layout goes in; its rows come out as items, as high as their texts need, in type that lets all fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...drawing.drawing import Box, Item, Mm, Path, Pen, Pt, Rect, Tagged
from ...typeset import Setting, Style, set_text
from ...typeset import Span as Run
from ..binding import bind, listed, number
from ..expressions import Scope
from ..model import Column, TableElement, Words
from .painting import INK

if TYPE_CHECKING:
    from .painting import Painter

STEP = 0.25


@dataclass(frozen=True, slots=True)
class _Cell:
    runs: list[Run]
    style: Style
    width: Mm


def table_items(painter: Painter, element: TableElement, scope: Scope) -> list[Item]:
    """The table within its box; what does not fit at the smallest size is a misfit of the painter."""
    box = painter.box(element.box, scope)
    head = _head(painter, element, scope)
    rows = [_row(painter, element, scope, value, at) for at, value in enumerate(listed(element.binder, scope))]
    gap = number(element.gap, scope)
    look = painter.layout.looks[element.style]
    less = 0.0
    while True:
        smallest = look.size - less <= look.smallest
        settings = [[_set(cell, less) for cell in row] for row in ([head] if head else []) + rows]
        heights = [max((setting.height for setting in row), default=0) + 2 * gap for row in settings]
        if sum(heights) <= box.height + 1e-6 or smallest:
            break
        less += STEP
    excess = max([sum(heights) - box.height, *(setting.excess for row in settings for setting in row)])
    missing = tuple(dict.fromkeys(char for row in settings for setting in row for char in setting.missing))
    if excess > 1e-6 or missing:
        sample = settings[-1][0]
        painter.report(element.span, replace(sample, excess=Mm(max(excess, 0)), missing=missing))
    return _drawn(painter, element, scope, box, settings, heights, gap, bool(head))


def _drawn(
    painter: Painter,
    element: TableElement,
    scope: Scope,
    box: Box,
    settings: list[list[Setting]],
    heights: list[float],
    gap: float,
    has_head: bool,
) -> list[Item]:
    bands, line = painter.color(element.bands, scope), painter.color(element.line, scope)
    pen = Pen(line, Mm(number(element.pen, scope))) if line is not None else None
    grounds: list[Item] = []
    lines: list[Item] = []
    rows: list[Item] = []
    top: float = box.y
    for at, (row, height) in enumerate(zip(settings, heights, strict=True)):
        if bands is not None and (at - has_head) % 2 == 0 and not (has_head and at == 0):
            grounds.append(Rect(Box(box.x, Mm(top), box.width, Mm(height)), fill=bands))
        if pen is not None:
            bottom = top + height
            lines.append(Path((("M", (box.x, bottom)), ("L", (box.x + box.width, bottom))), pen=pen))
        cells: list[Item] = []
        left: float = box.x
        for column, setting in zip(element.columns, row, strict=True):
            items = setting.items(Mm(left + gap), Mm(top + gap))
            cells.append(Tagged("TH" if has_head and at == 0 else "TD", items, setting.style.language))
            left += number(column.width, scope)
        rows.append(Tagged("TR", tuple(cells)))
        top += height
    return [*grounds, *lines, Tagged("Table", tuple(rows))]


def _head(painter: Painter, element: TableElement, scope: Scope) -> list[_Cell]:
    if not any(column.head for column in element.columns):
        return []
    return [
        _cell(painter, element, column, column.head, element.head, painter.language, scope)
        for column in element.columns
    ]


def _row(painter: Painter, element: TableElement, scope: Scope, value: object, at: int) -> list[_Cell]:
    inner = bind(scope, element.binder, value, at)
    return [
        _cell(
            painter,
            element,
            column,
            column.words,
            column.style,
            str(column.language.value(inner)) if column.language is not None else painter.language,
            inner,
        )
        for column in element.columns
    ]


def _cell(
    painter: Painter, element: TableElement, column: Column, words: Words, style: str, language: str, scope: Scope
) -> _Cell:
    color = painter.color(painter.layout.looks[style].color, scope) or INK
    width = number(column.width, scope) - 2 * number(element.gap, scope)
    return _Cell(painter.runs(words, color, scope), painter.style(style, column.align, language), Mm(width))


def _set(cell: _Cell, less: float) -> Setting:
    style = cell.style
    if less:
        style = replace(style, size=Pt(max(style.smallest, style.size - less)))
    return set_text(cell.runs, style, cell.width)
