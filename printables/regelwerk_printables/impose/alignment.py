"""Alignment pages, which show how far a printer misplaces backs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from regelwerk_compiler.words.own import ENGLISH, language_with_words, own_word

from ..drawing.drawing import BLACK, WARNING, Box, Item, Mm, Page, Pen, Pt, Tagged, stroke
from ..sheets import Backs, Flip, Sheet
from ..typeset import Setting, Span, Style, set_text
from .places import Place, behind

REACH = 6  # mm to each side of a cross
STEPS = 2  # strokes to a millimetre
BELOW = 24.0  # mm from the words of the front to those of the back, seen through the paper
FINE = Pen(BLACK, Mm(0.1))
BACK = Pen(WARNING, Mm(0.1))


def alignment_pages(sheet: Sheet, language: str) -> tuple[Page, Page]:
    """A page with scales, and the page with crosses that is printed on its other side.

    The scales have the numbers for `--back-offset`, whichever edge the paper is turned over. Crosses also meet if it
    was turned over the wrong edge; words on both sides show that.

    Raises:
        ValueError: the sheet has no paper with two sides.
    """
    if sheet.paper is None or sheet.backs is not Backs.DUPLEX:
        raise ValueError(f"the sheet {sheet.name} prints no backs on the other side of the paper")
    paper = sheet.paper
    inset = 30.0
    spots = [
        (x, y)
        for y in (inset, paper.height / 2, paper.height - inset)
        for x in (inset, paper.width / 2, paper.width - inset)
        if (x == paper.width / 2) == (y == paper.height / 2)
    ]
    probe = behind(Place(Box(Mm(0), Mm(0), Mm(0), Mm(0)), 0), sheet)
    about_height = bool(probe.box.x)  # else about a line across
    scales = [item for spot in spots for item in _scales(*spot, 1 if about_height else -1)]
    crosses = [item for spot in spots for item in _cross(*spot, 2 * REACH, BACK)]
    style = Style(Pt(10), Pt(10), language_with_words(language) or ENGLISH, align="center")
    left, top, width = Mm(2 * inset / 1.5), Mm(inset * 1.6), Mm(paper.width - 4 * inset / 1.5)
    words = set_text([Span(own_word(style.language, "sheet.alignment front"))], style, width)
    front = Page(paper.width, paper.height, (Tagged("Artifact", tuple(scales)), _text(words, left, top)))
    other = Flip.SHORT if sheet.flip is Flip.LONG else Flip.LONG
    words = set_text([Span(own_word(style.language, "sheet.alignment back", other.value))], style, width)
    below = Mm(top + BELOW)
    at = below if about_height else Mm(paper.height - below - words.height)
    return front, Page(paper.width, paper.height, (Tagged("Artifact", tuple(crosses)), _text(words, left, at)))


def _text(words: Setting, x: Mm, y: Mm) -> Tagged:
    return Tagged("P", words.items(x, y), language=words.style.language)


def _scales(x: float, y: float, across: int) -> Iterator[Item]:
    """A scale across and one down. A number is the offset that moves the back's cross from there to the middle.

    Seen through the paper, a back that is moved right moves left (`across` is 1), or one that is moved down moves up.
    """
    yield from _cross(x, y, REACH, FINE)
    for step in range(-REACH * STEPS, REACH * STEPS + 1):
        at = step / STEPS
        whole = step % STEPS == 0
        long = 1.2 if whole else 0.6
        yield stroke(x + at, y - long, x + at, y, FINE)
        yield stroke(x - long, y + at, x, y + at, FINE)
        if whole and step and step // STEPS % 3 == 0:
            # each of the four arms has its numbers in a quarter of its own
            yield from _number(at * across, x + at - 3, y - 3.3 if at < 0 else y + 1.5, "center")
            yield from _number(
                -at * across, x + 1.7 if at < 0 else x - 7.7, y + at - 0.9, "left" if at < 0 else "right"
            )


def _number(value: float, x: float, y: float, align: Literal["left", "center", "right"]) -> tuple[Item, ...]:
    return set_text([Span(f"{value:+g}")], Style(Pt(4.5), Pt(4.5), "en", align=align), Mm(6)).items(Mm(x), Mm(y))


def _cross(x: float, y: float, reach: float, pen: Pen) -> Iterator[Item]:
    yield stroke(x - reach, y, x + reach, y, pen)
    yield stroke(x, y - reach, x, y + reach, pen)
