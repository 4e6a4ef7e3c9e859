"""Painting of boards and parts: one drawing a sheet, or one for each entry of its list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...drawing.drawing import Drawing, Tagged
from ...drawing.faces import BLEED
from ..expressions import LayoutError, Scope
from ..model import Sheet
from ..session import Session
from .evaluator import bind, bound, listed, number
from .painting import Painter


@dataclass(frozen=True, slots=True)
class Printed:
    """A board or part: `name` is that of the layout, `title` what people read, `copies` how many are printed."""

    name: str
    title: str
    drawing: Drawing
    copies: int = 1


def draw_sheets(session: Session, sheets: Mapping[str, Sheet]) -> list[Printed]:
    """The drawings of boards or parts, without those that have mistakes, which are reported."""
    painter, scope = session.painter(session.layout)
    found: list[Printed] = []
    for sheet in sheets.values():
        painter.subject = sheet.name
        more = dict.fromkeys([*(sheet.each.names if sheet.each else ()), "index", "count"])
        if session.names_are_known(sheet.draw, {**scope, **more}, sheet.let) and session.state_is_known(sheet):
            try:
                found += paint_sheet(painter, sheet, scope)
            except LayoutError as error:
                session.report(error)
    session.report_misfits()
    return found


def paint_sheet(painter: Painter, sheet: Sheet, scope: Scope) -> Iterator[Printed]:
    """The drawings of a sheet whose condition holds; raises LayoutError."""
    scope = {**scope, "width": sheet.width, "height": sheet.height, "bleed": float(BLEED)}
    entries = listed(sheet.each, scope) if sheet.each is not None else [None]
    for at, entry in enumerate(entries):
        inner, name = scope, sheet.name
        if sheet.each is not None:
            inner, name = {**bind(scope, sheet.each, entry, at), "count": len(entries)}, f"{sheet.name}-{at + 1}"
        inner = bound(inner, sheet.let)
        if sheet.when is None or sheet.when.value(inner):
            items = painter.items(sheet.draw, inner)
            items = [*painter.ground(sheet.ground, sheet.width, sheet.height, inner), *items]
            drawing = Drawing(sheet.width, sheet.height, (Tagged("Sect", tuple(items)),), BLEED)
            yield Printed(name, painter.text(sheet.title, inner), drawing, int(number(sheet.copies, inner)))
