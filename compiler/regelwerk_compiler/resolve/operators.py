"""Logic, arithmetic and conditionals, with their parts under one type."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.primitive import BY_ZERO, Primitive, Units
from ..primitives import table as prim
from .coerce import (
    as_number,
    as_numbers,
    as_set,
    coerce,
    condition,
    into_set,
    number_of,
    part_offset,
    resolve_expr,
    retyped,
)
from .comparisons import resolve_equality, resolve_membership, resolve_order
from .nodes import TOO_LARGE, error_at, is_faulty, is_written_out, known_by, unit_advice, yes_or_no
from .scope import Scope, known_type


def resolve_unary(scope: Scope, node: syn.Unary, wanted: ty.Type | None) -> tree.TExpr:
    if node.operator == "not":
        return yes_or_no(prim.NOT, [condition(scope, node.operand)], node.span)
    value, found = number_of(scope, node.operand, wanted)
    if isinstance(value, tree.Const) and isinstance(value.value, int):
        return tree.Const(-value.value, literal=value.literal, type=ty.range_negate(found), span=node.span)
    return tree.Op(prim.NEGATE, [value], type=ty.range_negate(found), span=node.span)


def resolve_binary(scope: Scope, node: syn.Binary, wanted: ty.Type | None) -> tree.TExpr:
    match node.operator:
        case "and" | "or":
            return _logic(scope, node)
        case "is" | "is not":
            return resolve_equality(scope, node)
        case "in" | "not in":
            return resolve_membership(scope, node)
        case "<" | "<=" | ">" | ">=":
            return resolve_order(scope, node)
        case _:
            return _arithmetic(scope, node, wanted)


def _logic(scope: Scope, node: syn.Binary) -> tree.TExpr:
    left = condition(scope, node.left)
    with scope.block(known_by(left, node.operator == "and")):
        right = condition(scope, node.right)
    row = prim.LOGIC[node.operator]
    operands = [*prim.conjuncts(left, row), *prim.conjuncts(right, row)]
    return yes_or_no(row, operands, node.span)


def _arithmetic(scope: Scope, node: syn.Binary, wanted: ty.Type | None) -> tree.TExpr:
    left = resolve_expr(scope, node.left, wanted)
    if node.operator in ("+", "-"):
        of_set = isinstance(wanted, ty.SetType) and not isinstance(left.type, ty.IntType | ty.ErrorType)
        if of_set or isinstance(left.type, ty.SetType | ty.PileType | ty.EmptyType):
            return _set_change(scope, node, left, wanted)
    left, a = as_number(scope, left, node.left)
    if is_faulty(left):
        resolve_expr(scope, node.right)
        return error_at(node)
    right, b = number_of(scope, node.right, wanted)
    if is_faulty(right):
        return error_at(node)
    row = prim.ARITHMETIC[node.operator]
    if row.fails == BY_ZERO and isinstance(right, tree.Const) and right.value == 0:
        return scope.error(node.right, "E0324", "division by zero")
    result = _arithmetic_type(scope, node, row, left, a, right, b)
    if isinstance(left, tree.Const) and isinstance(right, tree.Const) and row.evaluate is not None:
        folded = row.evaluate(left.value, right.value)
        if not ty.SMALLEST <= folded <= ty.LARGEST:
            return scope.error(node, "E0304", TOO_LARGE)
        literal = left.literal and right.literal
        return tree.Const(folded, literal, type=ty.IntType(folded, folded, result.unit), span=node.span)
    return tree.Op(row, [left, right], type=result, span=node.span)


def _arithmetic_type(
    scope: Scope, node: syn.Binary, row: Primitive, left: tree.TExpr, a: ty.IntType, right: tree.TExpr, b: ty.IntType
) -> ty.IntType:
    bare_left, bare_right = is_written_out(left), is_written_out(right)
    unit: str | None = a.unit or b.unit
    match row.units:
        case Units.SAME:
            clash = a.unit != b.unit and not (a.unit is None and bare_left) and not (b.unit is None and bare_right)
        case Units.ONE:
            clash = bool(a.unit and b.unit)
        case Units.RATIO | Units.LEFT | None:
            clash = b.unit is not None and a.unit != b.unit
            unit = None if row.units is Units.RATIO and a.unit == b.unit else a.unit
    if clash:
        labels = (Label(node.left.span, f"this is {ty.describe(a)}"),)
        why = f"{ty.describe(a)} and {ty.describe(b)} cannot be {row.verb}"
        scope.error(node.right, "E0302", why, note=f"this is {ty.describe(b)}", labels=labels, help=unit_advice(a, b))
    return prim.interval(row, a, b, unit=unit)


def _set_change(scope: Scope, node: syn.Binary, left: tree.TExpr, wanted: ty.Type | None) -> tree.TExpr:
    type_ = wanted if isinstance(wanted, ty.SetType) else left.type
    if isinstance(left.type, ty.SetType | ty.PileType):
        type_ = left.type if isinstance(left.type, ty.SetType) else ty.SetType(left.type.card)
    if not isinstance(type_, ty.SetType):
        return scope.wrong_type(left.span, left.type, "a set")
    operands: list[tree.TExpr] = [into_set(scope, left, type_), as_set(scope, node.right, type_)]
    return tree.Op(prim.SET_CHANGES[node.operator], operands, type=type_, span=node.span)


def resolve_conditional(scope: Scope, node: syn.Conditional, wanted: ty.Type | None) -> tree.TExpr:
    test = condition(scope, node.condition)
    with scope.block(known_by(test)):
        then = resolve_expr(scope, node.then, wanted)
        then_type = known_type(scope, then)
    with scope.block(known_by(test, False)):
        otherwise = resolve_expr(scope, node.otherwise, wanted or ty.strip_optional(then_type))
        otherwise_type = known_type(scope, otherwise)
    if is_faulty(then, otherwise):
        return error_at(node)
    then, otherwise = retyped(then, then_type), retyped(otherwise, otherwise_type)
    result = _either(scope, then_type, otherwise_type, wanted)
    then, otherwise = coerce(scope, then, result), coerce(scope, otherwise, result)
    type_ = ty.ERROR if is_faulty(then, otherwise) else result
    return tree.If(test, then, otherwise, type=type_, span=node.span)


def _either(scope: Scope, a: ty.Type, b: ty.Type, wanted: ty.Type | None) -> ty.Type:
    """The type that values of two types have in common; where there is none, the first.

    A member of a range of numbers counts as a number if a number is wanted, or if nothing is known to be wanted and the
    other value may lie outside the range.
    """
    x, y = ty.strip_optional(a), ty.strip_optional(b)
    result = x
    match x, y:
        case ty.IntType(), ty.IntType():
            result = ty.range_union(x, y)
        case ((ty.NoneType() | ty.EmptyType()), _) | (ty.CardType(), ty.CardType(None)):
            result = y
        case ty.MemberType(part), ty.MemberType(whole) if part_offset(scope.game.enums.get(whole), part) is not None:
            result = y
        case (ty.MemberType(), ty.IntType(unit=None) | ty.MemberType()) | (ty.IntType(unit=None), ty.MemberType()) if (
            x != y
        ):
            members, others = (x, y) if isinstance(x, ty.MemberType) else (y, x)
            p, q = as_numbers(scope, members), as_numbers(scope, others)
            if p and q and (isinstance(wanted, ty.IntType) or (wanted is None and not ty.lies_in(q, p))):
                result = ty.range_union(p, q)
        case _:
            pass
    maybe = any(isinstance(type_, ty.OptionalType | ty.NoneType) for type_ in (a, b))
    return ty.optional(result) if maybe and not isinstance(result, ty.NoneType) else result
