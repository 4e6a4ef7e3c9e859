"""Checked games: from the cache, or made now by the compiler. Nothing is compiled for them."""

from __future__ import annotations

from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.game import CheckedGame

from . import cache
from .source import Source


def load_checked(source: Source) -> CheckedGame:
    """The checked game: as an earlier run kept it, alone or with the compiled game, or made now.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    key = source.key("checked")
    entry = cache.read(source.key()) or cache.read(key)
    if entry is not None:
        return decode(entry[1][0])
    from .compiling import make_checked  # the compiler is slow to load

    game = make_checked(source)
    cache.write(key, {}, [encode(game)])
    return game
