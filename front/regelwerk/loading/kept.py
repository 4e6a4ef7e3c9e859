"""Checked games in the cache."""

from __future__ import annotations

from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.game import CheckedGame

from . import cache
from .source import Source


def kept_game(source: Source) -> CheckedGame | None:
    """The checked game that an earlier run kept, alone or with a compiled game; None where there is none."""
    entry = cache.read(source.key()) or cache.read(source.key("checked"))
    return decode(entry[1][0]) if entry is not None else None


def keep(source: Source, game: CheckedGame) -> None:
    """Keeps a checked game for later runs."""
    cache.write(source.key("checked"), {}, [encode(game)])
