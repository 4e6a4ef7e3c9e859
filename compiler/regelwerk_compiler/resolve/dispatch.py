"""Resolution of an expression of any kind, and its conversion to what is wanted."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.types import BOOL, IntType, OptionalType, Type
from .coerce import as_numbers, coerce, retyped
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
    value = range_member_as_number(scope, value)
    found = known_type(scope, value)
    if isinstance(found, IntType):
        return value, found
    if isinstance(found, OptionalType):
        return coerce(scope, value, IntType()), IntType()
    return scope.wrong_type(node.span, found, "A number"), IntType()


def range_member_as_number(scope: Scope, value: tree.TExpr) -> tree.TExpr:
    """A member of a range of numbers as its number; anything else as it is."""
    numbers = as_numbers(scope, known_type(scope, value))
    return value if numbers is None else retyped(value, numbers)
