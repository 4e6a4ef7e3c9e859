"""Checked games: from the cache, or made now by the compiler. Nothing is compiled for them."""

from __future__ import annotations

from regelwerk_compiler.checked.game import CheckedGame

from .kept import kept_game
from .source import Source


def load_checked(source: Source) -> CheckedGame:
    """The checked game.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    kept = kept_game(source)
    if kept is not None:
        return kept
    from .compiling import make_checked  # the compiler is slow to load

    return make_checked(source)
