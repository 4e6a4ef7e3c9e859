"""Moments of positions: the point that play has reached, which is the first part of a row, before the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.bags import Bag
from ..engine.engine import NATURE, Engine
from ..engine.primitives import DECLINE
from ..engine.rolling import PLACES
from ..engine.state import shuffle_counts
from .plan import NUMBER, WIDTHS, Fields, Kind, Plan, Rows, fail, packer

if TYPE_CHECKING:
    from ..tables.game import Frame

MOST_BARE = 1_000
"""The most tuples without values in one place."""

REASONS = ("", "finish", "play ended", "rule error")
"""Reasons why a game is over; "" while it is not."""

CHANCES = ("roll", *PLACES)
"""Kinds of decisions of nature: the outcome of a die, or the card at an end of a pile or at a place in it."""

Ints = tuple[int, ...]
Bags = tuple[Bag, ...]


class Moment(NamedTuple):
    """The point that play has reached; the facts follow it in a row.

    Attributes:
        player, site: the player who decides, and the site.
        reason: the number of the reason why the game is over.
        stack: the frames.
        options: the options.
        nature: the pending decision of nature as numbers, or empty.
        given, bags, shuffles: the given rolls, the bags, and the shuffled piles with numbers of shuffles.
    """

    player: int
    site: int
    reason: int
    stack: tuple[Frame, ...]
    options: tuple[Any, ...]
    nature: Ints
    given: Ints
    bags: Bags
    shuffles: tuple[tuple[int, int], ...]


# ---- writing
def written_moment(plan: Plan, engine: Engine) -> list[int]:
    """The moment of a position as integers."""
    site, options, stack, points = engine.site, engine.options, engine.stack, plan.points
    row = [engine.player, site, REASONS.index(engine.reason), len(stack)]
    for frame in stack:
        fields = points[frame[0]]
        if fields.is_fixed:
            row += frame
        else:
            row.append(frame[0])
            _write(row, fields, frame[1:])
    kinds, may = plan.sites[site] if site >= 0 else (NUMBER, False)
    if may and options and options[-1] == DECLINE:
        row.append(1)
        options = options[:-1]
    else:
        row.append(0)
    if isinstance(kinds, Kind):
        row.append(len(options))
        row += options
    else:
        _write_runs(row, kinds, options)
    s = engine.s
    if engine.nature or engine.given or s.bags:
        row.append(1)
        _write_rare(row, engine)
    else:
        row.append(0)
    counts = shuffle_counts(s)
    row.append(len(counts))
    for pair in counts:
        row += pair
    return row


def _write(row: list[int], fields: Fields, values: Sequence[Any]) -> None:
    for kind, value in zip(fields.kinds, values, strict=True):
        if not isinstance(kind, Kind):
            _write_runs(row, kind, value)
        elif kind.is_tuple:
            row.append(len(value))
            row += value
        else:
            row.append(value)


def _write_runs(row: list[int], kinds: Rows, tuples: Sequence[Any]) -> None:
    """Writes tuples that begin with a number; consecutive ones with the same number form a run."""
    start = len(row)
    row.append(0)
    last, count = -1, start
    for one in tuples:
        if one[0] != last:
            last = one[0]
            fields = kinds[last]
            row[start] += 1
            count = len(row) + 1
            row += (last, 0)
        row[count] += 1
        if not fields.is_fixed:
            _write(row, fields, one[1:])
        elif fields.kinds:
            row += one[1:]


def _write_rare(row: list[int], engine: Engine) -> None:
    if engine.nature is None:
        row.append(0)
    else:
        chance, number, weights = engine.nature
        row += (1 + CHANCES.index(chance), number)
        row += chain.from_iterable([(weight.numerator, weight.denominator) for weight in weights])
    row.append(len(engine.given))
    row += engine.given
    bags = [*chain.from_iterable(map(_written_bag, engine.s.bags))]
    row.append(len(bags))
    row += chain.from_iterable(bags)


def _written_bag(bag: Bag) -> list[tuple[int, int, int]]:
    """The stretch, and one within it for each card that is known; an empty one if they may lie anywhere."""
    zone, low, high, known, mixed = bag
    return [(zone, low, high), *[(zone, low, low)] * mixed, *[(zone, at, at + 1) for at in known]]


# ---- reading
@lru_cache(maxsize=1024)
def known_moment(plan: Plan, code: bytes, numbers: bytes) -> Moment:
    """The moment of a row, cached, since many positions have the same one."""
    row = list(packer(code, len(numbers) // WIDTHS[code]).unpack(numbers))
    moment, at = read_moment(plan, row)
    if at != len(row):
        fail("length")
    return moment


def read_moment(plan: Plan, row: list[int]) -> tuple[Moment, int]:
    """The moment of a row, and the position of the facts."""
    player, site, reason, frames = row[:4]
    if not (-1 <= player < plan.fresh.players and NATURE <= site < len(plan.sites) and (site < 0) is (player < 0)):
        fail("decision")
    if not 0 <= reason < len(REASONS) or (site == -1) is not (reason > 0):
        fail("reason")
    stack, at = _read_frames(plan, row, frames, site >= 0)
    options, at = _read_options(plan, site, row, at)
    if not (site == -1) is (not options) is (not stack):
        fail("decision")
    if site >= 0 and stack[-1][0] != site:
        fail("decision")
    nature: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    bags: Bags = ()
    if row[at]:
        nature, given, bags, at = _read_rare(plan, row, at + 1, len(options) if site == NATURE else 0)
    elif site == NATURE:
        fail("nature")
    else:
        at += 1
    counts, at = _read_shuffles(len(plan.fresh.piles), row, at)
    return Moment(player, site, reason, stack, options, nature, given, bags, counts), at


def _taken(row: list[int], at: int) -> tuple[list[int], int]:
    """Numbers that follow their count, and the position after them."""
    end = at + 1 + row[at]
    if not at < end <= len(row):
        fail("length")
    return row[at + 1 : end], end


def _read(row: list[int], at: int, fields: Fields, what: str) -> tuple[list[Any], int]:
    """Values of some kinds, and the position after them."""
    if fields.is_fixed:
        values: list[Any] = []
        for one in fields.single:
            value, at = row[at], at + 1
            if not one.low <= value <= one.high:
                fail(what)
            values.append(bool(value) if one.is_bool else value)
        return values, at
    values = []
    for kind in fields.kinds:
        if not isinstance(kind, Kind):
            tuples, at = _read_runs(kind, row, at, what)
            values.append(tuple(tuples))
        elif kind.is_tuple:
            many, at = _taken(row, at)
            _check(many, kind, what)
            values.append(tuple(map(bool, many) if kind.is_bool else many))
        else:
            value, at = row[at], at + 1
            if not kind.low <= value <= kind.high:
                fail(what)
            values.append(bool(value) if kind.is_bool else value)
    return values, at


def _check(values: list[int], kind: Kind, what: str) -> None:
    """Raises SavedError unless each value is in a range."""
    if values and not kind.low <= min(values) <= max(values) <= kind.high:
        fail(what)


def _read_frames(plan: Plan, row: list[int], count: int, asks: bool) -> tuple[tuple[Frame, ...], int]:
    """The frames, and the position after them; the last one must be at a site if a player decides."""
    at, points, sites = 4, plan.points, len(plan.sites)
    stack: list[Frame] = []
    if count < 0:
        fail("effects under way")
    while count:
        number, count = row[at], count - 1
        if not 0 <= number < len(points) or (number < sites) is not (count == 0 and asks):
            fail("effects under way")
        values, at = _read(row, at + 1, points[number], "effects under way")
        stack.append((number, *values))
    return tuple(stack), at


def _read_options(plan: Plan, site: int, row: list[int], at: int) -> tuple[tuple[Any, ...], int]:
    """The options of a site, and the position after them."""
    kinds, may = plan.sites[site] if site >= 0 else (NUMBER, False)
    no, at = row[at], at + 1
    if not 0 <= no <= may:
        fail("decision")
    options: list[Any]
    if isinstance(kinds, Kind):
        options, at = _taken(row, at)
        _check(options, kinds, "decision")
        if kinds.is_bool:
            options[:] = map(bool, options)
    else:
        options, at = _read_runs(kinds, row, at, "decision")
    if no:
        options.append(DECLINE)
    return tuple(options), at


def _read_runs(kinds: Rows, row: list[int], at: int, what: str) -> tuple[list[Any], int]:
    """Tuples that begin with a number, and the position after them."""
    count, at = row[at], at + 1
    if not 0 <= count <= len(row) - at:
        fail(what)
    found: list[Any] = []
    bare = 0  # number of tuples without values, which take no room
    for _ in range(count):
        number, many, at = row[at], row[at + 1], at + 2
        if not 0 <= number < len(kinds) or many < 1:
            fail(what)
        fields = kinds[number]
        bare += 0 if fields.kinds else many
        if bare > MOST_BARE:
            fail(what)
        if not fields.kinds:
            found += ((number,),) * many
        elif many > 2 and fields.is_fixed:
            at = _read_run(fields, row, at, number, many, what, found)
        else:
            for _ in range(many):
                values, at = _read(row, at, fields, what)
                found.append((number, *values))
    return found, at


def _read_run(fields: Fields, row: list[int], at: int, number: int, many: int, what: str, found: list[Any]) -> int:
    """Appends tuples with one number and single integers as values; returns the position after them."""
    width = len(fields.kinds)
    end = at + many * width
    columns = [row[at + i : end : width] for i in range(width)]
    for kind, column in zip(fields.single, columns, strict=True):
        _check(column, kind, what)
        if kind.is_bool:
            column[:] = map(bool, column)
    found += zip(repeat(number, many), *columns, strict=True)
    return end


def _read_rare(plan: Plan, row: list[int], at: int, outcomes: int) -> tuple[Ints, Ints, Bags, int]:
    """A decision of nature with a number of outcomes, given rolls and bags, and the position after them."""
    chance, end = row[at], at + 1
    if not 0 <= chance <= len(CHANCES) or (chance > 0) is not (outcomes > 0):
        fail("nature")
    if chance:
        end = at + 2 + 2 * outcomes
    nature = tuple(row[at:end]) if chance else ()
    given, at = _taken(row, end)
    count, at = row[at], at + 1
    if not 0 <= count <= len(plan.fresh.where):
        fail("bags")
    end = at + 3 * count
    bags = zip(row[at:end:3], row[at + 1 : end : 3], row[at + 2 : end : 3], strict=True)
    return nature, tuple(given), _read_bags(bags), end


def _read_bags(rows: Iterable[tuple[int, int, int]]) -> Bags:
    bags: list[Bag] = []
    for zone, low, high in rows:
        if high - low > 1:
            bags.append(Bag(zone, low, high))
        elif high < low or not bags or bags[-1].zone != zone:
            fail("bags")
        elif low == high:
            bags[-1] = bags[-1]._replace(mixed=True)
        else:
            bags[-1] = bags[-1]._replace(known=(*bags[-1].known, low))
    return tuple(bags)


def _read_shuffles(piles: int, row: list[int], at: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """The numbers of shuffles of piles, and the position after them."""
    count = row[at]
    if not count:
        return (), at + 1
    if count == 1:
        _, zone, often = row[at : at + 3]
        if not 0 <= zone < piles or often < 1:
            fail("shuffles")
        return ((zone, often),), at + 3
    if not 0 < count <= piles:
        fail("shuffles")
    end = at + 1 + 2 * count
    zones, times = row[at + 1 : end : 2], row[at + 2 : end : 2]
    if zones != sorted({*zones}) or zones[0] < 0 or zones[-1] >= piles or min(times) < 1:
        fail("shuffles")
    return tuple(zip(zones, times, strict=True)), end
