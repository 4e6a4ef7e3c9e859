"""Stretches of piles whose cards have no order yet, which explicit chance has in place of shuffled ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Bag(NamedTuple):
    """A stretch of a pile; nature decides later which of its cards lies where.

    Attributes:
        zone, low, high: the pile and the positions, from low to high - 1.
        known: positions between them, ascending, whose cards are known, and stay there.
        mixed: cards without order were taken out around the known ones, which keep their order among themselves, but
            may now lie anywhere in the stretch.
    """

    zone: int
    low: int
    high: int
    known: tuple[int, ...] = ()
    mixed: bool = False

    @property
    def unknown(self) -> tuple[int, ...]:
        """The positions of the cards without order."""
        return tuple([at for at in range(self.low, self.high) if at not in self.known])

    def raised(self, by: int) -> Bag:
        """The same stretch further up in the pile."""
        return Bag(self.zone, self.low + by, self.high + by, tuple([at + by for at in self.known]), self.mixed)

    def turned(self, count: int) -> Bag:
        """The same stretch among so many cards at the bottom of the pile, once their order is reversed."""
        known = tuple([count - 1 - at for at in reversed(self.known)])
        return Bag(self.zone, count - self.high, count - self.low, known, self.mixed)

    def settled(self, at: int) -> list[Bag]:
        """The stretch, if one is left, once the card at a position is known."""
        return self._replace(known=tuple(sorted((*self.known, at)))).left()

    def without(self, at: int) -> list[Bag]:
        """The stretch, if one is left, once the pile lost the card at a position."""
        if at >= self.high:
            return [self]
        if at < self.low:
            return [self.raised(-1)]
        known = tuple([one - (one > at) for one in self.known if one != at])
        return Bag(self.zone, self.low, self.high - 1, known, self.mixed or at not in self.known).left()

    def carried(self, pile: Sequence[int], cards: Sequence[int], zone: int, below: int) -> list[Bag]:
        """The stretch that results when cards of the pile, in its order, are put on so many cards of another."""
        number = {card: at for at, card in enumerate(cards, below)}
        moved = [number[card] for card in pile[self.low : self.high] if card in number]
        if not moved:
            return []
        known = tuple([number[pile[at]] for at in self.known if pile[at] in number])
        parted = len(moved) - len(known) < len(self.unknown)
        return Bag(zone, moved[0], moved[-1] + 1, known, self.mixed or parted).left()

    def left(self) -> list[Bag]:
        """The stretch, less known cards at its ends, unless all is known."""
        low, high = self.low, self.high
        mixed = self.mixed and bool(self.known)
        while not mixed and low in self.known:
            low += 1
        while not mixed and high - 1 in self.known:
            high -= 1
        known = tuple([at for at in self.known if low <= at < high])
        is_known = high - low - len(known) < (1 if mixed else 2)
        return [] if is_known else [Bag(self.zone, low, high, known, mixed)]


def in_one_order(pile: Sequence[int], bags: Iterable[Bag]) -> tuple[int, ...]:
    """A pile in which the cards without order are kept in the same one everywhere."""
    cards = list(pile)
    for bag in bags:
        places = bag.unknown
        for at, card in zip(places, sorted([cards[at] for at in places]), strict=True):
            cards[at] = card
    return tuple(cards)
