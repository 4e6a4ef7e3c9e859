"""Registry of games by identity, in which a pickled match finds its game again, in this process or another."""

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
"""The loaders that a locator may name: a pickle imports and calls nothing else."""

_games: dict[tuple[str, bool], list[ref[Game]]] = {}


@dataclass(frozen=True)
class Locator:
    """The location by which another process finds this game again.

    Attributes:
        loader: `package.module:function`, called with `data`, answers the `Game`.
        data: plain data, such as folder and variants.
    """

    loader: str
    data: Mapping[str, object]


def register(game: Game) -> None:
    """Makes a game known in this process; of games from the same sources, the last one still alive is found."""
    living = [known for known in _games.get(game.identity, ()) if known() is not None]
    _games[game.identity] = [*living, ref(game)]


def get_game(identity: tuple[str, bool], locator: Locator | None) -> Game:
    """The game with a source hash and kind of chance.

    Raises:
        SavedError: it is not known here, and the locator finds no game, or one from other sources.
    """
    for known in reversed(_games.get(identity, ())):
        found = known()
        if found is not None:
            return found
    if locator is None:
        raise SavedError(f"the game with source hash {identity[0][:12]} is not loaded in this process")
    if locator.loader not in LOADERS:
        raise SavedError(f"the game cannot be loaded by {locator.loader!r}, which is no loader of games")
    module, _, name = locator.loader.partition(":")
    game: Game = getattr(import_module(module), name)(locator.data)
    check_same(game, identity)
    return game


def check_same(game: Game, identity: tuple[str, bool]) -> None:
    """Raises SavedError if a game that was found again is from other sources."""
    if game.identity != identity:
        raise SavedError(f"the sources of {game.name} have changed: {identity[0][:12]}, now {game.source_hash[:12]}")
