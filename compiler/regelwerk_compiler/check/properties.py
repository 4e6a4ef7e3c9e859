"""Properties: the invariants that read no state and therefore need to be evaluated only once."""

from __future__ import annotations

from ..model import tree
from ..model.symbols import InvariantSymbol
from ..model.types import PLAYER, MemberType
from ..model.walk import nodes_in


def is_property(invariant: InvariantSymbol) -> bool:
    """Whether an invariant depends only on what is printed: tables, cards and definitions without state."""
    return not _reads(invariant.condition, set())


def _reads(root: tree.TExpr | tree.TStmt, known: set[str]) -> bool:
    """Whether something in the tree, or in a definition that it calls, depends on the game that is played."""
    for node in nodes_in(root):
        match node:
            case tree.StateRead() | tree.StateRow() | tree.ZoneRef() | tree.AbilityRead():  # an ability reads anything
                return True
            case tree.EnumDomain(PLAYER.enum) | tree.Count(MemberType(PLAYER.enum)):  # known only at the table
                return True
            case tree.DefineCall(callee) if callee.name not in known:
                known.add(callee.name)
                if any(_reads(statement, known) for statement in callee.body or []):
                    return True
            case _:
                pass
    return False
