"""Arguments of calls, converted to the types of the parameters."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.types import Type, describe, promised
from .dispatch import expr_of
from .nodes import error_at, is_faulty
from .scope import Scope


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
    if len(values) != len(callee.params) or is_faulty(*values):
        return error_at(node)
    assert callee.result is not None
    return tree.DefineCall(callee, values, type=promised(callee.result), span=node.span)
