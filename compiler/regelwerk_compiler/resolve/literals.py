"""Literals: sets, and values for each member."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.defaults import nothing_per
from ..primitives import table as prim
from .coerce import coerce, set_low
from .dispatch import expr_of, resolve_expr
from .nodes import error_at, is_faulty
from .scope import Scope, known_type


def resolve_set(scope: Scope, node: syn.SetLiteral, wanted: ty.Type | None) -> tree.TExpr:
    return _set_of(scope, node, list(node.items), wanted)


def resolve_list(scope: Scope, node: syn.ListLiteral, wanted: ty.Type | None) -> tree.TExpr:
    if isinstance(wanted, ty.PerType):
        return scope.error(
            node, "E0301", f"{ty.describe(wanted)} is wanted here", help="give a number to each, for example `red 1`"
        )
    return _set_of(scope, node, list(node.items), wanted)


def _set_of(scope: Scope, node: syn.Node, items: list[syn.Expr], wanted: ty.Type | None) -> tree.TExpr:
    inner = wanted.member if isinstance(wanted, ty.SetType) else None
    values: list[tree.TExpr] = []
    for item in items:
        value = resolve_expr(scope, item, inner)
        if inner is None and not is_faulty(value):
            inner = ty.strip_optional(known_type(scope, value))
        values.append(value)
    if inner is None:
        return tree.Const(0, type=ty.ERROR if items else ty.EMPTY, span=node.span)
    if isinstance(inner, ty.IntType):
        found = [value.type for value in values if isinstance(value.type, ty.IntType)]
        for one in found:
            inner = ty.range_union(inner, one)
    if isinstance(inner, ty.ErrorType):
        return error_at(node)
    type_ = ty.SetType(inner)
    members = [coerce(scope, value, inner) for value in values]
    if any(is_faulty(member) for member in members):
        return error_at(node)
    return tree.Op(prim.SET_OF, members, (set_low(scope, type_),), type=type_, span=node.span)


def resolve_per(scope: Scope, node: syn.PerLiteral, wanted: ty.Type | None) -> tree.TExpr:
    if not isinstance(wanted, ty.PerType):
        return scope.error(node, "E0301", "a number for each member is not wanted here")
    symbol = scope.game.enums[wanted.key.enum]
    values = list(nothing_per(wanted, scope.game))
    seen: dict[int, syn.PerEntry] = {}
    for entry in node.entries:
        key = expr_of(scope, entry.key, wanted.key)
        value = expr_of(scope, entry.value, wanted.value, fit=True)
        if isinstance(key.type, ty.ErrorType):
            continue
        if not isinstance(key, tree.Const) or not isinstance(value, tree.Const):
            if not isinstance(key.type, ty.ErrorType) and not is_faulty(value):
                scope.error(entry, "E0306", "only fixed numbers stand here")
            continue
        position = int(key.value) - symbol.low if isinstance(key.value, int) else 0
        if position in seen:
            scope.error(entry, "E0202", "this is given twice", labels=(Label(seen[position].span, "first here"),))
        seen[position] = entry
        values[position] = int(value.value) if isinstance(value.value, int) else 0
    return tree.Const(tuple(values), type=wanted, span=node.span)


def as_set(scope: Scope, node: syn.Expr, type_: ty.SetType) -> tree.TExpr:
    """A set of the given type, or one member of it made into one."""
    value = resolve_expr(scope, node, type_ if isinstance(node, syn.SetLiteral | syn.ListLiteral) else type_.member)
    if isinstance(value.type, ty.SetType | ty.EmptyType | ty.PileType):
        return coerce(scope, value, type_)
    member = coerce(scope, value, type_.member)
    return tree.Op(prim.SET_OF, [member], (set_low(scope, type_),), type=type_, span=node.span)
