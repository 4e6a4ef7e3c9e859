"""Faces of dice, drawn as small pictures for a line of text."""

from __future__ import annotations

from functools import cache

from ...drawing.drawing import BLACK, WHITE, Box, Ellipse, Form, Item, Mm, Pen, Rect

MOST = 6
EDGE = Mm(4)
PIP = Mm(0.76)
NEAR, MIDDLE, FAR = 1.05, 2.0, 2.95  # positions of pips
_CORNERS = ((NEAR, FAR), (FAR, NEAR), (NEAR, NEAR), (FAR, FAR))  # 2 and 3 have the first two of them
_SIDES = ((NEAR, MIDDLE), (FAR, MIDDLE))


@cache
def die(number: int) -> Form:
    """The face of a die with one to six pips."""
    middle = ((MIDDLE, MIDDLE),) * (number % 2)
    places = (*_CORNERS[: number // 2 * 2], *middle, *_SIDES * (number == MOST))
    body = Rect(Box(Mm(0.15), Mm(0.15), Mm(EDGE - 0.3), Mm(EDGE - 0.3)), Mm(0.7), WHITE, Pen(BLACK, Mm(0.3)))
    pips = (Ellipse(Box(Mm(x - PIP / 2), Mm(y - PIP / 2), PIP, PIP), BLACK) for x, y in places)
    items: tuple[Item, ...] = (body, *pips)
    return Form(f"die.{number}", EDGE, EDGE, items)
