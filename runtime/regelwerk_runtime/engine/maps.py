"""Path queries on maps: distances, and the spaces that a number of steps reaches."""

from __future__ import annotations

from collections.abc import Sequence

from .state import NONE, bits

MAPS = 64
"""So many maps are kept with the distances that were asked for."""

MOST_DISTANCES = 1 << 18
"""So many distances of one map are kept: all those of a map of 500 spaces."""

_known: dict[
    int, tuple[tuple[int, ...], dict[int, int]]
] = {}  # by identity: to hash a map takes longer than to look up


def distance(neighbours: tuple[int, ...], start: int, end: int) -> int:
    """The least number of steps from one space to another; NONE when there is no way.

    Args:
        neighbours: for each space the set of those that lie one step away, as a bit mask.
        start, end: positions of spaces.
    """
    known = _known.get(id(neighbours))
    if known is None:
        if len(_known) >= MAPS:
            _known.clear()
        known = _known[id(neighbours)] = neighbours, {}  # what is kept keeps its identity
    way = start * len(neighbours) + end
    steps = known[1].get(way)
    if steps is None:
        if len(known[1]) >= MOST_DISTANCES:
            known[1].clear()
        steps = known[1][way] = _counted(neighbours, start, end)
    return steps


def _counted(neighbours: tuple[int, ...], start: int, end: int) -> int:
    seen = edge = 1 << start
    steps = 0
    while edge:
        if edge >> end & 1:
            return steps
        edge = around(neighbours, edge) & ~seen
        seen |= edge
        steps += 1
    return NONE


def reach(neighbours: tuple[int, ...], start: int, steps: int, closed: int = 0) -> int:
    """The set of spaces where exactly so many steps end, never back at once, never onto a closed space.

    Args:
        neighbours: as in `distance`.
        start: position of the space where the way begins; it may be closed.
        steps: their number; 0 or less stays.
        closed: the set of spaces that nobody may enter.
    """
    free = _walk(neighbours, start, 0)
    if steps <= 0:
        return free.ends[0]
    while len(free.ends) <= steps:
        free.step()
    near = closed & free.within[steps]
    if not near:
        return free.ends[steps]
    walk = _walk(neighbours, start, near)
    while len(walk.ends) <= steps:
        walk.step()
    return walk.ends[steps]


class Walk:
    """The ways from a space over a map with closed spaces, grown step by step.

    Attributes:
        ends: by number of steps the set of spaces where they end.
        within: by number of steps the set of spaces that they touch: others may be closed or not.
    """

    __slots__ = ("closed", "ends", "neighbours", "ways", "within")

    def __init__(self, neighbours: tuple[int, ...], start: int, closed: int) -> None:
        self.neighbours, self.closed = neighbours, closed  # the map is kept, so that its id stays its own
        self.ways = {
            start: 1 << len(neighbours)
        }  # by space from where one comes to it, as a set; at first from nowhere
        self.ends = [1 << start]
        self.within = [1 << start]

    def step(self) -> None:
        """One step more."""
        neighbours, free = self.neighbours, ~self.closed
        ways: dict[int, int] = {}
        end = 0
        for here, origins in self.ways.items():
            for to in bits(neighbours[here] & free):
                if origins != 1 << to:  # some way comes from elsewhere
                    ways[to] = ways.get(to, 0) | 1 << here
                    end |= 1 << to
        self.ways = ways
        self.ends.append(end)
        self.within.append(self.within[-1] | end)


MOST_WALKS = 1 << 13
_walks: dict[tuple[int, int, int], Walk] = {}


def _walk(neighbours: tuple[int, ...], start: int, closed: int) -> Walk:
    key = id(neighbours), start, closed
    walk = _walks.get(key)
    if walk is None:
        if len(_walks) >= MOST_WALKS:
            _walks.clear()
        walk = _walks[key] = Walk(neighbours, start, closed)
    return walk


def around(neighbours: Sequence[int], spaces: int) -> int:
    """The set of spaces one step away from any of a set."""
    result = 0
    for space in bits(spaces):
        result |= neighbours[space]
    return result
