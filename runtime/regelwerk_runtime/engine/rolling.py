"""Rolls, shuffles and draws of the engine: sampled from luck, or offered as decisions of nature."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .bags import Bag
from .chance import SeedLuck, dice_sums, draw, pick, seed_key, shuffle_base, shuffled
from .state import NONE, count_shuffle
from .zones import bag_of

if TYPE_CHECKING:
    from ..tables.game import Frame, Game, Stop
    from ..tables.traits import Traits

TOP, BOTTOM, PLACE = "top", "bottom", "place"
PLACES = (TOP, BOTTOM, PLACE)
"""Kinds of decisions of nature that determine the card at an end of a pile, or at a place in it."""
MIXED = (
    "with explicit chance, the place of a card that was looked at in this pile is not known any more, since cards were "
    "taken out around it whose places nobody knows: shuffle the pile before its order matters again"
)


class Chance:
    """The handling of chance by an engine; its attributes are those of `Engine`."""

    __slots__ = ("answer", "game", "given", "luck", "nature", "options", "past", "s")

    game: Game
    s: Any
    luck: SeedLuck
    answer: Any
    options: Sequence[Any]
    nature: tuple[str, int, tuple[Fraction, ...]] | None
    given: tuple[int, ...]
    past: array[int]

    # ---- chance, sampled
    def roll(self, luck: int, low: int, high: int) -> int:
        """A number in low..high.

        Raises:
            RuleError: the range is empty.
        """
        if self.given:
            return self._roll_given(range(low, high + 1))
        rolls = self.s.rolls
        n: int = rolls[luck]
        rolls[luck] = n + 1
        try:
            return low + self.luck[luck, high - low + 1][n]
        except IndexError:
            return low + self.luck.roll(luck, high - low + 1, n)

    def roll_dice(self, luck: int, dice: int, sides: int) -> int:
        """The sum of several dice; a given number is the sum."""
        if self.given:
            return self._roll_given(range(dice, dice * sides + 1))
        return sum([self.roll(luck, 1, sides) for _ in range(dice)])

    def roll_of(self, luck: int, members: Sequence[int]) -> int:
        """One of some members.

        Raises:
            RuleError: there are none.
        """
        if self.given or not members:
            return self._roll_given(members)
        return members[self.roll(luck, 0, len(members) - 1)]

    def _roll_given(self, members: Sequence[int]) -> int:
        if not members:
            raise RuleError("there is nothing to roll for")
        value, self.given = self.given[0], self.given[1:]
        if value not in members:
            raise RuleError(f"the given roll {value} cannot come up here")
        return value

    def shuffle(self, zone: int) -> None:
        """Shuffles a pile; with explicit chance it becomes an unordered bag."""
        s = self.s
        pile = s.piles[zone]
        if self.game.explicit:
            s.piles[zone] = tuple(sorted(pile))
            bags = [bag for bag in s.bags if bag.zone != zone]
            if len(pile) > 1:
                bags.append(Bag(zone, 0, len(pile)))
            s.bags = tuple(sorted(bags))
            return
        luck = self.game.tables.luck
        base = shuffle_base(luck.shuffle_keys[zone], self.luck.seed, count_shuffle(s, zone))
        s.piles[zone] = shuffled(luck.lanes(pile), base)

    def top_card(self, zone: int, refill: int) -> int:
        """The card that a draw would take, or NONE; an empty pile is first refilled and shuffled."""
        s = self.s
        pile = s.piles[zone]
        if not pile:
            if refill == NONE or not s.piles[refill]:
                return NONE
            pile = s.piles[zone] = s.piles[refill]
            s.piles[refill] = ()
            for card in pile:
                s.where[card] = zone
            if s.bags:
                s.bags = tuple([bag for bag in s.bags if bag.zone not in (zone, refill)])
            self.shuffle(zone)
            pile = s.piles[zone]
        top: int = pile[-1]
        return top

    # ---- chance, explicit
    def nature_roll(self, luck: int, low: int, high: int, frame: Frame) -> Stop:
        """Offers the numbers in low..high, all equally likely; play continues with the frame.

        Raises:
            RuleError: there are none.
        """
        return self.nature_of(luck, range(low, high + 1), frame)

    def nature_of(self, luck: int, members: Sequence[int], frame: Frame) -> Stop:
        """Offers some members, all equally likely.

        Raises:
            RuleError: there are none.
        """
        if not members:
            raise RuleError("there is nothing to roll for")
        return self._offer("roll", luck, members, (Fraction(1, len(members)),) * len(members), frame)

    def nature_dice(self, luck: int, dice: int, sides: int, frame: Frame) -> Stop:
        """Offers the sums of several dice."""
        sums, weights = dice_sums(dice, sides)
        return self._offer("roll", luck, sums, weights, frame)

    def nature_top_card(self, zone: int, refill: int, frame: Frame) -> Stop:
        """Offers the different cards that may be on top; continues at once if the card is known or there is none."""
        self.answer = self.top_card(zone, refill)
        return self._known_or_offered(zone, len(self.s.piles[zone]) - 1, frame)

    def nature_card_at(self, zone: int, position: int, frame: Frame) -> Stop:
        """The same for the card at a position of a pile, counted from 1 at the top."""
        pile = self.s.piles[zone]
        self.answer = pile[-position]
        return self._known_or_offered(zone, len(pile) - position, frame, PLACE)

    def nature_end(self, zone: int, at_bottom: bool, frame: Frame) -> Stop:
        """The same for the card at an end of a pile, which stays there; NONE if the pile is empty."""
        pile = self.s.piles[zone]
        if not pile:
            self.answer = NONE
            return NONE, (), frame
        at = 0 if at_bottom else len(pile) - 1
        self.answer = pile[at]
        return self._known_or_offered(zone, at, frame, BOTTOM if at_bottom else TOP)

    def _known_or_offered(self, zone: int, at: int, frame: Frame, kind: str = TOP) -> Stop:
        """Offers the different cards that may be at a position; continues at once if the card is known.

        Raises:
            RuleError: the card is known, but not its place.
        """
        s = self.s
        bag, tables = bag_of(s, zone, at), self.game.tables
        if bag is None:
            return NONE, (), frame
        if bag.mixed:
            raise RuleError(MIXED)
        cards = [s.piles[zone][one] for one in bag.unknown]
        if len({tables.definition[card] for card in cards}) > 1 or len({tables.traits(s, card) for card in cards}) > 1:
            return self.offer_place(bag, at, frame, kind)
        self.answer = min(cards)
        self._settle(bag, at, self.answer)
        return NONE, (), frame

    def offer_place(self, bag: Bag, at: int, frame: Frame, kind: str) -> Stop:
        """Offers the different cards of a stretch for a position of it, even if there is only one."""
        pile, places = self.s.piles[bag.zone], bag.unknown
        alike: dict[Traits, list[int]] = {}
        for card in [pile[one] for one in places]:
            alike.setdefault(self.game.tables.traits(self.s, card), []).append(card)
        weights = tuple([Fraction(len(cards), len(places)) for cards in alike.values()])
        number = at if kind == PLACE else bag.zone
        return self._offer(kind, number, tuple([cards[0] for cards in alike.values()]), weights, frame)

    def _offer(
        self, kind: str, number: int, options: Sequence[int], weights: tuple[Fraction, ...], frame: Frame
    ) -> Stop:
        self.options = options
        self.nature = (kind, number, weights)
        return NONE, (), frame

    def _let_nature(self) -> None:
        assert self.nature is not None
        if self.nature[0] in PLACES:
            self._settle(*self.place_offered(), self.answer)
        self.nature = None

    def place_offered(self) -> tuple[Bag, int]:
        """The stretch and the position in it of which nature decides."""
        assert self.nature is not None
        s, (kind, number, _), card = self.s, self.nature, self.options[0]
        zone = s.where[card]
        bag = bag_of(s, zone, s.piles[zone].index(card))
        assert bag is not None
        return bag, {TOP: bag.high - 1, BOTTOM: bag.low}.get(kind, number)

    def _settle(self, bag: Bag, at: int, card: int) -> None:
        """Records that a card of a stretch is at a position of it, where it stays."""
        s = self.s
        pile = list(s.piles[bag.zone])
        left = [pile[one] for one in bag.unknown if pile[one] != card]
        for one in bag.unknown:
            pile[one] = card if one == at else left.pop(0)
        s.piles[bag.zone] = tuple(pile)
        s.bags = tuple([new for one in s.bags for new in (bag.settled(at) if one == bag else (one,))])

    def nature_draws(self) -> int:
        """The index that keyed chance selects for the pending decision of nature; a driver's way to sample."""
        assert self.nature is not None
        _, _, weights = self.nature
        return pick(weights, draw(seed_key(self.luck.seed), len(self.past)))
