"""Boards and parts, such as tiles and markers: drawings that have a size of their own, on paper or as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from regelwerk_printables.design.session import Printed
from regelwerk_printables.drawing.drawing import Bookmark, Page
from regelwerk_printables.impose.faces import stamped
from regelwerk_printables.impose.tiles import alone, fitting, pack, scaled, tile
from regelwerk_printables.sheets import Sheet

from ...errors import UsageError
from ...inspect.text_boxes import texts_of_drawings
from ..print_run import Language, PrintRun, on_drawing
from ..printout import Made


def make(run: PrintRun, language: Language, product: str) -> Iterator[Made]:
    """The files of all boards or parts: a PDF for each language and sheet, or pictures; small parts share pages."""
    draw = run.design.boards if product == "board" else run.design.parts
    for one in language:
        drawn = _marked(run, draw(run.marked(run.game), one, run.diagnostics), one)
        if run.is_stopped or not drawn:
            return
        if run.order.png:
            yield from run.pictures(product, {item.name: item.drawing for item in drawn}, (one,))
            continue
        for name in run.order.papers:
            sheet = run.sheet(name)
            if sheet.sizes:
                run.notes.append(f"{product}: {name} prints cards only")
                continue
            sized = [_sized(run, printed, sheet, product) for printed in drawn]
            pages, bookmarks = _on_paper(sized, sheet, share=product == "parts")
            yield run.pdf(run.order.file_name(product, (one,), sheet.name), product, (one,), pages, bookmarks)


def _marked(run: PrintRun, drawn: list[Printed], language: str) -> list[Printed]:
    """Boards or parts as a proof shows them: those with gaps in the translation are stamped."""
    if not (run.order.proof and any(gap.language == language for gap in run.gaps)):
        return drawn
    shown = texts_of_drawings(run.design, run.game)
    found = []
    for printed in drawn:
        name = next((name for name in shown if printed.name.rpartition("-")[0] == name), printed.name)
        words = on_drawing(run.gaps, shown.get(name, ()), language)
        found.append(replace(printed, drawing=stamped(printed.drawing, words)) if words else printed)
    return found


def _sized(run: PrintRun, printed: Printed, sheet: Sheet, product: str) -> Printed:
    """A board or part as large as it is wanted; raises UsageError where a board is to fit on a sheet without paper."""
    factor, fit = run.order.scale, run.order.fit if product == "board" else None
    if fit is not None:
        if sheet.paper is None:
            raise UsageError(f"--fit: the sheet {sheet.name} has no pages of a size", "--sheet a4, for example")
        factor = fitting(printed.drawing, sheet.paper, *fit)
        run.notes.append(f"{printed.name}, {sheet.name}: printed at {factor:.0%}")
    return replace(printed, drawing=scaled(printed.drawing, factor))


def _on_paper(drawn: Sequence[Printed], sheet: Sheet, share: bool) -> tuple[list[Page], list[Bookmark]]:
    """The pages of boards or parts, all copies, and a bookmark for each.

    On a sheet's paper large ones come in pieces, and small ones can share pages; without paper each has a page of its
    size, with its bleed.
    """
    copies = [printed for printed in drawn for _ in range(printed.copies)]
    if sheet.paper is not None and share:
        pages, at = pack([printed.drawing for printed in copies], sheet.paper)
    else:
        pages, at = [], []
        for printed in copies:
            at.append(len(pages))
            pages += (
                tile(printed.drawing, sheet.paper, bleed=sheet.bleed)
                if sheet.paper
                else [alone(printed.drawing, sheet.bleed)]
            )
    first = {printed.name: page for printed, page in reversed(list(zip(copies, at, strict=True)))}
    found = [Bookmark(printed.title, 0, first[printed.name]) for printed in drawn if printed.name in first]
    return pages, sorted(found, key=lambda bookmark: bookmark.page)
