"""Hints of a game for bots: which of the pending options they leave out, and which they look at first.

A hint is worked out in a guess of the player who chooses, so that it tells nothing that he may not know. What breaks
with a rule error is no hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..engine.chance import draw
from ..engine.engine import Hint
from ..tables.game import Game


class Asking(Protocol):
    """An engine that asks; see `Engine`."""

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Sequence[Any]: ...
    @property
    def site(self) -> int: ...
    def hinted(self, kind: Hint, indices: Sequence[int]) -> list[int]: ...


def considered(engine: Asking, indices: Sequence[int], *others: Asking) -> Sequence[int]:
    """Those of some options that bots look at, in the same order: all, where the hints leave none.

    Args:
        engine: a guess of the player who chooses.
        indices: the options.
        others: further guesses of this moment; an option is left out only if all guesses leave it out.
    """
    if engine.game.sites[engine.site].skip is None:
        return indices
    told = [guess.hinted("skip", indices) for guess in (engine, *others)]
    kept = [index for index, skipped in zip(indices, zip(*told, strict=True), strict=True) if not all(skipped)]
    return kept or indices


def preferred(engine: Asking, indices: Sequence[int], *others: Asking) -> Sequence[int]:
    """The same options, those that the game prefers first; equal ones stay in their order. Guesses are added up."""
    if engine.game.sites[engine.site].prefer is None:
        return indices
    told = _preferences((engine, *others), indices)
    return sorted(indices, key=lambda index: -told[index])


def favourites(indices: Sequence[int], *guesses: Asking) -> Sequence[int]:
    """Those of some options that the game prefers most, in the same order; all, where it prefers none."""
    if guesses[0].game.sites[guesses[0].site].prefer is None:
        return indices
    told = _preferences(guesses, indices)
    most = max(told.values())
    return [index for index in indices if told[index] == most]


def some(engine: Asking, key: int, most: int) -> Sequence[int]:
    """So many of the options that bots look at: those that the game prefers, else such as a key decides."""
    indices = considered(engine, range(len(engine.options)))
    if len(indices) <= most:
        return indices
    return preferred(engine, sorted(indices, key=lambda index: by_luck(key, engine.options[index])))[:most]


def by_luck(key: int, option: Any) -> int:
    """A random number for an option, whatever else is on offer."""
    return draw(key, hash(option))


def _preferences(guesses: Sequence[Asking], indices: Sequence[int]) -> dict[int, int]:
    """By option how much the game prefers it in all guesses together."""
    told = zip(*[guess.hinted("prefer", indices) for guess in guesses], strict=True)
    return dict(zip(indices, map(sum, told), strict=True))
