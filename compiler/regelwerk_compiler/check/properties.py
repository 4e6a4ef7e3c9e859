"""Properties: the invariants that read no state and therefore need to be evaluated only once."""

from __future__ import annotations

from ..model import tree
from ..model.symbols import Game, InvariantSymbol
from ..model.types import MemberType
from ..model.walk import nodes_in

READS = (tree.StateRead, tree.StateRow, tree.ZoneRef, tree.AbilityRead)  # an ability may read anything
PLAYER = "Player"  # how many there are is known only at the table


def is_property(invariant: InvariantSymbol) -> bool:
    """Whether an invariant speaks of what is printed only: of tables, cards and definitions without state."""
    return not _reads(invariant.condition, set())


def properties(game: Game) -> list[InvariantSymbol]:
    """The invariants of a game that read no state, as they are declared."""
    return [invariant for invariant in game.invariants if is_property(invariant)]


def _reads(root: tree.TExpr | tree.TStmt, known: set[str]) -> bool:
    """Whether something in the tree, or in a definition that it asks, depends on the game that is played."""
    for node in nodes_in(root):
        if isinstance(node, READS):
            return True
        if isinstance(node, tree.EnumDomain) and node.enum == PLAYER:
            return True
        if isinstance(node, tree.Count) and node.what == MemberType(PLAYER):
            return True
        if isinstance(node, tree.DefineCall) and node.callee.name not in known:
            known.add(node.callee.name)
            if any(_reads(statement, known) for statement in node.callee.body or []):
                return True
    return False


__all__ = ["is_property", "properties"]
