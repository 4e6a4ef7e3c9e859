"""Typesetting: the only package that measures text and breaks it into lines.

`set_text` sets spans in a width; `fit` makes the type smaller, within the limits of the style, until a box holds them.
"""

from .breaks import NO_DIVISIONS, Divisions, divisions_of
from .lines import GETA, KANJI, fit, set_text
from .model import Align, Line, Setting, Span, Style

__all__ = [
    "GETA", "KANJI", "NO_DIVISIONS", "Align", "Divisions", "Line", "Setting", "Span", "Style", "divisions_of", "fit",
    "set_text",
]  # fmt: skip
