"""Imposition: the pages of a sheet of cards, with crop marks and with backs behind their fronts."""

from .grid import Grid, NoPlaceError, Place, behind, lay_out
from .pages import Filled, Settings, fill, impose, outline

__all__ = ["Filled", "Grid", "NoPlaceError", "Place", "Settings", "behind", "fill", "impose", "lay_out", "outline"]
