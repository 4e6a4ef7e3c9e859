"""Random deals of hidden cards to zones, each of which may hold some of them only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.chance import Stream

EXCHANGES = 12
"""How often each card may change places with another one: enough that what lay first no longer shows."""


def dealt(
    cards: Sequence[int], zones: Sequence[int], allowed: Mapping[int, Collection[int]], stream: Stream
) -> list[int]:
    """A random order of cards, of which the i-th lies in the i-th of some zones.

    A first deal that fits is found as a matching, the cards with the fewest zones first. Then random cards change
    places where they fit: in the long run every deal that can be reached so is equally likely. Where no deal fits, any
    order comes.

    Args:
        cards: the cards, in an order that tells nothing of where they lie.
        zones: the zone of each place, as many as cards.
        allowed: the cards that may lie in each of the zones.
    """
    order = stream.shuffled(cards)
    if all(len(allowed[zone]) == len(cards) for zone in allowed):
        return order
    room = {zone: zones.count(zone) for zone in allowed}
    may = {zone: frozenset(allowed[zone]) for zone in allowed}
    fits = {card: [zone for zone in stream.shuffled(list(may)) if card in may[zone]] for card in cards}
    lies: dict[int, int] = {}
    for card in sorted(order, key=lambda one: len(fits[one])):
        if not _place(card, lies, fits, room, set()):
            return order
    for _ in range(EXCHANGES):
        order = stream.shuffled(cards)
        half, third = len(order) // 2, len(order) // 3
        for one, other in zip(order[:half], order[half:], strict=False):
            if one in may[lies[other]] and other in may[lies[one]]:
                lies[one], lies[other] = lies[other], lies[one]
        for a, b, c in zip(order[:third], order[third:], order[2 * third :], strict=False):
            if a in may[lies[b]] and b in may[lies[c]] and c in may[lies[a]]:
                lies[a], lies[b], lies[c] = lies[b], lies[c], lies[a]
    held: dict[int, list[int]] = {zone: [] for zone in allowed}
    for card in stream.shuffled(cards):
        held[lies[card]].append(card)
    return [held[zone].pop() for zone in zones]


def _place(
    card: int, lies: dict[int, int], fits: Mapping[int, Sequence[int]], room: dict[int, int], tried: set[int]
) -> bool:
    """Finds a zone for a card, and other zones for those that make room for it; False when there is none."""
    for zone in fits[card]:
        if zone in tried:
            continue
        tried.add(zone)
        if room[zone]:
            room[zone] -= 1
            lies[card] = zone
            return True
        for other in [one for one, at in lies.items() if at == zone]:
            if _place(other, lies, fits, room, tried):
                lies[card] = zone
                return True
    return False
