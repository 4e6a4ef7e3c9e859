"""Outlines as absolute M, L, C and Z commands."""

from __future__ import annotations

Commands = tuple[tuple[str, tuple[float, ...]], ...]
Point = tuple[float, float]


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
