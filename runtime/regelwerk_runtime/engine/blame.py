"""Conversion of exceptions in emitted code to rule errors that name effect, source line and decision."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ..errors import RuleError

if TYPE_CHECKING:
    from types import CodeType, TracebackType

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


def as_rule_error(error: Exception, game: Game, decisions: int) -> Exception:
    """The rule error for an exception of emitted code; other exceptions, which are faults of this program, unchanged.

    Args:
        error: the exception.
        game: the game that is played.
        decisions: the number of decisions made before.
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
    line = _emitted_line(game, traceback)
    if line and not error.file:
        error.file, error.line = source_line(game, line)
    error.by = supplier(game, error.file, error.line)
    if error.out_of_range:
        error.amended = (*game.inputs.get(error.where, ()), *game.bounds.get(str(error.out_of_range), ()))
    error.label = error.label or _running_ability(game, traceback) or _running_function(game, traceback)
    error.decision = decisions
    error.placed = True
    return error


def raising_line(error: Exception) -> int:
    """The number of the line that raised, in its own module; found in a fraction of the time of `source_line`."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return 0 if entry is None else entry.tb_lineno


def _entries(traceback: TracebackType | None) -> list[TracebackType]:
    """The entries of a traceback, innermost first."""
    found: list[TracebackType] = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    return found[::-1]


def _running_ability(game: Game, traceback: TracebackType | None) -> str:
    """The innermost running ability of a card in a traceback, such as `theft.asia.play`, or ""."""
    definitions, effects = game.tables.definition, _effects_by_code(game)
    for entry in _entries(traceback):
        frame = entry.tb_frame
        this = frame.f_locals.get("this")
        if isinstance(this, int) and 0 <= this < len(definitions):
            name = effects.get(frame.f_code, frame.f_code.co_name)
            if ability := _ability(game.cards[definitions[this]].key, name):
                return ability
    return ""


def _ability(key: str, name: str) -> str:
    """The name of the card's ability that a function or effect belongs to, such as `theft.asia.play`, or ""."""
    name = name.replace(".", "_")
    for start in (f"{key.replace('.', '_')}_", f"{key.split('.')[0]}_"):  # of the card, or shared by its family
        if name.startswith(start):
            return f"{key}.{name.removeprefix(start)}"
    return ""


def question_error(game: Game, frame: Frame, message: str) -> RuleError:
    """The rule error for a question that cannot be asked, with its line in the sources.

    Args:
        game: the game that is played.
        frame: the frame that would have received the answer.
        message: the cause.
    """
    error, point = RuleError(message), game.points[frame[0]]
    error.file, error.line = source_line(game, point.run.__code__.co_firstlineno)
    this = dict(zip(point.values, frame[1:], strict=True)).get("this")
    ability = _ability(game.cards[game.tables.definition[this]].key, point.effect) if this is not None else ""
    error.label = ability or point.effect
    return error


def _effects_by_code(game: Game) -> dict[CodeType, str]:
    """The effect that each function is part of, by code object, for effects that can stop."""
    return {run.__code__: point.effect for point in game.points for run in (point.run, *point.parts)}


def _running_function(game: Game, traceback: TracebackType | None) -> str:
    """The innermost definition or effect in a traceback, or ""."""
    line = _emitted_line(game, traceback)
    for first, last, label in game.inner:
        if first <= line <= last:
            return label
    effects = _effects_by_code(game)
    files = {code.co_filename for code in effects}
    codes = (entry.tb_frame.f_code for entry in _entries(traceback))
    named = (code for code in codes if code.co_filename in files and not code.co_name.startswith("<"))
    return next((effects.get(code, code.co_name) for code in named), "")


def supplier(game: Game, file: str, line: int) -> str:
    """The erratum or variant that contains a source line, in words; "" for the base rules."""
    starts = game.supplied.get(file, ())
    at = bisect_right(starts, line, key=lambda start: start[0]) - 1
    return starts[at][1] if at >= 0 else ""


def _emitted_line(game: Game, traceback: TracebackType | None) -> int:
    """The innermost line of the emitted module in a traceback, or 0."""
    files = {point.run.__code__.co_filename for point in game.points}
    inside = (one.tb_lineno for one in _entries(traceback) if one.tb_frame.f_code.co_filename in files)
    return next(inside, 0)


def source_line(game: Game, line: int) -> tuple[str, int]:
    """File and line of the source for a line of the emitted module; ("", 0) before the first entry."""
    at = bisect_right(game.lines, line, key=lambda entry: entry[0]) - 1
    if at < 0:
        return "", 0
    _, file, number = game.lines[at]
    return file, number
