"""Writer of CSV text in which spreadsheets find no formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of texts that spreadsheets evaluate as formulas."""


def csv_text(rows: Iterable[Sequence[object]], end: str = "\r\n") -> str:
    """The rows as lines of CSV; a text that a spreadsheet would evaluate is marked as text."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end).writerows(map(_shown, row) for row in rows)
    return text.getvalue()


def _shown(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
