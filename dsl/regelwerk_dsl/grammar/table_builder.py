"""Construction of tables: columns, and rows with as many cells."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .. import syntax as syn
from ..source import Span
from .code_builder import CodeBuilder


class Table(Struct, frozen=True):
    """The contents of a table."""

    source: syn.SourceClause | None
    columns: tuple[syn.Column, ...]
    rows: tuple[syn.Row, ...]
    span: Span


class TableBuilder(CodeBuilder):
    """The reductions of tables."""

    def table_head(self, *columns: syn.Column | None) -> tuple[syn.Column, ...] | None:
        """The columns; None if the line was faulty."""
        there = all_of(columns, syn.Column)
        return None if columns and not there else there

    def table_line(self, key: syn.Ident, *children: Any) -> syn.Row:
        cells = []
        for before, value, after in zip(children[::2], children[1::2], children[2::2], strict=False):
            start, end = self.base + before.start_pos + 1, self.base + after.start_pos
            span = value.span if value is not None else Span(self.source, start, max(start, end))
            cells.append(syn.Cell(value, span=span))
        return syn.Row(self.declared(key), tuple(cells), span=self.span)

    def table_body(
        self, source: syn.SourceClause | None, columns: tuple[syn.Column, ...] | None, *lines: syn.Row | None
    ) -> Table:
        rows = all_of(lines, syn.Row)
        if columns is not None:
            rows = tuple(self._fitted(row, columns) for row in rows)
        return Table(source, columns or (), rows, self.span)

    def _fitted(self, row: syn.Row, columns: tuple[syn.Column, ...]) -> syn.Row:
        """The row with as many cells as the table has columns; a difference is reported."""
        have, want = len(row.cells), len(columns)
        if have == want:
            return row
        cells = f"{have} cell{'' if have == 1 else 's'}"
        self.diagnostics.report(
            "E0118",
            row.key.span,
            f"the row `{row.key}` has {cells} after its key, but the table's head has {want}",
            help="put a `|` between two cells, also before an empty one",
        )
        end = Span(self.source, row.span.end, row.span.end)
        more = tuple(syn.Cell(None, span=end) for _ in range(want - have))
        return syn.Row(row.key, (row.cells + more)[:want], span=row.span)


def all_of(lines: tuple[Any, ...], kind: Any) -> tuple[Any, ...]:
    """The lines of a kind, in order."""
    return tuple(line for line in lines if isinstance(line, kind))
