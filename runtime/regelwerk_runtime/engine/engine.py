"""The engine, which runs points of effects on a stack of frames until one asks; emitted code calls it `m`.

It knows only integers. Decisions with names and sentences, records and views are built around it (`match.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from ..errors import FAULTS, GameOver
from .blame import as_rule_error, question_error, raising_line, source_line
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
"""The site of a decision by nature."""


class Follower(Protocol):
    """Receives reports of effects: of `play` and `setup`, effects that `play` calls, and those that may be turns."""

    def begins(self, frame: Frame) -> None: ...
    def ends(self) -> None: ...


class Replayer(Protocol):
    """A match, which can play the choices before a decision again."""

    def _engine_after(self, number: int) -> Engine | None: ...


class Engine(Chance):
    """A game under way.

    Emitted code uses `s`, `answer`, `result`, `log` and the methods of `docs/emitted-module.md`; search and batches use
    `options`, `player`, `play` and `copy`, the fast way through a game.

    Attributes:
        s: the state.
        stack: frames, each of which says where an effect continues and with which values; the next one last. The frame
            of a point is off the stack while it runs.
        push: puts a frame on the stack, to start an effect.
        player: the player who decides; -1 for nature, or if the game is over.
        site: number of the site that asks; NATURE, or -1 if the game is over.
        options: the options as integers or tuples; empty exactly if the game is over.
        answer: the option chosen last.
        result: the result of the effect that ended last.
        log: the sentences said, or None if nobody listens.
        follower: receives reports of effects that begin and end while there is a log, or None.
        nature: for a decision of nature its kind (`roll`, or one of `ENDS`), the number of the die or zone, and the
            weights.
        reason: why the game is over, or "".
        last_line: the line of the emitted module that ended the game by `finish`, or 0.
        given: numbers used for the next rolls instead of luck.
        past: indices of the options chosen.
    """

    __slots__ = (
        "follower",
        "last_line",
        "log",
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
        self.reason, self.last_line = "", 0
        self.given: tuple[int, ...] = ()
        self.past = array("I")

    def copy(self: E) -> E:
        """An equal engine that shares no mutable data; it has no log."""
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
        new.last_line = self.last_line
        new.given = self.given
        new.past = self.past[:]
        return new

    # ---- playing
    def begin(self, setup: bool = True) -> None:
        """Plays from the present state to the first decision: `setup`, unless left out, then `play`.

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
        """Handles what a point returned; returns True if play stops for a decision."""
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
        """Ends the game because of an exception from emitted code."""
        if not isinstance(error, GameOver):
            raise self.broken(error) from None
        self.end("finish")
        self.last_line = raising_line(error)

    def restart(self, seed: int) -> None:
        """Restarts the game with another seed, for batches: with `setup`, as many players, and no given position.

        Raises:
            RuleError: the rules broke.
        """
        tables = self.game.tables
        self.s = tables.new_state(self.s.players)
        self.luck = SeedLuck(seed, tables.luck.die_keys)
        self.stack.clear()
        self.nature, self.reason, self.last_line, self.given = None, "", 0, ()
        self.past = array("I")
        self.log = None if self.log is None else []
        self.begin()

    def play(self, index: int) -> None:
        """Takes the option with an index in 0..len(options)-1 and plays to the next decision.

        The fast way: a negative index counts from the end.

        Raises:
            IndexError: there is no such option.
            RuleError: the rules broke.
        """
        self.answer = self.options[index]
        self.past.append(index)
        if self.nature is not None:
            self._let_nature()
        stack, runs, s = self.stack, self.runs, self.s
        s._work = 0
        try:  # as `run` and `_stops`: this is the hot path
            while stack:
                frame = stack.pop()
                stop = runs[frame[0]](self, frame)
                if stop:
                    while len(stop) == 2:
                        frame, stop = stop
                        stack.append(frame)
                    player, options, frame = stop
                    if options and s.fuel > 0:
                        s.fuel -= 1
                        stack.append(frame)
                        self.player, self.site, self.options = player, frame[0], options
                        return
                    if self._stops(stop):
                        return
        except Exception as error:
            self._interrupt(error)
        else:
            self.end("play ended")

    @property
    def ended(self) -> str:
        """The line of the sources whose `finish` ended the game, such as `rules.regel:7`, or ""."""
        file, line = source_line(self.game, self.last_line)
        return f"{file}:{line}" if file else ""

    @property
    def count(self) -> int:
        """The number of choices made."""
        return len(self.past)

    @property
    def answers(self) -> Sequence[tuple[int, ...]] | None:
        """The answers so far to the pending simultaneous choice, see `Site.simultaneous`; None if there is none."""
        pending = self.game.sites[self.site].simultaneous if self.options else None
        if pending is None:
            return None
        found: Sequence[tuple[int, ...]] = self._values()[pending[1]]
        return found

    def ask_again(self) -> None:
        """Restarts the pending simultaneous choice, without the answers so far.

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
        """The values of the top frame, by name."""
        frame = self.stack[-1]
        return dict(zip(self.game.points[frame[0]].values, frame[1:], strict=True))

    def hinted(self, kind: Hint, indices: Sequence[int]) -> list[int]:
        """The values of a hint of the present site for some options, 0 if it breaks; the site must have this kind of
        hint.
        """
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
        """Ends the game."""
        self.stack.clear()
        self.player = self.site = -1
        self.options = ()
        self.reason = reason

    def broken(self, error: Exception) -> Exception:
        """Ends the game for an error; returns it as a rule error with its place, or unchanged if it is not one."""
        result = as_rule_error(error, self.game, self.count)
        self.end("rule error")
        return result

    # ---- helpers of emitted code
    def traits(self, card: int) -> Traits:
        """The traits that distinguish a card from others, see `Tables.traits`."""
        return self.game.tables.traits(self.s, card)

    def say(self, sentence: int, *values: Any) -> None:
        """Adds a sentence to the log, if there is one.

        Raises:
            RuleError: the log is full.
        """
        if self.log is not None:
            self.log.append((sentence, *values))

    def begins(self, frame: Frame) -> None:
        """Reports to the follower that an effect begins, with its first frame."""
        if self.follower is not None:
            self.follower.begins(frame)

    def ends(self) -> None:
        """Reports to the follower that the last effect begun has ended."""
        if self.follower is not None:
            self.follower.ends()

    # ---- comparing
    def position(self) -> tuple[Any, ...]:
        """Everything that determines the further course of play, apart from the seed: nested tuples, hashable."""
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
