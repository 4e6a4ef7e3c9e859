"""The engine, which runs the points of effects over a stack of frames until they ask; emitted code knows it as `m`.

It knows integers only. Decisions with names and sentences, records and views are made around it (`match.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import GameOver, RuleError
from .blame import blamed
from .chance import SeedLuck, dice_sums, draw, pick, seed_key, shuffle_base, shuffled
from .state import NONE, OUT_OF_FUEL, count_shuffle, facts_key

if TYPE_CHECKING:
    from ..tables.game import Frame, Game
    from ..tables.traits import Traits
    from .state import BaseState

E = TypeVar("E", bound="Engine")

NATURE = -2
"""The site of a decision that nature makes."""


class Engine:
    """A game under way.

    Emitted code uses `s`, `answer`, `result`, `log` and the methods of `docs/emitted-module.md`; search and batches use
    `options`, `player`, `play` and `copy`, the fast way through a game.

    Attributes:
        s: the state.
        stack: frames, each of which says where an effect goes on, and with what values; the next one last. The frame of
            a point is off the stack while it runs.
        push: puts a frame on the stack.
        player: who decides; -1 for nature, or when the game is over.
        site: number of the site that asks; NATURE, or -1 when the game is over.
        options: what can be chosen, as integers; empty exactly when the game is over.
        answer: the option chosen last.
        result: what the effect that ended last answered.
        log: sentences said, or None when nobody listens.
        nature: for a decision of nature its kind (`roll` or `top`), the number of the die or zone, and the weights.
        reason: why the game is over, or "".
        given: numbers that answer the next rolls in place of luck.
        past: indices of the options chosen, shared by copies; the first `count` of them are this game's.
    """

    __slots__ = (
        "answer",
        "count",
        "game",
        "given",
        "log",
        "luck",
        "nature",
        "options",
        "past",
        "player",
        "push",
        "reason",
        "result",
        "runs",
        "s",
        "site",
        "stack",
    )

    def __init__(self, game: Game, state: BaseState, luck: SeedLuck) -> None:
        self.game = game
        self.runs = game.runs
        # Any: emitted code reads the slots of its own class.
        self.s: Any = state
        self.stack: list[Frame] = []
        self.push = self.stack.append
        self.player = -1
        self.site = -1
        self.options: Sequence[Any] = ()
        self.answer: Any = 0
        self.result: Any = 0
        self.log: list[tuple[Any, ...]] | None = None
        self.luck = luck
        self.nature: tuple[str, int, tuple[Fraction, ...]] | None = None
        self.reason = ""
        self.given: tuple[int, ...] = ()
        self.past = array("I")
        self.count = 0

    def copy(self: E) -> E:
        """An equal engine that shares nothing changeable; it does not listen to the log."""
        new = object.__new__(self.__class__)
        new.game = self.game
        new.runs = self.runs
        new.s = self.s.copy()
        new.stack = stack = self.stack[:]
        new.push = stack.append
        new.player = self.player
        new.site = self.site
        new.options = self.options
        new.answer = 0
        new.result = 0
        new.log = None
        new.luck = self.luck
        new.nature = self.nature
        new.reason = self.reason
        new.given = self.given
        new.past = self.past
        new.count = self.count
        return new

    # ---- playing
    def begin(self, setup: bool = True) -> None:
        """Plays from the state as it is up to the first decision: `setup`, unless it is left out, and `play`.

        Raises:
            RuleError: the rules broke.
        """
        game = self.game
        self.push((game.play,))
        if setup and game.setup is not None:
            self.push((game.setup,))
        self.run()

    def run(self) -> None:
        """Runs the frames on the stack until they ask or end.

        Raises:
            RuleError: the rules broke; the game is over with the reason `rule error`.
        """
        stack, runs, self.s._work = self.stack, self.runs, 0
        try:
            while stack:
                frame = stack.pop()
                if runs[frame[0]](self, frame):
                    return
        except Exception as error:
            self._interrupt(error)
        else:
            self.end("play ended")

    def _interrupt(self, error: Exception) -> None:
        """Ends the game for what emitted code raised."""
        if not isinstance(error, GameOver):
            raise self.broken(error) from None
        self.end("finish")

    def restart(self, seed: int) -> None:
        """Begins the same game anew with other luck, for batches: with `setup`, as many players, and nothing given.

        Raises:
            RuleError: the rules broke.
        """
        tables = self.game.tables
        self.s = tables.new_state(self.s.players)
        self.luck = SeedLuck(seed, tables.luck.die_keys)
        self.stack.clear()
        self.nature, self.reason, self.given = None, "", ()
        self.past, self.count = array("I"), 0
        self.log = None if self.log is None else []
        self.begin()

    def play(self, index: int) -> None:
        """Takes the option with an index in 0..len(options)-1 and plays on up to the next decision.

        The fast way: the index is not checked beyond the end, a negative one counts from there.

        Raises:
            IndexError: there is no such option.
            RuleError: the rules broke.
        """
        self.answer = self.options[index]
        past = self.past
        count = self.count
        if len(past) != count:
            self.past = past = past[:count]
        past.append(index)
        self.count = count + 1
        if self.site == NATURE:
            self._let_nature()
        stack, runs, self.s._work = self.stack, self.runs, 0
        try:  # as `run`: this is the hot path
            while stack:
                frame = stack.pop()
                if runs[frame[0]](self, frame):
                    return
        except Exception as error:
            self._interrupt(error)
        else:
            self.end("play ended")

    def end(self, reason: str) -> None:
        """The game is over."""
        self.stack.clear()
        self.player = self.site = -1
        self.options = ()
        self.reason = reason

    def broken(self, error: Exception) -> Exception:
        """Ends the game for an error; answers it as a rule error that says where, or as it is when it is none."""
        result = blamed(error, self.game, self.count)
        self.end("rule error")
        return result

    def finish(self) -> bool:
        """Ends the game."""
        self.end("finish")
        return True

    # ---- choices
    def ask(self, player: int, options: Sequence[Any], frame: Frame) -> bool:
        """Stops for a decision of a player, which leads to the point of the frame; see `docs/emitted-module.md`.

        Raises:
            RuleError: there is nothing to choose, or no fuel is left.
        """
        if not options:
            name = self.game.sites[frame[0]].name
            raise RuleError(f"there is nothing to choose at {name}, and the rules do not say what happens then")
        s = self.s
        fuel = s.fuel - 1
        if fuel < 0:
            raise RuleError(OUT_OF_FUEL)
        s.fuel = fuel
        self.player = player
        self.site = frame[0]
        self.options = options
        self.push(frame)
        return True

    def traits(self, card: int) -> Traits:
        """What tells a card from others, see `Tables.traits`."""
        return self.game.tables.traits(self.s, card)

    def say(self, sentence: int, *values: Any) -> None:
        """Adds a sentence to the log, if somebody listens."""
        if self.log is not None:
            self.log.append((sentence, *values))

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
        luck = self.game.tables.luck
        base = shuffle_base(luck.shuffle_keys[zone], self.luck.seed, count_shuffle(s, zone))
        s.piles[zone] = shuffled(luck.lanes(pile), base)

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

    # ---- chance, explicit
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
        return pick(weights, draw(seed_key(self.luck.seed), self.count))

    # ---- comparing
    def position(self) -> tuple[Any, ...]:
        """Everything that decides how play goes on, apart from the seed: nested tuples, hashable."""
        return (
            facts_key(self.s),
            tuple(self.stack),
            self.player,
            self.site,
            tuple(self.options),
            self.nature,
            self.reason,
            self.given,
        )
