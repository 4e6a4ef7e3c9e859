"""SVG paths as outlines."""

from __future__ import annotations

import re

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]

from ...drawing.drawing import Commands, Point

_UNKNOWN = re.compile(r"[^MLHVCSQTAZ0-9E\s,.+-]", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"(?<![\d.E])(?<!E[+-])0\d+", re.IGNORECASE)


class OutlinePen(BasePen):  # type: ignore[misc]
    """Records what is drawn, curves of all kinds as cubic ones."""

    def __init__(self) -> None:
        super().__init__(None)
        self.commands: list[tuple[str, tuple[float, ...]]] = []

    def _moveTo(self, point: Point) -> None:  # noqa: N802
        self.commands.append(("M", point))

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        self.commands.append(("L", point))

    def _curveToOne(self, one: Point, two: Point, end: Point) -> None:  # noqa: N802
        self.commands.append(("C", (*one, *two, *end)))

    def _closePath(self) -> None:  # noqa: N802
        start = next(values for sign, values in reversed(self.commands) if sign == "M")
        if self.commands[-1] == ("L", start):
            self.commands.pop()  # the parser draws the last side, which closing draws again
        self.commands.append(("Z", ()))


def parse_outline(text: str) -> Commands:
    """The commands of an SVG path.

    Raises:
        ValueError: the text is no path; the message says why.
    """
    if wrong := _UNKNOWN.search(text):
        raise ValueError(f"`{wrong[0]}` is not allowed in an outline")
    if wrong := _LEADING_ZERO.search(text):
        raise ValueError(f"`{wrong[0]}` is not a number")
    if text.strip()[:1] not in ("M", "m"):
        raise ValueError("an outline must begin with M")
    pen = OutlinePen()
    try:
        parse_path(" ".join(text.split()), pen)
    except ValueError:
        raise ValueError("a command has too few or too many numbers") from None
    return tuple(pen.commands)
