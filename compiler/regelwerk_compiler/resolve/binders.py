"""Searches: `any`, `all`, `first`, `those`, `sum`, and the domains that their binders go through."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model import types as ty
from ..primitives import table as prim
from .coerce import set_low
from .dispatch import condition, expr_of, number_of, resolve_expr
from .narrowing import known_by
from .nodes import error_at, is_faulty, yes_or_no
from .scope import Scope, known_type


def resolve_loop(scope: Scope, binder: syn.Binder) -> tree.Loop:
    """One binder: its domain is resolved first, then its name is bound in the innermost block."""
    domain, member = resolve_domain(scope, binder.domain)
    start = None
    if binder.start is not None:
        start = expr_of(scope, binder.start, member)
    local = scope.bind(binder.name.name, member, binder.name.span)
    return tree.Loop(local, domain, start)


def resolve_domain(scope: Scope, node: syn.Expr) -> tuple[tree.TDomain, ty.Type]:
    """What a binder runs over, and the type of its members. Errors: E0308 (nothing to run over)."""
    if isinstance(node, syn.RangeExpr):
        low, low_type = number_of(scope, node.low, None)
        high, high_type = number_of(scope, node.high, low_type)
        unit = low_type.unit or high_type.unit
        return tree.RangeDomain(low, high), ty.IntType(low_type.low, high_type.high, unit)
    if isinstance(node, syn.Name) and scope.find_local(node.name) is None and not scope.is_state(node.name):
        if node.name in scope.resolver.enums:
            enum = scope.resolver.enums.get(node.name)
            type_ = ty.ERROR if enum is None or scope.is_poisoned(node.name) else enum.type
            return tree.EnumDomain(node.name), type_
        if node.name in scope.resolver.card_types or node.name == "Card":
            kind = ty.CardType(None if node.name == "Card" else node.name)
            return tree.AllCardsDomain(kind), kind
    value = resolve_expr(scope, node)
    found = known_type(scope, value)
    if isinstance(found, ty.SetType):
        return tree.SetDomain(value, set_low(scope, found)), found.member
    if isinstance(found, ty.PileType):
        return tree.CardsDomain(value), found.card
    if isinstance(found, ty.OptionalType) and isinstance(value, tree.PlaceRead):
        pile = ty.PileType(value.zone.type.card)  # type: ignore[union-attr]
        return tree.CardsDomain(tree.PileCards(value.zone, type=pile, span=node.span)), found.inner
    if not isinstance(found, ty.ErrorType):
        help_ = "name an enum, a set, a pile, a card type, or a range such as `1..6`"
        scope.error(node, "E0308", f"there is nothing to go through: this is {ty.describe(found)}", help=help_)
    return tree.RangeDomain(tree.Const(0, type=ty.ERROR), tree.Const(-1, type=ty.ERROR)), ty.ERROR


def resolve_quantifier(scope: Scope, node: syn.Quantifier) -> tree.TExpr:
    with scope.block():
        loops = [resolve_loop(scope, binder) for binder in node.binders]
        where = condition(scope, node.where) if node.where is not None else None
        have = None
        if node.have is not None:
            with scope.knowing(known_by(where)):
                have = condition(scope, node.have)
        if node.kind == "all":
            return tree.Quantify("all", loops, where, have, type=ty.BOOL, span=node.span)
        found = tree.Quantify("any", loops, where, have, type=ty.BOOL, span=node.span)
        return yes_or_no(prim.NOT, [found], node.span) if node.kind == "no" else found


def resolve_pick(scope: Scope, node: syn.Pick) -> tree.TExpr:
    with scope.block():
        loop = resolve_loop(scope, node.binder)
        where = condition(scope, node.where) if node.where is not None else None
        member = loop.local.type
        if isinstance(member, ty.ErrorType):
            return error_at(node)
        if node.kind == "those":
            type_ = ty.SetType(member)
            return tree.Those(loop, where, set_low(scope, type_), type=type_, span=node.span)
        return tree.PickOne(node.kind, loop, where, type=ty.OptionalType(member), span=node.span)


def resolve_total(scope: Scope, node: syn.Total, wanted: ty.Type | None) -> tree.TExpr:
    with scope.block():
        loop = resolve_loop(scope, node.binder)
        where = condition(scope, node.where) if node.where is not None else None
        if node.value is None:
            return tree.Aggregate("count", None, loop, where, type=ty.IntType(0, None), span=node.span)
        with scope.knowing(known_by(where)):
            value, found = number_of(scope, node.value, wanted)
        if is_faulty(value):
            return value
        zero = ty.IntType(0, 0, found.unit)
        if node.kind == "sum":
            result = ty.IntType(0 if (found.low if found.low is not None else -1) >= 0 else None, None, found.unit)
        else:
            result = ty.range_union(found, zero)
        return tree.Aggregate(node.kind, value, loop, where, type=result, span=node.span)
