"""Engines of native builds."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..bots.trial import PythonTrial, Trial, trial_of
from ..engine.chance import STEP, WORD, among, mix
from ..engine.checking import Loaded, LoadedEngine, fault
from ..engine.engine import Engine, Follower, Hint
from ..engine.state import NONE
from ..match import Match
from ..outcome import Outcome, outcome_of, ranked
from ..records.moment import REASONS
from ..records.starting import Setup
from ..tables.game import Frame, Game
from ..tables.measure import Measure
from ..views.measured import figure, measure_named
from .positions import Positions


class NativeError(Exception):
    """Something that a library cannot do; the text says why."""


class OtherRulesError(NativeError):
    """A library was built from other rules than those in Python."""


class NativeEngine:
    """A game under way as machine code: `options`, `player`, `play(index)`, `copy()` and `restart(seed)`.

    They do the same as those of the engine in Python. If a rule breaks, or a limit of the library is reached, the
    engine in Python replays the choices, and raises the error or continues. The class for a game inherits from this one
    and from that of its library.

    Attributes:
        game: the same rules in Python.
        positions: converts its positions.
        numbers: the numbers of its measures and its value, by name.
    """

    __slots__ = ()

    game: ClassVar[Game]
    positions: ClassVar[Positions]
    numbers: ClassVar[Mapping[str, int]]
    nature: ClassVar[None] = None
    if TYPE_CHECKING:  # in the library
        options: tuple[Any, ...]
        player: int
        players: int
        seed: int
        site: int
        count: int
        depth: int
        _follower: Follower | None
        _python: PythonTrial | None
        _origin: Engine | NativeEngine | None
        _over: int
        ended: str
        _past: bytes

        def __init__(self, players: int) -> None: ...
        def restart(self, seed: int) -> None: ...
        def play(self, index: int) -> None: ...
        def copy(self) -> NativeEngine: ...
        def aim(self, player: int) -> int: ...
        def aims(self) -> tuple[int, ...]: ...
        def ranking(self) -> tuple[int, ...]: ...
        def hinted(self, kind: Hint, indices: Sequence[int]) -> list[int]: ...
        def answered(self) -> int | None: ...
        def is_within(self, first: Any) -> bool: ...
        def has_luck_since(self, first: Any) -> bool: ...
        def is_at(self, first: Any) -> bool: ...
        def key(self) -> Hashable: ...
        def reseed(self, seed: int) -> None: ...
        def renew(self, seed: int) -> None: ...
        def play_at_random(self, rng: Random, choices: int, watched: int) -> int: ...
        def follow(self, course: Follower) -> None: ...
        def pile(self, zone: int) -> tuple[int, ...]: ...
        def _where(self, before: bytes) -> tuple[bytes, list[int]] | None: ...
        def _noted(self) -> tuple[bool, list[int]] | None: ...
        def _end(self, reason: int) -> None: ...
        def _raw(self) -> dict[str, Any]: ...
        def _take(self, state: tuple[Any, ...] | NativeEngine) -> bool: ...
        def _load(self, raw: dict[str, Any]) -> None: ...
        def _go_on(self) -> None: ...
        def _outcome(self) -> tuple[tuple[int, ...], ...] | None: ...
        def _figures(self, number: int, first: int, end: int) -> tuple[int, ...] | None: ...
        def _playout(self, base: int, checked: bool) -> int: ...

    @property
    def reason(self) -> str:
        """Why the game is over, or ""."""
        return self._python.reason if self._python is not None else REASONS[self._over]

    @property
    def past(self) -> array[int]:
        """Indices of the options chosen."""
        return array("I", self._past if self._python is None else self._python.past)

    def engine(self) -> Engine:
        """An engine in Python at the same position."""
        if self._python is not None:
            return self._python.copy()
        engine, origin = self.positions.engine(self), self._origin
        while isinstance(origin, NativeEngine):
            origin = origin._origin
        if isinstance(origin, Loaded):
            engine.__class__ = LoadedEngine
        return engine

    def match(self, names: Sequence[str] | None = None, bots: Sequence[str] = ()) -> Match:
        """A match with the same choices, for records, views and words.

        Raises:
            NativeError: the engine began at a loaded position.
        """
        if self._origin is not None:
            raise NativeError("an engine that began in the middle of a match has no record")
        match = Match.start(self.game, self.players, self.seed, names=names, bots=bots)
        for index in self.past:
            match.play(index)
        return match

    @property
    def outcome(self) -> Outcome:
        """Scores and ranks in the present state, whether or not the game is over.

        Raises:
            RuleError: a line of `outcome` breaks.
        """
        values = self._outcome() if self._python is None else None
        return outcome_of(self.engine()) if values is None else ranked(self.game, self.players, values, self.reason)

    def measure(self, name: str, player: int | None = None) -> int:
        """The present value of a declared measure, or of `value`; see `Match.measure`."""
        return self.figure(measure_named(self.game, name, player), player or 0)

    def figure(self, measure: Measure, player: int = 0) -> int:
        """The present value of a measure; the player is ignored for one of the whole game.

        Raises:
            ValueError: there is no such player.
            RuleError: it takes too many steps, or breaks a rule.
        """
        if self._python is not None:
            return figure(self._python, measure, player)
        found = self._figures(self.numbers[measure.name], player, player + 1)
        return figure(self.engine(), measure, player) if found is None else found[0]

    def playout(self, seed: int, *, checked: bool = False) -> str:
        """Plays at random to the end; the same seed takes the same options.

        Args:
            seed: a number from 0 to 2**64 - 1.
            checked: whether to check the invariants after each choice, and stop if one is broken.

        Returns:
            The title of the broken invariant, or "".

        Raises:
            RuleError: the rules broke.
        """
        broken = self._playout(seed, checked) if self._python is None else NONE
        python = self._python
        while python is not None:
            error = fault(self.game, python.s) if checked else None
            if error is not None:
                raise error
            if not python.options:
                break
            python.play(among(mix(seed + python.count * STEP & WORD), len(python.options)))
        return self.game.invariants[broken][0] if broken >= 0 else ""

    # ---- the interface for bots, see `Trial`
    @classmethod
    def at(cls, engine: Engine) -> Self:
        """A native engine at the position of one in Python, which must not be used afterwards.

        Raises:
            NativeError: the position is too large for the library.
        """
        native = cls(engine.s.players)
        try:
            native._load(cls.positions.raw(engine))
        except (ValueError, OverflowError) as error:
            raise NativeError(f"a native engine cannot begin here: {error}") from None
        native._origin = engine  # type: ignore[misc]  # a slot of the library's class
        return native

    def end(self, reason: str) -> None:
        """Ends the game."""
        if self._python is not None:
            self._python.end(reason)
        else:
            self._end(REASONS.index(reason))

    def frames(self) -> tuple[Frame, ...]:
        """The frames as in `Engine.stack`."""
        if self._python is not None:
            return self._python.frames()
        return tuple(self.positions.frames(array("q", self._raw()["stack"])))

    def asked_again(self) -> Trial:
        """Another engine that restarts the pending simultaneous choice."""
        return self._native(self._in_python().asked_again())

    def guessed(self, seed: int) -> Trial:
        """A guess of the player who is to choose."""
        return self._native(self._in_python().guessed(seed))

    def _native(self, trial: PythonTrial) -> Trial:
        try:
            return self.at(trial)
        except NativeError:
            return trial

    def _in_python(self) -> PythonTrial:
        return trial_of(self.engine())

    def _leave(self) -> None:
        """Continues in Python, since the library has given up.

        Raises:
            NativeError: the game has a follower.
        """
        if self._follower is not None:
            raise NativeError("the library has given up a game with a follower")
        past, origin = self.past, self._origin
        if origin is None:
            engine = Setup(self.game, self.players, self.seed).engine()
        else:
            engine = origin.engine() if isinstance(origin, NativeEngine) else origin.copy()
        self._python = trial_of(engine)  # type: ignore[misc]  # a slot of the library's class
        if origin is None:
            engine.begin()
        elif not engine.options:
            engine.run()
        for index in past[engine.count :]:
            engine.play(index)
