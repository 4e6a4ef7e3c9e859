"""The layouts of a game and the checked game go in; its cards, boards and parts come out as drawings.

`load_design` reads `print/*.yaml`, `Design.in_language` binds it to a game in one language; a game without layouts, and
a card type without a template, get the plain layout of `plain.yaml`.
"""

from .design import Design, Printed, load_design

__all__ = ["Design", "Printed", "load_design"]
