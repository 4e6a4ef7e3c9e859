"""Evaluation of what must be known without playing: bounds, cells, fields of cards, first values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice, product

from regelwerk_dsl import syntax as syn

from ..declare.collect import report_twice
from ..model import tree
from ..model.defaults import default_value
from ..model.enums import EnumField, Value
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import TEXT, ErrorType, IntType, MemberType, SetType, TextType, Type
from ..primitives.evaluate import DividedByZeroError, Evaluator, NotConstantError, Plain, ReportedError, TooLargeError
from .coerce import as_set, condition, expr_of, resolve_expr
from .nodes import TOO_LARGE, is_faulty
from .scope import Resolver, Scope

NOT_FIXED = "expected a constant number"
A_NUMBER = "write a number, or name a `define` of one"


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
        known, key = self.resolver, (enum, name)
        return known.cells.get(key) or known.columns.get(key) or super().column(enum, name)


def evaluate(
    scope: Scope, value: tree.TExpr, why: str, help: str = "", env: dict[LocalSymbol, Plain] | None = None
) -> Plain | None:
    """The value of an expression, or None after an error: E0306 (it is not fixed, which `why` says), E0304, E0324."""
    if is_faulty(value):
        return None
    try:
        return ConstantEvaluator(scope.resolver).fold(value, env)
    except ReportedError:
        pass
    except DividedByZeroError:
        scope.error(value.span, "E0324", "division by zero")
    except TooLargeError:
        scope.error(value.span, "E0304", TOO_LARGE)
    except NotConstantError:
        scope.error(value.span, "E0306", why, help=help)
    return None


def constant_number(scope: Scope, node: syn.Expr) -> int | None:
    """The value of a fixed number, or None after an error: E0306, E0324."""
    value = resolve_expr(scope, node)
    if isinstance(value.type, IntType | MemberType):
        number = evaluate(scope, value, NOT_FIXED, A_NUMBER)
        return number if isinstance(number, int) else None
    if not is_faulty(value):
        scope.error(node, "E0306", NOT_FIXED, help=A_NUMBER)
    return None


def fixed_range(scope: Scope, node: syn.Node, low: syn.Expr, high: syn.Expr) -> tuple[int, int] | None:
    """The bounds of a range; None after an error: E0304 (it is empty), E0306, E0324."""
    first, last = constant_number(scope, low), constant_number(scope, high)
    if first is None or last is None:
        return None
    if first > last:
        what, help_ = f"the range {first:_}..{last:_} is empty", f"write `{last:_}..{first:_}`"
        scope.error(node, "E0304", what, help=help_)
        return None
    return first, last


def constant(scope: Scope, node: syn.Expr | syn.Text, type_: Type, where: str) -> Value:
    """A constant of the given type, in the numbers of the compiled game. Errors: E0301, E0304, E0306, E0324."""
    if isinstance(node, syn.Text):
        if not isinstance(type_, TextType):
            if not isinstance(type_, ErrorType):
                scope.wrong_type(node.span, TEXT, "a value")
            return 0
        return "".join(part for part in node.parts if isinstance(part, str))
    value = constant_expr(scope, node, type_)
    if is_faulty(value):
        return default_value(type_, scope.game)
    return evaluated(scope, value, where)


def constant_expr(scope: Scope, node: syn.Expr, type_: Type) -> tree.TExpr:
    """The typed form of a constant; where a set is wanted, one member alone is a set of it."""
    if isinstance(type_, SetType) and not isinstance(node, syn.SetLiteral | syn.ListLiteral | syn.EmptyLiteral):
        return as_set(scope, node, type_)
    return expr_of(scope, node, type_, fit=True)


def evaluated(scope: Scope, value: tree.TExpr, where: str, env: dict[LocalSymbol, Plain] | None = None) -> Value:
    """The value of an expression, 0 after an error."""
    found = evaluate(scope, value, f"{where} needs a constant value", "it cannot depend on the state of the game", env)
    return 0 if found is None else found


def fitting(
    scope: Scope, domains: Mapping[LocalSymbol, Iterable[int]], where: syn.Expr | None, most: int
) -> list[tuple[int, ...]] | None:
    """The combinations of values for which a condition holds, one more than `most` at most; None after an error."""
    rows = product(*domains.values())
    if where is None:
        return list(islice(rows, most + 1))
    test, found = condition(scope, where), list[tuple[int, ...]]()
    for row in rows:
        holds = evaluate(scope, test, "this condition is not constant", env=dict(zip(domains, row, strict=True)))
        if holds is None:
            return None
        if holds:
            found.append(row)
        if len(found) > most:
            break
    return found


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
