"""Tracing of a choice: each change of the facts, with the source line that made it.

While the choice plays on, Python reports every line of the emitted module that runs; after each one the facts are
compared with those before. That is slow, and only for people who look. In a match of `Game.traced` a new value also
tells which amended values went into it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from regelwerk_runtime.engine.amended import NOTHING, Origins, origins_of, plain
from regelwerk_runtime.engine.blame import source_line, supplier
from regelwerk_runtime.engine.state import BaseState, slot_names
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_FILE
from regelwerk_runtime.tables.game import Zone

from ..terminal.describe import Facts

WHERE = "where"  # the slot of a state that says where each card lies


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that changed.

    Attributes:
        label: its name with the names of its indices.
        before, after: its values in words.
        where: `file:line` of the statement that changed it, or "".
        by: the erratum or variant that this line stands in, in words, or "".
        amended: the amended values that went into it, each with its erratum or variant and where that says so.
    """

    label: str
    before: str
    after: str
    where: str
    by: str
    amended: tuple[str, ...] = ()


@dataclass
class Trace:
    """The facts at first and after each line that changed some, with the number of that line in the emitted module.

    Attributes:
        states: those facts.
        lines: the lines.
        origins: for each of these lines, by declared name, the numbers of the amended values in what is new.
    """

    states: list[BaseState] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    origins: list[dict[str, Origins]] = field(default_factory=list)

    def changes(self, match: Match, lang: str | None = None) -> Iterator[Change]:
        """Each change in the order in which it happened."""
        steps = zip(self.states, self.states[1:], self.lines, self.origins, strict=False)
        for old, new, line, origins in steps:
            names = changed_names(match, old, new)
            if not names:
                continue
            file, number = source_line(match.game, line) if line else ("", 0)
            where, by = (f"{file}:{number}", supplier(match.game, file, number)) if file else ("", "")
            for only, which in self._by_origins(match, names, origins):
                amended = tuple(match.game.origins[number] for number in sorted(which))
                before = Facts(match, lang=lang, state=old, only=only)
                for label, was, now in before.changes_to(Facts(match, lang=lang, state=new, only=only)):
                    yield Change(label, was, now, where, by, amended)

    def _by_origins(
        self, match: Match, names: set[str], origins: dict[str, Origins]
    ) -> Iterator[tuple[set[str], Origins]]:
        """The names in their order, each with its origins; all together where there are none."""
        if not origins:
            yield names, NOTHING
            return
        for name, entry in match.game.tables.entries.items():
            if name in names:
                yield {name}, origins.get(WHERE if isinstance(entry, Zone) else name, NOTHING)


@contextmanager
def traced() -> Iterator[Trace]:
    """Traces everything that emitted code changes in the block."""
    trace, watcher = Trace(), _Watcher()
    watcher.trace = trace
    before = sys.gettrace()
    sys.settrace(watcher.called)
    try:
        yield trace
    finally:
        sys.settrace(before)
        watcher.look()
        if watcher.engine is not None:
            without_origins(watcher.engine.s)


class _Watcher:
    """What Python calls for each call, line and return."""

    trace: Trace
    engine: Any = None
    line = 0  # the line of the emitted module that runs, or 0 outside of it

    def called(self, frame: FrameType, event: str, _: object) -> Any:
        """Follows functions that are handed the engine: no other can change anything."""
        code = frame.f_code
        if event != "call" or code.co_filename != GAME_FILE or not _has_engine(code):
            return None
        self.look()
        if self.engine is None:
            self.engine = frame.f_locals["m"]
            without_origins(self.engine.s)
            self.trace.states.append(self.engine.s.copy())
        self.line = frame.f_lineno
        return self.stepped

    def stepped(self, frame: FrameType, event: str, _: object) -> Any:
        """Looks for what the line before has changed."""
        self.look()
        if event == "line":
            self.line = frame.f_lineno
        elif event == "return":
            caller = frame.f_back
            self.line = caller.f_lineno if caller is not None and caller.f_code.co_filename == GAME_FILE else 0
        return self.stepped

    def look(self) -> None:
        """Keeps a copy of the facts, if they have changed."""
        if self.engine is not None and self.engine.s != self.trace.states[-1]:
            self.trace.origins.append(without_origins(self.engine.s, self.trace.states[-1]))
            self.trace.states.append(self.engine.s.copy())
            self.trace.lines.append(self.line)


def without_origins(s: BaseState, before: BaseState | None = None) -> dict[str, Origins]:
    """Makes values plain again: what becomes of them later is not the amendment's. By name, where new ones came from.

    Where cards lie has the name `where`.
    """
    found: dict[str, Origins] = {}
    for name in (*slot_names(s), WHERE):
        value = getattr(s, name)
        old = getattr(before, name) if before is not None else None
        if value != old and origins_of(value):
            pairs = zip(value, old, strict=True) if isinstance(old, list) else [(value, old)]
            found[name] = origins_of([new for new, was in pairs if new != was])
            setattr(s, name, plain(value))
    return found


def _has_engine(code: CodeType) -> bool:
    return "m" in code.co_varnames[: code.co_argcount]


def changed_names(match: Match, old: BaseState, new: BaseState) -> set[str]:
    """The declared names whose facts differ."""
    tables = match.game.tables
    names = {entry.name for entry in tables.vars if getattr(old, entry.name) != getattr(new, entry.name)}
    for zone in tables.zones:
        lies = (old.places, new.places) if zone.place else (old.piles, new.piles)
        part = slice(zone.first, zone.first + tables.count(zone.dims))
        if lies[0][part] != lies[1][part]:
            names.add(zone.name)
    return names
