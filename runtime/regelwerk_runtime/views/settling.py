"""Random changes of a guess until it breaks no invariant: of hidden values, and of the places of hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.state import forget_all
from .numbers import Cell
from .view import veiled_cards

if TYPE_CHECKING:
    from ..engine.chance import Stream
    from ..engine.state import BaseState
    from ..tables.game import Game

FEWEST_STEPS = 64
STEPS_PER_CHANGE = 16
MOST_STEPS = 384
"""Changes that are tried until no invariant is broken."""
MIXING = 6
"""Further changes per value and card, which make the first ones irrelevant."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a hidden card lies.

    Attributes:
        zone, at: the zone, and the position in a pile.
        card: the card that truly lies there.
        card_type: its type; cards of other types do not come there.
    """

    zone: int
    at: int
    card: int
    card_type: str


@dataclass(slots=True)
class Settling:
    """Changes a state at random until no invariant is broken, and then further.

    A value is drawn again, two values of a variable change places, an amount goes from one number to another, so that
    sums are kept, or two cards in different zones change places. A change stays unless it breaks more invariants than
    before. So in the long run everything that can be reached without breaking an invariant is equally likely.

    Attributes:
        s: the state to be changed.
        cells: the hidden values.
        spots: where hidden cards lie; none if they stay.
        moved: for each card that is truly in one of the spots, the one that is there now.
        draw: a random value for one of the cells.
        follow: brings everything up to date that depends on cards and values; False if that is impossible.
        checks: conditions which return False if they are broken or cannot be evaluated.
        stream: what is drawn from.
    """

    s: BaseState
    cells: Sequence[Cell]
    spots: Sequence[Spot]
    moved: dict[int, int]
    draw: Callable[[Cell], int]
    follow: Callable[[], bool]
    checks: list[Callable[[BaseState], bool]]
    stream: Stream

    def settle(self) -> bool:
        """Changes the state; False if an invariant is still broken."""
        changes = len(self.cells) + len(self.spots)
        broken = self._broken(len(self.checks))
        for _ in range(min(MOST_STEPS, FEWEST_STEPS + STEPS_PER_CHANGE * changes)):
            if not broken:
                break
            broken = self._step(broken)
        for _ in range(0 if broken else MIXING * changes):
            self._step(0)
        return not broken

    def _step(self, broken: int) -> int:
        """Tries one change; returns how many conditions are broken then, `broken` of them before."""
        cells, spots = self.cells, self.spots
        if spots and self.stream.below(len(cells) + len(spots)) >= len(cells):
            return self._exchange(broken)
        back = self._change(cells[self.stream.below(len(cells))], cells[self.stream.below(len(cells))])
        return broken if back is None else self._judged(broken, back)

    def _change(self, one: Cell, other: Cell) -> Callable[[], None] | None:
        """Changes one value, or two; returns what undoes it, None if nothing is changed."""
        s, stream = self.s, self.stream
        old, gift = one.read(s), other.read(s)
        if stream.below(3) == 0:
            if one.owner >= 0:
                return None
            one.write(s, self.draw(one))
        elif one is other:
            return None
        elif one.shares_sum(other):
            assert one.range and other.range
            low, high = max(one.range[0], old + gift - other.range[1]), min(one.range[1], old + gift - other.range[0])
            value = low + stream.below(high - low + 1)
            one.write(s, value)
            other.write(s, old + gift - value)
        elif one.entry is other.entry and one.owner == other.owner:
            one.write(s, gift)
            other.write(s, old)
        else:
            return None

        def back() -> None:
            one.write(s, old)
            other.write(s, gift)

        return back

    def _exchange(self, broken: int) -> int:
        """Lets two cards change places; as `_step`."""
        one, other = (self.spots[self.stream.below(len(self.spots))] for _ in range(2))
        if one.zone == other.zone or one.card_type != other.card_type:
            return broken
        self._swap(one, other)
        return self._judged(broken, lambda: self._swap(one, other))

    def _swap(self, one: Spot, other: Spot) -> None:
        s, moved = self.s, self.moved
        first, second = moved[one.card], moved[other.card]
        for spot, card in ((one, second), (other, first)):
            moved[spot.card] = card
            if spot.zone < len(s.piles):
                pile = s.piles[spot.zone]
                s.piles[spot.zone] = (*pile[: spot.at], card, *pile[spot.at + 1 :])
            else:
                s.places[spot.zone - len(s.piles)] = card
        s.where[first], s.where[second] = s.where[second], s.where[first]

    def _judged(self, broken: int, back: Callable[[], None]) -> int:
        """The number of conditions that are broken after a change, which is undone if they are more than before."""
        forget_all(self.s)
        now = self._broken(broken) if self.follow() else broken + 1
        if now <= broken:
            return now
        back()
        forget_all(self.s)
        self.follow()
        return broken

    def _broken(self, most: int) -> int:
        """The number of conditions that are broken, at most `most` + 1; these come first from now on."""
        count = 0
        for at, holds in enumerate(self.checks):
            if not holds(self.s):
                self.checks.insert(0, self.checks.pop(at))
                count += 1
                if count > most:
                    break
        return count


def spots_of(game: Game, s: BaseState, hidden: Sequence[tuple[int, list[int]]]) -> list[Spot]:
    """Where hidden cards may change places.

    Args:
        game: the game.
        s: the truth.
        hidden: zones with the hidden cards in them.
    """
    if veiled_cards(s):
        return []
    bags, types, piles = {bag.zone for bag in s.bags}, game.tables.card_type_of, s.piles
    return [
        Spot(zone, piles[zone].index(card) if zone < len(piles) else 0, card, types[card])
        for zone, cards in hidden
        if zone not in bags
        for card in cards
    ]
