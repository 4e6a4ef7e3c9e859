"""Outlines through points, and outlines moved."""

from __future__ import annotations

from .drawing import Commands, Point


def move_outline(commands: Commands, dx: float, dy: float) -> Commands:
    """The same outline elsewhere."""
    if not (dx or dy):
        return commands
    return tuple((sign, tuple(v + (dy if at % 2 else dx) for at, v in enumerate(values))) for sign, values in commands)


def straight(points: list[Point], closed: bool) -> Commands:
    """Straight lines from point to point."""
    commands = tuple(("L" if at else "M", point) for at, point in enumerate(points))
    return (*commands, ("Z", ())) if closed else commands


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
