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


def blamed(error: Exception, game: Game, decisions: int) -> Exception:
    """The rule error for what emitted code raised; other errors, which are faults of ours, as they are.

    Args:
        error: what was raised.
        game: the game that is played.
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
    line = emitted_line(game, traceback)
    if line and not error.file:
        error.file, error.line = source_line(game, line)
    error.by = supplier(game, error.file, error.line)
    if error.out_of_range:
        error.amended = (*game.inputs.get(error.where, ()), *game.bounds.get(str(error.out_of_range), ()))
    error.label = error.label or ability_under_way(game, traceback) or function_under_way(game, traceback)
    error.decision = decisions
    error.placed = True
    return error


def ability_under_way(game: Game, traceback: TracebackType | None) -> str:
    """The innermost ability of a card in a traceback, `theft.asia.play`; "" where none runs."""
    definitions, cards = game.tables.definition, game.cards
    found = ""
    while traceback is not None:
        frame, traceback = traceback.tb_frame, traceback.tb_next
        this = frame.f_locals.get("this")
        if isinstance(this, int) and 0 <= this < len(definitions):
            name = effects_by_code(game).get(frame.f_code, frame.f_code.co_name)
            found = _ability(cards[definitions[this]].key, name) or found
    return found


def _ability(key: str, name: str) -> str:
    """What a card's ability is called, `theft.asia.play`, if that is what a function or effect is; else ""."""
    name = name.replace(".", "_")
    for start in (f"{key.replace('.', '_')}_", f"{key.split('.')[0]}_"):  # alone, or with all its family
        if name.startswith(start):
            return f"{key}.{name.removeprefix(start)}"
    return ""


def unasked(game: Game, frame: Frame, message: str) -> RuleError:
    """The rule error for a question that cannot be asked, with its place in the sources.

    Args:
        game: the game that is played.
        frame: where play would have gone on with the answer.
        message: what is wrong.
    """
    error, point = RuleError(message), game.points[frame[0]]
    error.file, error.line = source_line(game, point.run.__code__.co_firstlineno)
    this = dict(zip(point.values, frame[1:], strict=True)).get("this")
    ability = _ability(game.cards[game.tables.definition[this]].key, point.effect) if this is not None else ""
    error.label = ability or point.effect
    return error


def effects_by_code(game: Game) -> dict[CodeType, str]:
    """The label of the effect that a function is part of; only of those that can stop."""
    return {run.__code__: point.effect for point in game.points for run in (point.run, *point.parts)}


def function_under_way(game: Game, traceback: TracebackType | None) -> str:
    """The innermost definition or effect of a traceback."""
    line = emitted_line(game, traceback)
    for first, last, label in game.inner:
        if first <= line <= last:
            return label
    points = effects_by_code(game)
    files = {code.co_filename for code in points}
    found = ""
    while traceback is not None:
        code, traceback = traceback.tb_frame.f_code, traceback.tb_next
        if code.co_filename in files and not code.co_name.startswith("<"):
            found = points.get(code, code.co_name)
    return found


def supplier(game: Game, file: str, line: int) -> str:
    """The erratum or variant that a source line stands in, in words; "" for the rules themselves."""
    starts = game.supplied.get(file, ())
    at = bisect_right(starts, line, key=lambda start: start[0]) - 1
    return starts[at][1] if at >= 0 else ""


def emitted_line(game: Game, traceback: TracebackType | None) -> int:
    """The innermost line of the emitted module in a traceback, or 0."""
    files = {point.run.__code__.co_filename for point in game.points}
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
