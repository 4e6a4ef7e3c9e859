"""Selection of cards by the names that a command line gives."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from regelwerk_compiler.checked.game import Card, CheckedGame
from regelwerk_dsl.suggest import did_you_mean

from ..errors import UsageError


def wanted_keys(names: Iterable[str], game: CheckedGame) -> set[str]:
    """The keys of the cards that are named: by key, family, name in any language, or a pattern such as `theft.*`.

    Raises:
        UsageError: no card is called so.
    """
    known = {card.key: _known_as(card) for card in game.cards}
    found: set[str] = set()
    for name in names:
        low = name.casefold()
        keys = {key for key, words in known.items() if any(fnmatchcase(word, low) for word in words)}
        if not keys:
            words = [card.key for card in game.cards] + [card.family for card in game.cards]
            help = did_you_mean(name, words) or "a card's key, its family, or its name; regelwerk explain lists names"
            raise UsageError(f"no card is called {name}", help)
        found |= keys
    return found


def _known_as(card: Card) -> set[str]:
    return {name.casefold() for name in (card.key, card.family, *card.names.values())}
