"""Rules compiler and card toolkit for board games: `regelwerk.load("...")` compiles a game, `game.start()` plays it.

The names are imported on first use, so that a command that does not play need not load the runtime.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regelwerk_dsl.diagnostics import SourceError
    from regelwerk_runtime.errors import RuleError

    from .comparing import compare
    from .errors import InputError, UsageError
    from .game import Card, Game, load
    from .simulating import simulate

    __version__: str

_PLACES = {
    "Card": "regelwerk.game",
    "Game": "regelwerk.game",
    "InputError": "regelwerk.errors",
    "RuleError": "regelwerk_runtime.errors",
    "SourceError": "regelwerk_dsl.diagnostics",
    "UsageError": "regelwerk.errors",
    "compare": "regelwerk.comparing",
    "load": "regelwerk.game",
    "simulate": "regelwerk.simulating",
}

__all__ = [
    "Card",
    "Game",
    "InputError",
    "RuleError",
    "SourceError",
    "UsageError",
    "__version__",
    "compare",
    "load",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from .version import installed_version  # loads package metadata

        return installed_version()
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
