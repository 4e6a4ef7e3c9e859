"""The table of what can be printed: a row here, and a module of the same name whose `make` yields the files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from ..files import Made

if TYPE_CHECKING:
    from ..print_run import PrintRun

PRODUCTS = ("cards", "board", "parts", "booklet")
"""The products in the order in which they are printed; the titles of their files are `product.NAME` of our words."""


def make_product(name: str, run: PrintRun, language: tuple[str, ...]) -> Iterator[Made]:
    """The files of a product in one language, or in two that share the cards; none where the game does not have it."""
    made: Iterator[Made] = import_module(f".{name}", __name__).make(run, language)
    return made
