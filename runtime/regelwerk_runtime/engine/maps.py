"""Path queries on maps: distances, and the spaces that a number of steps reaches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .state import NONE, bits


@lru_cache(maxsize=1 << 14)
def distance(neighbours: tuple[int, ...], start: int, end: int) -> int:
    """The least number of steps from one space to another; NONE when there is no way.

    Args:
        neighbours: for each space the set of those that lie one step away, as a bit mask.
        start, end: positions of spaces.
    """
    seen = edge = 1 << start
    steps = 0
    while edge:
        if edge >> end & 1:
            return steps
        edge = around(neighbours, edge) & ~seen
        seen |= edge
        steps += 1
    return NONE


@lru_cache(maxsize=1 << 14)
def reach(neighbours: tuple[int, ...], start: int, steps: int, closed: int = 0) -> int:
    """The set of spaces where exactly so many steps end, never back at once, never onto a closed space.

    Args:
        neighbours: as in `distance`.
        start: position of the space where the way begins; it may be closed.
        steps: their number; 0 or less stays.
        closed: the set of spaces that nobody may enter.
    """
    ways = {(start, NONE)}
    for _ in range(steps):
        ways = {(to, here) for here, came_from in ways for to in bits(neighbours[here] & ~closed) if to != came_from}
    result = 0
    for here, _ in ways:
        result |= 1 << here
    return result


def around(neighbours: Sequence[int], spaces: int) -> int:
    """The set of spaces one step away from any of a set."""
    result = 0
    for space in bits(spaces):
        result |= neighbours[space]
    return result
