"""Decks for Tabletop Simulator: pictures of ten by seven cards, and the saved object.

Up to 69 cards lie on a sheet. Its last cell is what others see of a card in a hand, so that the back stands there.
The format of the saved object is described at https://kb.tabletopsimulator.com/custom-content/save-file-format/.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..drawing.drawing import MM_PER_INCH, Drawing, PrintedCard
from ..pdf.document import render

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, ROWS = 10, 7
MOST = COLUMNS * ROWS - 1  # the last cell is hidden
WIDEST = 4096  # pixels on a side; larger pictures are made smaller by the game
TRANSFORM = {
    **dict.fromkeys(("posX", "posY", "posZ", "rotX"), 0.0),
    "rotY": 180.0,
    "rotZ": 180.0,
    **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1.0),
}


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A picture of up to 69 different cards, and the cards on it in the order of its cells.

    Attributes:
        number: from 1; cards are known by it and by their cell.
        cards: different ones; the copies are in the saved object.
        unique_backs: whether each card has a back of its own, which then has a sheet too.
    """

    number: int
    cards: tuple[PrintedCard, ...]
    unique_backs: bool


def deck_sheets(cards: Sequence[PrintedCard]) -> list[DeckSheet]:
    """The cards by type and size on as few sheets as possible; a sheet has one back, or a back for each card."""
    groups: dict[tuple[str, float, float], list[PrintedCard]] = {}
    for card in cards:
        if card.copies:
            groups.setdefault((card.type, card.front.width, card.front.height), []).append(card)
    parts = [tuple(group[at : at + MOST]) for group in groups.values() for at in range(0, len(group), MOST)]
    return [
        DeckSheet(number, part, any(card.back is not part[0].back and card.back != part[0].back for card in part))
        for number, part in enumerate(parts, 1)
    ]


def pictures(sheet: DeckSheet, language: str) -> Iterator[tuple[str, Image]]:
    """The pictures of a sheet by what they show: `fronts`, and `backs` or one `back`."""
    first = sheet.cards[0]
    cell = WIDEST // COLUMNS / first.front.width, WIDEST // ROWS / first.front.height  # whole pixels to a millimetre
    dpi = min(cell) * MM_PER_INCH
    (back,) = render([first.back], language, dpi)
    yield "fronts", _sheet([card.front for card in sheet.cards], back, language, dpi)
    if sheet.unique_backs:
        yield "backs", _sheet([card.back for card in sheet.cards], back, language, dpi)
    else:
        yield "back", back


def _sheet(faces: Sequence[Drawing], hidden: Image, language: str, dpi: float) -> Image:
    from PIL import Image

    width, height = hidden.size
    whole = Image.new("RGB", (width * COLUMNS, height * ROWS), "white")
    for number, picture in enumerate(render(faces, language, dpi)):
        whole.paste(picture, (number % COLUMNS * width, number // COLUMNS * height))
    whole.paste(hidden, ((COLUMNS - 1) * width, (ROWS - 1) * height))
    return whole


def saved_object(
    title: str,
    sheets: Sequence[DeckSheet],
    address: Mapping[tuple[int, str], str],
    labels: Mapping[str, str] | None = None,
) -> str:
    """The JSON that Tabletop Simulator loads: a deck for each card type, all copies in it.

    Args:
        title: the game's.
        sheets: of all cards.
        address: where a picture lies, by the sheet's number and what it shows; see `pictures`.
        labels: how people call the card types; their names by default.
    """
    decks: dict[str, list[DeckSheet]] = {}
    for sheet in sheets:
        decks.setdefault(sheet.cards[0].type, []).append(sheet)
    objects = [
        {**_deck((labels or {}).get(kind) or kind, found, address), "Transform": {**TRANSFORM, "posX": 3.0 * number}}
        for number, (kind, found) in enumerate(decks.items())
    ]
    save = {"SaveName": title, "GameMode": "", "Table": "", "Note": "", "ObjectStates": objects}
    return json.dumps(save, ensure_ascii=False, indent=2) + "\n"


def _deck(name: str, sheets: Sequence[DeckSheet], address: Mapping[tuple[int, str], str]) -> dict[str, Any]:
    custom = {
        str(sheet.number): {
            "FaceURL": address[sheet.number, "fronts"],
            "BackURL": address[sheet.number, "backs" if sheet.unique_backs else "back"],
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": True,
            "UniqueBack": sheet.unique_backs,
            "Type": 0,
        }
        for sheet in sheets
    }
    inner: list[dict[str, Any]] = [
        {
            "Name": "Card",
            "Transform": TRANSFORM,
            "Nickname": card.title,
            "CardID": sheet.number * 100 + cell,
            "CustomDeck": {str(sheet.number): custom[str(sheet.number)]},
        }
        for sheet in sheets
        for cell, card in enumerate(sheet.cards)
        for _ in range(card.copies)
    ]
    if len(inner) == 1:  # a deck of one card is a card
        return inner[0]
    return {
        "Name": "DeckCustom",
        "Nickname": name,
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in inner],
        "CustomDeck": custom,
        "ContainedObjects": inner,
    }
