"""Liveness analysis: the locals that each point needs, so that only those lie in its frames."""

from __future__ import annotations

from collections.abc import Callable

from ..model import tree
from ..model.closure import closure
from ..model.ir import Ask, Call, End, Handler, Jump, Leave, Nature, Point, Step, TakeFirst, When
from ..model.symbols import LocalSymbol
from ..model.walk import assigned_by, free_locals, hints_in

Locals = set[LocalSymbol]
Choice = tree.ChooseValue | tree.ChooseOption


def fill_values(handler: Handler) -> None:
    """Fills `values` of the points that play can reach from the first, and drops the other points and their sites.

    The classical backward dataflow, from the last step to the first, until nothing changes. It runs twice where hints
    for bots need locals: which equal copies of a card are one option depends only on what play reads.
    """
    handler.points = reachable(handler.points[0])
    handler.sites = [site for site in handler.sites if site.point in handler.points]
    _fill(handler, free_locals)
    if any(map(_read_by_hints, (site.choice for site in handler.sites))):
        for point in handler.points:
            point.read = point.values
        _fill(handler, lambda choice: free_locals(choice) | _read_by_hints(choice))


def _read_by_hints(choice: Choice) -> Locals:
    """The locals that the hints for bots about a choice read."""
    return set[LocalSymbol]().union(*(read for _, read in hints_in(choice)))


def _fill(handler: Handler, read_by: Callable[[Choice], Locals]) -> None:
    """Fills `values`; `read_by` gives the locals that a choice reads."""
    always = {handler.callee.this} if handler.callee.this is not None else set()  # it names the card in messages
    again = {site.point: (site.collecting, site.answers) for site in handler.sites}
    live: dict[Point, Locals] = dict.fromkeys(handler.points, always)
    changed = True
    while changed:
        changed = False
        for point in reversed(handler.points):
            needed = _live_before(point.body, live, read_by) | always
            collecting, answers = again.get(point, (None, None))
            if collecting is not None and answers is not None:
                needed |= live[collecting] | {answers}
            if needed != live[point]:
                live[point] = needed
                changed = True
    for point in handler.points:
        kept = live[point].union(*(read_by(site.choice) for site in handler.sites if site.point is point))
        point.values = tuple(local for local in dict.fromkeys(point.scope) if local in kept)
    start = handler.points[0]
    start.values = start.scope


def reachable(start: Point) -> list[Point]:
    """The points that play can reach from one, in the order in which their code is read."""
    return [*closure([start], lambda point: reversed(targets(point.body)))]


def targets(steps: list[Step]) -> list[Point]:
    """The points to which some steps lead."""
    found: list[Point] = []
    for step in steps:
        match step:
            case Jump(point) | Nature(_, point) | Call(_, Jump(point)):
                found.append(point)
            case Ask(_, point, empty):
                found += [point, *targets(empty or [])]
            case When(_, then):
                found += targets(then)
            case _:
                pass
    return found


def _live_before(steps: list[Step], at: dict[Point, Locals], read_by: Callable[[Choice], Locals]) -> Locals:
    """The locals that are needed where some steps begin."""
    live: Locals = set()
    for step in reversed(steps):
        match step:
            case Jump(point):
                live = at[point]
            case When(condition, then):
                live = live | free_locals(condition) | _live_before(then, at, read_by)
            case TakeFirst(local, left):
                live = (live - {local}) | {left}
            case Ask(choice, point, empty):
                live = at[point] | read_by(choice) | _live_before(empty or [], at, read_by)
            case Nature(roll, point):
                live = at[point] | free_locals(roll)
            case Call(call, then):
                live = free_locals(call) | (at[then.point] if then is not None else set())
            case Leave(value):
                live = free_locals(value)
            case End():
                live = set()
            case _:
                live = (live - {assigned_by(step)}) | free_locals(step)
    return live
