"""Evaluation of what must be known without playing: bounds, cells, fields of cards, first values."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..declare.collect import report_twice
from ..model import tree
from ..model.defaults import default_value
from ..model.symbols import CallableSymbol, EnumField, LocalSymbol, Value
from ..model.types import TEXT, ErrorType, IntType, MemberType, SetType, TextType, Type
from ..primitives.evaluate import DividedByZeroError, Evaluator, NotConstantError, Plain, ReportedError
from .dispatch import expr_of, resolve_expr
from .nodes import is_faulty
from .scope import Resolver, Scope

NOT_FIXED = "a fixed number is wanted here"


class ConstantEvaluator(Evaluator):
    """An evaluator for a game that is being resolved: bodies and cells are resolved when they are needed."""

    def __init__(self, resolver: Resolver) -> None:
        super().__init__(resolver.game)
        self.resolver = resolver

    def fold(self, node: tree.TExpr, env: dict[LocalSymbol, Plain] | None = None) -> Plain:
        """The value of an expression; the game keeps what it was computed from.

        Raises:
            NotConstantError: where it depends on more than constants.
        """
        try:
            return self.value(node, env)
        finally:
            if self.reads:
                self.game.folded.append((node.span, frozenset(self.reads)))

    def body(self, callee: CallableSymbol) -> tree.TBlock | None:
        return self.resolver.bodies.get(callee.name) or callee.body

    def column(self, enum: str, name: str) -> EnumField:
        return self.resolver.cells.get((enum, name)) or super().column(enum, name)


def evaluate(
    scope: Scope, value: tree.TExpr, why: str, help: str = "", env: dict[LocalSymbol, Plain] | None = None
) -> Plain | None:
    """The value of an expression, or None after an error: E0306 (it is not fixed, which `why` says), E0324."""
    if is_faulty(value):
        return None
    try:
        return ConstantEvaluator(scope.resolver).fold(value, env)
    except ReportedError:
        pass
    except DividedByZeroError:
        scope.error(value.span, "E0324", "this divides by zero")
    except NotConstantError:
        scope.error(value.span, "E0306", why, help=help)
    return None


def constant_number(scope: Scope, node: syn.Expr) -> int | None:
    """The value of a fixed number, or None after an error: E0306, E0324."""
    value, help_ = resolve_expr(scope, node), "write a number, or name a `define` of one"
    if isinstance(value.type, IntType | MemberType):
        number = evaluate(scope, value, NOT_FIXED, help_)
        return number if isinstance(number, int) else None
    if not is_faulty(value):
        scope.error(node, "E0306", NOT_FIXED, help=help_)
    return None


def constant(scope: Scope, node: syn.Expr | syn.Text, type_: Type, where: str) -> Value:
    """A constant of the given type, in the numbers of the compiled game. Errors: E0301, E0304, E0306, E0324."""
    if isinstance(node, syn.Text):
        if not isinstance(type_, TextType):
            if not isinstance(type_, ErrorType):
                scope.wrong_type(node.span, TEXT, "No text: a value")
            return 0
        return "".join(part for part in node.parts if isinstance(part, str))
    value = constant_expr(scope, node, type_)
    if is_faulty(value):
        return default_value(type_, scope.game)
    return evaluated(scope, value, where)


def constant_expr(scope: Scope, node: syn.Expr, type_: Type) -> tree.TExpr:
    """The typed form of a constant; where a set is wanted, one member alone is a set of it."""
    if isinstance(type_, SetType) and not isinstance(node, syn.SetLiteral | syn.ListLiteral | syn.EmptyLiteral):
        node = syn.ListLiteral((node,), span=node.span)
    return expr_of(scope, node, type_, fit=True)


def evaluated(scope: Scope, value: tree.TExpr, where: str) -> Value:
    """The value of an expression, 0 after an error."""
    found = evaluate(scope, value, f"{where} needs a fixed value", "it may not read the state of play")
    return 0 if found is None else found


def unique_columns(scope: Scope, columns: tuple[syn.Column, ...]) -> None:
    """E0202 for a column that is there twice."""
    seen: dict[str, syn.Column] = {}
    for column in columns:
        before = seen.setdefault(column.name.name, column)
        if before is not column:
            report_twice(scope.diagnostics, column.name.span, f"the column `{column.name.name}`", before.name.span)


def cell_value(scope: Scope, cell: syn.Cell, type_: Type, where: str) -> Value:
    """The constant in a cell; an empty cell is the type's default."""
    return default_value(type_, scope.game) if cell.value is None else constant(scope, cell.value, type_, where)
