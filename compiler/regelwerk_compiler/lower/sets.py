"""Searches through sets as arithmetic: one operation on bits finds which members of a set are in another."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import tree
from ..model.primitive import Primitive
from ..model.symbols import LocalSymbol
from ..model.types import BOOL
from ..primitives import table as prim
from .guards import Guards, joined


def by_sets(node: tree.TSearch, guards: Guards) -> tree.TExpr:
    """A search in which conditions of membership in other sets have become operations on the set that it goes through.

    A search without other conditions is no loop any more: `any n in a where n in b` asks whether a and b share a
    member.
    """
    match node:
        case tree.Quantify("any", [tree.Loop(domain=tree.SetDomain()) as loop], where, None):
            set_, rest = _taken(loop, prim.parts(where), guards)
            if not rest:
                empty = tree.Op(prim.NO_MEMBERS, [set_], type=BOOL, span=node.span)
                return tree.Op(prim.NOT, [empty], type=BOOL, span=node.span)
            return replace(node, loops=[_through(loop, set_)], where=joined(rest))
        case tree.Quantify("all", [tree.Loop(domain=tree.SetDomain()) as loop], where, tree.TNode() as have):
            set_, rest = _taken(loop, prim.parts(where), guards)
            others, left = _taken(_through(loop, set_), [tree.Op(prim.NOT, [have], type=BOOL)], guards)
            if not rest and not left:
                return tree.Op(prim.NO_MEMBERS, [others], type=BOOL, span=node.span)
            return replace(node, loops=[_through(loop, set_)], where=joined(rest))
        case tree.PickOne(_, tree.Loop(domain=tree.SetDomain()) as loop, where):
            set_, rest = _taken(loop, prim.parts(where), guards)
            return replace(node, loop=_through(loop, set_), where=joined(rest))
        case tree.Those(tree.Loop(domain=tree.SetDomain()) as loop, where, _, rank):
            set_, rest = _taken(loop, prim.parts(where), guards)
            whole = not rest and rank is None
            return set_ if whole else replace(node, loop=_through(loop, set_), where=joined(rest))
        case tree.Aggregate(kind, _, [tree.Loop(domain=tree.SetDomain()) as loop], where):
            set_, rest = _taken(loop, prim.parts(where), guards)
            if kind == "count" and not rest:
                return tree.Op(prim.MEMBER_COUNT, [set_], type=node.type, span=node.span)
            return replace(node, loops=[_through(loop, set_)], where=joined(rest))
        case _:
            return node


def _through(loop: tree.Loop, set_: tree.TExpr) -> tree.Loop:
    """The loop over the members of another set."""
    assert isinstance(loop.domain, tree.SetDomain)
    return replace(loop, domain=tree.SetDomain(set_, loop.domain.low))


def _taken(loop: tree.Loop, parts: list[tree.TExpr], guards: Guards) -> tuple[tree.TExpr, list[tree.TExpr]]:
    """A loop's set, reduced by conditions of membership in other sets, and the remaining conditions.

    A condition after one that could break a rule remains, since that one would be tested for fewer members otherwise.
    """
    assert isinstance(loop.domain, tree.SetDomain)
    set_, rest, breaks = loop.domain.set, list[tree.TExpr](), False
    for part in parts:
        other = None if breaks else _other(part, loop.local, loop.domain.low, guards)
        if other is None:
            breaks = breaks or guards.can_break(part)
            rest.append(part)
        else:
            row, members = other
            set_ = tree.Op(row, [set_, members], type=set_.type, span=part.span)
    return set_, rest


def _other(part: tree.TExpr, local: LocalSymbol, low: int, guards: Guards) -> tuple[Primitive, tree.TExpr] | None:
    """The operation and the other set by which a membership condition reduces a loop's set; None for others."""
    row = prim.INTERSECTION
    while isinstance(part, tree.Op) and part.primitive is prim.NOT:
        (part,) = part.operands
        row = prim.DIFFERENCE if row is prim.INTERSECTION else prim.INTERSECTION
    match part:
        case tree.Op(prim.IN_SET, [tree.LocalRef(asked), set_], (first,)) if asked is local and first == low:
            return (row, set_) if guards.stands_alone(set_, {local}) else None
        case _:
            return None
