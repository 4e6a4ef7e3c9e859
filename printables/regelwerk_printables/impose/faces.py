"""Changed faces: cards in two languages, cards in the sizes of print shops, and stamped proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from ..drawing.drawing import WARNING, WHITE, Box, Drawing, Group, Item, Mm, Page, Pen, PrintedCard, Pt, Rect, Tagged
from ..sheets import Sheet, Size
from ..typeset import Span, Style, fit
from .pages import put
from .places import NoPlaceError, Place

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
    beside, above = (width - shown[0]) / 2, (height - shown[1]) / 2  # the free room within a half
    inner = min(bleed, above if upright else beside)  # no half crosses the line between the two
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


NEAR = 1.0  # mm by which a card may differ from a size of a print shop


def shop_faces(cards: Iterable[PrintedCard], sheet: Sheet) -> list[PrintedCard]:
    """Cards in the nearest size of a print shop; a card that is a little smaller or larger is centred.

    Raises:
        NoPlaceError: the print shop has no such size.
    """
    found = []
    for card in cards:
        name, size = nearest_size(card.front, sheet.sizes)
        if not is_near(card.front, size):
            own = Size(card.front.width, card.front.height)
            known = ", ".join(f"{one} ({size})" for one, size in sheet.sizes.items())
            raise NoPlaceError(f"{card.type} cards are {own}; the nearest size is {name}, {size}. It has: {known}")
        found.append(replace(card, front=in_size(card.front, size), back=in_size(card.back, size)))
    return found


def nearest_size(drawing: Drawing, sizes: Mapping[str, Size]) -> tuple[str, Size]:
    """The size of a print shop nearest to a drawing's, with its name; a smaller one only if none is large enough."""

    def order(entry: tuple[str, Size]) -> tuple[bool, float]:
        size = entry[1]
        is_small = size.width < drawing.width - NEAR or size.height < drawing.height - NEAR
        return is_small, _difference(drawing, size)

    return min(sizes.items(), key=order)


def is_near(drawing: Drawing, size: Size) -> bool:
    """True if a drawing can be printed in a size."""
    return _difference(drawing, size) <= NEAR


def _difference(drawing: Drawing, size: Size) -> float:
    return max(abs(size.width - drawing.width), abs(size.height - drawing.height))


def in_size(face: Drawing, size: Size) -> Drawing:
    """A drawing centred in a size."""
    right, down = (size.width - face.width) / 2, (size.height - face.height) / 2
    items = (Group(face.items, Mm(right), Mm(down)),) if right or down else face.items
    return Drawing(size.width, size.height, items, Mm(face.bleed - max(right, down, 0)))


FRAME = 1.0  # mm
BAND = 6.0  # mm, the strip with the words


def stamped(face: Drawing, words: str) -> Drawing:
    """A card, board or part stamped for a proof: framed, with a strip of words across the middle.

    Args:
        face: the printed face.
        words: short, in English, such as `fuzzy`.
    """
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
