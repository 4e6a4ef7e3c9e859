"""Sheets of paper as data: one YAML file each, here and in a game's folder."""

from .reading import bundled_sheets, load_sheets, read_sheet
from .sheet import Backs, Flip, Sheet, Size

__all__ = ["Backs", "Flip", "Sheet", "Size", "bundled_sheets", "load_sheets", "read_sheet"]
