"""The position of an engine as a row of integers and back, each checked against the layout of the game.

The row holds, in this order:

    player, site, reason, the number of frames, each frame (number of the point and its values)
    1 where the last option is the one that says no, else 0
    the other options: of a value form their values, behind their number; of an option form runs (number of the option,
        how many, their values), behind the number of runs
    0, or 1 where something rare follows: nature, given rolls, bags, each behind its length
    how many piles were shuffled, and which, each with how often
    variables, veiled cards, rolls, places, the length of each pile, the cards of all piles

A tuple among values stands behind its length, a variable that is a set of more than 63 members as its bytes. Fuel is
kept apart: it is much greater than the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise, repeat
from operator import itemgetter
from typing import Any, NoReturn

from ..engine.engine import NATURE, Engine
from ..engine.rolling import ENDS
from ..engine.state import DECLINE, NONE, BaseState, set_shuffle_counts, shuffle_counts, veiled
from ..engine.zones import bag_of
from ..errors import SavedError
from .plan import NUMBER, Kind, Plan, Rows, Slot, plan_of

REASONS = ("", "finish", "play ended", "rule error")
"""Why a game is over; "" while it goes on."""

CHANCES = ("roll", *ENDS)
"""What nature decides: an outcome of a die, or which card lies at an end of a pile."""

_number = itemgetter(0)


# ---- writing
def row_of(engine: Engine) -> list[int]:
    """The position of an engine, without its fuel, as integers."""
    s = engine.s
    plan = plan_of(engine.game, s.players)
    row = [engine.player, engine.site, REASONS.index(engine.reason), len(engine.stack)]
    for frame in engine.stack:
        if plan.plain[frame[0]]:
            row += frame
        else:
            row.append(frame[0])
            _write(row, plan.points[frame[0]], frame[1:])
    _write_options(row, plan, engine)
    if engine.nature or engine.given or s.bags:
        row.append(1)
        _write_rare(row, engine)
    else:
        row.append(0)
    counts = shuffle_counts(s)
    row.append(len(counts))
    for pair in counts:
        row += pair
    for slot in plan.slots:
        value = getattr(s, slot.name)
        if slot.size:
            row += value
        elif slot.width:
            row += value.to_bytes(slot.width, "little")
        else:
            row.append(value)
    row += s.rolls
    row += s.places
    row += map(len, s.piles)
    row += chain.from_iterable(s.piles)
    return row


def _write(row: list[int], kinds: Sequence[Kind | Rows], values: Sequence[Any]) -> None:
    for kind, value in zip(kinds, values, strict=True):
        if not isinstance(kind, Kind):
            _write_runs(row, kind, value)
        elif kind.is_tuple:
            row.append(len(value))
            row += value
        else:
            row.append(value)


def _write_options(row: list[int], plan: Plan, engine: Engine) -> None:
    options: Sequence[Any] = engine.options
    may = engine.site >= 0 and plan.game.sites[engine.site].may and options[-1] == DECLINE
    row.append(may)
    if may:
        options = options[:-1]
    kinds = NUMBER if engine.site < 0 else plan.sites[engine.site]
    if isinstance(kinds, Kind):
        row.append(len(options))
        _write(row, [kinds] * len(options), options)
        return
    _write_runs(row, kinds, options)


def _write_runs(row: list[int], kinds: Rows, tuples: Sequence[Any]) -> None:
    """Tuples that begin with a number, those of one number that follow each other as one run."""
    runs = [(number, list(run)) for number, run in groupby(tuples, _number)]
    row.append(len(runs))
    for number, run in runs:
        row += (number, len(run))
        for one in run:
            _write(row, kinds[number], one[1:])


def _write_rare(row: list[int], engine: Engine) -> None:
    if engine.nature is None:
        row.append(0)
    else:
        chance, number, weights = engine.nature
        row += (1 + CHANCES.index(chance), number)
        row += chain.from_iterable([(weight.numerator, weight.denominator) for weight in weights])
    row.append(len(engine.given))
    row += engine.given
    row.append(len(engine.s.bags))
    row += chain.from_iterable(engine.s.bags)


# ---- reading
def fail(what: str) -> NoReturn:
    """Raises SavedError for the part of a saved match that makes no sense."""
    raise SavedError(f"the saved match makes no sense ({what})")


def restore(engine: Engine, row: list[int]) -> None:
    """Sets the position of a fresh engine from a row, all but its fuel.

    Raises:
        SavedError: the row does not fit the game.
        IndexError, ValueError: it ends too early.
    """
    s = engine.s
    plan = plan_of(engine.game, s.players)
    player, site, reason, frames = row[:4]
    if not (-1 <= player < s.players and NATURE <= site < len(plan.sites) and (site < 0) is (player < 0)):
        fail("decision")
    if not 0 <= reason < len(REASONS) or (site == -1) is not (reason > 0):
        fail("reason")
    engine.player, engine.site, engine.reason = player, site, REASONS[reason]
    at = _read_frames(engine, plan, row, frames)
    engine.options, at = _read_options(plan, site, row, at)
    if not (site == -1) is (not engine.options) is (not engine.stack):
        fail("decision")
    if site >= 0 and engine.stack[-1][0] != site:
        fail("decision")
    is_rare, at = row[at], at + 1
    nature: list[int] = []
    if is_rare:
        nature, at = _read_rare(engine, row, at)
    elif site == NATURE:
        fail("nature")
    _read_state(s, plan, row, at)
    if nature:
        _set_nature(engine, CHANCES[nature[0] - 1], nature[1], nature[2:])
    if is_rare:
        _check_bags(s)


def _taken(row: list[int], at: int) -> tuple[list[int], int]:
    """The numbers behind their count, and what comes after them."""
    end = at + 1 + row[at]
    if not at < end <= len(row):
        fail("length")
    return row[at + 1 : end], end


def _read(row: list[int], at: int, kinds: Sequence[Kind | Rows], what: str) -> tuple[list[Any], int]:
    """Values of some kinds, and what comes after them."""
    values: list[Any] = []
    for kind in kinds:
        value = row[at]
        if not isinstance(kind, Kind):
            many, at = _read_runs(kind, row, at, what)
            values.append(tuple(many))
            continue
        if kind.is_tuple:
            many, at = _taken(row, at)
            if many and not kind.low <= min(many) <= max(many) <= kind.high:
                fail(what)
            values.append(tuple(map(bool, many)) if kind.is_bool else tuple(many))
            continue
        if not kind.low <= value <= kind.high:
            fail(what)
        values.append(bool(value) if kind.is_bool else value)
        at += 1
    return values, at


def _read_frames(engine: Engine, plan: Plan, row: list[int], count: int) -> int:
    """Puts the frames on the stack; answers what comes after them."""
    at, points, sites = 4, plan.points, len(plan.sites)
    if count < 0:
        fail("effects under way")
    while count:
        number, count = row[at], count - 1
        if not 0 <= number < len(points) or (number < sites) is not (count == 0 and engine.site >= 0):
            fail("effects under way")
        values, at = _read(row, at + 1, points[number], "effects under way")
        engine.push((number, *values))
    return at


def _read_options(plan: Plan, site: int, row: list[int], at: int) -> tuple[tuple[Any, ...], int]:
    """The options of a site, and what comes after them."""
    kinds, may = (plan.sites[site], plan.game.sites[site].may) if site >= 0 else (NUMBER, False)
    no, at = row[at], at + 1
    if not 0 <= no <= may:
        fail("decision")
    options: list[Any] = []
    if isinstance(kinds, Kind):
        count, at = row[at], at + 1
        if not 0 <= count <= len(row) - at:
            fail("decision")
        options, at = _read(row, at, (kinds,) * count, "decision")
    else:
        options, at = _read_runs(kinds, row, at, "decision")
    if no:
        options.append(DECLINE)
    return tuple(options), at


def _read_runs(kinds: Rows, row: list[int], at: int, what: str) -> tuple[list[Any], int]:
    """Tuples that begin with a number, and what comes after them."""
    count, at = row[at], at + 1
    if not 0 <= count <= len(row) - at:
        fail(what)
    found: list[Any] = []
    for _ in range(count):
        number, many, at = row[at], row[at + 1], at + 2
        if not 0 <= number < len(kinds) or not 0 < many <= len(row):
            fail(what)
        run, at = _read_run(kinds[number], row, at, number, many, what)
        found += run
    return found, at


def _read_run(
    kinds: Sequence[Kind], row: list[int], at: int, number: int, count: int, what: str
) -> tuple[list[Any], int]:
    """Tuples of one number with their values, and what comes after them."""
    width = len(kinds)
    if any(kind.is_tuple for kind in kinds):
        options = []
        for _ in range(count):
            values, at = _read(row, at, kinds, what)
            options.append((number, *values))
        return options, at
    end = at + count * width
    columns = [row[at + i : end : width] for i in range(width)]
    for kind, column in zip(kinds, columns, strict=True):
        if len(column) != count or not kind.low <= min(column) <= max(column) <= kind.high:
            fail(what)
        if kind.is_bool:
            column[:] = map(bool, column)
    return list(zip(repeat(number, count), *columns, strict=True)), end


def _read_rare(engine: Engine, row: list[int], at: int) -> tuple[list[int], int]:
    """Sets bags and given rolls; answers what nature decides, as numbers, and what comes after all that."""
    chance, nature = row[at], []
    if not 0 <= chance <= len(CHANCES) or (chance > 0) is not (engine.site == NATURE):
        fail("nature")
    end = at + 1
    if chance:
        end = at + 2 + 2 * len(engine.options)
        nature = row[at:end]
    given, at = _taken(row, end)
    engine.given = tuple(given)
    bags, count, at = [], row[at], at + 1
    if not 0 <= count <= len(engine.s.piles):
        fail("bags")
    end = at + 3 * count
    bags = row[at:end]
    engine.s.bags = tuple(zip(bags[::3], bags[1::3], bags[2::3], strict=True))
    return nature, end


def _set_nature(engine: Engine, kind: str, number: int, numbers: list[int]) -> None:
    """Sets what nature decides: a die with the weights of its outcomes, or a pile with those of its cards."""
    s, tables, options = engine.s, engine.game.tables, engine.options
    weights = tuple([Fraction(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)])
    fits = len(weights) == len(options) and sum(weights) == 1 and min(weights) > 0
    if kind in ENDS:
        fits = fits and 0 <= number < len(s.piles)
        fits = fits and set(options) <= {s.piles[number][at] for at in bag_of(s, number)}
    else:
        fits = fits and 0 <= number < len(tables.luck.dice)
        shown = tables.luck.die_kind(number)
        if fits and (shown == "player" or shown in engine.game.enums):
            low, high = (0, s.players - 1) if shown == "player" else tables.members(shown)
            fits = low <= min(options) <= max(options) <= high
    if not fits:
        fail("nature")
    engine.nature = (kind, number, weights)


def _check_bags(s: BaseState) -> None:
    zones = [NONE, *[zone for zone, _, _ in s.bags], len(s.piles)]
    if any(a >= b for a, b in pairwise(zones)):
        fail("bags")
    if not all(0 <= low < high - 1 < len(s.piles[zone]) for zone, low, high in s.bags):
        fail("bags")


# ---- the state
def _read_state(s: BaseState, plan: Plan, row: list[int], at: int) -> None:
    """Sets all facts of a state but its fuel from the rest of a row."""
    if row[at]:
        at = _read_shuffles(s, row, at)
    else:
        at += 1
    for slot in plan.slots:
        size = slot.size
        if size:
            values = row[at : at + size]
            if not slot.low <= min(values) <= max(values) <= slot.high:
                _check(plan, slot, values)
            setattr(s, slot.name, values)
            at += size
        else:
            value, at = row[at], at + 1
            if slot.width:
                end = at - 1 + slot.width
                value, at = int.from_bytes(bytes(row[at - 1 : end]), "little"), end
            if not slot.low <= value <= slot.high:
                _check(plan, slot, [value])
            setattr(s, slot.name, value)
    end = at + len(s.rolls)
    s.rolls = row[at:end]
    at, end = end, end + len(s.places)
    s.places = row[at:end]
    at, end = end, end + len(s.piles)
    lengths = row[at:end]
    if len(lengths) != len(s.piles) or end + sum(lengths) != len(row) or min(lengths) < 0:
        fail("length")
    if s.rolls and min(s.rolls) < 0:
        fail("rolls")
    if s.where:
        _lay(s, plan, lengths, row[end:])
    elif end != len(row):
        fail("cards")
    if veiled(s) and veiled(s) & ~sum(map((1).__lshift__, s.piles[0])):
        fail("cards in the box")


def _read_shuffles(s: BaseState, row: list[int], at: int) -> int:
    """Sets how often piles were shuffled; answers what comes after that."""
    count = row[at]
    if not 0 <= count <= len(s.piles):
        fail("shuffles")
    end = at + 1 + 2 * count
    zones, times = row[at + 1 : end : 2], row[at + 2 : end : 2]
    if any(a >= b for a, b in pairwise([NONE, *zones, len(s.piles)])) or min(times) < 1:
        fail("shuffles")
    set_shuffle_counts(s, tuple(zip(zones, times, strict=True)))
    return end


def _lay(s: BaseState, plan: Plan, lengths: list[int], cards: list[int]) -> None:
    """Lays each card in the pile that holds it, and notes where it lies: in one zone, which is made for it."""
    piles: list[tuple[int, ...]] = [()] * len(lengths)
    lying = [NONE] * len(s.where)
    if min(cards, default=0) < 0:
        fail("cards")
    at = 0
    for zone, length in enumerate(lengths):
        if length:
            piles[zone] = pile = tuple(cards[at : at + length])
            at += length
            for card in pile:
                lying[card] = zone
    for zone, card in enumerate(s.places, len(piles)):
        if card != NONE:
            if card < 0:
                fail("cards")
            lying[card] = zone
            at += 1
    if at != len(lying) or NONE in lying:
        fail("cards")
    s.piles, s.where = piles, lying
    for first, end, zones in plan.cards:
        if not zones.issuperset(lying[first:end]):
            fail("cards")


def _check(plan: Plan, slot: Slot, values: list[int]) -> None:
    """Raises SavedError for the first value of a variable that is outside its range and not none."""
    for at, value in enumerate(values):
        if not slot.low <= value <= slot.high and value != slot.none:
            entry = next((one for one in plan.game.tables.vars if one.slot == slot.name), None)
            name = plan.game.tables.element_name(entry, at) if entry is not None else slot.name
            fail(f"{name} is {value}, outside {slot.low}..{slot.high}")
