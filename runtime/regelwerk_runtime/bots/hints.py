"""Hints of a game for bots: pending options to leave out, and options to prefer.

A hint is computed in a guess of the player who chooses, so that it reveals nothing that he may not know. A hint that
breaks with a rule error does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..engine.chance import draw
from ..engine.engine import Hint
from ..tables.game import Game


class Asking(Protocol):
    """An engine with a pending decision; see `Engine`."""

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Sequence[Any]: ...
    @property
    def site(self) -> int: ...
    def hinted(self, kind: Hint, indices: Sequence[int]) -> list[int]: ...


def considered(engine: Asking, indices: Sequence[int], *others: Asking) -> Sequence[int]:
    """The options that bots consider, in the same order; all of them if the hints would leave none.

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
    """The same options, preferred ones first; equal ones keep their order. Preferences are summed over all guesses."""
    if engine.game.sites[engine.site].prefer is None:
        return indices
    told = _preferences((engine, *others), indices)
    return sorted(indices, key=lambda index: -told[index])


def favourites(indices: Sequence[int], *guesses: Asking) -> Sequence[int]:
    """The options that the game prefers most, in the same order; all of them if it prefers none."""
    if guesses[0].game.sites[guesses[0].site].prefer is None:
        return indices
    told = _preferences(guesses, indices)
    most = max(told.values())
    return [index for index in indices if told[index] == most]


def some(engine: Asking, key: int, most: int) -> Sequence[int]:
    """At most `most` of the options that bots consider: preferred ones first, then random ones by `key`."""
    indices = considered(engine, range(len(engine.options)))
    if len(indices) <= most:
        return indices
    return preferred(engine, sorted(indices, key=lambda index: by_luck(key, engine.options[index])))[:most]


def by_luck(key: int, option: Any) -> int:
    """A random number for an option that does not depend on the other options."""
    return draw(key, hash(option))


def _preferences(guesses: Sequence[Asking], indices: Sequence[int]) -> dict[int, int]:
    """How much the game prefers each option, summed over all guesses."""
    told = zip(*[guess.hinted("prefer", indices) for guess in guesses], strict=True)
    return dict(zip(indices, map(sum, told), strict=True))
