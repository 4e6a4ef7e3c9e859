"""Random deals of hidden cards to zones that may hold only some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from ..engine.state import NONE, bits, mask
from ..errors import RuleError

if TYPE_CHECKING:
    from ..engine.chance import Stream
    from ..engine.state import BaseState
    from ..tables.game import Game

EXCHANGES = 12
"""Rounds of exchanges between cards, enough to make the first deal irrelevant."""


def dealt(
    cards: Sequence[int], zones: Sequence[int], allowed: Mapping[int, Collection[int]], stream: Stream
) -> list[int]:
    """A random order of cards, the i-th of which goes to the i-th of some zones.

    A first deal that fits is found as a matching, starting with the cards with the fewest zones. Then random cards
    change places if they fit: in the long run all deals that can be reached like this are equally likely. If no deal
    fits, the order is arbitrary.

    Args:
        cards: the cards, in an order that does not reveal their places.
        zones: the zone of each place, as many as cards.
        allowed: the cards that may be in each of the zones.
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
    """Finds a zone for a card, and other zones for cards that make room for it; False if there is none."""
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


# ---- cards allowed in zones


def guides_of(game: Game, s: BaseState, zones: Sequence[int]) -> dict[int, list[Callable[[BaseState], bool]]]:
    """For some zones, the invariants that restrict the cards there; only those that hold in the given state."""
    found: dict[int, list[Callable[[BaseState], bool]]] = {}
    for number, name in game.by_card:
        _, holds, _ = game.invariants[number]
        for zone, entry, _ in game.tables.secret_zones:
            if zone in zones and entry.name == name and holds_in(holds, s):
                found.setdefault(zone, []).append(holds)
    return found


def fitting(s: BaseState, zone: int, cards: list[int], holds: Callable[[BaseState], bool]) -> list[int]:
    """The cards allowed in an empty zone by an invariant that examines each card of a zone by itself."""
    if zone < len(s.piles) or len(cards) == 1:
        lay(s, zone, cards)
        fit = holds_in(holds, s)
        lay(s, zone, ())
        if fit or len(cards) == 1:
            return cards if fit else []
    half = len(cards) // 2
    return [*fitting(s, zone, cards[:half], holds), *fitting(s, zone, cards[half:], holds)] if cards else []


def lay(s: BaseState, zone: int, cards: Sequence[int]) -> None:
    """Replaces the cards in a zone."""
    if zone < len(s.piles):
        s.piles[zone] = tuple(cards)
    else:
        place = zone - len(s.piles)
        s.places[place] = cards[0] if cards else NONE
        s.occupied = s.occupied & ~(1 << place) | bool(cards) << place


def holds_in(holds: Callable[[BaseState], bool], s: BaseState) -> bool:
    """True if an invariant holds; False if it cannot be evaluated."""
    try:
        return holds(s)
    except (LookupError, ArithmeticError, ValueError, RuleError):
        return False


def renamed(value: Any, kind: str | tuple[tuple[str, ...], ...], moved: Mapping[int, int]) -> Any:
    """A value of a frame, with the cards that are now in the places of others."""
    if not isinstance(kind, str):
        return tuple([(n, *map(renamed, row, kind[n], repeat(moved))) for n, *row in value])
    if kind.rstrip("*") not in ("card", "cards"):
        return value
    if isinstance(value, tuple):
        return tuple([renamed(part, kind, moved) for part in value])
    return mask(moved.get(card, card) for card in bits(value)) if kind[:5] == "cards" else moved.get(value, value)
