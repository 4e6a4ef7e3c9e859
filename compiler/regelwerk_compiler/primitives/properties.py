"""Invariants by what they read: no state, which makes them properties; or each hidden card of a zone by itself."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model import tree
from ..model.symbols import CallableSymbol, InvariantSymbol
from ..model.types import PLAYER, MemberType, card_type_of
from ..model.walk import nodes_in
from . import table as prim


def is_property(invariant: InvariantSymbol) -> bool:
    """True if an invariant depends only on what is printed: tables, cards and definitions without state."""
    return not reads_play(invariant.condition)


def reads_play(root: tree.TExpr | tree.TStmt) -> bool:
    """True if something in the tree, or in a definition that it calls, depends on the game that is played."""
    return _reads(root, set())


def _reads(root: tree.TExpr | tree.TStmt, known: set[str]) -> bool:
    for node in nodes_in(root):
        match node:
            case tree.StateRead() | tree.StateRow() | tree.ZoneRef() | tree.InAnyOf() | tree.ZonePosition():
                return True
            case tree.AbilityRead() | tree.DefineCall(CallableSymbol(body=None)):  # they may read anything
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


def zones_by_card(invariant: InvariantSymbol) -> list[str]:
    """The hidden zones whose cards an invariant tests one by one, as in `all c in hand[p] have fits(c)`.

    Empty if it reads anything else that is hidden: the other cards, how many there are, notes of cards.
    """
    zones: list[str] = []
    for part in _conjuncts(invariant.condition):
        read = [*_hidden_reads(part, set())]
        if len(read) > 1 or (read and read[0] not in [*_each_card(part, True)]):
            return []
        zones += [zone.var.name for zone in read if isinstance(zone, tree.ZoneRef) and zone.var is not None]
    return list(dict.fromkeys(zones))


def _conjuncts(node: tree.TExpr) -> Iterator[tree.TExpr]:
    """The conditions that must all hold: what holds for all members twice over is one condition each."""
    match node:
        case tree.Op(prim.AND, operands):
            for operand in operands:
                yield from _conjuncts(operand)
        case tree.Quantify("all", _, _, tree.TNode() as have):
            yield from (replace(node, have=part) for part in _conjuncts(have))
        case _:
            yield node


def _each_card(node: object, holds: bool) -> Iterator[tree.ZoneRef]:
    """The zones that loops go through whose every card must pass, if the node must hold (or must not)."""
    match node:
        case tree.Op(prim.NOT, [operand]):
            yield from _each_card(operand, not holds)
        case tree.Op(prim.AND | prim.OR, operands):
            for operand in operands:
                yield from _each_card(operand, holds)
        case tree.Quantify(kind, loops, where, have) if (kind == "all") is holds:
            for loop in loops:
                if isinstance(loop.domain, tree.CardsDomain) and isinstance(
                    loop.domain.cards, tree.PileCards | tree.PlaceRead
                ):
                    yield loop.domain.cards.zone
            yield from _each_card(where, False)
            yield from _each_card(have, holds)
        case _:
            pass


def _hidden_reads(root: object, known: set[str]) -> Iterator[object]:
    """The hidden cards that a tree, or a definition that it calls, reads: zones, notes; abilities may read anything."""
    for node in nodes_in(root):
        match node:
            case tree.ZoneRef(var) if var is None or var.seen[0] != "all":
                yield node
            case tree.InAnyOf() | tree.ZonePosition() | tree.AbilityRead():
                yield node
            case tree.StateRead(var) if var.seen[0] != "all" and card_type_of(var.type) is not None:
                yield node
            case tree.DefineCall(callee) if callee.name not in known:
                known.add(callee.name)
                for statement in callee.body or []:
                    yield from _hidden_reads(statement, known)
            case _:
                pass
