"""Path queries on maps: distances, and the spaces that a number of steps reaches."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import RuleError
from .state import NONE, bits

MAPS = 16
"""So many maps are kept with what was asked for."""

MOST_DISTANCES = 1 << 18
"""So many distances of one map are kept: all those of a map of 500 spaces."""

MOST_WALKS = 1 << 12
"""So many walks over one map are kept, of a large one fewer."""

MOST_SPACES = 1 << 20
"""So many spaces have the walks that are kept of one map, if each may touch all of them."""

LONGEST = 1_000
"""The most steps of a way whose ends are asked for."""


class Known:
    """What is known of a map.

    Attributes:
        neighbours: the map itself, which so keeps its identity.
        distances: the steps from one space to another, by start times the number of spaces plus end.
        walks: those from a space with closed spaces, by these times the number of spaces plus start.
    """

    __slots__ = ("distances", "neighbours", "walks")

    def __init__(self, neighbours: tuple[int, ...]) -> None:
        self.neighbours = neighbours
        self.distances: dict[int, int] = {}
        self.walks: dict[int, Walk] = {}

    def walk(self, start: int, closed: int, steps: int) -> Walk:
        """The ways from a space, grown to some steps.

        Raises:
            RuleError: they are more than 1,000.
        """
        if steps > LONGEST:
            raise RuleError(f"a way of {steps:_} steps is longer than 1_000")
        key = closed * len(self.neighbours) + start
        walk = self.walks.get(key)
        if walk is None:
            if len(self.walks) >= min(MOST_WALKS, MOST_SPACES // len(self.neighbours)):
                self.walks.clear()
            walk = self.walks[key] = Walk(self.neighbours, start, closed)
        while len(walk.ends) <= steps:
            walk.step()
        return walk


_known: dict[int, Known] = {}  # by identity: to hash a map takes longer than to look up


def _new(neighbours: tuple[int, ...]) -> Known:
    if len(_known) >= MAPS:
        _known.clear()
    known = _known[id(neighbours)] = Known(neighbours)
    return known


def distance(neighbours: tuple[int, ...], start: int, end: int) -> int:
    """The least number of steps from one space to another; NONE when there is no way.

    Args:
        neighbours: for each space the set of those that lie one step away, as a bit mask.
        start, end: positions of spaces.
    """
    known = _known.get(id(neighbours)) or _new(neighbours)
    way = start * len(neighbours) + end
    steps = known.distances.get(way)
    if steps is None:
        if len(known.distances) >= MOST_DISTANCES:
            known.distances.clear()
        steps = known.distances[way] = _counted(neighbours, start, end)
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

    Raises:
        RuleError: they are more than 1,000.
    """
    return _walk(neighbours, start, steps, closed).ends[steps] if steps > 0 else 1 << start


def reach_within(neighbours: tuple[int, ...], start: int, steps: int, closed: int = 0) -> int:
    """The set of spaces where 1 to so many steps end, as `reach` has them; none if `steps` is 0 or less.

    Raises:
        RuleError: they are more than 1,000.
    """
    return _walk(neighbours, start, steps, closed).within[steps] if steps > 0 else 0


def _walk(neighbours: tuple[int, ...], start: int, steps: int, closed: int) -> Walk:
    """The ways from a space, of as many steps at least, by those closed spaces that they could touch."""
    known = _known.get(id(neighbours)) or _new(neighbours)
    walk = known.walks.get(start)  # without closed spaces
    if walk is None or len(walk.ends) <= steps:
        walk = known.walk(start, 0, steps)
    near = closed & walk.within[steps]
    return known.walk(start, near, steps) if near else walk


class Walk:
    """The ways from a space over a map with closed spaces, grown step by step.

    Attributes:
        ends: by number of steps the set of spaces where they end.
        within: by number of steps the set of spaces that they enter: others may be closed or not.
    """

    __slots__ = ("closed", "ends", "neighbours", "ways", "within")

    def __init__(self, neighbours: tuple[int, ...], start: int, closed: int) -> None:
        self.neighbours, self.closed = neighbours, closed
        self.ways = {
            start: 1 << len(neighbours)
        }  # by space from where one comes to it, as a set; at first from nowhere
        self.ends = [1 << start]
        self.within = [0]

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


def around(neighbours: Sequence[int], spaces: int) -> int:
    """The set of spaces one step away from any of a set."""
    result = 0
    for space in bits(spaces):
        result |= neighbours[space]
    return result
