"""Parts that the game of a variant has in common with the base: they are taken over instead of being resolved again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations, EnumLike
from ..model.enums import EnumSymbol
from ..model.symbols import CallableSymbol, CardSymbol, Game, InvariantSymbol, OutcomeLine

S = TypeVar("S")


class Unchanged(Struct, frozen=True):
    """The part of a typed game that stays as it is where other declarations differ.

    Attributes:
        game: it has no errors.
        changed: the names of what differs, and of all that mentions one of them, directly or not: what is left mentions
            none of these. The parts of the frame are called `frame setup` and so on.
        heads: those of them that, if they are cards, may differ in members and fields too, not only in what they do.
        settles: whether nothing new can be found in what stands at a place, so that its body may wait.
    """

    game: Game
    changed: Collection[str]
    heads: Collection[str]
    settles: Callable[[Span], bool]

    def among(self, symbols: Mapping[str, S], declared: Iterable[str], prefix: str = "") -> dict[str, S]:
        """Those of some symbols that stay, of what is still declared."""
        return {name: symbols[name] for name in declared if name in symbols and prefix + name not in self.changed}

    def enums(self, declared: Mapping[str, EnumLike]) -> dict[str, EnumSymbol]:
        """The enums that stay: none if there is an enum of cards, whose members change with the cards."""
        before = self.game.enums
        if any(enum.of_cards for enum in before.values()):
            return {}
        stay = (name for name, decl in declared.items() if decl.name.name not in self.changed)
        return {name: before[name] for name in stay if name in before}

    def family(self, name: str, *, parted: bool) -> list[CardSymbol]:
        """The cards of a family whose members and fields stay; it is parted if some have declarations of their own."""
        cards = self.game.cards
        if not parted:
            return [cards[name]] if name in cards and name not in self.heads else []
        return [card for card in cards.values() if card.family == name and name not in self.changed]

    def has(self, card: CardSymbol) -> bool:
        """True if the same card was there before."""
        return card.family not in self.changed and card.name in self.game.cards

    def has_fields_of(self, card: CardSymbol) -> bool:
        """True if the card was there before with the same fields."""
        return card.family not in self.heads and card.name in self.game.cards

    def default(self, kind: str, ability: str) -> CallableSymbol | None:
        """The default of an ability of a card type."""
        before = self.game.card_types.get(kind) if kind not in self.changed else None
        return before.abilities[ability].default if before is not None and ability in before.abilities else None

    def frame(self, part: str) -> CallableSymbol | None:
        """The setup or the play of the game."""
        found: CallableSymbol | None = getattr(self.game, part)
        return None if f"frame {part}" in self.changed else found

    def other_chapters(self, table: Declarations) -> list[syn.ChapterDecl]:
        """The chapters that may differ; all of them if a worked example is gone, since they may show it."""
        gone = any(one.name.name not in table.scenarios for one in self.game.scenarios)
        same = self.among(self.game.prose, table.chapters, "chapter ") if not gone else {}
        return [chapter for name, chapter in table.chapters.items() if name not in same]

    @property
    def outcome(self) -> list[OutcomeLine]:
        return [] if "frame outcome" in self.changed else [*self.game.outcome]

    @property
    def invariants(self) -> list[InvariantSymbol]:
        return [] if "frame invariant" in self.changed else [*self.game.invariants]


NOTHING = Unchanged(Game(), (), (), lambda span: False)
