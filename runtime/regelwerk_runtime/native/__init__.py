"""Native builds: the engine of one game as an extension module, which the C source of the game was compiled to."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ..engine.chance import STEP, WORD, among, mix
from ..engine.checking import fault
from ..engine.state import NONE, set_shuffle_counts, veil
from ..match import Match
from ..outcome import Outcome, outcome_of, ranked
from ..records.starting import Setup

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..tables.game import Frame, Game

REASONS = ("", "finish", "play ended")


class NativeError(Exception):
    """A library that does not fit the game; the text says why."""


class NativeGame:
    """A game whose rules run as machine code.

    Attributes:
        rules: the same rules in Python; they word errors, and take over what the library gives up.
        engine_class: the class of its engines.
    """

    def __init__(self, rules: Game, path: Path) -> None:
        """Loads a library.

        Raises:
            NativeError: it cannot be loaded, or was built from other rules.
        """
        self.rules = rules
        loader = ExtensionFileLoader("native", str(path))
        spec = spec_from_loader("native", loader)
        assert spec is not None
        try:
            self._module: Any = module_from_spec(spec)
            loader.exec_module(self._module)
        except ImportError as error:
            raise NativeError(f"{path} cannot be loaded: {error}") from None
        self.facts = json.loads(self._module.FACTS)
        if self.facts["hash"] != rules.source_hash:
            raise NativeError(f"{path} was built from other rules")
        self._set_keys()
        self._ready: set[int] = set()
        numbers = {point.label: number for number, point in enumerate(rules.points)}
        self.points = [numbers[label] for label, _ in self.facts["points"]] + [numbers.get("queue/told", -1)]
        bases = (NativeEngine, self._module.Engine)
        self.engine_class: type[NativeEngine] = type("NativeEngine", bases, {"__slots__": (), "native": self})

    def engine(self, players: int, seed: int) -> NativeEngine:
        """An engine at the first decision of a match.

        Raises:
            ValueError: the game is not for so many players.
            RuleError: the rules broke before the first decision.
        """
        if players not in self._ready:
            self._set_up(players)
        engine = self.engine_class(players)
        engine.restart(seed)
        return engine

    def _set_keys(self) -> None:
        luck, tables = self.rules.tables.luck, self.rules.tables
        zones = len(tables.new_state(self.rules.players[0]).piles)
        hidden = {zone for zone, _, _ in tables.secret_zones}
        every = zones + len(tables.new_state(self.rules.players[0]).places)
        self._module.set_keys(
            b"".join(luck.die_keys),
            b"".join(luck.shuffle_keys.get(zone, bytes(8)) for zone in range(zones)),
            b"".join(key[:8] for key in luck.card_luck),
            bytes(zone in hidden for zone in range(every)),
        )

    def _set_up(self, players: int) -> None:
        state = self.rules.new_state(players)
        words: list[int] = []
        slots = {entry.name: entry.slot for entry in self.rules.tables.vars}
        for name, kind, _, many in self.facts["variables"]:
            value = getattr(state, slots[name])
            for one in value if many else [value]:
                words += self._words(int(one)) if kind == "s" else [int(one)]
        packed = b"".join((word & (1 << 64) - 1).to_bytes(8, "little") for word in words)
        self._module.set_up(players, state.fuel, tuple(map(tuple, state.piles)), tuple(state.places), packed)
        self._ready.add(players)

    def _words(self, mask: int) -> list[int]:
        return [mask >> 64 * at & (1 << 64) - 1 for at in range(self.facts["words"])]

    # ---- positions

    def python_engine(self, native: NativeEngine) -> Engine:
        """The engine in Python at the position of a native one."""
        engine = Setup(self.rules, native.players, native.seed).engine()
        raw, s = native._raw(), engine.s
        s.fuel, s.piles[:] = raw["fuel"], raw["piles"]
        s.rolls[:] = array("i", raw["rolls"])
        s.where[:] = array("i", raw["where"])
        s.places[:] = array("i", raw["places"])
        shuffles = array("i", raw["shuffles"])
        set_shuffle_counts(s, tuple((zone, times) for zone, times in enumerate(shuffles) if times))
        veil(s, int.from_bytes(raw["veiled"], "little"))
        self._fill(s, raw["variables"])
        engine.stack[:] = self._frames(array("q", raw["stack"]))
        engine.options, engine.player, engine.count = native.options, native.player, native.count
        engine.site, engine.past, engine.reason = native.site, native.past, native.reason
        return engine

    def _fill(self, s: Any, data: bytes) -> None:
        words, at = array("q", data), 0
        size = self.facts["words"]
        slots = {entry.name: entry.slot for entry in self.rules.tables.vars}
        for name, kind, count, many in self.facts["variables"]:
            step = size if kind == "s" else 1
            cells = [
                self._value(words[at + i * step : at + (i + 1) * step]) if kind == "s" else words[at + i]
                for i in range(count)
            ]
            at += count * step
            if many:
                getattr(s, slots[name])[:] = cells
            else:
                setattr(s, slots[name], cells[0])

    @staticmethod
    def _value(words: Sequence[int]) -> int:
        return sum((word & (1 << 64) - 1) << 64 * at for at, word in enumerate(words))

    def _frames(self, words: array[int]) -> list[Frame]:
        frames: list[Frame] = []
        while words:
            point = words.pop()
            shapes = self.facts["points"][point][1] if point < len(self.facts["points"]) else []
            values = [self._popped(words, shape) for shape in reversed(shapes)]
            frames.append((self.points[point], *reversed(values)))
        return frames[::-1]

    def _popped(self, words: array[int], shape: Any) -> Any:
        """The value of a frame that lies on top."""
        if shape == "i":
            return words.pop()
        if shape == "s":
            return self._value(self._cut(words, self.facts["words"]))
        if shape == "q":
            return tuple(self._cut(words, words.pop()))
        if shape[0] == "p":
            return tuple(self._cut(words, shape[1]))
        count, width, item = words.pop(), self.facts["row"], self.facts["item"]
        cells = self._cut(words, count * width)
        rows = []
        for at in range(0, len(cells), width):
            row = cells[at : at + width]
            kinds = shape[1][row[0]]
            parts = [row[(i + 1) * item : (i + 2) * item] for i in range(len(kinds))]
            rows.append((row[0], *(self._part(kind, part) for kind, part in zip(kinds, parts, strict=True))))
        return tuple(rows)

    def _part(self, kind: Any, cells: Sequence[int]) -> Any:
        if kind == "i":
            return cells[0]
        return self._value(cells[: self.facts["words"]]) if kind == "s" else tuple(cells[: kind[1]])

    @staticmethod
    def _cut(words: array[int], count: int) -> array[int]:
        """Takes the last words away."""
        start = len(words) - count
        found = words[start:]
        del words[start:]
        return found


class NativeEngine:
    """A game under way as machine code: `options`, `player`, `play(index)`, `copy()` and `restart(seed)`.

    They are those of the engine in Python, and so is what they do. Where a rule breaks, or a limit of the library is
    reached, the engine in Python plays the same choices, raises what it raises, or goes on. The class of a game
    inherits from this one and from that of its library.
    """

    __slots__ = ()

    native: ClassVar[NativeGame]
    if TYPE_CHECKING:  # in the library
        options: tuple[Any, ...]
        player: int
        players: int
        seed: int
        count: int
        _python: Engine | None
        _point: int
        _over: int
        _past: bytes

        def __init__(self, players: int) -> None: ...
        def restart(self, seed: int) -> None: ...
        def play(self, index: int) -> None: ...
        def copy(self) -> NativeEngine: ...
        def _raw(self) -> dict[str, Any]: ...
        def _outcome(self) -> tuple[tuple[int, ...], ...] | None: ...
        def _broken(self) -> int: ...
        def _playout(self, base: int, checked: bool) -> int: ...

    @property
    def game(self) -> Game:
        """The same rules in Python."""
        return self.native.rules

    @property
    def site(self) -> int:
        """Number of the site that asks; -1 when the game is over."""
        if self._python is not None:
            return self._python.site
        return self.native.points[self._point] if self._point >= 0 else -1

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
        return self._python.copy() if self._python is not None else self.native.python_engine(self)

    def match(self, names: Sequence[str] | None = None, bots: Sequence[str] = ()) -> Match:
        """A match with the same choices, for records, views and words."""
        match = Match.start(self.game, self.players, self.seed, names=names, bots=bots)
        for index in self.past:
            match.play(index)
        return match

    @property
    def outcome(self) -> Outcome:
        """Scores and ranks as the state stands, whether or not the game is over.

        Raises:
            RuleError: a line of `outcome` breaks.
        """
        values = self._outcome() if self._python is None else None
        return outcome_of(self.engine()) if values is None else ranked(self.game, self.players, values, self.reason)

    def playout(self, seed: int, *, checked: bool = False) -> str:
        """Plays at random up to the end; the same seed takes the same options.

        Args:
            seed: from 0 to 2**64 - 1.
            checked: whether to look at the invariants after each choice, and to stop where one is broken.

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

    def _leave(self) -> None:
        """Goes on in Python: the library has given up."""
        past = self.past
        engine = Setup(self.game, self.players, self.seed).engine()
        self._python = engine  # type: ignore[misc]  # a slot of the library's class
        engine.begin()
        for index in past:
            engine.play(index)


__all__ = ["NativeEngine", "NativeError", "NativeGame"]
