"""Ways over a map, drawn side by side on stretches that several of them share, as on the map of a railway network."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from ..drawing.drawing import Point

NEAR = 1e-6  # points and directions that differ by less are the same
MOST = 20_000  # a way can be cut at this many points


def side_by_side(ways: Sequence[Sequence[Sequence[float]]], gap: float) -> list[list[Point]]:
    """The ways moved apart by a gap on every stretch that they share; each shared bundle is centred on it.

    Their order is that of the list, seen in the direction of the first of them. A way whose position changes at a point
    slants across it, from twice the gap before it to twice the gap after it.

    Raises:
        ValueError: these are not ways, or they have too many points.
    """
    paths = [_without_repeats(points_of(way)) for way in ways]
    points = {point for path in paths for point in path}
    if sum(len(path) for path in paths) * len(points) > MOST * 100:
        raise ValueError("the ways have too many points")
    cut = [[stretch for pair in pairwise(path) for stretch in _cut(*pair, points)] for path in paths]
    takers: dict[tuple[Point, Point], list[int]] = defaultdict(list)
    for at, stretches in enumerate(cut):
        for start, end in stretches:
            known = takers[min(start, end), max(start, end)]
            known += [] if at in known else [at]
    forward = {key: next(one for one in cut[known[0]] if set(one) == set(key)) for key, known in takers.items()}
    found = []
    for at, stretches in enumerate(cut):
        moved = []
        for start, end in stretches:
            key = min(start, end), max(start, end)
            place = (takers[key].index(at) - (len(takers[key]) - 1) / 2) * gap
            moved.append(_beside(start, end, place if forward[key] == (start, end) else -place))
        found.append(_joined(moved, stretches, set(paths[at]), 2 * gap) if moved else list(paths[at]))
    return found


def points_of(value: Any) -> list[Point]:
    """The points of a list; raises ValueError for anything else."""
    try:
        return [(float(x), float(y)) for x, y in value]
    except (TypeError, ValueError, OverflowError):
        raise ValueError("a way must be a list of points `[x, y]`") from None


def _without_repeats(points: list[Point]) -> list[Point]:
    return [one for at, one in enumerate(points) if not at or one != points[at - 1]]


def _cut(start: Point, end: Point, points: set[Point]) -> Iterator[tuple[Point, Point]]:
    """The pieces of a straight stretch between those points that lie on it."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    on = []
    for x, y in points:
        along = ((x - start[0]) * across + (y - start[1]) * down) / length
        beside = ((x - start[0]) * down - (y - start[1]) * across) / length
        if abs(beside) < NEAR and NEAR < along < length - NEAR:
            on.append((along, (x, y)))
    yield from pairwise([start, *(point for _, point in sorted(on)), end])


def _beside(start: Point, end: Point, distance: float) -> tuple[Point, Point]:
    """A stretch moved to the right of its direction, as seen on the page."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    across, down = -(end[1] - start[1]) / length * distance, (end[0] - start[0]) / length * distance
    return (start[0] + across, start[1] + down), (end[0] + across, end[1] + down)


def _joined(
    moved: list[tuple[Point, Point]], stretches: list[tuple[Point, Point]], own: set[Point], slant: float
) -> list[Point]:
    """Moved stretches as one way: they meet where they cross; collinear ones at different offsets are joined by a
    slant.
    """
    found = [moved[0][0]]
    for before, after, (_, corner) in zip(moved, moved[1:], stretches, strict=False):
        a, b = ((end[0] - start[0], end[1] - start[1]) for start, end in (before, after))
        turn = (a[0] * b[1] - a[1] * b[0]) / (hypot(*a) * hypot(*b))
        if abs(turn) > NEAR:
            gone = before[0][0] - after[0][0], before[0][1] - after[0][1]
            share = (b[0] * gone[1] - b[1] * gone[0]) / (a[0] * b[1] - a[1] * b[0])
            found.append((before[0][0] + a[0] * share, before[0][1] + a[1] * share))
        elif hypot(before[1][0] - after[0][0], before[1][1] - after[0][1]) > NEAR:
            found += [_along(before[1], before[0], slant), _along(*after, slant)]
        elif corner in own:
            found.append(before[1])
    return [*found, moved[-1][1]]


def _along(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start of a stretch, but at most a third of the way along it."""
    share = min(distance / hypot(end[0] - start[0], end[1] - start[1]), 1 / 3)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
