"""Rules booklets: the pages of a checked game's rules, with its cards, worked examples and index."""

from .layout.page import fold
from .look import PAPERS
from .make import Book, Made, book, leaflet, pages

__all__ = ["PAPERS", "Book", "Made", "book", "fold", "leaflet", "pages"]
