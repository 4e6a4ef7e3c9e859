"""Hints of a game for bots: which of the pending options they leave out, and which they look at first.

A hint is worked out in a guess of the player who chooses, so that it tells nothing that he may not know. What breaks
with a rule error is no hint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.chance import draw
from ..engine.engine import Engine
from ..errors import RuleError

FAULTS = (RuleError, LookupError, ArithmeticError, ValueError)
"""What a rule, a declared value or a hint may break with."""


def considered(engine: Engine, indices: Sequence[int], *others: Engine) -> Sequence[int]:
    """Those of some options that bots look at, in the same order: all, where the hints leave none.

    Args:
        engine: a guess of the player who chooses.
        indices: the options.
        others: further guesses of this moment; an option is left out only if all guesses leave it out.
    """
    skip = engine.game.sites[engine.site].skip
    if skip is None:
        return indices
    guesses = (engine, *others)
    kept = [index for index in indices if not all(_told(skip, guess, index) for guess in guesses)]
    return kept or indices


def preferred(engine: Engine, indices: Sequence[int], *others: Engine) -> Sequence[int]:
    """The same options, those that the game prefers first; equal ones stay in their order. Guesses are added up."""
    prefer = engine.game.sites[engine.site].prefer
    if prefer is None:
        return indices
    guesses = (engine, *others)
    return sorted(indices, key=lambda index: -sum(_told(prefer, guess, index) for guess in guesses))


def favourites(indices: Sequence[int], *guesses: Engine) -> Sequence[int]:
    """Those of some options that the game prefers most, in the same order; all, where it prefers none."""
    prefer = guesses[0].game.sites[guesses[0].site].prefer
    if prefer is None:
        return indices
    told = {index: sum(_told(prefer, guess, index) for guess in guesses) for index in indices}
    most = max(told.values())
    return [index for index in indices if told[index] == most]


def some(engine: Engine, key: int, most: int) -> Sequence[int]:
    """So many of the options that bots look at: those that the game prefers, else such as a key decides."""
    indices = considered(engine, range(len(engine.options)))
    if len(indices) <= most:
        return indices
    return preferred(engine, sorted(indices, key=lambda index: by_luck(key, engine.options[index])))[:most]


def by_luck(key: int, option: Any) -> int:
    """A random number for an option, whatever else is on offer."""
    return draw(key, hash(option))


def _told(hint: Callable[[Engine, tuple[Any, ...], Any], int], engine: Engine, index: int) -> int:
    try:
        return int(hint(engine, engine.stack[-1], engine.options[index]))
    except FAULTS:
        return 0
