"""Scope of the checks in the game of a variant: what the check of the base has covered is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import SourceFile, Span

from ..checked.graph import Node
from ..model import tree
from ..model.ids import MessageId
from ..model.symbols import CallableSymbol, CardSymbol, Game
from ..model.walk import all_callables, nodes_in
from .data_flow import Flow


class Touched(Struct, frozen=True):
    """The declarations in the sources of a game in which an edit may have changed the findings.

    Attributes:
        ranges: their places, and those of what is to be looked at again for other reasons.
        names: their names.
        callers: these, and the names of all that may lead to a call of one of them.
        asking: those of the callers that may ask all at once.
    """

    ranges: Mapping[SourceFile, Sequence[tuple[int, int]]]
    names: Collection[str]
    callers: Collection[str]
    asking: Collection[str]

    def holds(self, span: Span) -> bool:
        """True if something may differ from what it was. What is in no source of the game counts as new."""
        ranges = self.ranges.get(span.source)
        return ranges is None or any(start <= span.start < end for start, end in ranges)


class Known(Struct, frozen=True):
    """The results of earlier checks.

    Attributes:
        base: the callables of the base; those that the game shares with it are left out.
        labels: the labels of these callables, which count as used, with their declarations.
        texts: ids and words of the texts of the base.
        targets: the names of all that links in the base may lead to.
        changed: the names of what the variant may alter; None for all.
        heights, flows, uses: the longest chain of calls from each body that was checked, what it reads and passes on,
            and what it mentions.
        touched: where an edit may have changed what an earlier check found; None for everywhere.
    """

    base: Collection[CallableSymbol] = ()
    labels: Mapping[str, syn.Node | None] = field(default_factory=dict)
    texts: Collection[tuple[MessageId, str]] = ()
    targets: Set[str] = frozenset()
    changed: Collection[str] | None = None
    heights: dict[CallableSymbol, int] = field(default_factory=dict)
    flows: dict[CallableSymbol, Flow] = field(default_factory=dict)
    uses: dict[CallableSymbol, frozenset[Node]] = field(default_factory=dict)
    touched: Touched | None = None

    def alters(self, changed: Collection[str], touched: Touched | None) -> Known:
        """The same results for a variant that may alter something."""
        own = {"heights": {**self.heights}, "flows": {**self.flows}, "uses": {**self.uses}}
        return replace(self, changed=changed, touched=touched, **own)

    def has_settled(self, span: Span) -> bool:
        """True if an earlier check has settled what stands at a place."""
        return self.touched is not None and not self.touched.holds(span)

    def fresh(self, game: Game) -> list[CallableSymbol]:
        """The callables that the game does not share with the base."""
        return [callee for callee in all_callables(game) if callee not in self.base]

    def differing(self, game: Game) -> list[CallableSymbol]:
        """The fresh callables that are to be checked one by one, whatever calls them."""
        return [callee for callee in self.fresh(game) if not self.has_settled(callee.span)]

    def asking(self, game: Game) -> list[CallableSymbol]:
        """The fresh callables that may ask all at once about what is not settled."""
        return [one for one in self.fresh(game) if self.touched is None or one.declared in self.touched.asking]

    def covers(self, text: tree.TypedText) -> bool:
        """True if a text says what it said: the same words, with slots that neither an edit nor a variant alters."""
        if self.has_settled(text.span):
            return True
        if self.changed is None or (text.id, text.source) not in self.texts:
            return False
        calls = (node for node in nodes_in(*text.slots) if isinstance(node, tree.DefineCall))
        return not any(node.callee.label in self.changed for node in calls)

    def covers_card(self, card: CardSymbol) -> bool:
        """True if neither an edit nor a variant alters anything of a card."""
        return self.has_settled(card.span) or (self.changed is not None and card.family not in self.changed)
