"""What the engine does by chance: rolls, shuffles, draws, sampled by keyed luck or offered as nature's decisions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .chance import FIRST, SECOND, STEP, WORD, LuckKeys, dice_sums, draw, pick, shuffled
from .state import NONE, count_shuffle

if TYPE_CHECKING:
    from ..tables.game import Game
    from ..tables.traits import Traits

NATURE = -2
"""The site of a decision that nature makes."""


class Dealer:
    """The part of the engine that deals with chance; see `Engine` for what the slots hold."""

    __slots__ = (
        "answer",
        "call",
        "count",
        "game",
        "given",
        "handlers",
        "log",
        "luck",
        "nature",
        "options",
        "past",
        "player",
        "reason",
        "result",
        "s",
        "site",
        "stack",
    )

    game: Game
    s: Any
    luck: LuckKeys
    given: tuple[int, ...]
    player: int
    site: int
    options: Sequence[Any]
    answer: Any
    count: int
    nature: tuple[str, int, tuple[Fraction, ...]] | None

    # ---- sampled
    def roll(self, luck: int, low: int, high: int) -> int:
        """A number in low..high.

        Raises:
            RuleError: the range is empty.
        """
        if self.given or high < low:
            return self._roll_given(range(low, high + 1))
        rolls = self.s.rolls
        n = rolls[luck]
        rolls[luck] = n + 1
        z = self.luck[luck] + n * STEP  # draw() and among() by hand: this is the hot path
        z = (z ^ (z >> 30)) * FIRST & WORD
        pip: int = low + (((z ^ (z >> 27)) * SECOND & WORD) * (high - low + 1) >> 64)
        return pip

    def roll_dice(self, luck: int, dice: int, sides: int) -> int:
        """The sum of several dice; a given number stands for the sum."""
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
        """Shuffles a pile; where chance is explicit, it becomes an unordered bag."""
        s = self.s
        pile = s.piles[zone]
        if self.game.explicit:
            s.piles[zone] = tuple(sorted(pile))
            bags = [bag for bag in s.bags if bag[0] != zone]
            if len(pile) > 1:
                bags.append((zone, 0, len(pile)))
            s.bags = tuple(sorted(bags))
            return
        tables = self.game.tables
        base = draw(self.luck.seed ^ tables.luck.shuffle_keys[zone], count_shuffle(s, zone))
        keys = tables.luck.card_luck
        cards = {keys[card]: card for card in pile}
        s.piles[zone] = tuple([cards[key] for key in shuffled(cards, base)])

    def top_card(self, zone: int, refill: int) -> int:
        """The card that a draw would take, or NONE; an empty pile is refilled and shuffled first."""
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
                s.bags = tuple([bag for bag in s.bags if bag[0] not in (zone, refill)])
            self.shuffle(zone)
            pile = s.piles[zone]
        top: int = pile[-1]
        return top

    # ---- explicit chance
    def nature_roll(self, luck: int, low: int, high: int) -> bool:
        """Offers the numbers in low..high, each as likely as the other."""
        return self.nature_of(luck, range(low, high + 1))

    def nature_of(self, luck: int, members: Sequence[int]) -> bool:
        """Offers some members, each as likely as the other."""
        if not members:
            raise RuleError("there is nothing to roll for")
        return self._offer("roll", luck, members, (Fraction(1, len(members)),) * len(members))

    def nature_dice(self, luck: int, dice: int, sides: int) -> bool:
        """Offers the sums of several dice."""
        sums, weights = dice_sums(dice, sides)
        return self._offer("roll", luck, sums, weights)

    def nature_top_card(self, zone: int, refill: int) -> bool:
        """Offers the different cards that may be on top; False when that is known, or there is none."""
        self.answer = self.top_card(zone, refill)
        s = self.s
        pile = s.piles[zone]
        bag = next(((low, high) for z, low, high in s.bags if z == zone and high == len(pile)), None)
        if bag is None:
            return False
        low, high = bag
        tables = self.game.tables
        kinds = {tables.definition[card] for card in pile[low:high]}
        if len(kinds) > 1 or len({tables.traits(s, card) for card in pile[low:high]}) > 1:
            return self.offer_top(zone)
        self.answer = min(pile[low:high])
        self._settle(zone, self.answer)
        return False

    def offer_top(self, zone: int) -> bool:
        """Offers the different cards of a pile's unordered stretch, also when there is only one."""
        pile = self.s.piles[zone]
        low, high = next((low, high) for z, low, high in self.s.bags if z == zone)
        alike: dict[Traits, list[int]] = {}
        for card in pile[low:high]:
            alike.setdefault(self.game.tables.traits(self.s, card), []).append(card)
        weights = tuple([Fraction(len(cards), high - low) for cards in alike.values()])
        return self._offer("top", zone, tuple([cards[0] for cards in alike.values()]), weights)

    def _offer(self, kind: str, number: int, options: Sequence[int], weights: tuple[Fraction, ...]) -> bool:
        self.player = -1
        self.site = NATURE
        self.options = options
        self.nature = (kind, number, weights)
        return True

    def _let_nature(self) -> None:
        assert self.nature is not None
        kind, number, _ = self.nature
        self.nature = None
        if kind == "top":
            self._settle(number, self.answer)

    def _settle(self, zone: int, card: int) -> None:
        """A card of a pile's unordered stretch is now known to be on top."""
        s = self.s
        pile = s.piles[zone]
        at = pile.index(card)
        s.piles[zone] = pile[:at] + pile[at + 1 :] + (card,)
        bags = [(z, low, high - 1) if z == zone else (z, low, high) for z, low, high in s.bags]
        s.bags = tuple([bag for bag in bags if bag[2] - bag[1] > 1])

    def nature_draws(self) -> int:
        """The index that keyed luck would choose for the pending decision of nature; a driver's way to sample."""
        assert self.nature is not None
        _, _, weights = self.nature
        return pick(weights, draw(self.luck.seed, self.count))
