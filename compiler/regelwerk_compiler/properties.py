"""An invariant goes in; out comes whether it is a property: one that reads no state, so that one look is enough."""

from __future__ import annotations

from .symbols import Game, InvariantSymbol
from .typed import AbilityRead, Count, DefineCall, EnumDomain, StateRead, StateRow, TExpr, TStmt, ZoneRef
from .types import MemberType
from .walk import nodes_in

READS = (StateRead, StateRow, ZoneRef, AbilityRead)  # an ability may read anything
PLAYER = "Player"  # how many there are is known only at the table


def is_property(invariant: InvariantSymbol) -> bool:
    """Whether an invariant speaks of what is printed only: of tables, cards and definitions without state."""
    return not _reads(invariant.condition, set())


def properties(game: Game) -> list[InvariantSymbol]:
    """The invariants of a game that read no state, as they are declared."""
    return [invariant for invariant in game.invariants if is_property(invariant)]


def _reads(root: TExpr | TStmt, known: set[str]) -> bool:
    """Whether something in the tree, or in a definition that it asks, depends on the game that is played."""
    for node in nodes_in(root):
        if isinstance(node, READS):
            return True
        if isinstance(node, EnumDomain) and node.enum == PLAYER:
            return True
        if isinstance(node, Count) and isinstance(node.what, MemberType) and node.what.enum == PLAYER:
            return True
        if isinstance(node, DefineCall) and node.callee.name not in known:
            known.add(node.callee.name)
            if any(_reads(statement, known) for statement in node.callee.body or []):
                return True
    return False


__all__ = ["is_property", "properties"]
