"""Text of CSV files, for spreadsheets and programs: values as they are, no formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that spreadsheets would compute."""


def csv_text(rows: Iterable[Sequence[object]], end: str = "\r\n") -> str:
    """Rows as lines of CSV, each with an end; a text that a spreadsheet would compute is marked as text."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end).writerows(map(_shown, row) for row in rows)
    return text.getvalue()


def _shown(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
