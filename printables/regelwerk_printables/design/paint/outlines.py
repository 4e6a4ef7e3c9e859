"""Outlines as absolute M, L, C and Z commands: parsed from SVG paths, moved, or laid through points."""

from __future__ import annotations

import re

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]

Commands = tuple[tuple[str, tuple[float, ...]], ...]
Point = tuple[float, float]

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
        raise ValueError(f"`{wrong[0]}` has no meaning in an outline")
    if wrong := _LEADING_ZERO.search(text):
        raise ValueError(f"`{wrong[0]}` is no number")
    if text.strip()[:1] not in ("M", "m"):
        raise ValueError("an outline begins with M")
    pen = OutlinePen()
    try:
        parse_path(" ".join(text.split()), pen)
    except ValueError:
        raise ValueError("one of its commands has a number too few or too many") from None
    return tuple(pen.commands)


def move_outline(commands: Commands, dx: float, dy: float) -> Commands:
    """The same outline elsewhere."""
    return tuple((sign, tuple(v + (dy if at % 2 else dx) for at, v in enumerate(values))) for sign, values in commands)


def smooth(points: list[Point], closed: bool) -> Commands:
    """A curve through points (Catmull and Rom, uniform)."""
    count = len(points)
    found: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for at in range(count if closed else count - 1):
        before = points[(at - 1) % count] if closed or at else points[0]
        start, end = points[at], points[(at + 1) % count]
        after = points[(at + 2) % count] if closed or at + 2 < count else points[-1]
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        found.append(("C", (*one, *two, *end)))
    return (*found, ("Z", ())) if closed else tuple(found)
