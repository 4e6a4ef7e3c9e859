"""Scope of the checks in the game of a variant: what the check of the base has covered is left out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from ..model import tree
from ..model.symbols import CardSymbol
from ..model.walk import nodes_in


class Known(Struct, frozen=True):
    """What was checked before.

    Attributes:
        labels: the callables of the base, which count as used.
        texts: ids and words of the texts of the base.
        reached: the labels of the callables that the variant reaches; None for all.
    """

    labels: Collection[str] = ()
    texts: Collection[tuple[str, str]] = ()
    reached: frozenset[str] | None = None

    def covers(self, id_: str, text: tree.TypedText) -> bool:
        """Whether a text says what it said in the base: the same words, with slots that the variant does not reach."""
        if self.reached is None or (id_, text.source) not in self.texts:
            return False
        calls = (
            node.callee.label for slot in text.slots for node in nodes_in(slot) if isinstance(node, tree.DefineCall)
        )
        return self.reached.isdisjoint(calls)

    def covers_card(self, card: CardSymbol) -> bool:
        """Whether the variant reaches nothing of a card."""
        labels = (card.name, *(f"{card.name}.{name}" for name in card.abilities))
        return self.reached is not None and self.reached.isdisjoint(labels)


NOTHING = Known()
