"""Conversion of exceptions in emitted code to rule errors that name effect, source line and decision."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ..errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from ..tables.game import Frame, Game

MEANS = {
    IndexError: "a value is used as an index where it has no place (is it none?)",
    KeyError: "a value is used as an index where it has no place (is it none?)",
    ZeroDivisionError: "a number is divided by zero",
    ValueError: "a value cannot be used here (is it none, or below zero?)",
    OverflowError: "a number is far too large",
    MemoryError: "a number is far too large",
    RecursionError: "the rules call each other without end",
}


def blamed(error: Exception, game: Game, stack: Sequence[Frame], decisions: int) -> Exception:
    """The rule error for what emitted code raised; other errors, which are faults of ours, as they are.

    Args:
        error: what was raised.
        game: the game that is played.
        stack: the frames that were under way, the innermost last.
        decisions: how many were made before.
    """
    if not isinstance(error, RuleError):
        meaning = next((text for kind, text in MEANS.items() if isinstance(error, kind)), None)
        if meaning is None:
            return error
        traceback, error = error.__traceback__, RuleError(meaning)
    else:
        traceback = error.__traceback__
    if error.placed:
        return error
    if stack:
        error.label = game.labels[stack[-1][0]]
    line = emitted_line(game, traceback)
    if line and not error.file:
        error.file, error.line = source_line(game, line)
    error.by = supplier(game, error.file, error.line)
    if error.out_of_range:
        error.amended = (*game.inputs.get(error.where, ()), *game.bounds.get(str(error.out_of_range), ()))
    error.label = ability_under_way(game, traceback) or function_under_way(game, traceback) or error.label
    error.decision = decisions
    error.placed = True
    return error


def ability_under_way(game: Game, traceback: TracebackType | None) -> str:
    """The innermost ability of a card in a traceback, `theft.asia.play`; "" where none runs."""
    definitions, cards = game.tables.definition, game.cards
    found = ""
    while traceback is not None:
        frame, traceback = traceback.tb_frame, traceback.tb_next
        handler = frame.f_locals.get("f")
        this = frame.f_locals.get("this", handler[2] if isinstance(handler, list) and len(handler) > 2 else None)
        if isinstance(this, int) and 0 <= this < len(definitions):
            key = cards[definitions[this]].key
            name = frame.f_code.co_name
            for start in (f"{key.replace('.', '_')}_", f"{key.split('.')[0]}_"):  # alone, or with all its family
                if name.startswith(start):
                    found = f"{key}.{name.removeprefix(start)}"
                    break
    return found


def function_under_way(game: Game, traceback: TracebackType | None) -> str:
    """The innermost definition or effect of a traceback that is no handler; "" where a handler itself broke."""
    handlers = {handler.__code__: handler for handler in game.handlers if hasattr(handler, "__code__")}
    files = {code.co_filename for code in handlers}
    found = ""
    while traceback is not None:
        code, traceback = traceback.tb_frame.f_code, traceback.tb_next
        if code.co_filename in files and not code.co_name.startswith("<"):
            found = "" if code in handlers else code.co_name
    return found


def supplier(game: Game, file: str, line: int) -> str:
    """The erratum or variant that a source line stands in, in words; "" for the rules themselves."""
    starts = game.supplied.get(file, ())
    at = bisect_right(starts, line, key=lambda start: start[0]) - 1
    return starts[at][1] if at >= 0 else ""


def emitted_line(game: Game, traceback: TracebackType | None) -> int:
    """The innermost line of the emitted module in a traceback, or 0."""
    files = {handler.__code__.co_filename for handler in game.handlers if hasattr(handler, "__code__")}
    found = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename in files:
            found = traceback.tb_lineno
        traceback = traceback.tb_next
    return found


def source_line(game: Game, line: int) -> tuple[str, int]:
    """File and line of the sources that a line of the emitted module comes from; ("", 0) before the first entry."""
    at = bisect_right(game.lines, line, key=lambda entry: entry[0]) - 1
    if at < 0:
        return "", 0
    _, file, number = game.lines[at]
    return file, number
