"""Runs of the compiler on a source, to check or to compile it. Importing this module loads the whole compiler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from regelwerk_compiler.build import build
from regelwerk_compiler.checked.codec import encode
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.values import Position
from regelwerk_compiler.driver import CheckResult, compile_checked
from regelwerk_compiler.native import NotNativeError, native_build
from regelwerk_dsl.collector import collector_paused
from regelwerk_dsl.diagnostics import SourceError

from ..errors import UsageError
from .checking import check_source, options_of
from .source import Source

_waiting: dict[str, tuple[CheckResult, CheckedGame]] = {}
"""The last checked game, by its key: printing it may need its compiled examples next."""


@collector_paused()
def compile_source(source: Source) -> tuple[dict[str, Any], bytes]:
    """The compiled game as plain data, and the checked game as JSON; see `Compiled`.

    Raises:
        SourceError: the sources have errors.
    """
    key = source.key()
    checked, game = _waiting.pop(key) if key in _waiting else _made(source)
    result = compile_checked(checked, options_of(source))
    if result.module is None:
        raise SourceError(result.diagnostics)
    data = {
        "module": result.module,
        "scenarios": result.scenarios or "",
        "helped": result.helped,
        "source_hash": result.source_hash,
        "turns": result.turns,
        "rounds": result.rounds,
        "supplied": _supplied_lines(game),
        "inputs": result.inputs,
        "bounds": result.bounds,
        "handlers": result.handlers,
    }
    return data, encode(game)


@collector_paused()
def native_source_of(source: Source) -> str:
    """The C source of a native build.

    Raises:
        SourceError: the sources have errors.
        UsageError: the game uses something that native builds do not support.
    """
    checked = check_source(source)
    try:
        return native_build(checked)
    except NotNativeError as error:
        raise UsageError(f"native builds do not support {error}; {source.game} runs in Python") from None


@collector_paused()
def make_checked(source: Source) -> CheckedGame:
    """The checked game, made now.

    Raises:
        SourceError: the sources have errors.
    """
    key = source.key()  # before reading: a file may change meanwhile
    made = _made(source)
    _waiting.clear()
    _waiting[key] = made
    return made[1]


def _made(source: Source) -> tuple[CheckResult, CheckedGame]:
    checked = check_source(source)
    return checked, _checked_game(checked, source)


def _checked_game(checked: CheckResult, source: Source) -> CheckedGame:
    """The checked game as data.

    With variants, or without errata, a translation counts as stale only if it is stale in the base game too.
    """
    assert checked.game is not None and checked.texts is not None
    game = build(checked.game, checked.texts, checked.statements, checked.history)
    found = [one for gaps in game.untranslated.values() for one in gaps]
    if not source.is_changed or all(one.reason != "stale" for one in found):
        return game
    base = _made(source.base)[1].untranslated
    kept = {}
    for language, gaps in game.untranslated.items():
        stale = {one.id for one in base[language] if one.reason == "stale"}
        kept[language] = tuple(one for one in gaps if one.reason != "stale" or one.id.change or one.id in stale)
    return replace(game, untranslated=kept)


def _supplied_lines(game: CheckedGame) -> dict[str, list[tuple[int, str]]]:
    """For each source file, the first lines of its parts, each with the amendment that contains it, or ""."""
    starts: dict[str, dict[int, str]] = {}
    for where, by in _starts(game):
        if where.line:
            starts.setdefault(where.file, {})[where.line] = by
    return {file: sorted(lines.items()) for file, lines in starts.items()}


def _starts(game: CheckedGame) -> Iterator[tuple[Position, str]]:
    for group in (game.state, game.cards, game.declarations, game.chapters, game.scenarios, game.invariants):
        yield from ((one.where, "") for one in group)
    for changes, word in ((game.errata, "erratum"), (game.variants, "variant")):
        for change in changes:
            by = f"{word} {change.name}"
            yield change.where, by
            yield from ((step.where, by) for step in change.changes)
