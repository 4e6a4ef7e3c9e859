"""Searches through sets as set operations: one operation on bits finds which members of a set are in another."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import tree
from ..model.primitive import Primitive
from ..model.symbols import LocalSymbol
from ..model.types import BOOL
from ..primitives import table as prim
from .hoisting import Hoisting, conjunction


def with_set_operations(node: tree.TSearch, hoisting: Hoisting) -> tree.TExpr:
    """A search in which conditions of membership in other sets have become operations on the set that it goes through.

    A search without other conditions is no loop any more: `any n in a where n in b` asks whether a and b share a
    member.
    """
    match node.loops if isinstance(node, tree.Quantify | tree.Aggregate) else [node.loop]:
        case [tree.Loop(domain=tree.SetDomain()) as loop]:
            set_, rest = _reduced_set(loop, prim.conjuncts(node.where), hoisting)
        case _:
            return node
    loop = _over(loop, set_)
    match node:
        case tree.Quantify("any", have=None):
            if not rest:
                empty = tree.Op(prim.NO_MEMBERS, [set_], type=BOOL, span=node.span)
                return tree.Op(prim.NOT, [empty], type=BOOL, span=node.span)
        case tree.Quantify("all", have=tree.TNode() as have):
            others, left = _reduced_set(loop, [tree.Op(prim.NOT, [have], type=BOOL)], hoisting)
            if not rest and not left:
                return tree.Op(prim.NO_MEMBERS, [others], type=BOOL, span=node.span)
        case tree.Quantify():
            return node
        case tree.Those(rank=None) if not rest:
            return set_
        case tree.Aggregate("count") if not rest:
            return tree.Op(prim.MEMBER_COUNT, [set_], type=node.type, span=node.span)
        case tree.PickOne() | tree.Those():
            return replace(node, loop=loop, where=conjunction(rest))
        case tree.Aggregate():
            pass
    return replace(node, loops=[loop], where=conjunction(rest))


def _over(loop: tree.Loop, set_: tree.TExpr) -> tree.Loop:
    """The loop over the members of another set."""
    assert isinstance(loop.domain, tree.SetDomain)
    return replace(loop, domain=tree.SetDomain(set_, loop.domain.low))


def _reduced_set(loop: tree.Loop, parts: list[tree.TExpr], hoisting: Hoisting) -> tuple[tree.TExpr, list[tree.TExpr]]:
    """A loop's set, reduced by conditions of membership in other sets, and the remaining conditions.

    A condition after one that could break a rule remains, since that one would be tested for fewer members otherwise.
    """
    assert isinstance(loop.domain, tree.SetDomain)
    set_, rest, fails = loop.domain.set, list[tree.TExpr](), False
    for part in parts:
        other = None if fails else _set_operation(part, loop.local, loop.domain.low, hoisting)
        if other is None:
            fails = fails or hoisting.can_fail(part)
            rest.append(part)
        else:
            row, members = other
            set_ = tree.Op(row, [set_, members], type=set_.type, span=part.span)
    return set_, rest


def _set_operation(
    part: tree.TExpr, local: LocalSymbol, low: int, hoisting: Hoisting
) -> tuple[Primitive, tree.TExpr] | None:
    """The operation and the other set by which a membership condition reduces a loop's set; None for others."""
    row = prim.INTERSECTION
    while isinstance(part, tree.Op) and part.primitive is prim.NOT:
        (part,) = part.operands
        row = prim.DIFFERENCE if row is prim.INTERSECTION else prim.INTERSECTION
    match part:
        case tree.Op(prim.IN_SET, [tree.LocalRef(asked), set_], (first,)) if asked is local and first == low:
            return (row, set_) if hoisting.is_independent(set_, {local}) else None
        case _:
            return None
