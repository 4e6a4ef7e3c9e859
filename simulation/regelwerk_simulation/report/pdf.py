"""The page of a report as PDF: text and tables set by ReportLab, with charts of Matplotlib laid over them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pikepdf
from reportlab.lib import colors  # type: ignore[import-untyped]
from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    BaseDocTemplate,
    Flowable,
    Frame,
    LongTable,
    PageTemplate,
    Paragraph,
    Spacer,
)

from .charts import Fonts, draw
from .html import NUMERIC
from .page import Block, Cell, Chart, Column, Listing, Page, Section, Table, Text
from .wording import Wording

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
BODY, BOLD = "regelwerk", "regelwerk-bold"
SMALL, PADDING = 7.5, 3.0  # type size of tables, and padding of cells, in points
CJK_LINE = 6  # characters of a heading kept together in languages that break lines anywhere
NARROWEST = 55.0  # least width of a column of words, in points
GREY, RULE = colors.HexColor("#555555"), colors.HexColor("#C8C8C8")
HEADS = {1: 19.0, 2: 14.0, 3: 11.0}


def pdf(page: Page, tr: Wording, fonts: Fonts) -> bytes:
    """The file: the same page gives the same bytes."""
    setter = _Setter(tr, fonts)
    file = io.BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=A4,
        **dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN),
        title=page.title,
        author="",
        creator="regelwerk",
        lang=page.language,
        invariant=1,
    )
    frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate("page", frame, onPage=setter.foot))
    document.build(list(setter.page(page)))
    return _with_charts(file.getvalue(), setter.places)


@dataclass(frozen=True)
class _Place:
    """The position of a chart: page from 0, and the rectangle in points from the page's lower left corner."""

    page: int
    rectangle: pikepdf.Rectangle
    chart: bytes


def _with_charts(file: bytes, places: Sequence[_Place]) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(file)) as document:
        for number, place in enumerate(places, 1):
            page = document.pages[place.page]
            with pikepdf.open(io.BytesIO(place.chart)) as chart:
                form = document.copy_foreign(chart.pages[0].as_form_xobject())
            name = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/Chart{number}"))
            page.contents_add(page.calc_form_xobject_placement(form, name, place.rectangle))
        document.save(out, deterministic_id=True)
    return out.getvalue()


class _Drawn(Flowable):  # type: ignore[misc]
    """Space for a chart, which records its position."""

    def __init__(self, chart: bytes, says: str, places: list[_Place]) -> None:
        super().__init__()
        with pikepdf.open(io.BytesIO(chart)) as drawn:
            box = drawn.pages[0].mediabox
            natural, height = float(box[2]), float(box[3])
        self.width = min(natural * 1.1, WIDTH)
        self.height = height * self.width / natural
        self.chart, self.says, self.places = chart, says, places
        self.keepWithNext = 1

    def wrap(self, *_: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        x, y = self.canv.absolutePosition(0, 0)
        rectangle = pikepdf.Rectangle(x, y, x + self.width, y + self.height)
        self.places.append(_Place(self.canv.getPageNumber() - 1, rectangle, self.chart))


class _Heading(Paragraph):  # type: ignore[misc]
    """A heading listed in the outline of the file; if it is split over pages, its first part.

    Attributes:
        entry: title, key and level in the outline.
    """

    entry: tuple[str, str, int] | None = None

    def split(self, *room: float) -> list[_Heading]:
        parts: list[_Heading] = super().split(*room)
        if parts:
            parts[0].entry = self.entry
        return parts

    def draw(self) -> None:
        if self.entry is not None:
            title, key, level = self.entry
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(title, key, level)
        super().draw()


def _registered(name: str, paths: Sequence[Path]) -> list[TTFont]:
    """The fonts of a chain, registered with ReportLab; the first has the name of the chain."""
    fonts = [TTFont(f"{name}-{number}" if number else name, str(path)) for number, path in enumerate(paths)]
    for font in fonts:
        registerFont(font)
    return fonts


class _Setter:
    """Sets the parts of a page."""

    def __init__(self, tr: Wording, fonts: Fonts) -> None:
        self.tr, self.fonts = tr, fonts
        self.places: list[_Place] = []
        self.chains = {BODY: _registered(BODY, fonts.regular), BOLD: _registered(BOLD, fonts.bold)}

    @cached_property
    def _wrap(self) -> dict[str, str]:
        return {"wordWrap": "CJK"} if self.tr.own == "ja" else {}

    def style(self, size: float, font: str = BODY, **more: Any) -> ParagraphStyle:
        settings = {"fontName": font, "fontSize": size, "leading": size * 1.4, **self._wrap, **more}
        return ParagraphStyle("own", **settings)

    def runs(self, text: str, font: str) -> list[tuple[str, str]]:
        """A text in pieces, each with a font that has its characters."""
        first, *others = self.chains[font]
        pieces: list[tuple[str, str]] = []
        for char in text:
            has = (one for one in (first, *others) if char.isspace() or ord(char) in one.face.charToGlyph)
            name = next(has, first).fontName
            if pieces and pieces[-1][0] == name:
                pieces[-1] = (name, pieces[-1][1] + char)
            else:
                pieces.append((name, char))
        return pieces

    def markup(self, text: str, font: str) -> str:
        return "".join(
            escape(run) if name == font else f'<font name="{name}">{escape(run)}</font>'
            for name, run in self.runs(text, font)
        )

    def wide(self, text: str, font: str) -> float:
        """The width of a text in a table."""
        return sum(float(stringWidth(run, name, SMALL)) for name, run in self.runs(text, font))

    def words(self, text: str, size: float = 9.5, font: str = BODY, **more: Any) -> Paragraph:
        return Paragraph(self.markup(text, font), self.style(size, font, **more))

    def heading(self, text: str, key: str, level: int) -> _Heading:
        style = self.style(HEADS[level], BOLD, spaceBefore=10.0, spaceAfter=4.0, keepWithNext=1)
        heading = _Heading(self.markup(text, BOLD), style)
        heading.entry = text, key, level - 1
        return heading

    def foot(self, canvas: Any, document: Any) -> None:
        canvas.setFont(BODY, 8)
        canvas.setFillColor(GREY)
        canvas.drawRightString(A4[0] - MARGIN, MARGIN / 2, str(document.page))

    def page(self, page: Page) -> Iterator[Flowable]:
        yield self.heading(page.title, "top", 1)
        yield self.words(page.subtitle, textColor=GREY)
        yield self.heading(page.words["findings"], "findings", 2)
        for number, finding in enumerate(page.findings, 1):
            yield self.words(f"{number}.  {finding}", leftIndent=14, firstLineIndent=-14, spaceAfter=3)
        for section in page.sections:
            yield from self.section(section, 2)
        yield Spacer(1, 12)
        yield self.words(page.words["made"], 8, textColor=GREY)

    def section(self, section: Section, level: int) -> Iterator[Flowable]:
        yield self.heading(section.title, section.key, level)
        for number, block in enumerate(section.blocks):
            yield from self.block(block, number == 0)
        for part in section.parts:
            yield from self.section(part, level + 1)

    def block(self, block: Block, is_first: bool) -> Iterator[Flowable]:
        match block:
            case Text():
                size, colour = (8.5, GREY) if block.quiet else (9.5, colors.black)
                yield self.words(
                    block.words, size, textColor=colour, spaceAfter=4, keepWithNext=int(is_first and block.quiet)
                )
            case Listing():
                for item in block.items:
                    yield self.words(f"•  {item}", leftIndent=10, firstLineIndent=-10, spaceAfter=3)
            case Table():
                yield from self.table(block)
            case Chart():
                drawn = _Drawn(draw(block.drawing, self.tr, self.fonts, "pdf"), block.says, self.places)
                yield self.words(block.title, 9.5, BOLD, spaceBefore=6, spaceAfter=2, keepWithNext=1)
                yield drawn
                yield self.words(block.says, 8, textColor=GREY, spaceAfter=4)
                yield from self.table(block.table)

    def table(self, table: Table) -> Iterator[Flowable]:
        if not table.rows:
            return
        told = [
            [
                self.tr.cell(cell, column.kind) + self._mark(cell)
                for cell, column in zip(row, table.columns, strict=True)
            ]
            for row in table.rows
        ]
        widths = self.widths(table.columns, told)
        heads = [
            self.words(column.title, SMALL, BOLD, alignment=2 if column.kind in NUMERIC else 0, leading=SMALL * 1.25)
            for column in table.columns
        ]
        rows = [
            [
                self.words(text, SMALL, alignment=2 if column.kind in NUMERIC else 0, leading=SMALL * 1.25)
                for text, column in zip(row, table.columns, strict=True)
            ]
            for row in told
        ]
        yield self.words(table.caption, 8.5, BOLD, spaceBefore=5, spaceAfter=2, keepWithNext=1)
        yield LongTable(
            [heads, *rows],
            colWidths=widths,
            repeatRows=1,
            hAlign="LEFT",
            style=[
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
                ("LEFTPADDING", (0, 0), (-1, -1), PADDING),
                ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.3, RULE),
            ],
        )
        if any(isinstance(cell, Cell) and cell.marked for row in table.rows for cell in row):
            yield self.words(f"* {self.tr('mark means')}", SMALL, textColor=GREY, spaceBefore=2)
        yield Spacer(1, 6)

    def _mark(self, cell: object) -> str:
        return "\u00a0*" if isinstance(cell, Cell) and cell.marked else ""

    def widths(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[float]:
        """The widths of columns: numbers get the width they need, words share the rest in proportion to theirs."""
        room = 2 * PADDING + 1
        needed, least = [], []
        for at, column in enumerate(columns):
            full = max(self.wide(row[at], BODY) for row in rows)
            word = max(self.wide(word, BOLD) for word in self._pieces(column.title))
            needed.append(max(full, word, 0 if column.kind in NUMERIC else self.wide(column.title, BOLD)) + room)
            least.append((max(full if column.kind in NUMERIC else 0, word)) + room)
        over = sum(needed) - WIDTH
        if over <= 0:
            return needed
        texts = [at for at, column in enumerate(columns) if column.kind not in NUMERIC]
        slack = {at: max(0.0, needed[at] - max(NARROWEST, least[at])) for at in texts}
        total = sum(slack.values())
        for at in texts:
            needed[at] -= min(1.0, over / total) * slack[at] if total else 0
        scale = min(1.0, WIDTH / sum(needed))
        return [width * scale for width in needed]

    def _pieces(self, title: str) -> list[str]:
        return [title[:CJK_LINE]] if self._wrap else title.split() or [""]
