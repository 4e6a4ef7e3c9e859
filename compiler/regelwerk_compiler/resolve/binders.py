"""Searches: `any`, `all`, `first`, `those`, `sum`, and the domains that their binders go through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model import types as ty
from ..model.walk import free_locals
from ..primitives import table as prim
from .coerce import as_number, ask_the_map, condition, expr_of, number_of, part_offset, resolve_expr, retyped, set_low
from .nodes import error_at, is_faulty, known_by, yes_or_no
from .scope import Scope, known_type


def resolve_loop(scope: Scope, binder: syn.Binder) -> tree.Loop:
    """One binder: its domain is resolved first, then its name is bound in the innermost block."""
    domain, member = resolve_domain(scope, binder.domain)
    start = expr_of(scope, binder.start, member) if binder.start is not None else None
    local = scope.bind(binder.name.name, member, binder.name.span)
    return tree.Loop(local, domain, start)


def resolve_domain(scope: Scope, node: syn.Expr) -> tuple[tree.TDomain, ty.Type]:
    """The domain of a binder, and the type of its members. Errors: E0308 (there are no members)."""
    if isinstance(node, syn.RangeExpr):
        low, low_type = number_of(scope, node.low, None)
        high, high_type = number_of(scope, node.high, low_type)
        return tree.RangeDomain(low, high), ty.IntType(low_type.low, high_type.high, low_type.unit or high_type.unit)
    if isinstance(node, syn.Name) and scope.find_local(node.name) is None and not scope.is_state(node.name):
        if node.name in scope.resolver.enums:
            enum = scope.resolver.enums.get(node.name)
            type_ = ty.ERROR if enum is None or scope.is_reported(node.name) else enum.type
            return tree.EnumDomain(node.name), type_
        if node.name in scope.resolver.card_types or node.name == "Card":
            kind = ty.CardType(None if node.name == "Card" else node.name)
            return tree.AllCardsDomain(kind), kind
    value = resolve_expr(scope, node)
    match known_type(scope, value):
        case ty.SetType(member) as found:
            return tree.SetDomain(value, set_low(scope, found)), member
        case ty.PileType(card):
            return tree.CardsDomain(value), card
        case ty.OptionalType(ty.CardType() as card) if isinstance(value, tree.PlaceRead):
            return tree.CardsDomain(tree.PileCards(value.zone, type=ty.PileType(card), span=node.span)), card
        case found if not isinstance(found, ty.ErrorType):
            help_ = "name an enum, a set, a pile, a card type, or a range such as `1..6`"
            help_ = _ways(scope, node, found) or help_
            why = f"there is nothing to iterate over: this is {ty.describe(found)}"
            scope.error(node, "E0308", why, help=help_)
        case _:
            pass
    return tree.RangeDomain(error_at(node), error_at(node)), ty.ERROR


def _ways(scope: Scope, node: syn.Expr, found: ty.Type) -> str:
    """Advice for `.next` of an enum with spaces on a map: it is the next member in order, not a neighbour."""
    if not isinstance(node, syn.Field) or node.name.name != "next":
        return ""
    member = found.inner if isinstance(found, ty.OptionalType) else found
    part = member.enum if isinstance(member, ty.MemberType) else ""
    maps = [one.name for one in scope.game.enums.values() if one.kind == "map" and part_offset(one, part) is not None]
    return f"`next` of {part} is the member after it; {ask_the_map(maps[0])}" if maps else ""


@contextmanager
def _search(
    scope: Scope, binders: tuple[syn.Binder, ...], node: syn.Expr | None
) -> Iterator[tuple[list[tree.Loop], tree.TExpr | None]]:
    """The loops and the condition of a search, in a block where the condition is known to hold."""
    with scope.block():
        loops = [resolve_loop(scope, binder) for binder in binders]
        where = condition(scope, node) if node is not None else None
        with scope.block(known_by(where)):
            yield loops, where


def resolve_quantifier(scope: Scope, node: syn.Quantifier) -> tree.TExpr:
    with _search(scope, node.binders, node.where) as (loops, where):
        have = condition(scope, node.have) if node.have is not None else None
        if where is not None and node.kind != "all":
            _warn_of_strangers(scope, node, loops, where)
    kind = "all" if node.kind == "all" else "any"
    found = tree.Quantify(kind, loops, where, have, type=ty.BOOL, span=node.span)
    return yes_or_no(prim.NOT, [found], node.span) if node.kind == "no" else found


def _warn_of_strangers(scope: Scope, node: syn.Quantifier, loops: list[tree.Loop], where: tree.TExpr) -> None:
    """W0744: the last part of a condition does not mention what is searched for, so it was meant to stand outside.

    After `any`, a part that is joined with `and` means the same in both places.
    """
    match where:
        case tree.Op(prim.OR, [*_, last]):
            word = "or"
        case tree.Op(prim.AND, [*_, last]) if node.kind == "no":
            word = "and"
        case _:
            return
    if is_faulty(last) or free_locals(last) & {loop.local for loop in loops}:
        return
    names = " and ".join(f"`{binder.name}`" for binder in node.binders)
    what = f"this does not mention {names}, but is a part of the condition after `{node.kind}`"
    help_ = (
        f"close a bracket before this `{word}`: `({node.kind} … where …) {word} …`; or write it first, after `where`"
    )
    scope.diagnostics.report("W0744", last.span, what, help=help_)


def resolve_pick(scope: Scope, node: syn.Pick) -> tree.TExpr:
    with _search(scope, (node.binder,), node.where) as ([loop], where):
        member, rank = loop.local.type, None
        if node.rank is not None:
            rank = _rank(scope, node.rank)
            if node.best == "least":
                rank = tree.Op(prim.NEGATE, [rank], type=ty.INT, span=rank.span)
    if isinstance(member, ty.ErrorType) or (rank is not None and is_faulty(rank)):
        return error_at(node)
    if node.kind == "those":
        type_ = ty.SetType(member)
        return tree.Those(loop, where, set_low(scope, type_), rank, type=type_, span=node.span)
    return tree.PickOne(node.kind, loop, where, rank, type=ty.OptionalType(member), span=node.span)


def _rank(scope: Scope, node: syn.Expr) -> tree.TExpr:
    """The rank of members, as a number: a number itself, or a member's place in its enum."""
    value = resolve_expr(scope, node)
    if isinstance(known_type(scope, value), ty.MemberType):
        return retyped(value, ty.INT)
    return as_number(scope, value, node)[0]


def resolve_total(scope: Scope, node: syn.Total, wanted: ty.Type | None) -> tree.TExpr:
    with _search(scope, node.binders, node.where) as (loops, where):
        if node.value is None:
            return tree.Aggregate("count", None, loops, where, type=ty.IntType(0, None), span=node.span)
        value, found = number_of(scope, node.value, wanted)
    if is_faulty(value):
        return error_at(node)
    if node.kind == "sum":
        result = ty.IntType(0 if found.low is not None and found.low >= 0 else None, None, found.unit)
    else:
        result = ty.range_union(found, ty.IntType(0, 0, found.unit))
    return tree.Aggregate(node.kind, value, loops, where, type=result, span=node.span)
