"""Sheets as data: a YAML file each, here and in a game's folder; what reads them is in `reading.py`."""

from .reading import bundled_sheets, load_sheets, read_sheet
from .sheet import Backs, Flip, Sheet, Size

__all__ = ["Backs", "Flip", "Sheet", "Size", "bundled_sheets", "load_sheets", "read_sheet"]
