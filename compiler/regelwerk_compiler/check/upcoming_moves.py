"""Moves of cards that come before the next decision."""

from __future__ import annotations

from itertools import accumulate

from ..model import tree
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.walk import nodes_in, substituted

Moves = tuple[dict[LocalSymbol, tree.TExpr], bool]
"""The destinations of the cards of locals before the next decision, and whether the statements end before that."""

DECIDES = (
    *(tree.ChooseValue, tree.ChooseOption, tree.Simultaneously, tree.DoAbility, tree.Do),
    *(tree.Return, tree.Stop, tree.Finish),
)


def is_box(zone: tree.ZoneRef) -> bool:
    """True for the box, where a card is as secret as it was: it stays face down there if some did not see it before."""
    return zone.var is None and zone.given is None


class UpcomingMoves:
    """The moves that come soon after each statement of a game; those of an effect are computed once."""

    def __init__(self) -> None:
        self._moves = Memo[CallableSymbol, Moves](self._of, ({}, False))  # of effects; none of one that calls itself

    def from_each(self, block: tree.TBlock) -> list[Moves]:
        """The moves from each statement of a block on, and those from its end on, which are none."""
        nothing: Moves = ({}, True)
        return [*accumulate(reversed(block), self._before, initial=nothing)][::-1]

    def _before(self, later: Moves, statement: tree.TStmt) -> Moves:
        """The moves from a statement on, from those that follow it."""
        match statement:
            case tree.MoveCards(tree.LocalRef(local), to) if not is_box(to):
                return {**later[0], local: tree.PlaceRead(to)}, later[1]
            case tree.Do(callee, arguments):
                inner, ends = self._moves[callee]
                given = dict(zip(callee.param_locals, arguments, strict=False))
                moved = {
                    argument.local: substituted(inner[local], given)
                    for local, argument in reversed(given.items())
                    if local in inner and isinstance(argument, tree.LocalRef)
                }
                return ({**later[0], **moved}, later[1]) if ends else (moved, False)
            case _ if any(isinstance(node, DECIDES) for node in nodes_in(statement)):
                return {}, False
            case _:
                return later

    def _of(self, callee: CallableSymbol) -> Moves:
        return self.from_each(callee.body or [])[0]
