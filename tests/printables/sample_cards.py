"""Plain cards for tests of sheets: every face is one rectangle, which shows where it lies."""

from __future__ import annotations

from regelwerk_printables.drawing.drawing import BLEED, Box, Color, Drawing, Mm, PrintedCard, Rect

WIDTH, HEIGHT = 63.0, 88.0


def face(width: float, height: float, shade: float) -> Drawing:
    """A face whose background extends to its bleed."""
    ground = Box(Mm(-BLEED), Mm(-BLEED), Mm(width + 2 * BLEED), Mm(height + 2 * BLEED))
    return Drawing(Mm(width), Mm(height), (Rect(ground, fill=Color(shade, shade, shade)),), bleed=BLEED)


def card(
    number: int, copies: int = 1, width: float = WIDTH, height: float = HEIGHT, language: str = "en", kind: str = "Deed"
) -> PrintedCard:
    """A card that is recognized by its number."""
    front, back = face(width, height, number / 1000), face(width, height, 1 - number / 1000)
    return PrintedCard(f"card{number}", kind, copies, language, f"Card {number}", front, back)


def cards(count: int, width: float = WIDTH, height: float = HEIGHT) -> list[PrintedCard]:
    return [card(number, width=width, height=height) for number in range(1, count + 1)]
