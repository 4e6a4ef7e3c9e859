"""Look of booklets: sizes of page and type in mm and points, colours, styles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ...drawing.drawing import Color, Mm, Pt
from ...typeset import NO_DIVISIONS, Divisions, Style

PAGE_WIDTH, PAGE_HEIGHT = Mm(148), Mm(210)  # A5
INSIDE, OUTSIDE, TOP, BOTTOM = Mm(16), Mm(14), Mm(17), Mm(18)
TEXT_WIDTH = Mm(PAGE_WIDTH - INSIDE - OUTSIDE)
TEXT_HEIGHT = Mm(PAGE_HEIGHT - TOP - BOTTOM)
GUTTER = Mm(6)  # between columns
INDENT = Mm(4.5)  # of a list item
PADDING = Mm(2.2)  # within a note
BAR = Mm(3)  # how far a change bar stands from the text

SOFT = Color(0.42, 0.42, 0.45)
ACCENT = Color(0.1, 0.27, 0.42)
BOX = Color(0.945, 0.945, 0.93)
LINE = Color(0.7, 0.7, 0.7)
MARK = Color(0.72, 0.0, 0.42)  # dark in grey print, and in no board

SPACED = frozenset({"ja", "zh", "ko"})  # scripts that want more room between lines


@dataclass(frozen=True, slots=True)
class Look:
    """The styles of one language."""

    title: Style
    chapter: Style
    section: Style
    detail: Style
    body: Style
    ragged: Style
    small: Style
    fine: Style
    cell: Style
    head: Style

    def heading(self, level: int) -> Style:
        return (self.chapter, self.section, self.detail)[level - 1]


def look_of(language: str, divisions: Divisions = NO_DIVISIONS) -> Look:
    """The styles for a language, with the words that it divides otherwise.

    Japanese has more leading, even lines and breaks between phrases in titles.
    """
    wide = language.partition("_")[0] in SPACED
    leading = 1.6 if wide else 1.42

    usual = Style(Pt(9), Pt(9), language, divisions=divisions, spaced=True)

    def title(size: float) -> Style:
        return replace(usual, size=Pt(size), smallest=Pt(size * 0.7), bold=True, leading=1.25, phrases=True)

    def text(size: float, align: Literal["left", "justify"] = "left", bold: bool = False) -> Style:
        sized = replace(usual, size=Pt(size), smallest=Pt(size * 0.8), leading=leading)
        return replace(sized, align=align, bold=bold, hanging=wide)

    return Look(
        title=title(26),
        chapter=title(15),
        section=title(10.5),
        detail=title(9),
        body=text(8.75, "justify"),
        ragged=text(8.75),
        small=text(7.5),
        fine=text(7),
        cell=text(8),
        head=text(7.5, bold=True),
    )
