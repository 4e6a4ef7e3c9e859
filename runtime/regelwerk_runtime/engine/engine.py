"""The engine: handlers over a stack of frames run until they ask; this is the `m` that emitted code is handed.

It knows integers only. Decisions with names and sentences, records and views are made around it (`match.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import GameOver, RuleError
from .blame import blamed
from .dealer import NATURE, Dealer
from .state import OUT_OF_FUEL, facts_key

if TYPE_CHECKING:
    from ..tables.game import Frame, Game
    from ..tables.traits import Traits
    from .chance import LuckKeys
    from .state import BaseState

E = TypeVar("E", bound="Engine")


class Engine(Dealer):
    """A game under way.

    Emitted code uses `s`, `answer`, `result`, `log` and the methods of `docs/emitted-module.md`; search and batches use
    `options`, `player`, `play` and `copy`, the fast way through a game.

    Attributes:
        s: the state.
        stack: frames of the effects under way, the running one last.
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

    __slots__ = ()

    def __init__(self, game: Game, state: BaseState, luck: LuckKeys) -> None:
        self.game = game
        self.handlers = game.handlers
        # Any: emitted code reads the slots of its own class.
        self.s: Any = state
        self.stack: list[Frame] = []
        self.call = self.stack.append
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
        new.handlers = self.handlers
        new.s = self.s.copy()
        new.stack = stack = [frame[:] for frame in self.stack]
        new.call = stack.append
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
        self.invoke(game.play)
        if setup and game.setup is not None:
            self.invoke(game.setup)
        self.run()

    def run(self) -> None:
        """Runs the frames on the stack until they ask or end.

        Raises:
            RuleError: the rules broke; the game is over with the reason `rule error`.
        """
        stack = self.stack
        handlers = self.handlers
        try:
            while stack:
                frame = stack[-1]
                if handlers[frame[0]](self, frame):
                    return
        except GameOver:
            self.end("finish")
            return
        except Exception as error:
            raise self.broken(error) from None
        self.end("play ended")

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
        self.run()

    def end(self, reason: str) -> None:
        """The game is over."""
        self.stack.clear()
        self.player = self.site = -1
        self.options = ()
        self.reason = reason

    def broken(self, error: Exception) -> Exception:
        """Ends the game for an error; answers it as a rule error that says where, or as it is when it is none."""
        result = blamed(self, error)
        self.end("rule error")
        return result

    # ---- frames
    def invoke(self, handler: int, *arguments: Any) -> None:
        """Puts a frame on the stack for a handler known only at play."""
        self.stack.append([handler, 0, *arguments, *(0,) * (self.game.sizes[handler] - len(arguments))])

    def leave(self, value: Any = 0) -> bool | None:
        """Takes the running frame off the stack with an answer for the one below; returns None, so play goes on."""
        self.stack.pop()
        self.result = value
        return None

    def finish(self) -> bool:
        """Ends the game."""
        self.end("finish")
        return True

    # ---- choices
    def ask(self, player: int, site: int, options: Sequence[Any]) -> bool:
        """Stops for a decision of a player; see `docs/emitted-module.md`.

        Raises:
            RuleError: there is nothing to choose, or no fuel is left.
        """
        if not options:
            name = self.game.sites[site].name
            raise RuleError(f"there is nothing to choose at {name}, and the rules do not say what happens then")
        s = self.s
        fuel = s.fuel - 1
        if fuel < 0:
            raise RuleError(OUT_OF_FUEL)
        s.fuel = fuel
        self.player = player
        self.site = site
        self.options = options
        return True

    def traits(self, card: int) -> Traits:
        """What tells a card from others, see `Tables.traits`."""
        return self.game.tables.traits(self.s, card)

    def say(self, sentence: int, *values: Any) -> None:
        """Adds a sentence to the log, if somebody listens."""
        if self.log is not None:
            self.log.append((sentence, *values))

    def burn(self) -> None:
        """One loop round of fuel.

        Raises:
            RuleError: none is left.
        """
        s = self.s
        s.fuel -= 1
        if s.fuel < 0:
            raise RuleError(OUT_OF_FUEL)

    # ---- comparing
    def position(self) -> tuple[Any, ...]:
        """Everything that decides how play goes on, apart from the seed: nested tuples, hashable."""
        return (
            facts_key(self.s),
            tuple([tuple(frame) for frame in self.stack]),
            self.player,
            self.site,
            tuple(self.options),
            self.nature,
            self.reason,
            self.given,
        )
