"""Conversion of an engine's position to a row of integers and back, each checked against the layout of the game.

The row holds, in this order:

    player, site, reason, the number of frames, each frame (number of the point and its values)
    1 if the last option is to decline, else 0
    the other options: in the value form their number and values; in the option form the number of runs, then the runs
        (number of the option, how many, their values)
    0, or 1 if something rare follows: nature, given rolls, bags, each after its length
    the number of shuffled piles, then each with its number of shuffles
    variables, veiled cards, rolls, places, the length of each pile, the cards of all piles

A tuple among values follows its length; a variable that is a set of more than 63 members is stored as bytes. Fuel is
stored separately, since it is much greater than the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from ..engine.bags import Bag
from ..engine.rolling import PLACE, PLACES
from ..engine.state import NONE, BaseState, set_shuffle_counts
from .facts import read_facts, written_facts
from .moment import CHANCES, REASONS, Ints, known_moment, read_moment, written_moment
from .plan import WIDTHS, fail, packer, plan_of

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from .starting import Setup

SHORT = 512
"""The most bytes of a row before its facts that are cached."""


def row_of(engine: Engine) -> tuple[list[int], int, bytes]:
    """The position of an engine without its fuel as integers, the place where the facts begin, and the code of a width,
    the narrowest that may hold them.
    """
    plan = plan_of(engine.game, engine.s.players)
    row = written_moment(plan, engine)
    start = len(row)
    facts = written_facts(plan.facts, engine.s)
    return row + facts, start, plan.facts.least_code(facts)


def restore(
    setup: Setup, code: bytes, numbers: bytes, start: int | None, big: Iterable[tuple[int, str]] | None
) -> Engine:
    """An engine in the position of a row, with the initial fuel.

    Args:
        setup: the setup of the match.
        code: the width of its integers.
        numbers: the row, packed.
        start: the place where its facts begin, if known.
        big: the numbers that need more than 64 bits, each after its place; None if there are none.

    Raises:
        SavedError: the row does not fit the game.
        IndexError, ValueError, struct.error: it ends too early.
    """
    plan, width, s = plan_of(setup.game, setup.players), WIDTHS[code], None
    count = len(numbers) // width
    if start is not None and start * width <= SHORT and big is None:
        moment = known_moment(plan, code, numbers[: start * width])
        numbers = numbers[start * width :]
        row = list(packer(code, count - start).unpack(numbers))
        s = read_facts(plan, row, plan.facts.lanes[code], numbers)
    else:
        row = list(packer(code, count).unpack(numbers))
        for place, value in big or ():
            row[place] = int(value, 16)
        moment, at = read_moment(plan, row)
        if start not in (None, at):
            fail("length")
        s = read_facts(plan, row[at:], plan.facts.lanes[code] if big is None else None, numbers[at * width :])
    engine = setup.engine(s)
    engine.player, engine.site, reason, stack, engine.options, nature, engine.given, s.bags, counts = moment
    if stack:
        engine.stack += stack
    else:
        engine.reason = REASONS[reason]
    if counts:
        set_shuffle_counts(s, counts)
    if nature:
        _set_nature(engine, CHANCES[nature[0] - 1], nature[1], nature[2:])
    if s.bags:
        _check_bags(s)
    return engine


def _set_nature(engine: Engine, kind: str, number: int, numbers: Ints) -> None:
    """Sets the decision of nature: a die with the weights of its outcomes, or a pile with those of its cards."""
    s, tables, options = engine.s, engine.game.tables, engine.options
    weights = tuple([Fraction(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)])
    fits = len(weights) == len(options) and sum(weights) == 1 and min(weights) > 0
    if kind in PLACES:
        fits = fits and any(_offers(s, bag, options, number, kind) for bag in s.bags)
    else:
        fits = fits and 0 <= number < len(tables.luck.dice)
        shown = tables.luck.die_kind(number)
        if fits and (shown == "player" or shown in engine.game.enums):
            low, high = (0, s.players - 1) if shown == "player" else tables.members(shown)
            fits = low <= min(options) <= max(options) <= high
    if not fits:
        fail("nature")
    engine.nature = (kind, number, weights)


def _offers(s: BaseState, bag: Bag, options: Iterable[int], number: int, kind: str) -> bool:
    """True if nature may decide which of some cards lies at a place of a stretch."""
    places = bag.unknown
    fits = number in places if kind == PLACE else number == bag.zone
    return fits and not bag.mixed and {*options} <= {s.piles[bag.zone][at] for at in places}


def _check_bags(s: BaseState) -> None:
    ends = [Bag(NONE, 0, 0), *s.bags, Bag(len(s.piles), 0, 0)]
    if any(a.zone > b.zone or (a.zone == b.zone and a.high > b.low) or b.zone == NONE for a, b in pairwise(ends)):
        fail("bags")
    for bag in s.bags:
        known = sorted({*bag.known}.intersection(range(bag.low, bag.high)))
        if not 0 <= bag.low < bag.high <= len(s.piles[bag.zone]) or [*bag.known] != known or bag.left() != [bag]:
            fail("bags")
