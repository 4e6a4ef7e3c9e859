"""Path queries on maps: distances, and the spaces reached by a number of steps."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import RuleError
from .state import NONE, bits

MAPS = 16
"""Most maps kept with their results."""

MOST_DISTANCES = 1 << 18
"""Most distances kept of one map: all those of a map of 500 spaces."""

MOST_WALKS = 1 << 13
"""Most walks kept of one map; fewer of a large one."""

MOST_SPACES = 1 << 20
"""Most spaces in all kept walks of one map, if each walk may touch all spaces."""

LONGEST = 1_000
"""The most steps of a way."""


class Known:
    """The results kept of a map.

    Attributes:
        neighbours: the map itself, kept alive so that its identity stays unique.
        distances: the steps from one space to another, by `start * spaces + end`.
        walks: the walks from a space with closed spaces, by `closed * spaces + start`.
    """

    __slots__ = ("distances", "neighbours", "walks")

    def __init__(self, neighbours: tuple[int, ...]) -> None:
        self.neighbours = neighbours
        self.distances: dict[int, int] = {}
        self.walks: dict[int, Walk] = {}

    def walk(self, start: int, closed: int, steps: int) -> Walk:
        """The ways from a space, extended to a number of steps.

        Raises:
            RuleError: there are more than 1,000 steps.
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


_known: dict[int, Known] = {}  # by identity: hashing a map takes longer than a query


def _new(neighbours: tuple[int, ...]) -> Known:
    if len(_known) >= MAPS:
        _known.clear()
    known = _known[id(neighbours)] = Known(neighbours)
    return known


def distance(neighbours: tuple[int, ...], start: int, end: int) -> int:
    """The least number of steps from one space to another; NONE if there is no way.

    Args:
        neighbours: for each space the set of those one step away, as a bit mask.
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
    """The set of spaces where ways of exactly `steps` steps end that neither turn back nor enter a closed space.

    Args:
        neighbours: as in `distance`.
        start: position of the first space; it may be closed.
        steps: number of steps; with 0 or less the way stays at the start.
        closed: the set of spaces that nobody may enter.

    Raises:
        RuleError: there are more than 1,000 steps.
    """
    return _walk(neighbours, start, steps, closed).ends[steps] if steps > 0 else 1 << start


def reach_within(neighbours: tuple[int, ...], start: int, steps: int, closed: int = 0) -> int:
    """The same for ways of 1 to `steps` steps; empty if `steps` is 0 or less.

    Raises:
        RuleError: there are more than 1,000 steps.
    """
    return _walk(neighbours, start, steps, closed).within[steps] if steps > 0 else 0


def _walk(neighbours: tuple[int, ...], start: int, steps: int, closed: int) -> Walk:
    """The ways from a space, of at least this many steps; only closed spaces that they could touch count."""
    known = _known.get(id(neighbours)) or _new(neighbours)
    walk = known.walks.get(start)  # without closed spaces
    if walk is None or len(walk.ends) <= steps:
        walk = known.walk(start, 0, steps)
    near = closed & walk.within[steps]
    return known.walk(start, near, steps) if near else walk


class Walk:
    """The ways from a space on a map with closed spaces, extended step by step.

    Attributes:
        ends: the set of spaces where they end, by number of steps.
        within: the set of spaces that they enter, by number of steps: other spaces do not matter.
    """

    __slots__ = ("closed", "ends", "neighbours", "ways", "within")

    def __init__(self, neighbours: tuple[int, ...], start: int, closed: int) -> None:
        self.neighbours, self.closed = neighbours, closed
        self.ways = {start: 1 << len(neighbours)}  # for each space the set of previous spaces; at first a bit for none
        self.ends = [1 << start]
        self.within = [0]

    def step(self) -> None:
        """Extends the ways by one step."""
        neighbours, free = self.neighbours, ~self.closed
        ways: dict[int, int] = {}
        end = 0
        for here, origins in self.ways.items():
            for to in bits(neighbours[here] & free):
                if origins != 1 << to:  # some way comes from another space
                    ways[to] = ways.get(to, 0) | 1 << here
                    end |= 1 << to
        self.ways = ways
        self.ends.append(end)
        self.within.append(self.within[-1] | end)


def around(neighbours: Sequence[int], spaces: int) -> int:
    """The set of spaces one step away from any space of a set."""
    result = 0
    for space in bits(spaces):
        result |= neighbours[space]
    return result
