"""The look of booklets: sizes of page and type in mm and points, colours, styles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ..drawing.drawing import Color, Mm, Pt
from ..typeset import NO_DIVISIONS, Divisions, Style

INSIDE, OUTSIDE, TOP, BOTTOM = Mm(16), Mm(14), Mm(17), Mm(18)
GUTTER = Mm(6)  # between columns
INDENT = Mm(4.5)  # of a list item
PADDING = Mm(2.2)  # within a note
LEAST_TYPE = Pt(5)  # smaller type is left out of pictures: enlarged views show it
SIGNS = 2  # text of a piece up to this length is set larger if it would be too small
BAR = Mm(3)  # the distance of a change bar from the text

SOFT = Color(0.42, 0.42, 0.45)
ACCENT = Color(0.1, 0.27, 0.42)
BOX = Color(0.945, 0.945, 0.93)
LINE = Color(0.7, 0.7, 0.7)
MARK = Color(0.72, 0.0, 0.42)  # dark in grey print, and not used by boards


class Paper(Struct, frozen=True):
    """A size of pages, with the number of columns of running text; lists have one or two more."""

    width: Mm
    height: Mm
    columns: int = 1

    @property
    def text_width(self) -> Mm:
        """The width between the margins."""
        return Mm(self.width - INSIDE - OUTSIDE)

    @property
    def text_height(self) -> Mm:
        """The height between the margins."""
        return Mm(self.height - TOP - BOTTOM)

    def column(self, columns: int) -> Mm:
        """The width of each of a number of columns."""
        return Mm((self.text_width - GUTTER * (columns - 1)) / columns)


A5 = Paper(Mm(148), Mm(210))
PAPERS = {
    "a5": A5,
    "half-letter": Paper(Mm(139.7), Mm(215.9)),
    "square": Paper(Mm(210), Mm(210), 2),
    "a4": Paper(Mm(210), Mm(297), 2),
}

SPACED = frozenset({"ja", "zh", "ko"})  # scripts that want more room between lines


class Look(Struct, frozen=True):
    """The styles for one language and one size of pages."""

    paper: Paper
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


def look_of(language: str, divisions: Divisions = NO_DIVISIONS, paper: Paper = A5) -> Look:
    """The styles for a language, with its own divisions of words, on a size of pages.

    Japanese has more leading, even lines and breaks between phrases in titles; others are ragged right, since even
    lines of this width would have gaps.
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
        paper=paper,
        title=title(26),
        chapter=title(15),
        section=title(10.5),
        detail=title(9),
        body=text(8.75, "justify" if wide else "left"),
        ragged=text(8.75),
        small=text(7.5),
        fine=text(7),
        cell=text(8),
        head=text(7.5, bold=True),
    )
