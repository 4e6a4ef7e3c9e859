"""Cards in two languages: one on each side, or each on a half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..drawing.drawing import Box, Drawing, Group, Mm, Tagged
from ..drawing.faces import PrintedCard
from .grid import Place, put

SECTION = "Sect"  # the PDF's word for a part of a document, which can have its own language


def both_sides(cards: Iterable[PrintedCard], others: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
    """Cards with the second language in place of their backs."""
    for card, other in _pairs(cards, others):
        back = replace(other.front, items=(Tagged(SECTION, other.front.items, language=other.language),))
        yield replace(card, title=_title(card, other), back=back)


def halves(cards: Iterable[PrintedCard], others: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
    """Cards that show both languages on their front, side by side when they are held by their long edge."""
    for card, other in _pairs(cards, others):
        yield replace(card, title=_title(card, other), front=_halved(card, other))


def _pairs(cards: Iterable[PrintedCard], others: Iterable[PrintedCard]) -> Iterator[tuple[PrintedCard, PrintedCard]]:
    second = {other.key: other for other in others}
    return ((card, second[card.key]) for card in cards)


def _title(card: PrintedCard, other: PrintedCard) -> str:
    return card.title if card.title == other.title else f"{card.title} / {other.title}"


def _halved(card: PrintedCard, other: PrintedCard) -> Drawing:
    front = card.front
    upright = front.height >= front.width
    width, height = (front.width, front.height / 2) if upright else (front.width / 2, front.height)
    scale = min(width / front.height, height / front.width)  # turned by a quarter
    shown = Mm(front.height * scale), Mm(front.width * scale)
    bleed = front.bleed * scale
    beside, above = (width - shown[0]) / 2, (height - shown[1]) / 2  # what a half leaves free of its own
    inner = min(bleed, above if upright else beside)  # no half reaches over the line between the two
    found = []
    for number, one in enumerate((card, other)):
        left, top = (0.0, number * height) if upright else (number * width, 0.0)
        box = Box(Mm(left + beside), Mm(top + above), *shown)
        before, both = inner if number else bleed, bleed + inner
        x, y, wide, high = (bleed, before, 2 * bleed, both) if upright else (before, bleed, both, 2 * bleed)
        printed = Box(Mm(box.x - x), Mm(box.y - y), Mm(box.width + wide), Mm(box.height + high))
        face = put(one.front, Place(box, 90), scale, printed)
        found.append(Tagged(SECTION, (face,), language=one.language))
    reach = Mm(max(0, bleed - max(beside, above)))
    return Drawing(front.width, front.height, (Group(tuple(found)),), bleed=reach)
