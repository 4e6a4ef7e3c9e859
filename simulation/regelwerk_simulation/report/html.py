"""The page of a report as a single HTML file with charts, styles and tables for download, without external files."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from .charts import Fonts, draw
from .csv_files import csv_bytes
from .page import Block, Cell, Chart, Kind, Listing, Page, Section, Table, Text
from .svg import inline
from .wording import Wording

NUMERIC = frozenset(Kind) - {Kind.TEXT, Kind.CODE}


def html(page: Page, tr: Wording, fonts: Fonts) -> str:
    """The file. Every text is escaped by the template."""
    here = files(__package__)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=True)
    template = environment.from_string(here.joinpath("report.html.jinja").read_text(encoding="utf-8"))
    style = Markup(here.joinpath("report.css").read_text(encoding="utf-8"))
    view = _View(tr, fonts)
    return template.render(page=page, words=page.words, style=style, sections=[view.section(s) for s in page.sections])


class _View:
    """The parts of a page in the form for the template."""

    def __init__(self, tr: Wording, fonts: Fonts) -> None:
        self.tr = tr
        self.fonts = fonts

    def section(self, section: Section) -> dict[str, Any]:
        return {
            "key": section.key,
            "title": section.title,
            "blocks": [self.block(block) for block in section.blocks],
            "parts": [self.section(part) for part in section.parts],
        }

    def block(self, block: Block) -> dict[str, Any]:
        match block:
            case Text():
                return {"form": "text", "words": block.words, "quiet": block.quiet}
            case Listing():
                return {"form": "listing", "entries": block.items}
            case Table():
                return {"form": "table", **self.table(block)}
            case Chart():
                svg = inline(draw(block.drawing, self.tr, self.fonts, "svg"), block.key, f"{block.title}. {block.says}")
                return {
                    "form": "chart",
                    "key": block.key,
                    "title": block.title,
                    "says": block.says,
                    "svg": Markup(svg),
                    "table": self.table(block.table),
                }

    def table(self, table: Table) -> dict[str, Any]:
        tr = self.tr
        shown = table.rows[: table.shown]
        rows = [
            [
                {
                    "text": tr.cell(cell, column.kind),
                    "numeric": column.kind in NUMERIC,
                    "code": column.kind is Kind.CODE,
                    "marked": isinstance(cell, Cell) and cell.marked,
                }
                for cell, column in zip(row, table.columns, strict=True)
            ]
            for row in shown
        ]
        return {
            "caption": table.caption,
            "heads": [{"title": column.title, "numeric": column.kind in NUMERIC} for column in table.columns],
            "rows": rows,
            "marked": any(cell["marked"] for row in rows for cell in row),
            "left_out": tr("rows left out", n=len(table.rows) - len(shown)) if len(shown) < len(table.rows) else "",
            "file": f"{table.key}.csv",
            "href": f"data:text/csv;charset=utf-8;base64,{b64encode(csv_bytes(table, tr)).decode()}",
        }
