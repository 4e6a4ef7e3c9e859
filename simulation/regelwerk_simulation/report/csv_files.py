"""Tables of a report as CSV, for spreadsheets and programs: plain figures, no formulas."""

from __future__ import annotations

from regelwerk_dsl.csv_text import csv_text

from .figures.estimates import Estimate
from .page import Cell, Table, Value
from .wording import Wording


def csv_bytes(table: Table, tr: Wording) -> bytes:
    """A table as a file: UTF-8 with a byte order mark, by which spreadsheets recognize it."""
    return csv_of(table, tr("from"), tr("to")).encode("utf-8-sig")


def csv_of(table: Table, low: str, high: str) -> str:
    """A table; a value with an interval takes three columns.

    Args:
        table: any table of a report.
        low, high: added to the title of a column with lower or upper bounds.
    """
    rows = [[cell.value if isinstance(cell, Cell) else cell for cell in row] for row in table.rows]
    bounded = [any(isinstance(row[at], Estimate) for row in rows) for at in range(len(table.columns))]
    heads: list[str] = []
    for column, has_bounds in zip(table.columns, bounded, strict=True):
        heads += [column.title, f"{column.title}: {low}", f"{column.title}: {high}"][: 3 if has_bounds else 1]
    told = ([cell for value, three in zip(row, bounded, strict=True) for cell in _cells(value, three)] for row in rows)
    return csv_text([heads, *told])


def _cells(value: Value, three: bool) -> list[str | int | float]:
    match value:
        case Estimate():
            bounds = ("" if bound is None else _exact(bound) for bound in (value.low, value.high))
            return [_exact(value.value), *bounds]
        case None:
            found: str | int | float = ""
        case str():
            found = value
        case _:
            found = _exact(value)
    return [found, "", ""] if three else [found]


def _exact(value: float) -> float:
    """A number without digits that only come from rounding errors."""
    return value if isinstance(value, int) else float(f"{value:.12g}")
