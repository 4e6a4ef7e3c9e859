"""Proofs: cards and pages marked with what is wrong with them."""

from __future__ import annotations

from dataclasses import replace

from ..drawing.drawing import WHITE, Box, Color, Drawing, Item, Mm, Page, Pen, Pt, Rect, Tagged
from ..drawing.faces import PrintedCard
from ..typeset import Span, Style, fit

WARNING = Color(0.8, 0, 0.1)
FRAME = 1.0  # mm
BAND = 6.0  # mm, the strip with the words


def stamped(card: PrintedCard, words: str) -> PrintedCard:
    """The card as a proof shows it: framed, with a strip of words across the middle.

    Args:
        card: any card.
        words: short, in English, such as `fuzzy`.
    """
    return replace(card, front=stamped_drawing(card.front, words))


def stamped_drawing(face: Drawing, words: str) -> Drawing:
    """The same of a board or part."""
    inner = Box(Mm(0), Mm(0), face.width, face.height).grown(-FRAME)
    band = Box(inner.x, Mm((face.height - BAND) / 2), inner.width, Mm(BAND))
    style = Style(Pt(9), Pt(4), "en", bold=True, align="center")
    setting = fit([Span(words, color=WARNING)], style, Mm(band.width - 2), Mm(band.height - 1))
    marks: tuple[Item, ...] = (
        Rect(inner, pen=Pen(WARNING, Mm(0.8))),
        Rect(band, fill=WHITE, pen=Pen(WARNING, Mm(0.3))),
        *setting.items(Mm(band.x + 1), band.y, band.height, "middle"),
    )
    return replace(face, items=(*face.items, Tagged("P", marks, language="en")))


def marked_page(page: Page, words: str) -> Page:
    """The page with a line of words in its top left corner.

    Args:
        page: any page.
        words: short, in English.
    """
    style = Style(Pt(7), Pt(4), "en", bold=True)
    setting = fit([Span(words, color=WARNING)], style, Mm(page.width - 12), Mm(3))
    return replace(page, items=(*page.items, Tagged("P", setting.items(Mm(6), Mm(1.5)), language="en")))
