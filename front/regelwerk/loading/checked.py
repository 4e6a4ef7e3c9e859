"""Checked games: from the cache, or made now by the compiler. Nothing is compiled for them."""

from __future__ import annotations

import json

from regelwerk_compiler.checked.codec import load
from regelwerk_compiler.checked.game import CheckedGame

from . import cache
from .source import Source


def load_checked(source: Source) -> CheckedGame:
    """The checked game.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    alone = source.key("checked")
    entry = cache.read(source.key()) or cache.read(alone)
    if entry is not None:
        return decode(entry[1][0])
    from .compiling import check_source, checked_game, encode  # the compiler is slow to load

    game = checked_game(check_source(source), source)
    cache.write(alone, {}, [encode(game)])
    return game


def decode(data: bytes) -> CheckedGame:
    """The checked game that `compiling.encode` wrote as JSON."""
    return load(json.loads(data))
