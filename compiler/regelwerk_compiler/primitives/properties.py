"""Invariants by what they read and say: no state, which makes them properties; each hidden card of a zone by itself;
what a hidden variable is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ..model import tree
from ..model.symbols import CallableSymbol, InvariantSymbol, LocalSymbol, StateSymbol
from ..model.types import PLAYER, BoolType, IntType, MemberType, SetType, card_type_of
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
        read = [*_hidden_reads(part)]
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


def _reached(root: object, known: set[str]) -> Iterator[object]:
    """Every node of a tree and of the definitions that it calls, directly or not, except those that are known."""
    for node in nodes_in(root):
        yield node
        if isinstance(node, tree.DefineCall) and node.callee.name not in known:
            known.add(node.callee.name)
            for statement in node.callee.body or []:
                yield from _reached(statement, known)


def _hidden_reads(root: object) -> Iterator[object]:
    """The hidden cards that a tree, or a definition that it calls, reads: zones, notes; abilities may read anything."""
    for node in _reached(root, set()):
        match node:
            case tree.ZoneRef(var) if var is None or var.seen[0] != "all":
                yield node
            case tree.InAnyOf() | tree.ZonePosition() | tree.AbilityRead():
                yield node
            case tree.StateRead(var) if var.seen[0] != "all" and card_type_of(var.type) is not None:
                yield node
            case _:
                pass


# ---- hidden variables that follow from others


@dataclass(frozen=True, slots=True)
class Derivation:
    """What an invariant says that a hidden variable is, as in `all p in Player have known[p] is knows(p)`.

    Attributes:
        number: that of the invariant.
        var: the variable.
        locals: its indices.
        value: what it is.
    """

    number: int
    var: StateSymbol
    locals: Sequence[LocalSymbol]
    value: tree.TExpr


def derivations(invariants: Sequence[InvariantSymbol]) -> list[Derivation]:
    """The hidden variables that invariants derive from others; each comes after those that it is derived from."""
    found: dict[str, Derivation] = {}
    for number, invariant in enumerate(invariants):
        parts = [_derivation(number, part) for part in _conjuncts(invariant.condition)]
        told = {part.var.name: part for part in parts if part is not None}
        if len(told) == len(parts) and not told.keys() & found.keys():
            found |= told
    left = {name: {*_reads_of(one.value)} for name, one in found.items()}
    ordered: list[Derivation] = []
    while ready := [name for name, read in left.items() if not read & {ANYTHING, *left}]:
        ordered += [found[name] for name in ready]
        left = {name: read for name, read in left.items() if name not in ready}
    circular = {found[name].number for name in left}
    return [one for one in ordered if one.number not in circular]


ANYTHING = ""
"""Stands for whatever a card's ability reads."""


def _derivation(number: int, node: tree.TExpr) -> Derivation | None:
    loops: list[tree.Loop] = []
    while isinstance(node, tree.Quantify) and node.kind == "all" and node.where is None and node.have is not None:
        loops += node.loops
        node = node.have
    if not isinstance(node, tree.Op) or node.primitive is not prim.EQUAL:
        return None
    for one, other in (node.operands, node.operands[::-1]):
        if isinstance(one, tree.StateRead) and _is_whole(one, loops):
            return Derivation(number, one.var, [loop.local for loop in loops], other)
    return None


def _is_whole(read: tree.StateRead, loops: Sequence[tree.Loop]) -> bool:
    """True if the loops go through all values of a hidden variable."""
    var = read.var
    plain = isinstance(var.type, BoolType | IntType | MemberType) or (
        isinstance(var.type, SetType) and card_type_of(var.type) is None
    )
    return (
        plain
        and (var.seen[0] != "all" or var.remembered)
        and not var.while_in
        and len(loops) == len(read.indices)
        and all(
            isinstance(index, tree.LocalRef)
            and index.local is loop.local
            and loop.start is None
            and loop.domain == tree.EnumDomain(dim.enum)
            for index, loop, dim in zip(read.indices, loops, var.dims, strict=True)
            if isinstance(dim, MemberType)
        )
        and all(isinstance(dim, MemberType) for dim in var.dims)
    )


def _reads_of(root: object) -> Iterator[str]:
    """The names of the variables that a tree, or a definition that it calls, reads."""
    for node in _reached(root, set()):
        match node:
            case tree.StateRead(var) | tree.StateRow(var):
                yield var.name
            case tree.AbilityRead():
                yield ANYTHING
            case _:
                pass
