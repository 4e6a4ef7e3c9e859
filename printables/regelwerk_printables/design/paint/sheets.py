"""Painting of boards and parts: one drawing a sheet, or one for each entry of its list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...drawing.drawing import Box, Drawing, Mm, Rect, Tagged
from ...drawing.faces import BLEED
from ..binding import bind, bound, listed, number
from ..expressions import LayoutError, Scope
from ..model import Sheet
from ..session import Session
from .misfits import report_misfits
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
        if session.names_are_known(sheet.elements, {**scope, **more}, sheet.lets) and session.state_is_known(sheet):
            try:
                found += paint_sheet(painter, sheet, scope)
            except LayoutError as error:
                session.report(error)
    report_misfits(painter.misfits, session.language, session.diagnostics)
    return found


def paint_sheet(painter: Painter, sheet: Sheet, scope: Scope) -> Iterator[Printed]:
    """The drawings of a sheet whose condition holds; raises LayoutError."""
    scope = {**scope, "width": sheet.width, "height": sheet.height, "bleed": float(BLEED)}
    if sheet.each is None:
        yield from _painted(painter, sheet, sheet.name, scope)
        return
    entries = listed(sheet.each, scope)
    for at, entry in enumerate(entries):
        inner = {**bind(scope, sheet.each, entry, at), "count": len(entries)}
        yield from _painted(painter, sheet, f"{sheet.name}-{at + 1}", inner)


def _painted(painter: Painter, sheet: Sheet, name: str, scope: Scope) -> Iterator[Printed]:
    scope = bound(scope, sheet.lets)
    if sheet.when is not None and not sheet.when.value(scope):
        return
    items = painter.items(sheet.elements, scope)
    ground = painter.color(sheet.ground, scope)
    if ground is not None:
        area = Box(Mm(-BLEED), Mm(-BLEED), Mm(sheet.width + 2 * BLEED), Mm(sheet.height + 2 * BLEED))
        items.insert(0, Rect(area, fill=ground))
    drawing = Drawing(Mm(sheet.width), Mm(sheet.height), (Tagged("Sect", tuple(items)),), BLEED)
    yield Printed(name, painter.text(sheet.title, scope), drawing, int(number(sheet.copies, scope)))
