"""Conversion between positions of native engines and of engines in Python.

A library stores numbers as words of 64 bits: a set as several words, a `per` as a word for each member. A frame is on
its stack as the words of its values, followed by the number of its point.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol

from ..engine.engine import Engine
from ..engine.state import forget_all, note_places, set_shuffle_counts, shuffle_counts, veil, veiled
from ..records.moment import REASONS
from ..records.starting import Setup

if TYPE_CHECKING:
    from ..tables.game import Frame, Game

WORD = (1 << 64) - 1
STATE = ("fuel", "piles", "places")
"""The parts of a state, besides its variables, that are not empty initially."""
QUEUE = "queue/told"
NUMBER, SET, SEQUENCE = "i", "s", "q"
"""The shapes of values in frames; those of a `per` and of rows are pairs."""


class Placed(Protocol):
    """An engine of a library, as far as needed to read its position."""

    players: int
    seed: int
    options: tuple[Any, ...]
    player: int
    count: int

    @property
    def site(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def past(self) -> array[int]: ...
    def _raw(self) -> dict[str, Any]: ...


class Positions:
    """Converts positions of one game."""

    def __init__(self, rules: Game, facts: dict[str, Any]) -> None:
        self.rules = rules
        self.words: int = facts["words"]
        self.row: int = facts["row"]
        self.item: int = facts["item"]
        self.shapes: list[list[Any]] = [*(shapes for _, shapes in facts["points"]), []]
        slots = {entry.name: entry.slot for entry in rules.tables.vars}
        self.variables = [(slots[name], kind, count, many) for name, kind, count, many in facts["variables"]]
        self.parts: attrgetter[tuple[Any, ...]] = attrgetter(*STATE, *(slot for slot, *_ in self.variables))
        numbers = {point.label: number for number, point in enumerate(rules.points)}
        self.points = [*(numbers[label] for label, _ in facts["points"]), numbers.get(QUEUE, -1)]
        """For each point of the library its number in Python; the last is the one above which events wait."""
        self.numbers = {number: at for at, number in enumerate(self.points)}

    # ---- from a library to Python

    def engine(self, native: Placed, rules: Game | None = None) -> Engine:
        """An engine in Python at the position of a native one; `rules` are the same rules from another module."""
        engine = Setup(rules or self.rules, native.players, native.seed).engine()
        raw, s = native._raw(), engine.s
        s.fuel, s.piles[:] = raw["fuel"], raw["piles"]
        s.rolls[:] = array("i", raw["rolls"])
        s.where[:] = array("i", raw["where"])
        s.places[:] = array("i", raw["places"])
        shuffles = array("i", raw["shuffles"])
        set_shuffle_counts(s, tuple((zone, times) for zone, times in enumerate(shuffles) if times))
        veil(s, int.from_bytes(raw["veiled"], "little"))
        words = iter(array("q", raw["variables"]))
        for slot, kind, count, many in self.variables:
            cells = [self._set(words) if kind == SET else next(words) for _ in range(count)]
            if many:
                getattr(s, slot)[:] = cells
            else:
                setattr(s, slot, cells[0])
        forget_all(s)
        note_places(s)
        engine.stack[:] = self.frames(array("q", raw["stack"]))
        engine.options, engine.player = native.options, native.player
        engine.site, engine.past, engine.reason = native.site, native.past, native.reason
        engine.given = tuple(array("q", raw["given"]))
        return engine

    def _set(self, words: Iterable[int]) -> int:
        """The set in the next words."""
        return sum((word & WORD) << 64 * at for at, word in zip(range(self.words), words, strict=False))

    def frames(self, words: array[int]) -> list[Frame]:
        frames: list[Frame] = []
        while words:
            point = words.pop()
            values = [self._popped(words, shape) for shape in reversed(self.shapes[point])]
            frames.append((self.points[point], *reversed(values)))
        return frames[::-1]

    def _popped(self, words: array[int], shape: Any) -> Any:
        """The value of a frame at the end of the words."""
        if shape == NUMBER:
            return words.pop()
        if shape == SET:
            return self._set(_cut(words, self.words))
        if shape == SEQUENCE:
            return tuple(_cut(words, words.pop()))
        if shape[0] == "p":
            return tuple(_cut(words, shape[1]))
        cells = _cut(words, words.pop() * self.row)
        return tuple(self._row(cells[at : at + self.row], shape[1]) for at in range(0, len(cells), self.row))

    def _row(self, cells: Sequence[int], kinds: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
        number, found = cells[0], list[Any]()
        for at, kind in enumerate(kinds[number], 1):
            part = cells[at * self.item : (at + 1) * self.item]
            found.append(part[0] if kind == NUMBER else self._set(part) if kind == SET else tuple(part[: kind[1]]))
        return (number, *found)

    # ---- from Python to a library

    def raw(self, engine: Engine) -> dict[str, Any]:
        """The position of an engine in Python, in the form for a library; raises OverflowError beyond 64 bits."""
        s = engine.s
        stack, queue, counts = array("q"), -1, dict(shuffle_counts(s))
        for frame in engine.stack:
            point = self.numbers[frame[0]]
            for value, shape in zip(frame[1:], self.shapes[point], strict=True):
                stack.extend(self._pushed(value, shape))
            stack.append(point)
            if point == len(self.points) - 1:
                queue = len(stack)
        options, width = engine.options, 1
        if any(isinstance(option, tuple) for option in options):
            rows = [option if isinstance(option, tuple) else (option,) for option in options]
            width = max(map(len, rows))
            options = [cell for row in rows for cell in (*row, *[0] * (width - len(row)))]
        return {
            "state": self.parts(s),
            "seed": engine.luck.seed,
            "rolls": array("i", s.rolls).tobytes(),
            "shuffles": array("i", [counts.get(zone, 0) for zone in range(len(s.piles))]).tobytes(),
            "veiled": veiled(s).to_bytes(8 * (len(s.where) // 64 + (len(s.where) % 64 > 0) + 1), "little"),
            "stack": stack.tobytes(),
            "depth": len(engine.stack),
            "queue": queue,
            "player": engine.player,
            "point": self.numbers[engine.site] if engine.site >= 0 else -1,
            "over": REASONS.index(engine.reason),
            "width": width,
            "options": array("q", options).tobytes(),
            "past": array("I", engine.past).tobytes(),
            "given": array("q", engine.given).tobytes(),
        }

    def _pushed(self, value: Any, shape: Any) -> list[int]:
        """The words of a value."""
        if shape == NUMBER:
            return [int(value)]
        if shape == SET:
            return [_signed(value >> 64 * at) for at in range(self.words)]
        if shape == SEQUENCE:
            return [*value, len(value)]
        if shape[0] == "p":
            return [*value]
        cells: list[int] = []
        for row in value:
            parts = [self._pushed(part, kind) for part, kind in zip(row, (NUMBER, *shape[1][row[0]]), strict=True)]
            line = [cell for part in parts for cell in (*part, *[0] * (self.item - len(part)))]
            cells += [*line, *[0] * (self.row - len(line))]
        return [*cells, len(value)]


def _signed(word: int) -> int:
    """A word as a signed number."""
    word &= WORD
    return word - (1 << 64) if word >> 63 else word


def _cut(words: array[int], count: int) -> array[int]:
    """Removes and returns the last words."""
    start = len(words) - count
    found = words[start:]
    del words[start:]
    return found
