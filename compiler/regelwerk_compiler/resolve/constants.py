"""What must be known without playing: bounds, cells, first values. Written expressions in, numbers out."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..declare.collect import report_twice
from ..model import tree
from ..model.defaults import default_value
from ..model.symbols import Value
from ..model.types import TEXT, ErrorType, IntType, MemberType, SetType, Type
from ..primitives.evaluate import DividedByZeroError, Evaluator, NotConstantError, ReportedError
from .descend import expr_of, resolve_expr
from .scope import Scope


def constant_number(scope: Scope, node: syn.Expr) -> int | None:
    """The value of a fixed number. Errors: E0306."""
    value = resolve_expr(scope, node)
    if isinstance(value.type, ErrorType):
        return None
    try:
        if isinstance(value.type, IntType | MemberType):
            return Evaluator(scope.game).number(value, {})
    except ReportedError:
        scope.game.doubtful.append(node.span)
        return None
    except DividedByZeroError:
        scope.diagnostics.report("E0324", node.span, "this divides by zero")
        return None
    except NotConstantError:
        pass
    scope.diagnostics.report(
        "E0306", node.span, "a fixed number is wanted here", help="write a number, or name a `define` of one"
    )
    return None


def constant(scope: Scope, node: syn.Expr | syn.Text, type_: Type, where: str) -> Value:
    """A constant of the given type, in the numbers of the compiled game. Errors: E0301, E0304, E0306."""
    if isinstance(node, syn.Text):
        if not isinstance(type_, type(TEXT)):
            if not isinstance(type_, ErrorType):
                scope.wrong_type(node.span, TEXT, "No text: a value")
            return 0
        return "".join(part for part in node.parts if isinstance(part, str))
    if isinstance(type_, SetType) and not isinstance(node, syn.SetLiteral | syn.ListLiteral | syn.EmptyLiteral):
        node = syn.ListLiteral((node,), span=node.span)
    value = expr_of(scope, node, type_, fit=True)
    if isinstance(value.type, ErrorType):
        return default_value(type_, scope.game)
    return evaluated(scope, value, where)


def unique_columns(scope: Scope, columns: tuple[syn.Column, ...]) -> None:
    """E0202 for a column that is there twice."""
    seen: dict[str, syn.Column] = {}
    for column in columns:
        before = seen.setdefault(column.name.name, column)
        if before is not column:
            report_twice(scope.diagnostics, column.name.span, f"the column `{column.name.name}`", before.name.span)


def cell_value(scope: Scope, cell: syn.Cell, type_: Type, where: str) -> Value:
    """The constant in a cell; an empty cell is the type's default."""
    if cell.value is None:
        return default_value(type_, scope.game)
    return constant(scope, cell.value, type_, where)


def evaluated(scope: Scope, value: tree.TExpr, where: str) -> Value:
    try:
        return Evaluator(scope.game).value(value)
    except ReportedError:
        scope.game.doubtful.append(value.span)
        return 0
    except DividedByZeroError:
        scope.diagnostics.report("E0324", value.span, "this divides by zero")
        return 0
    except NotConstantError:
        scope.diagnostics.report(
            "E0306", value.span, f"{where} needs a fixed value", help="it may not read the state of play"
        )
        return 0


__all__ = ["cell_value", "constant", "constant_number", "default_value", "evaluated", "unique_columns"]
