"""Words of options by their keys, even of options that are not on offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from .decision import DECLINE_KEY, Decision, described, numbers_of
from .engine.primitives import DECLINE
from .errors import RuleError
from .keys import text_of

if TYPE_CHECKING:
    from .engine.engine import Engine
    from .tables.game import Key, Words


def described_by_key(engine: Engine, keys: Sequence[Key], players: Sequence[str]) -> Words | None:
    """The words of the first option with one of these keys that is on offer, or else that could be.

    None if there is no such option, or if it is not on offer and its words break the rules.
    """
    decision = Decision(engine, players)
    for name in map(text_of, keys):
        if name in decision.keys:
            return decision.words()[decision.keys.index(name)][1]
    for wanted in keys:
        for option in _options(engine, wanted):
            try:
                key, words = described(engine, option)
            except Exception as error:
                broken = engine.copy().broken(error)  # nothing guards the words of options that are not on offer
                if not isinstance(broken, RuleError):
                    raise
                continue
            if key == wanted:
                return words
    return None


def _options(engine: Engine, key: Key) -> Iterator[Any]:
    """The options that this site could offer with this key."""
    site = engine.game.sites[engine.site]
    name, *parts = key
    if not parts and name == DECLINE_KEY:
        yield DECLINE
    if isinstance(site.kinds, str):
        yield from numbers_of(engine.game, site.kinds, name) if not parts else ()
        return
    for number, kinds in enumerate(site.kinds):
        if len(kinds) == len(parts):
            values = product(*(numbers_of(engine.game, kind, part) for kind, part in zip(kinds, parts, strict=True)))
            yield from ((number, *some) for some in values)
