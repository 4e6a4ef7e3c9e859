"""Dispatch of expressions to the functions that resolve each kind."""

from __future__ import annotations

from typing import assert_never

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.types import BOOL, EMPTY, NONE, IntType, Type
from ..model.walk import children
from .binders import resolve_pick, resolve_quantifier, resolve_total
from .calls import resolve_call, resolve_new, resolve_of_type
from .coerce import resolve_per, resolve_set
from .fields import resolve_field
from .names import resolve_index, resolve_name
from .nodes import error_at, is_faulty
from .operators import resolve_binary, resolve_conditional, resolve_unary
from .scope import Scope


def resolve_expression(scope: Scope, node: syn.Expr, wanted: Type | None) -> tree.TExpr:
    """The typed form of an expression; `wanted` tells which member a shared name means.

    One that has a faulty part is faulty itself, except those whose type is known whatever their parts are.
    """
    found = _resolve(scope, node, wanted)
    if isinstance(node, syn.Binary | syn.Conditional | syn.Quantifier | syn.Pick | syn.Total):
        return found
    for part in children(found):
        if isinstance(part, tree.TNode) and is_faulty(part):
            return error_at(node)
    return found


def _resolve(scope: Scope, node: syn.Expr, wanted: Type | None) -> tree.TExpr:
    match node:
        case syn.Name():
            return resolve_name(scope, node, wanted)
        case syn.Field():
            return resolve_field(scope, node)
        case syn.Number(value):
            return tree.Const(value, literal=True, type=IntType(value, value), span=node.span)
        case syn.Index():
            return resolve_index(scope, node)
        case syn.Call():
            return resolve_call(scope, node, wanted)
        case syn.OfType():
            return resolve_of_type(scope, node)
        case syn.NewCard():
            return resolve_new(scope, node)
        case syn.Unary():
            return resolve_unary(scope, node, wanted)
        case syn.Binary():
            return resolve_binary(scope, node, wanted)
        case syn.Conditional():
            return resolve_conditional(scope, node, wanted)
        case syn.Quantifier():
            return resolve_quantifier(scope, node)
        case syn.Pick():
            return resolve_pick(scope, node)
        case syn.Total():
            return resolve_total(scope, node, wanted)
        case syn.BoolLiteral(value):
            return tree.Const(value, type=BOOL, span=node.span)
        case syn.NoneLiteral():
            return tree.Const(-1, type=NONE, span=node.span)
        case syn.EmptyLiteral():
            return tree.Const(0, type=EMPTY, span=node.span)
        case syn.RangeExpr():
            return scope.error(node, "E0301", "a range is allowed only after `in` or `roll`, and as a type")
        case syn.SetLiteral() | syn.ListLiteral():
            return resolve_set(scope, node, wanted)
        case syn.PerLiteral():
            return resolve_per(scope, node, wanted)
        case _:
            assert_never(node)
