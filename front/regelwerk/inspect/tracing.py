"""Tracing of a choice: each change of the facts, with the source line that made it.

While the choice is played, Python reports every line of the emitted module that runs; after each one the facts are
compared with those before. That is slow, so it is used only on request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from types import FrameType
from typing import Any

from regelwerk_runtime.engine.blame import source_line, supplier
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_FILE
from regelwerk_runtime.views.facade import Facade

from ..terminal.describe import Facts


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that changed.

    Attributes:
        label: its name with the names of its indices.
        before, after: its values in words.
        where: `file:line` of the statement that changed it, or "".
        by: the erratum or variant that contains this line, in words, or "".
        amended: the amended values that the statement can read, each with its erratum or variant and place.
    """

    label: str
    before: str
    after: str
    where: str
    by: str
    amended: tuple[str, ...] = ()


class Trace:
    """The facts at the start and after each line that changed any, followed with Python's trace function.

    Attributes:
        states: these facts, in order.
        lines: for each but the first, the line of the emitted module that led to it; 0 if outside of the module.
    """

    def __init__(self) -> None:
        self.states: list[BaseState] = []
        self.lines: list[int] = []
        self._engine: Any = None
        self._line = 0  # the line that is running

    def changes(self, match: Match, lang: str | None = None) -> Iterator[Change]:
        """Each change, in the order in which it happened."""
        entries = match.game.tables.entries
        for (old, new), line in zip(pairwise(self.states), self.lines, strict=True):
            left, right = Facade(match.game, old), Facade(match.game, new)
            names = {name for name in entries if left[name] != right[name]}
            if not names:
                continue
            file, number = source_line(match.game, line) if line else ("", 0)
            where, by = (f"{file}:{number}", supplier(match.game, file, number)) if file else ("", "")
            amended = tuple(match.game.inputs.get(where, ()))
            before = Facts(match, lang=lang, state=old, only=names)
            for label, was, now in before.changes_to(Facts(match, lang=lang, state=new, only=names)):
                yield Change(label, was, now, where, by, amended)

    def called(self, frame: FrameType, event: str, _: object) -> Any:
        """Follows functions that receive the engine: no others can change anything."""
        code = frame.f_code
        if event != "call" or code.co_filename != GAME_FILE or "m" not in code.co_varnames[: code.co_argcount]:
            return None
        self.look()
        if self._engine is None:
            self._engine = frame.f_locals["m"]
            self.states.append(self._engine.s.copy())
        self._line = frame.f_lineno
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, _: object) -> Any:
        """Checks whether the previous line has changed anything."""
        self.look()
        if event == "line":
            self._line = frame.f_lineno
        elif event == "return":
            caller = frame.f_back
            self._line = caller.f_lineno if caller is not None and caller.f_code.co_filename == GAME_FILE else 0
        return self._stepped

    def look(self) -> None:
        """Keeps a copy of the facts if they have changed."""
        if self._engine is not None and self._engine.s != self.states[-1]:
            self.states.append(self._engine.s.copy())
            self.lines.append(self._line)


@contextmanager
def traced() -> Iterator[Trace]:
    """Traces all changes that emitted code makes in the block."""
    trace, before = Trace(), sys.gettrace()
    sys.settrace(trace.called)
    try:
        yield trace
    finally:
        sys.settrace(before)
        trace.look()
