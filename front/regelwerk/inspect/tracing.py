"""Tracing of a choice: each change of the facts, with the source line that made it.

While the choice plays on, Python reports every line of the emitted module that runs; after each one the facts are
compared with those before. That is slow, and only for people who look.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from regelwerk_runtime.engine.blame import source_line, supplier
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_FILE

from ..terminal.describe import Facts


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that changed.

    Attributes:
        label: its name with the names of its indices.
        before, after: its values in words.
        where: `file:line` of the statement that changed it, or "".
        by: the erratum or variant that this line stands in, in words, or "".
        amended: the amended values that the statement can read, each with its erratum or variant and its place.
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
        engine: that of the match, as soon as it is seen.
        line: the line of the emitted module that runs, or 0 outside of it.
    """

    states: list[BaseState] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    engine: Any = None
    line: int = 0

    def changes(self, match: Match, lang: str | None = None) -> Iterator[Change]:
        """Each change in the order in which it happened."""
        for old, new, line in zip(self.states, self.states[1:], self.lines, strict=False):
            names = changed_names(match, old, new)
            if not names:
                continue
            file, number = source_line(match.game, line) if line else ("", 0)
            where, by = (f"{file}:{number}", supplier(match.game, file, number)) if file else ("", "")
            amended = tuple(match.game.inputs.get(where, ()))
            before = Facts(match, lang=lang, state=old, only=names)
            for label, was, now in before.changes_to(Facts(match, lang=lang, state=new, only=names)):
                yield Change(label, was, now, where, by, amended)

    def called(self, frame: FrameType, event: str, _: object) -> Any:
        """Follows functions that are handed the engine: no other can change anything."""
        code = frame.f_code
        if event != "call" or code.co_filename != GAME_FILE or not _has_engine(code):
            return None
        self.look()
        if self.engine is None:
            self.engine = frame.f_locals["m"]
            self.states.append(self.engine.s.copy())
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
        if self.engine is not None and self.engine.s != self.states[-1]:
            self.states.append(self.engine.s.copy())
            self.lines.append(self.line)


@contextmanager
def traced() -> Iterator[Trace]:
    """Traces everything that emitted code changes in the block."""
    trace = Trace()
    before = sys.gettrace()
    sys.settrace(trace.called)
    try:
        yield trace
    finally:
        sys.settrace(before)
        trace.look()


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
