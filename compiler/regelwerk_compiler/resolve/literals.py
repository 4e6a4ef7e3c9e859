"""Literals: sets and values for each member."""

from __future__ import annotations

from functools import reduce

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.defaults import nothing_per
from .coerce import coerce, set_of
from .dispatch import expr_of, resolve_expr
from .nodes import is_faulty
from .scope import Scope, known_type


def resolve_set(scope: Scope, node: syn.SetLiteral | syn.ListLiteral, wanted: ty.Type | None) -> tree.TExpr:
    """A set; where none is wanted its first member tells what it holds."""
    if isinstance(wanted, ty.PerType) and isinstance(node, syn.ListLiteral):
        help_ = "give a number to each, for example `red 1`"
        return scope.error(node, "E0301", f"{ty.describe(wanted)} is wanted here", help=help_)
    inner = wanted.member if isinstance(wanted, ty.SetType) else None
    values: list[tree.TExpr] = []
    for item in node.items:
        value = resolve_expr(scope, item, inner)
        if inner is None and not is_faulty(value):
            inner = ty.strip_optional(known_type(scope, value))
        values.append(value)
    if inner is None:
        return tree.Const(0, type=ty.ERROR if node.items else ty.EMPTY, span=node.span)
    if isinstance(inner, ty.IntType):
        inner = reduce(ty.range_union, [value.type for value in values if isinstance(value.type, ty.IntType)], inner)
    return set_of(scope, [coerce(scope, value, inner) for value in values], ty.SetType(inner), node.span)


def resolve_per(scope: Scope, node: syn.PerLiteral, wanted: ty.Type | None) -> tree.TExpr:
    if not isinstance(wanted, ty.PerType):
        return scope.error(node, "E0301", "a number for each member is not wanted here")
    symbol = scope.game.enums[wanted.key.enum]
    values = list(nothing_per(wanted, scope.game))
    seen: dict[int, syn.PerEntry] = {}
    for entry in node.entries:
        key = expr_of(scope, entry.key, wanted.key)
        value = expr_of(scope, entry.value, wanted.value, fit=True)
        match key, value:
            case tree.TNode(type=ty.ErrorType()), _:
                continue
            case tree.Const(int(member)), tree.Const(int(number)):
                at = member - symbol.low
                if at in seen:
                    scope.error(entry, "E0202", "this is given twice", labels=(Label(seen[at].span, "first here"),))
                seen[at] = entry
                values[at] = int(number)
            case _:
                scope.error(entry, "E0306", "only constants are allowed here")
    return tree.Const(tuple(values), type=wanted, span=node.span)


def as_set(scope: Scope, node: syn.Expr, type_: ty.SetType) -> tree.TExpr:
    """A set of the given type, or one member of it made into one."""
    wanted = type_ if isinstance(node, syn.SetLiteral | syn.ListLiteral) else type_.member
    return into_set(scope, resolve_expr(scope, node, wanted), type_)


def into_set(scope: Scope, value: tree.TExpr, type_: ty.SetType) -> tree.TExpr:
    """The same of a value that is resolved already."""
    if isinstance(value.type, ty.SetType | ty.EmptyType | ty.PileType):
        return coerce(scope, value, type_)
    return set_of(scope, [coerce(scope, value, type_.member)], type_, value.span)
