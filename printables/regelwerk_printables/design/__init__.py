"""Layouts of a game bound to its data: cards, boards and parts as drawings.

`load_design` reads `print/*.yaml`, the methods of `Design` bind it to a game in one language; a game without layouts,
and a card type without a template, get the plain layout of `plain.yaml`.
"""

from .design import Design, load_design
from .paint.sheets import Printed

__all__ = ["Design", "Printed", "load_design"]
