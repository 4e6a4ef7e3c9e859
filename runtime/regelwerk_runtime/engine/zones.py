"""Movement of cards between zones, without losing or duplicating any; called by emitted code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NoReturn

from ..errors import RuleError
from .bags import Bag, in_one_order
from .state import MOST_LISTED, NONE, BaseState

FEW = 8
"""Up to this many cards are moved one by one."""
MANY = 16
"""Of more cards than these, those of a type are kept."""


def move(s: BaseState, card: int, zone: int) -> None:
    """Moves a card from wherever it is to the top of a pile, into a place or into the box.

    Raises:
        RuleError: there is no card (`NONE`), or the place holds another one.
    """
    if card < 0:
        raise RuleError("there is no card to move")
    piles, where = s.piles, s.where
    old, end = where[card], len(piles)
    if old >= end:
        place = old - end
        s.places[place] = NONE
        s.occupied ^= 1 << place
    else:
        pile = piles[old]
        if pile[-1] == card and not s.bags:
            piles[old] = pile[:-1]
        else:
            at = pile.index(card)
            piles[old] = pile[:at] + pile[at + 1 :]
            if s.bags:
                _lose(s, old, at)
        if not old and zone and s._veiled:  # what goes from the box to the box stays as unknown as it was
            s._veiled &= ~(1 << card)
    if zone < end:
        piles[zone] += (card,)
        if not zone and old in s._hidden_zones:
            s._veiled |= 1 << card
    else:
        place = zone - end
        if s.places[place] != NONE:
            _put_back(s, card, old)
            raise RuleError("a card is moved to a place that holds one already")
        s.places[place] = card
        s.occupied |= 1 << place
    where[card] = zone


def move_below(s: BaseState, card: int, zone: int) -> None:
    """Moves a card to the bottom of a pile; for a place or the box as `move`.

    Raises:
        RuleError: as `move`.
    """
    move(s, card, zone)
    if not 0 < zone < len(s.piles):
        return
    s.piles[zone] = (card, *s.piles[zone][:-1])
    if s.bags:
        s.bags = tuple([bag.raised(1) if bag.zone == zone else bag for bag in s.bags])


def move_all(s: BaseState, cards: Sequence[int], zone: int) -> None:
    """Moves each card in turn, as `move` does.

    Raises:
        RuleError: one is not a card (`NONE`), or the place holds another one.
    """
    if s.bags:
        carried = _carried(s, cards, zone)
        for card in tuple(cards):
            move(s, card, zone)
        s.bags = tuple(sorted((*s.bags, *carried)))
        return
    if len(cards) > FEW and zone < len(s.piles):
        _move_many(s, cards, zone)
        return
    for card in tuple(cards):
        move(s, card, zone)


def move_all_below(s: BaseState, cards: Sequence[int], zone: int) -> None:
    """Moves each card in turn, as `move_below` does.

    Raises:
        RuleError: as `move_all`.
    """
    cards = tuple(cards)
    carried = [bag.turned(len(cards)) for bag in _carried(s, cards, zone, above=False)]
    for card in cards:
        move_below(s, card, zone)
    if carried:
        s.bags = tuple(sorted((*s.bags, *carried)))
        s.piles[zone] = in_one_order(s.piles[zone], carried)


def _move_many(s: BaseState, cards: Sequence[int], zone: int) -> None:
    """Moves cards to the top of a pile, copying each pile that they leave only once."""
    piles, where, gone = s.piles, s.where, {*cards}
    for card in cards:
        old = where[card]
        if old == 0 and zone and s._veiled:
            s._veiled &= ~(1 << card)
        if zone == 0 and old in s._hidden_zones:
            s._veiled |= 1 << card
    for old in {where[card] for card in cards}:
        if old < len(piles):
            piles[old] = tuple([card for card in piles[old] if card not in gone])
        else:
            s.places[old - len(piles)] = NONE
            s.occupied ^= 1 << old - len(piles)
    piles[zone] += tuple(cards)
    for card in cards:
        where[card] = zone


def begin_anew(values: list[int], first: int, row: tuple[int, ...], cards: Sequence[int]) -> None:
    """Resets a variable's values for some cards to the initial ones; cards of other types are skipped.

    Args:
        values: the values of the variable.
        first: the first card that indexes it.
        row: its initial values for a card.
        cards: the cards.
    """
    width = len(row)
    for card in cards:
        at = (card - first) * width
        if 0 <= at < len(values):
            values[at : at + width] = row


def elsewhere(name: str, zones: str) -> NoReturn:
    """Ends the game: a variable that a card has in some zones is set while the card is elsewhere.

    Raises:
        RuleError: always.
    """
    raise RuleError(f"`{name}` is set for a card that is not in {zones}; check first whether it is")


def from_box(card: int, name: str, most: int) -> int:
    """The card itself, for a card declared `x many`.

    Raises:
        RuleError: there is none, since all `most` of them are in play.
    """
    if card != NONE:
        return card
    raise RuleError(
        f"all {most} of `{name}` are in play, so there is no new one: allow more where the card is declared, by a "
        f"number after `x many`, or let the rule check first whether one is in `box`"
    )


_seen = 0


@lru_cache(maxsize=1 << 12)
def of_type(cards: tuple[int, ...], first: int, end: int) -> tuple[int, ...]:
    """The cards whose number is in first..(end - 1), in the same order."""
    global _seen
    _seen += len(cards)
    if _seen > MOST_LISTED:
        of_type.cache_clear()
        _seen = len(cards)
    return tuple([card for card in cards if first <= card < end])


UNORDERED = (
    "with explicit chance, the order of the cards in this pile is not known yet: "
    "draw them, or read an end of the pile in a line of its own, `let c = deck.top`"
)


def bag_of(s: BaseState, zone: int, at: int) -> Bag | None:
    """With explicit chance, the stretch without order in which the card at a position of a pile is not known."""
    for bag in s.bags:
        if bag.zone == zone and bag.low <= at < bag.high and (bag.mixed or at not in bag.known):
            return bag
    return None


def known_end(s: BaseState, zone: int, at: int) -> int:
    """With explicit chance, the card on top of a pile (-1) or at its bottom (0); NONE if there is none.

    Raises:
        RuleError: nature has not decided yet which card it is.
    """
    pile = s.piles[zone]
    if not pile:
        return NONE
    if bag_of(s, zone, at % len(pile)):
        raise RuleError(UNORDERED)
    return pile[at]


def known_order(s: BaseState, zone: int, cards: Sequence[int]) -> Sequence[int]:
    """With explicit chance, the given cards of a pile, unchanged.

    Raises:
        RuleError: nature has not decided the order of some of them yet.
    """
    pile, among = s.piles[zone], {*cards}
    for bag in s.bags:
        count = len(among.intersection(pile[bag.low : bag.high])) if bag.zone == zone else 0
        if count > 1 and any(pile[at] in among for at in bag.unknown):
            raise RuleError(UNORDERED)
    return cards


def in_order(looks: Sequence[tuple[Any, ...]], cards: Sequence[int], chosen: Sequence[Any], least: int) -> list[int]:
    """The options for the next member of a choice of several cards, in the order of their looks.

    Among cards with equal looks, the first one is the option. A member never precedes one already chosen, nor comes so
    late that too few would be left; so each set is chosen in exactly one way.

    Args:
        looks: what distinguishes each card from others; it stays the same during the choice.
        cards: the cards that may still be chosen.
        chosen: the looks of those already chosen.
        least: the least number of cards to be chosen in all.
    """
    last = max(chosen, default=())
    rest = sorted([(look, at) for at, look in enumerate(looks) if look >= last])
    end = len(rest) - max(least - len(chosen), 1)
    return [cards[at] for i, (look, at) in enumerate(rest[: max(end + 1, 0)]) if i == 0 or look != rest[i - 1][0]]


def distinct(cards: Sequence[int], definition: Sequence[int]) -> tuple[int, ...]:
    """The first card of each definition, in the same order."""
    if len(cards) < 2:
        return tuple(cards)
    found: dict[int, int] = {}
    for card in cards:
        found.setdefault(definition[card], card)
    return tuple(found.values())


def distinct_of_type(cards: Sequence[int], first: int, end: int, definition: Sequence[int]) -> tuple[int, ...]:
    """The same among the cards whose number is in first..(end - 1).

    Hands change too often for the cards of a type in them to be found again.
    """
    if len(cards) > MANY:
        return distinct(of_type(tuple(cards), first, end), definition)
    found: dict[int, int] = {}
    for card in cards:
        if first <= card < end:
            found.setdefault(definition[card], card)
    return tuple(found.values())


def misplaced(s: BaseState) -> str:
    """The fault in the places of cards; "" if each card is in exactly one zone, as `where` says."""
    return "" if _in_order(s) else _disorder(s)


def _in_order(s: BaseState) -> bool:
    """True if the zones hold as many cards as there are, and each is where `where` says."""
    where, piles = s.where, s.piles
    lying = occupied = 0
    found: dict[int, int] = {}
    for zone, cards in enumerate(piles):
        if cards:
            lying += len(cards)
            for card in cards:
                found[card] = zone
    for zone, card in enumerate(s.places, len(piles)):
        if card != NONE:
            lying += 1
            occupied |= 1 << zone - len(piles)
            found[card] = zone
    return occupied == s.occupied and lying == len(where) == len(found) and [*map(found.get, range(lying))] == where


def _disorder(s: BaseState) -> str:
    found = [NONE] * len(s.where)
    zones = [*s.piles, *((card,) if card != NONE else () for card in s.places)]
    for zone, cards in enumerate(zones):
        for card in cards:
            if not 0 <= card < len(found):
                return f"zone {zone} holds {card}, which is not a card"
            if found[card] != NONE:
                return f"card {card} is in two zones, {found[card]} and {zone}"
            found[card] = zone
    if s.occupied != sum(1 << place for place, card in enumerate(s.places) if card != NONE):
        return "the set of occupied places is wrong"
    for card, zone in enumerate(found):
        if zone == NONE:
            return f"card {card} is in no zone"
        if s.where[card] != zone:
            return f"card {card} is in zone {zone}, but recorded in {s.where[card]}"
    return ""


def _put_back(s: BaseState, card: int, old: int) -> None:
    """Lays a card back on the pile or into the place where it was."""
    if old < len(s.piles):
        s.piles[old] += (card,)
    else:
        s.places[old - len(s.piles)] = card
        s.occupied |= 1 << old - len(s.piles)


def _lose(s: BaseState, zone: int, at: int) -> None:
    """Updates the stretches after a pile lost the card at a position."""
    s.bags = tuple([left for bag in s.bags for left in (bag.without(at) if bag.zone == zone else (bag,))])


def _carried(s: BaseState, cards: Sequence[int], zone: int, *, above: bool = True) -> list[Bag]:
    """The stretches that result when cards of a pile, in its order, are put on top of another or itself.

    Args:
        s: the state before.
        cards: the whole pile, or its cards of one type.
        zone: where the cards go; a place or the box keeps no order.
        above: count from the bottom of that pile, else from the bottom of the cards.
    """
    if not 0 < zone < len(s.piles):
        return []
    below = len({*s.piles[zone]}.difference(cards)) if above else 0
    return [one for bag in s.bags for one in bag.carried(s.piles[bag.zone], cards, zone, below)]
