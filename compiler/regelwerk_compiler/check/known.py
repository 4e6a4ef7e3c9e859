"""Scope of the checks in the game of a variant: what the check of the base has covered is left out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct, field
from msgspec.structs import replace

from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, Game
from ..model.walk import all_callables, nodes_in
from .passed import Flow


class Known(Struct, frozen=True):
    """What was checked before.

    Attributes:
        base: the callables of the base by identity; those that the game shares with it are left out.
        labels: the labels of these callables, which count as used.
        texts: ids and words of the texts of the base.
        changed: the names of what the variant may alter; None for all.
        heights, flows: the longest chain of calls from each body that was checked, and what it reads and passes on.
    """

    base: Collection[int] = ()
    labels: Collection[str] = ()
    texts: Collection[tuple[str, str]] = ()
    changed: Collection[str] | None = None
    heights: dict[int, int] = field(default_factory=dict)
    flows: dict[int, Flow] = field(default_factory=dict)

    def alters(self, changed: Collection[str]) -> Known:
        """The same for a variant that may alter something."""
        return replace(self, changed=changed, heights={**self.heights}, flows={**self.flows})

    def fresh(self, game: Game) -> list[CallableSymbol]:
        """The callables that are to be checked."""
        return [callee for callee in all_callables(game) if id(callee) not in self.base]

    def covers(self, id_: str, text: tree.TypedText) -> bool:
        """Whether a text says what it said in the base: the same words, with slots that the variant does not alter."""
        if self.changed is None or (id_, text.source) not in self.texts:
            return False
        nodes = (node for slot in text.slots for node in nodes_in(slot))
        return not any(isinstance(node, tree.DefineCall) and node.callee.label in self.changed for node in nodes)

    def covers_card(self, card: CardSymbol) -> bool:
        """Whether the variant alters nothing of a card."""
        return self.changed is not None and card.family not in self.changed
