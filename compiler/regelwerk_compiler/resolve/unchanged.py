"""Parts that the game of a variant has in common with the base: they are taken over instead of being resolved again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from ..model.symbols import CallableSymbol, CardSymbol, Game

S = TypeVar("S")


class Unchanged(Struct, frozen=True):
    """The part of a typed game that stays as it is where other declarations differ.

    Attributes:
        game: it has no errors.
        changed: the names of what differs, and of all that mentions one of them, directly or not: what is left mentions
            none of these. The parts of the frame are called `frame setup` and so on.
    """

    game: Game
    changed: Collection[str]

    def among(self, symbols: Mapping[str, S], declared: Iterable[str], prefix: str = "") -> dict[str, S]:
        """Those of some symbols that stay, of what is still declared."""
        return {name: symbols[name] for name in declared if name in symbols and prefix + name not in self.changed}

    def card(self, card: CardSymbol) -> CardSymbol | None:
        """The same card before."""
        return None if card.family in self.changed else self.game.cards.get(card.name)

    def default(self, kind: str, ability: str) -> CallableSymbol | None:
        """The default of an ability of a card type."""
        before = self.game.card_types.get(kind) if kind not in self.changed else None
        return before.abilities[ability].default if before is not None and ability in before.abilities else None

    def frame(self, part: str) -> CallableSymbol | None:
        """The setup or the play of the game."""
        found: CallableSymbol | None = getattr(self.game, part)
        return None if f"frame {part}" in self.changed else found


NOTHING = Unchanged(Game(), ())
