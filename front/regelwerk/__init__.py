"""Rules compiler and card toolkit for board games: `regelwerk.load("...")` compiles a game, `game.start()` plays it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from regelwerk_dsl.diagnostics import SourceError
from regelwerk_runtime.errors import RuleError

from .errors import InputError, UsageError
from .game import Card, Game, load

try:
    __version__ = version("regelwerk")
except PackageNotFoundError:  # used from a folder that was never installed
    __version__ = "0"

__all__ = ["Card", "Game", "InputError", "RuleError", "SourceError", "UsageError", "__version__", "load"]
