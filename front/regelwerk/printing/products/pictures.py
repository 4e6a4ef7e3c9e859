"""Files that are no pages: pictures, deck sheets for Tabletop Simulator, and lists of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from regelwerk_compiler.checked.game import Card
from regelwerk_printables.drawing.drawing import Drawing, PrintedCard
from regelwerk_printables.export.card_table import cards_csv, cards_json
from regelwerk_printables.export.tabletop import deck_sheets, pictures, saved_object
from regelwerk_printables.pdf.document import png_bytes, render

from ..files import Made
from ..order import Order

TTS_DPI = 96  # recorded in the file only: a deck sheet is made of pixels


def picture_files(
    order: Order, product: str, drawings: Mapping[str, Drawing], language: tuple[str, ...]
) -> Iterator[Made]:
    """A picture of each drawing under its name, in a folder of their own."""
    folder = order.file_name(product, language, suffix="")
    for name, picture in zip(drawings, render(drawings.values(), language[0], order.dpi), strict=True):
        yield Made(f"{folder}/{name}.png", product, png_bytes(picture, order.dpi))


def card_pictures(order: Order, cards: Sequence[PrintedCard], language: tuple[str, ...]) -> Iterator[Made]:
    """A picture of each card's front and of each different back."""
    return picture_files(order, "cards", {card.key: card.front for card in cards} | _backs(cards), language)


def _backs(cards: Sequence[PrintedCard]) -> dict[str, Drawing]:
    """Each different back by the name of its picture: one for a card type, or one for each card."""
    types: dict[str, dict[str, Drawing]] = {}
    for card in cards:
        backs = types.setdefault(card.type, {})
        if not any(back is card.back or back == card.back for back in backs.values()):
            backs[f"{card.key}-back"] = card.back
    return {
        name if len(backs) > 1 else f"{kind}-back": back
        for kind, backs in types.items()
        for name, back in backs.items()
    }


def deck_files(
    order: Order, title: str, cards: Sequence[PrintedCard], language: tuple[str, ...], labels: Mapping[str, str]
) -> Iterator[Made]:
    """Deck sheets for Tabletop Simulator and the saved object that shows them; `labels` are those of card types."""
    sheets = deck_sheets(cards)
    stem = order.file_name("tts", language, suffix="")
    address: dict[tuple[int, str], str] = {}
    for sheet in sheets:
        for what, picture in pictures(sheet, language[0]):
            name = f"{stem}/{stem}-{sheet.number}-{what}.png"
            address[sheet.number, what] = f"{order.address.rstrip('/')}/{name}"
            yield Made(name, "cards", png_bytes(picture, TTS_DPI))
    yield Made(f"{stem}/{stem}.json", "cards", saved_object(title, sheets, address, labels).encode())


def card_tables(order: Order, cards: Sequence[Card], language: tuple[str, ...]) -> Iterator[Made]:
    """The lists of the cards as CSV and as JSON, in each language."""
    for one in language:
        text = cards_csv(cards, one)
        yield Made(order.file_name("cards", (one,), suffix=".csv"), "cards", ("\ufeff" + text).encode())
        yield Made(order.file_name("cards", (one,), suffix=".json"), "cards", cards_json(cards, one).encode())
