"""Cards, boards and parts go in; pictures, deck sheets and lists of cards come out as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regelwerk_printables.design import Printed
from regelwerk_printables.drawing.drawing import Drawing, Page
from regelwerk_printables.drawing.faces import PrintedCard
from regelwerk_printables.export.card_table import cards_csv, cards_json

from .files import Made
from .order import Order

TTS_DPI = 96  # recorded in the file only: a deck sheet is made of pixels


def card_pictures(order: Order, cards: Sequence[PrintedCard], language: tuple[str, ...]) -> Iterator[Made]:
    """A picture of each card's front and of each different back, in a folder of their own."""
    from regelwerk_printables.pdf.pictures import png_bytes, render

    folder = order.file_name("cards", language, suffix="")
    faces = {f"{card.key}.png": card.front for card in cards} | _backs(cards)
    for name, picture in zip(faces, render(faces.values(), language[0], order.dpi), strict=True):
        yield Made(f"{folder}/{name}", "cards", png_bytes(picture, order.dpi))


def _backs(cards: Sequence[PrintedCard]) -> dict[str, Drawing]:
    """Each different back by the name of its picture: one for a card type, or one for each card."""
    types: dict[str, dict[str, Drawing]] = {}
    for card in cards:
        backs = types.setdefault(card.type, {})
        if not any(back is card.back or back == card.back for back in backs.values()):
            backs[f"{card.key}-back.png"] = card.back
    return {
        name if len(backs) > 1 else f"{kind}-back.png": back
        for kind, backs in types.items()
        for name, back in backs.items()
    }


def drawn_pictures(order: Order, product: str, drawn: Sequence[Printed], language: str) -> Iterator[Made]:
    """A picture of each board or part."""
    from regelwerk_printables.pdf.pictures import png_bytes, render

    folder = order.file_name(product, (language,), suffix="")
    pictures = render([printed.drawing for printed in drawn], language, order.dpi)
    for printed, picture in zip(drawn, pictures, strict=True):
        yield Made(f"{folder}/{printed.name}.png", product, png_bytes(picture, order.dpi))


def page_pictures(order: Order, product: str, pages: Sequence[Page], language: str) -> Iterator[Made]:
    """A picture of each page."""
    from regelwerk_printables.pdf.pictures import png_bytes, render

    folder = order.file_name(product, (language,), suffix="")
    drawings = [Drawing(page.width, page.height, page.items) for page in pages]
    for number, picture in enumerate(render(drawings, language, order.dpi), 1):
        yield Made(f"{folder}/{number:03}.png", product, png_bytes(picture, order.dpi))


def deck_files(
    order: Order, title: str, cards: Sequence[PrintedCard], language: tuple[str, ...], labels: Mapping[str, str]
) -> Iterator[Made]:
    """Deck sheets for Tabletop Simulator and the saved object that shows them; `labels` are those of card types."""
    from regelwerk_printables.export.tabletop import deck_sheets, pictures, saved_object
    from regelwerk_printables.pdf.pictures import png_bytes

    sheets = deck_sheets(cards)
    stem = order.file_name("tts", language, suffix="")
    address: dict[tuple[int, str], str] = {}
    for sheet in sheets:
        for what, picture in pictures(sheet, language[0]):
            name = f"{stem}/{stem}-{sheet.number}-{what}.png"
            address[sheet.number, what] = f"{order.address.rstrip('/')}/{name}"
            yield Made(name, "cards", png_bytes(picture, TTS_DPI))
    yield Made(f"{stem}/{stem}.json", "cards", saved_object(title, sheets, address, labels).encode())


def card_tables(
    order: Order, game: Mapping[str, Any], cards: Sequence[PrintedCard], language: tuple[str, ...]
) -> Iterator[Made]:
    """The lists of the cards as CSV and as JSON, in each language."""
    keys = [card.key for card in cards]
    for one in language:
        text = cards_csv(game, one, keys)
        yield Made(order.file_name("cards", (one,), suffix=".csv"), "cards", ("\ufeff" + text).encode())
        yield Made(order.file_name("cards", (one,), suffix=".json"), "cards", cards_json(game, one, keys).encode())
