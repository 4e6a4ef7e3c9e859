"""Registry of games by identity, where a pickled match finds its game again, in this process or another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING
from weakref import ref

from ..errors import SavedError

if TYPE_CHECKING:
    from .game import Game

LOADERS = {"regelwerk.loading.compilation:locate_rules"}
"""The loaders that a locator may name; a pickle imports and calls nothing else."""

_games: dict[tuple[str, bool], list[ref[Game]]] = {}


@dataclass(frozen=True)
class Locator:
    """The location from which another process loads this game.

    Attributes:
        loader: `package.module:function`, which is called with `data` and returns the `Game`.
        data: plain data, such as folder and variants.
    """

    loader: str
    data: Mapping[str, object]


def register(game: Game) -> None:
    """Registers a game in this process; among games from the same sources, the last one still alive is found."""
    living = [known for known in _games.get(game.identity, ()) if known() is not None]
    _games[game.identity] = [*living, ref(game)]


def get_game(identity: tuple[str, bool], locator: Locator | None) -> Game:
    """The game with this source hash and kind of chance.

    Raises:
        SavedError: it is not registered here, and there is no valid locator, or it finds a game from other sources.
    """
    for known in reversed(_games.get(identity, ())):
        found = known()
        if found is not None:
            return found
    if locator is None:
        raise SavedError(f"the game with source hash {identity[0][:12]} is not loaded in this process")
    if locator.loader not in LOADERS:
        raise SavedError(f"the game cannot be loaded by {locator.loader!r}, which is not a loader of games")
    module, _, name = locator.loader.partition(":")
    game: Game = getattr(import_module(module), name)(locator.data)
    check_same(game, identity)
    return game


def check_same(game: Game, identity: tuple[str, bool]) -> None:
    """Raises SavedError if a reloaded game comes from other sources."""
    if game.identity != identity:
        raise SavedError(f"the sources of {game.name} have changed: {identity[0][:12]}, now {game.source_hash[:12]}")
