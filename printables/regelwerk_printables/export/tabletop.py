"""Tables for Tabletop Simulator: decks, boards, tokens, dice and rules, laid out without overlaps.

Decks are pictures of ten by seven cards. A sheet has up to 69 cards; its last cell is the hidden face of cards in
hands, so it shows the back. Boards are tiles, since these have a known size. The format is described at
https://kb.tabletopsimulator.com/custom-content/save-file-format/, except `Custom_PDF`, which is written as by other
programs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec import Struct
from PIL import Image

from ..drawing.drawing import MM_PER_INCH, Drawing, PrintedCard
from ..pdf.document import render

COLUMNS, ROWS = 10, 7
MOST = COLUMNS * ROWS - 1  # the last cell is hidden
WIDEST = 4096  # pixels on a side; the program scales larger pictures down
TALL = 88.9  # millimetres, the height of a card at scale 1
TILE = 2.0  # units (inches), the size of a tile at scale 1
TABLE = 50.0  # units; the widest row of objects
DEEP = 30.0  # units; the depth of all rows
GAP = 1.0
SURFACE = 1.0  # height of the top of the table
THICK, THIN = 0.2, 0.1
BAG, DIE, BOOK = 3.0, 1.5, 11.0  # sides of these objects, in units
DICE = (4, 6, 8, 10, 12, 20)
GREY = {"r": 0.5, "g": 0.5, "b": 0.5}

State = dict[str, Any]
Address = Mapping[tuple[int, str], str]


class Thing(Struct, frozen=True):
    """An object on the table, with its width and depth in units."""

    width: float
    depth: float
    state: State


class DeckSheet(Struct, frozen=True):
    """A picture of up to 69 different cards, and the cards on it in the order of its cells.

    Attributes:
        number: from 1; cards are identified by it and by their cell.
        cards: different ones; the copies are in the saved object.
        unique_backs: each card has a back of its own, and there is a sheet of backs too.
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


def pictures(sheet: DeckSheet, language: str) -> Iterator[tuple[str, Image.Image]]:
    """The pictures of a sheet by name: `fronts`, and `backs` or one `back`."""
    first = sheet.cards[0]
    cell = WIDEST // COLUMNS / first.front.width, WIDEST // ROWS / first.front.height  # pixels per millimetre
    dpi = min(cell) * MM_PER_INCH
    (back,) = render([first.back], language, dpi)
    yield "fronts", _sheet([card.front for card in sheet.cards], back, language, dpi)
    if sheet.unique_backs:
        yield "backs", _sheet([card.back for card in sheet.cards], back, language, dpi)
    else:
        yield "back", back


def _sheet(faces: Sequence[Drawing], hidden: Image.Image, language: str, dpi: float) -> Image.Image:
    width, height = hidden.size
    whole = Image.new("RGB", (width * COLUMNS, height * ROWS), "white")
    for number, picture in enumerate(render(faces, language, dpi)):
        whole.paste(picture, (number % COLUMNS * width, number // COLUMNS * height))
    whole.paste(hidden, ((COLUMNS - 1) * width, (ROWS - 1) * height))
    return whole


# ---- objects ---------------------------------------------------------------------------------------------------------


def decks(
    sheets: Sequence[DeckSheet], address: Address, labels: Mapping[str, str], texts: Mapping[str, str]
) -> list[Thing]:
    """A deck for each card type, containing all copies.

    Args:
        sheets: the sheets of all cards.
        address: the addresses of pictures, by number of the sheet and name of the picture; see `pictures`.
        labels: the labels of the card types; their names by default.
        texts: the texts of cards, by key.
    """
    kinds: dict[str, list[DeckSheet]] = {}
    for sheet in sheets:
        kinds.setdefault(sheet.cards[0].type, []).append(sheet)
    found = []
    for kind, own in kinds.items():
        face = own[0].cards[0].front
        state = _deck(labels.get(kind) or kind, own, address, texts)
        found.append(Thing(face.width / MM_PER_INCH, face.height / MM_PER_INCH, state))
    return found


def _deck(name: str, sheets: Sequence[DeckSheet], address: Address, texts: Mapping[str, str]) -> State:
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
    inner = [
        {
            "Name": "Card",
            "Transform": _transform(sheet.cards[0].front.height / TALL, turned=True),
            "Nickname": card.title,
            "Description": texts.get(card.key, ""),
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
        "Transform": inner[0]["Transform"],
        "Nickname": name,
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in inner],
        "CustomDeck": custom,
        "ContainedObjects": inner,
    }


def tile(title: str, drawing: Drawing, url: str, *, back: str = "", locked: bool = False) -> Thing:
    """A board, a mat or a token: its picture on a tile of its size, also below it where it has no `back` of its own.

    A locked one cannot be moved by mistake.
    """
    width, depth = drawing.width / MM_PER_INCH, drawing.height / MM_PER_INCH
    state = {
        "Name": "Custom_Tile",
        "Transform": _transform(width / TILE, depth / TILE),
        "Nickname": title,
        "Locked": locked,
        "CustomImage": {
            "ImageURL": url,
            "ImageSecondaryURL": back,
            "WidthScale": 0.0,
            "CustomTile": {"Type": 0, "Thickness": THICK if locked else THIN, "Stackable": not locked, "Stretch": True},
        },
    }
    return Thing(width, depth, state)


def bag(title: str, inside: Sequence[Thing], *, endless: bool = False) -> Thing:
    """A bag with its contents; an endless bag never runs out of its one object."""
    name = "Infinite_Bag" if endless else "Bag"
    contained = [one.state for one in inside]
    return Thing(BAG, BAG, {"Name": name, "Transform": _transform(1), "Nickname": title, "ContainedObjects": contained})


def die(title: str, sides: int) -> Thing:
    """A die; for a number of sides that no die has, one with the next larger number."""
    known = next((one for one in DICE if one >= sides), DICE[-1])
    return Thing(DIE, DIE, {"Name": f"Die_{known}", "Transform": _transform(1), "Nickname": title})


def rulebook(title: str, url: str) -> Thing:
    """The rules, to leaf through."""
    pdf = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return Thing(BOOK, BOOK, {"Name": "Custom_PDF", "Transform": _transform(1), "Nickname": title, "CustomPDF": pdf})


def _transform(scale: float, depth: float | None = None, turned: bool = False) -> State:
    """The position and size of an object, seen from the near side; `turned`: it is face down."""
    return {
        **dict.fromkeys(("posX", "posY", "posZ", "rotX"), 0.0),
        "rotY": 180.0,
        "rotZ": 180.0 if turned else 0.0,
        "scaleX": round(scale, 4),
        "scaleY": 1.0,
        "scaleZ": round(scale if depth is None else depth, 4),
    }


# ---- the table -------------------------------------------------------------------------------------------------------


def saved_table(title: str, shelves: Sequence[Sequence[Thing]], tabs: Iterable[tuple[str, str]] = ()) -> str:
    """The JSON that Tabletop Simulator loads.

    Args:
        title: the title of the game.
        shelves: rows of objects, the farthest first.
        tabs: titles and texts of the notebook.
    """
    numbers = count(1)
    objects = [_numbered(state, numbers) for state in _laid_out(shelves)]
    notebook = {
        str(at): {"title": head, "body": body, "color": "Grey", "visibleColor": GREY, "id": at}
        for at, (head, body) in enumerate(tabs)
    }
    save = {
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": "",
        "Rules": "",
        "TabStates": notebook,
        "ObjectStates": objects,
    }
    return json.dumps(save, ensure_ascii=False, indent=1) + "\n"


def _laid_out(shelves: Sequence[Sequence[Thing]]) -> Iterator[State]:
    """The objects in centred rows, around the middle of the table.

    Each shelf begins a row if the table is deep enough; a row that is too wide is split.
    """
    rows = [row for shelf in shelves for row in _rows(shelf)]
    if sum(map(_depth, rows)) > DEEP:
        rows = _rows([thing for shelf in shelves for thing in shelf])
    depths = [_depth(row) for row in rows]
    far = sum(depths) / 2
    for row, depth in zip(rows, depths, strict=True):
        left = -sum(one.width + GAP for one in row) / 2
        for thing in row:
            x, z = left + (thing.width + GAP) / 2, far - depth / 2
            place = {"posX": round(x, 3), "posY": SURFACE, "posZ": round(z, 3)}
            yield {**thing.state, "Transform": {**thing.state["Transform"], **place}}
            left += thing.width + GAP
        far -= depth


def _rows(things: Sequence[Thing]) -> list[list[Thing]]:
    rows: list[list[Thing]] = []
    for thing in things:
        if not rows or sum(one.width + GAP for one in (*rows[-1], thing)) > TABLE:
            rows.append([])
        rows[-1].append(thing)
    return rows


def _depth(row: Sequence[Thing]) -> float:
    return max(one.depth for one in row) + GAP


def _numbered(state: State, numbers: Iterator[int]) -> State:
    """An object and its contents with identifiers for scripts."""
    named = {"Name": state["Name"], "GUID": f"{next(numbers):06x}", **state}
    if "ContainedObjects" in state:
        named["ContainedObjects"] = [_numbered(one, numbers) for one in state["ContainedObjects"]]
    return named
