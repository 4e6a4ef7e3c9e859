"""Matches: the engine with names, decisions, views, guesses, saving and a record, as front ends use it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from .decision import Decision, Option
from .engine.engine import Engine
from .errors import ChoiceError, RuleError
from .outcome import Outcome, outcome_of
from .records.record import record_lines
from .records.replay import replay
from .records.saving import load, save
from .records.starting import Setup, complete, listed
from .tables.game import Game
from .views.facade import Facade
from .views.measured import figure, measure_named

M = TypeVar("M", bound="Match")

MOST_SAID = 200_000
"""Most sentences of a log, far more than in any game played by people; the rest is left out."""


class Log(list[tuple[Any, ...]]):
    """A list of sentences that raises RuleError when it is full."""

    def append(self, words: tuple[Any, ...]) -> None:
        """Adds a sentence."""
        if len(self) >= MOST_SAID:
            raise RuleError(f"the log is longer than {MOST_SAID:_} sentences")
        super().append(words)


class Match:
    """A game under way, or over.

    It is data: `copy`, `to_bytes` and pickle work at every decision, in the middle of any effect, and a copy shares no
    mutable data. `==` compares positions: the same game, seed, facts, running effects and options, but not the history.
    `from_bytes` is safe with any bytes; unpickle only what you trust, since pickle calls whatever a file names.

    Attributes:
        setup: the setup it began with.
        engine: the engine, which works on integers; for search and batches.
        error: the rule error that ended the match, or None.
    """

    __slots__ = ("_decision", "_origin", "_teller", "engine", "error", "setup")

    def __init__(self, setup: Setup, engine: Engine, origin: Engine | None = None) -> None:
        """For use by `start` and similar methods. `origin` is the position where the log of a guess begins."""
        self.setup = setup
        self.engine = engine
        self.error: RuleError | None = None
        self._decision: Decision | None = None
        self._teller: Engine | None = None
        self._origin = origin

    # ---- beginning
    @classmethod
    def start(
        cls: type[M],
        game: Game,
        players: int | None = None,
        seed: int = 0,
        names: Sequence[str] | None = None,
        given: Mapping[str, object] | None = None,
        checked: bool = False,
        bots: Sequence[str] = (),
        record: str = "",
    ) -> M:
        """Start a match; returns it at its first decision.

        Args:
            game: the compiled game; one compiled for explicit chance offers nature's decisions too.
            players: number of players; by default the number of names, or the fewest that the game allows.
            seed: the random seed; any integer.
            names: the players' names.
            given: a position to start from, possibly in part: declared names with values as in `state.to_dict()`.
                Setup is skipped then. Piles that nobody sees are shuffled unless given.
            checked: check the invariants after every decision.
            bots, record: names of the bots and file of the record, for the record's header and messages.

        Raises:
            ValueError: a wrong number of players or names, a name that is not text, or a seed that is not an integer.
            GivenError: the given position does not fit the game.
            RuleError: the rules broke before the first decision.
        """
        if players is None:
            players = len(names) if names else game.players[0]
        if names and len(names) != players:
            raise ValueError(f"{len(names)} names for {players} players")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ValueError(f"a seed must be an integer, not {seed!r}")
        people, played = listed("names", names), listed("bots", bots)
        setup = Setup(game, players, seed, people, given, played, checked=bool(checked), record=record)
        try:
            return cls(setup, setup.begin())
        except RuleError as error:
            complete(error, setup)
            raise

    def copy(self: M) -> M:
        """An equal match that shares no mutable data."""
        new = object.__new__(self.__class__)
        new.setup = self.setup
        new.engine = self.engine.copy()
        new.error = self.error
        new._decision = None
        new._teller = None
        new._origin = self._origin
        return new

    # ---- play
    @property
    def game(self) -> Game:
        """The rules."""
        return self.setup.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; empty if they have none."""
        return self.setup.names

    @property
    def number(self) -> int:
        """The number of choices made."""
        return self.engine.count

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None if the game is over."""
        engine = self.engine
        if not engine.options:
            return None
        decision = self._decision
        if decision is None or decision.number != len(engine.past):
            decision = self._decision = object.__new__(Decision)
            Decision.__init__(decision, engine, self.setup.names, self)  # faster than calling the class
        return decision

    def choose(self, choice: Option | str | int) -> None:
        """Take an option, given as itself, by key or by index, and play to the next decision.

        An option of an equal decision is accepted too, such as one of the match that this was copied from.

        Raises:
            ChoiceError: it is not on offer, or the game is over.
            RuleError: the rules broke; the match is over without an outcome.
        """
        engine = self.engine
        decision = self._decision
        if (
            choice.__class__ is Option
            and choice.decision is decision
            and engine.options is decision.raw
            and len(engine.past) == decision.number
        ):
            index = choice.index
        elif choice.__class__ is int and 0 <= choice < len(engine.options):
            index = choice
        else:
            index = self.index_of(choice)
        self._decision = None
        try:
            engine.play(index)
        except RuleError as error:
            self._complete(error)
            raise

    def index_of(self, choice: Option | str | int) -> int:
        """The index of an option of the pending decision.

        Raises:
            ChoiceError: as `choose`.
        """
        decision = self.decision
        if decision is None:
            raise ChoiceError("the game is over; there is nothing to choose")
        if isinstance(choice, str):
            return decision.index(choice)
        if isinstance(choice, Option):
            if choice.decision is not decision and not choice.decision.same_as(decision):
                when = "an earlier" if choice.decision.number < decision.number else "another"
                raise ChoiceError(f"this option belongs to {when} decision")
            return choice.index
        try:
            index = operator.index(choice)
        except TypeError:
            raise ChoiceError(f"an option, its key or its index is needed, not {choice!r}") from None
        if isinstance(choice, bool) or not 0 <= index < len(decision.raw):
            raise ChoiceError(f"there is no option {choice!r}; options are numbered 0 to {len(decision.raw) - 1}")
        return index

    def play(self, index: int) -> None:
        """Take an option by its index, the fast way."""
        self.engine.play(index)

    @property
    def outcome(self) -> Outcome | None:
        """Scores and ranks of a game that is over; else, or after a rule error, None. May raise RuleError itself."""
        engine = self.engine
        if engine.options or engine.reason == "rule error":
            return None
        try:
            return outcome_of(engine)
        except RuleError as error:
            self._complete(error)
            raise

    # ---- looking
    @property
    def state(self) -> Facade:
        """All facts, by declared name; it follows the match."""
        return Facade(self.game, self.engine.s)

    def view(self, player: int) -> Facade:
        """The facts as a player sees them, HIDDEN for the rest; it does not change when play continues.

        Raises:
            ValueError: there is no such player.
        """
        self._check_player(player)
        return Facade(self.game, self.engine.s.copy(), player)

    def measure(self, name: str, player: int | None = None) -> int:
        """The present value of a declared measure; `value` is the declared `value of p`.

        Args:
            name: the name of the measure.
            player: the player; None for a measure of the whole game.

        Raises:
            ValueError: there is no such measure or player, or a player is missing or superfluous.
            RuleError: it takes too many steps, or breaks a rule.
        """
        if player is not None:
            self._check_player(player)
        return figure(self.engine, measure_named(self.game, name, player), player or 0)

    def guess(self: M, player: int, seed: int = 0) -> M:
        """A match that fits everything this player sees, with the rest and its luck drawn at random.

        `guess(p, seed).view(p) == view(p)`, and a pending decision of the player offers the same options. The same
        knowledge and seed give the same guess, whatever the truth, except for cards on offer to somebody else, which
        stay. A guess has no record, and its log begins with it. If invariants leave too little room, `setup.gave_up` of
        the guess says what it gave up.

        Raises:
            ValueError: there is no such player.
        """
        from .views.guess import Guess  # slow to import, and most matches are played without

        self._check_player(player)
        words = self.decision.words() if self.engine.player == player and self.decision else None
        engine, luck_seed, gave_up = Guess(self.engine, player, words).sample(seed)
        setup = replace(self.setup, seed=luck_seed, guessed=True, gave_up=gave_up, given=None)
        return self.__class__(setup, engine, engine.copy())

    def log(self, lang: str | None = None, player: int | None = None) -> list[str]:
        """All sentences so far, one per line, in a language of the game (by default its first).

        With `player`, only those that this player may read. A sentence for one player alone is preceded by his name in
        brackets.

        Raises:
            ValueError: there is no such player, or the game does not have this language.
        """
        texts = self.game.texts
        lang = texts.asked(lang)
        if player is not None:
            self._check_player(player)
        readers = (None, player)
        said = (words for words in self.said() if player is None or texts.reader(words) in readers)
        return [texts.line(words, lang, self.names) for words in said]

    def said(self) -> list[tuple[Any, ...]]:
        """The log as data, at most `MOST_SAID` sentences: (number of the sentence, values…) each."""
        engine = self.engine
        if engine.log is not None:
            return list(engine.log)
        teller = self._teller
        if teller is None:
            teller = self._teller = self._from_start(Log())
        with suppress(RuleError):
            for index in self._choices_after(teller):
                teller.play(index)
        return list(teller.log or ())

    def _from_start(self, log: list[tuple[Any, ...]] | None = None) -> Engine:
        """An engine at the beginning, to repeat the match; it need not be checked again."""
        if self._origin is not None:
            engine = self._origin.copy()
            engine.log = log
            return engine
        setup = replace(self.setup, checked=False)
        with suppress(RuleError):
            return setup.begin(log)
        return setup.engine()

    def walk_choices(self, visit: Callable[[Engine, int], None]) -> Engine:
        """Replays the choices from the start; `visit` gets the engine before each choice, and its index."""
        engine = self._from_start()
        with suppress(RuleError):
            for index in self._choices_after(engine):
                visit(engine, index)
                engine.play(index)
        return engine

    def _engine_after(self, number: int) -> Engine | None:
        """An engine in the position after a number of choices; None if it cannot be reached again."""
        engine = self._from_start()
        with suppress(RuleError):
            for index in self._choices_after(engine):
                if engine.count == number:
                    break
                engine.play(index)
        return engine if engine.count == number else None

    def _choices_after(self, engine: Engine) -> Iterator[int]:
        """The choices that an engine in an earlier position has not made yet, until one that is not on offer."""
        for index in self.engine.past[engine.count : self.engine.count]:
            if index >= len(engine.options):  # a saved match was altered
                return
            yield index

    # ---- keeping
    def to_bytes(self) -> bytes:
        """The match as bytes, the same on every machine; see `saving`."""
        return save(self)

    @classmethod
    def from_bytes(cls: type[M], game: Game, data: bytes) -> M:
        """Load a match saved by `to_bytes`.

        Raises:
            SavedError: the bytes are not a saved match, are damaged, or belong to other sources.
        """
        setup, engine = load(game, data)
        return cls(setup, engine, engine.copy() if setup.guessed else None)

    def record(self) -> list[str]:
        """The record as lines of JSON; see `record`.

        Raises:
            RecordError: the match is a guess, or its choices do not fit the game.
        """
        return record_lines(self)

    @classmethod
    def replay(cls: type[M], game: Game, lines: Iterable[str], to: int | None = None, anyway: bool = False) -> M:
        """Replay a record; see `replay`.

        Raises:
            RecordError: the record cannot be read or does not fit.
        """
        return replay(cls, game, lines, to=to, anyway=anyway)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.__class__.from_bytes, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (
            self.game.identity == other.game.identity
            and self.setup.seed == other.setup.seed
            and self.setup.names == other.setup.names
            and self.engine.position() == other.engine.position()
        )

    def __hash__(self) -> int:
        return hash((self.setup.seed, self.engine.position()))

    def __repr__(self) -> str:
        state = f"decision {self.number}" if self.engine.options else f"over: {self.engine.reason}"
        return f"<match of {self.game.name}, {self.setup.players} players, seed {self.setup.seed}, {state}>"

    # ---- inside
    def _check_player(self, player: int) -> None:
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.setup.players:
            raise ValueError(f"there is no player {player!r}; players are numbered 0 to {self.setup.players - 1}")

    def _complete(self, error: RuleError) -> None:
        """Records a rule error as the end, with the choice that led to it and a command that replays up to it."""
        self.error = error
        chosen = ""
        with suppress(Exception):
            last = self.engine.count - 1
            before = self._engine_after(last)
            assert before is not None
            decision = Decision(before, self.names)
            option = decision.options[self.engine.past[last]]
            who = "nature" if decision.player is None else self.game.texts.player(decision.player, None, self.names)
            chosen = f"{who} chose {option.key}"
        complete(error, self.setup, chosen)
