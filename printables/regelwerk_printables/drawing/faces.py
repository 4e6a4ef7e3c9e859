"""Printed cards: both faces as drawings, and what sheets need to know of a card."""

from __future__ import annotations

from dataclasses import dataclass

from .drawing import Drawing, Mm

BLEED = Mm(6)  # how far a drawing goes beyond its edge: enough for 3 mm, as print shops ask, also around two halves


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One card in one language: both faces, ready to be placed.

    Both faces have the trim size of the card and a bleed of `BLEED`.

    Attributes:
        key: the card's key in the game, such as `theft.asia`.
        type: its card type; cards of one type have one size and go on the same sheets.
        copies: how many of it are printed.
        language: the language of its texts.
        title: its name in that language, for bookmarks and lists.
        front: the face with the text.
        back: the back; cards with an equal back share the object.
        changed: an erratum or a chosen variant made it other than the printed card.
    """

    key: str
    type: str
    copies: int
    language: str
    title: str
    front: Drawing
    back: Drawing
    changed: bool = False
