"""Details of rule errors from the sources: the line that broke, and the amended values behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

from ..game import Game
from ..inspect.tracing import traced, without_origins
from ..loading.source import Source


def add_details(error: RuleError, game: Game, start: Callable[[Game], Match], past: Sequence[int] = ()) -> None:
    """Adds to a rule error what only its sources tell. It does not break when they have gone.

    Args:
        error: of a match of `game`.
        start: the same beginning, of another form of the game.
        past: the indices of the options chosen up to the error.
    """
    if not error.excerpt:
        _add_excerpt(error, game.source)
    if error.origins is not None and not error.amended and game.traced is not game:
        _add_origins(error, game.traced, start, past)


def begun_as(match: Match) -> Callable[[Game], Match]:
    """What begins another form of a game as a match began."""
    setup = match.setup
    return partial(
        Game.start,
        players=setup.players,
        seed=setup.seed,
        names=setup.names,
        given=setup.given,
        checked=setup.checked,
        bots=setup.bots,
    )


def _add_origins(error: RuleError, game: Game, start: Callable[[Game], Match], past: Sequence[int]) -> None:
    """Only a traced match knows the amended values, so the error is played again."""
    try:
        match = start(game)
        for index in past[:-1]:
            match.play(index)
        if past:
            without_origins(match.engine.s)  # what earlier choices made of it is not to blame
            with traced():
                match.play(past[-1])
    except RuleError as found:
        if found.message == error.message:
            error.amended = found.amended


def _add_excerpt(error: RuleError, source: Source) -> None:
    outside = [Path(variant) for variant in source.variants if Path(variant).name == error.file]
    inside = sorted(source.folder.rglob(error.file)) if error.file else []
    for path in outside + inside if error.by else inside + outside:
        try:
            line = path.read_text(encoding="utf-8-sig").splitlines()[error.line - 1]
        except (OSError, ValueError, IndexError):
            continue
        if path in outside:
            error.file = path.as_posix()
        statement = line.partition("  #")[0].rstrip()
        begin = len(statement) - len(statement.lstrip())
        gap = " " * len(str(error.line))
        marks = " " * begin + "^" * (len(statement) - begin)
        error.excerpt = f"{gap} |\n{error.line} | {line.rstrip()}\n{gap} | {marks}"
        return
