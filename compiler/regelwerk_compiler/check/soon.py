"""Moves of cards that come before the next decision."""

from __future__ import annotations

from ..model import tree
from ..model.symbols import LocalSymbol
from ..model.walk import nodes_in, with_locals

DECIDES = (
    *(tree.ChooseValue, tree.ChooseOption, tree.Simultaneously, tree.DoAbility, tree.Do),
    *(tree.Return, tree.Stop, tree.Finish),
)


def moved_soon(block: tree.TBlock, seen: frozenset[int] = frozenset()) -> tuple[dict[LocalSymbol, tree.TExpr], bool]:
    """The destinations of the cards of locals before the next decision, and whether a block ends before that."""
    found: dict[LocalSymbol, tree.TExpr] = {}
    for statement in block:
        match statement:
            case tree.MoveCards(tree.LocalRef(local), to):
                found.setdefault(local, tree.PlaceRead(to))
            case tree.Do(callee, arguments) if id(callee) not in seen:
                inner, ends = moved_soon(callee.body or [], seen | {id(callee)})
                given = dict(zip(callee.param_locals, arguments, strict=False))
                for local, argument in given.items():
                    if local in inner and isinstance(argument, tree.LocalRef):
                        found.setdefault(argument.local, with_locals(inner[local], given))
                if not ends:
                    return found, False
            case _ if any(isinstance(node, DECIDES) for node in nodes_in(statement)):
                return found, False
            case _:
                pass
    return found, True
