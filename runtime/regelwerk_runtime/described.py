"""Options of a decision by their keys, also those that are not on offer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from .decision import CARD, described
from .engine.state import DECLINE
from .keys import text_of

if TYPE_CHECKING:
    from .engine.engine import Engine
    from .tables.game import Game, Key, Words

MOST_TRIED = 100_000  # values of an option; one with more is not found


def described_by_key(engine: Engine, keys: Sequence[str]) -> tuple[Key, Words] | None:
    """Key and words of the first option with one of these keys that could be on offer here.

    None where there is no such option, or what it says breaks the rules while it is not on offer.
    """
    for option in _options(engine, keys):
        try:
            key, words = described(engine, option)
        except Exception:  # emitted code for an option that the rules do not offer: anything may be out of range
            continue
        if text_of(key) in keys:
            return key, words
    return None


def _options(engine: Engine, keys: Sequence[str]) -> Iterator[Any]:
    """What is on offer, then all else that its place in the rules could offer with the numbers that the keys name."""
    yield from engine.options
    site, numbers = engine.game.sites[engine.site], [int(one) for key in keys for one in re.findall(r"-?\d+", key)]
    yield DECLINE
    if isinstance(site.kinds, str):
        yield from _values(engine.game, site.kinds, numbers)
        return
    for number, kinds in enumerate(site.kinds):
        domains = [_values(engine.game, kind, numbers) for kind in kinds]
        if prod(map(len, domains)) <= MOST_TRIED:
            yield from ((number, *values) for values in product(*domains))


def _values(game: Game, kind: str, numbers: Sequence[int]) -> Sequence[int]:
    """What a value of an option can be."""
    if kind == CARD:
        return range(len(game.tables.card_keys))
    if kind == "bool":
        return (0, 1)
    enum = game.enums.get(kind)
    if enum is not None:
        return range(enum.low, enum.low + len(enum.keys))
    return range(game.players[1]) if kind == "Player" else numbers
