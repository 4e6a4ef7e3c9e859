"""The engine, which runs the points of effects over a stack of frames until they ask; emitted code knows it as `m`.

It knows integers only. Decisions with names and sentences, records and views are made around it (`match.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from ..errors import FAULTS, GameOver
from .blame import as_rule_error, question_error
from .chance import SeedLuck
from .rolling import Chance
from .state import NONE, OUT_OF_FUEL, facts_key

if TYPE_CHECKING:
    from ..tables.game import Frame, Game, Stop
    from ..tables.traits import Traits
    from .state import BaseState

E = TypeVar("E", bound="Engine")

Hint = Literal["skip", "prefer"]

NATURE = -2
"""The site of a decision that nature makes."""


class Follower(Protocol):
    """Hears of effects: of `play` and `setup`, what `play` calls, and those that may be somebody's turn."""

    def begins(self, frame: Frame) -> None: ...
    def ends(self) -> None: ...


class Engine(Chance):
    """A game under way.

    Emitted code uses `s`, `answer`, `result`, `log` and the methods of `docs/emitted-module.md`; search and batches use
    `options`, `player`, `play` and `copy`, the fast way through a game.

    Attributes:
        s: the state.
        stack: frames, each of which says where an effect goes on, and with what values; the next one last. The frame of
            a point is off the stack while it runs.
        push: puts a frame on the stack; for those who start an effect.
        player: who decides; -1 for nature, or when the game is over.
        site: number of the site that asks; NATURE, or -1 when the game is over.
        options: what can be chosen, as integers; empty exactly when the game is over.
        answer: the option chosen last.
        result: what the effect that ended last answered.
        log: sentences said, or None when nobody listens.
        follower: hears which effects begin and end while there is a log, or None.
        nature: for a decision of nature its kind (`roll`, or one of `ENDS`), the number of the die or zone, and the
            weights.
        reason: why the game is over, or "".
        given: numbers that answer the next rolls in place of luck.
        past: indices of the options chosen.
    """

    __slots__ = (
        "follower",
        "log",
        "past",
        "player",
        "push",
        "reason",
        "result",
        "runs",
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
        self.follower: Follower | None = None
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
        new.follower = None
        new.luck = self.luck
        new.nature = self.nature
        new.reason = self.reason
        new.given = self.given
        new.past = self.past[:]
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
                stop = runs[frame[0]](self, frame)
                if stop and self._stops(stop):
                    return
        except Exception as error:
            self._interrupt(error)
        else:
            self.end("play ended")

    def _stops(self, stop: Stop) -> bool:
        """Takes what a point returned; answers whether play stops for a decision."""
        while len(stop) == 2:
            frame, stop = stop
            self.stack.append(frame)
        player, options, frame = stop
        self.stack.append(frame)
        if self.nature is not None:
            self.player, self.site = NONE, NATURE
            return True
        if player < 0:
            return False
        if not options:
            name = self.game.sites[frame[0]].name
            unsaid = f"there is nothing to choose at {name}, and the rules do not say what happens then"
            raise question_error(self.game, frame, unsaid)
        self.s.fuel -= 1
        if self.s.fuel < 0:
            raise question_error(self.game, frame, OUT_OF_FUEL)
        self.player, self.site, self.options = player, frame[0], options
        return True

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
        self.past.append(index)
        self.count += 1
        if self.nature is not None:
            self._let_nature()
        stack, runs, self.s._work = self.stack, self.runs, 0
        try:  # as `run` and `_stops`: this is the hot path
            while stack:
                frame = stack.pop()
                stop = runs[frame[0]](self, frame)
                if stop:
                    while len(stop) == 2:
                        frame, stop = stop
                        stack.append(frame)
                    player, options, frame = stop
                    s = self.s
                    if options and s.fuel > 0:
                        s.fuel -= 1
                        stack.append(frame)
                        self.player = player
                        self.site = frame[0]
                        self.options = options
                        return
                    if self._stops(stop):
                        return
        except Exception as error:
            self._interrupt(error)
        else:
            self.end("play ended")

    @property
    def answers(self) -> Sequence[tuple[int, ...]] | None:
        """The answers so far to the pending simultaneous choice, see `Site.simultaneous`; None outside of any."""
        pending = self.game.sites[self.site].simultaneous if self.options else None
        if pending is None:
            return None
        found: Sequence[tuple[int, ...]] = self._values()[pending[1]]
        return found

    def ask_again(self) -> None:
        """Begins the pending simultaneous choice anew, without the answers so far.

        Raises:
            RuleError: the rules broke.
        """
        pending, values = self.game.sites[self.site].simultaneous, self._values()
        assert pending is not None
        begin, fuel, rolls = pending[0], self.s.fuel, self.s.rolls[:]
        self.stack.pop()
        self.push((begin, *[values[name] for name in self.game.points[begin].values]))
        self.run()
        self.s.fuel, self.s.rolls = fuel, rolls

    def _values(self) -> dict[str, Any]:
        """The values of the frame on top by name."""
        frame = self.stack[-1]
        return dict(zip(self.game.points[frame[0]].values, frame[1:], strict=True))

    def hinted(self, kind: Hint, indices: Sequence[int]) -> list[int]:
        """What a hint of the site that asks says of some options, 0 where it breaks; there must be one of this kind."""
        site, frame, options = self.game.sites[self.site], self.stack[-1], self.options
        hint, found = site.skip if kind == "skip" else site.prefer, list[int]()
        assert hint is not None
        for index in indices:
            try:
                found.append(int(hint(self, frame, options[index])))
            except FAULTS:
                found.append(0)
        return found

    def end(self, reason: str) -> None:
        """The game is over."""
        self.stack.clear()
        self.player = self.site = -1
        self.options = ()
        self.reason = reason

    def broken(self, error: Exception) -> Exception:
        """Ends the game for an error; answers it as a rule error that says where, or as it is when it is none."""
        result = as_rule_error(error, self.game, self.count)
        self.end("rule error")
        return result

    # ---- helpers of emitted code
    def traits(self, card: int) -> Traits:
        """The traits that tell a card from others, see `Tables.traits`."""
        return self.game.tables.traits(self.s, card)

    def say(self, sentence: int, *values: Any) -> None:
        """Adds a sentence to the log, if somebody listens.

        Raises:
            RuleError: the log is full.
        """
        if self.log is not None:
            self.log.append((sentence, *values))

    def begins(self, frame: Frame) -> None:
        """Tells the follower that an effect begins, with the frame that leads there."""
        if self.follower is not None:
            self.follower.begins(frame)

    def ends(self) -> None:
        """Tells the follower that the effect that began last has ended."""
        if self.follower is not None:
            self.follower.ends()

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
