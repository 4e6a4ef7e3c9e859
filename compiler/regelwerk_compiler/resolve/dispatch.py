"""Resolution of expressions of any kind, converted to the type that is wanted; also of the arguments of calls."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.types import BOOL, IntType, OptionalType, Type, describe, promised
from .coerce import as_numbers, coerce, retyped
from .nodes import error_at
from .scope import Scope, known_type


def resolve_expr(scope: Scope, node: syn.Expr, wanted: Type | None = None) -> tree.TExpr:
    """The typed form of an expression. `wanted` tells which member a shared name means; it is not enforced."""
    return scope.resolver.expression(scope, node, wanted)


def expr_of(scope: Scope, node: syn.Expr, wanted: Type, *, fit: bool = False) -> tree.TExpr:
    """The typed form, converted to the wanted type or reported."""
    return coerce(scope, resolve_expr(scope, node, wanted), wanted, fit=fit)


def condition(scope: Scope, node: syn.Expr) -> tree.TExpr:
    """The typed form of what must be yes or no."""
    return expr_of(scope, node, BOOL)


def number_of(scope: Scope, node: syn.Expr, wanted: Type | None) -> tuple[tree.TExpr, IntType]:
    """An operand of arithmetic; a member of a range enum counts as its number."""
    return as_number(scope, resolve_expr(scope, node, wanted), node)


def as_number(scope: Scope, value: tree.TExpr, node: syn.Expr) -> tuple[tree.TExpr, IntType]:
    """The same for an operand that is resolved already."""
    found = known_type(scope, value)
    numbers = as_numbers(scope, found)
    if numbers is not None:
        return retyped(value, numbers), numbers
    if isinstance(found, OptionalType):
        return coerce(scope, value, IntType()), IntType()
    return scope.wrong_type(node.span, found, "A number"), IntType()


def arguments_of(
    scope: Scope, node: syn.Node, callee: str, params: list[Type], given: tuple[syn.Expr, ...]
) -> list[tree.TExpr]:
    """The arguments of a call, converted to the parameters' types. Errors: E0311 (too few, too many)."""
    if len(given) != len(params):
        want = len(params)
        help_ = f"they are: {', '.join(describe(param) for param in params)}" if params else ""
        why = f"`{callee}` takes {want} {'argument' if want == 1 else 'arguments'}, not {len(given)}"
        scope.error(node, "E0311", why, help=help_)
        return []
    return [expr_of(scope, value, param, fit=True) for value, param in zip(given, params, strict=True)]


def call_define(scope: Scope, node: syn.Expr, name: str, given: tuple[syn.Expr, ...]) -> tree.TExpr:
    """A define, called by its name."""
    callee = scope.resolver.defines.get(name)
    if callee is None or scope.is_poisoned(name):
        return error_at(node)
    values = arguments_of(scope, node, callee.name, [param.type for param in callee.params], given)
    if len(values) != len(callee.params):
        return error_at(node)
    assert callee.result is not None
    return tree.DefineCall(callee, values, type=promised(callee.result), span=node.span)
