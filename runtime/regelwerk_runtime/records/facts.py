"""Facts of a state as the end of a row: variables, veiled cards, rolls, places, and the cards of piles."""

from __future__ import annotations

from itertools import chain, compress
from typing import TYPE_CHECKING

from ..engine.state import NONE, BaseState, veiled
from .plan import fail

if TYPE_CHECKING:
    from .plan import Facts, Lanes, Plan, Slot


def written_facts(facts: Facts, s: BaseState) -> list[int]:
    """The facts of a state, except fuel, bags and shuffles, as integers."""
    row = s.as_row()
    row.append(veiled(s))
    for at, width in reversed(facts.wide):
        row[at : at + 1] = row[at].to_bytes(width, "little")
    row += s.rolls
    row += s.places
    piles = s.piles
    if s.where:
        row += map(len, piles)
        row += chain.from_iterable(filter(None, piles))
    else:
        row += [0] * len(piles)
    return row


def read_facts(plan: Plan, row: list[int], lanes: Lanes | None, numbers: bytes) -> BaseState:
    """A state with the facts of a row and the initial fuel.

    Args:
        plan: the possible values.
        row: the facts.
        lanes: their bounds; None if they must be checked one by one.
        numbers: their bytes.
    """
    fresh, facts = plan.fresh, plan.facts
    rolls, places, lengths = facts.apart(row)
    count = facts.count
    if len(lengths) != len(fresh.piles) or count + sum(lengths) != len(row):
        fail("length")
    cards = row[count:]
    for at, width in facts.wide:
        row[at : at + width] = (int.from_bytes(bytes(row[at : at + width]), "little"),)
    s = fresh.with_row(row)
    s.players, s.fuel, s.bags, s._shuffles, s._work = fresh.players, fresh.fuel, (), (), 0
    s._veiled, s.rolls, s.places = row[facts.variables], rolls, places
    s.occupied, s.recalled = 0, [{} for _ in fresh.recalled]
    if lanes is not None and lanes.hold(numbers[: lanes.size]):
        slots = facts.loose
    else:
        slots = facts.slots[:-1]
        if min(lengths) < 0:
            fail("length")
    for slot in slots:
        _check(plan, slot, getattr(s, slot.name))
    if fresh.where:
        _lay(s, plan, lengths, cards)
        if s._veiled and s._veiled & ~sum(map((1).__lshift__, s.piles[0])):
            fail("cards in the box")
    elif cards:
        fail("cards")
    else:
        s.where, s.piles = [], [()] * len(lengths)
    return s


def _check(plan: Plan, slot: Slot, value: int | list[int]) -> None:
    """Raises SavedError for the first value of a variable that is outside its range and not none."""
    values = [value] if isinstance(value, int) else value
    if not values or slot.low <= min(values) <= max(values) <= slot.high:
        return
    for at, one in enumerate(values):
        if not slot.low <= one <= slot.high and one != slot.none:
            entry = next((one for one in plan.game.tables.vars if one.slot == slot.name), None)
            if entry is None:
                fail(slot.name)
            fail(f"{plan.game.tables.element_name(entry, at)} is {one}, outside {slot.low}..{slot.high}")


def _lay(s: BaseState, plan: Plan, lengths: list[int], cards: list[int]) -> None:
    """Puts each card in its pile and records its zone; each card must be in exactly one zone that may hold it."""
    count, at, total = len(plan.fresh.where), 0, sum(cards)
    piles: list[tuple[int, ...]] = [()] * len(lengths)
    lying, occupied = [NONE] * count, 0
    for zone in compress(range(len(lengths)), lengths):
        start, at = at, at + lengths[zone]
        piles[zone] = pile = tuple(cards[start:at])
        for card in pile:
            lying[card] = zone
    for zone, card in enumerate(s.places, len(piles)):
        if card != NONE:
            occupied |= 1 << zone - len(piles)
            lying[card] = zone
            total += card
            at += 1
    # A negative card would index the list from its end, but makes the sum too small.
    if at != count or NONE in lying or total != count * (count - 1) // 2:
        fail("cards")
    s.piles, s.where, s.occupied = piles, lying, occupied
    for first, end, zones in plan.cards:
        if not zones.issuperset(lying[first:end]):
            fail("cards")
