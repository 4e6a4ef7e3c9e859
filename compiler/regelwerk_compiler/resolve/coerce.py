"""Expressions where a type is expected: conversion to it, operands, arguments, sets and values for each member."""

from __future__ import annotations

from functools import reduce

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import ungrouped

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value, nothing_per
from ..model.enums import EnumSymbol
from ..model.types import BOOL, IntType, OptionalType, Type, describe, promised
from ..primitives import table as prim
from .nodes import error_at, is_faulty, is_none, is_written_out, path_of
from .scope import Scope, known_type

# their values are the same where the types are
_ALIKE = (ty.BoolType, ty.MemberType, ty.CardType, ty.TextType, ty.NoneType, ty.EmptyType)


def coerce(
    scope: Scope, value: tree.TExpr, wanted: ty.Type, *, fit: bool = False, span: Span | None = None
) -> tree.TExpr:
    """The value as the wanted type.

    With `fit` a number must lie in the wanted bounds: nothing is added if its range is known to lie inside, a check if
    it may not, E0304 if it cannot.

    Errors: E0301 (another kind), E0302 (another unit), E0303 (may be none), E0304 (out of range).
    """
    found = known_type(scope, value)
    if found.__class__ in _ALIKE and found == wanted:
        return value
    span = span or value.span
    if isinstance(found, ty.ErrorType) or isinstance(wanted, ty.ErrorType):
        return value
    if isinstance(wanted, ty.OptionalType):
        if isinstance(found, ty.NoneType):
            return tree.Const(none_value(wanted, scope.game), type=wanted, span=span)
        fit = fit or isinstance(wanted.inner, ty.IntType)  # a number out of range could be taken for none
        if isinstance(found, ty.OptionalType):
            return _maybe(scope, value, found, wanted, fit, span)
        return coerce(scope, value, wanted.inner, fit=fit, span=span)
    if isinstance(found, ty.NoneType):
        return scope.error(span, "E0303", f"expected {ty.describe(wanted)}, but this is none")
    if isinstance(found, ty.OptionalType):
        return _missing(scope, value, span, wanted)
    converted = _converted(scope, value, found, wanted, fit, span)
    if converted is not None:
        return converted
    hint = "compare it: with `is`, `>`, `in`" if isinstance(wanted, ty.BoolType) else ""
    if hint and isinstance(found, ty.IntType) and isinstance(value, tree.Const):
        hint = "write `yes` or `no`"
    if wanted == ty.PLAYER and isinstance(found, ty.IntType):
        hint = "players are not numbers: write `for each p in Player`, or `first p in Player where ...`"
    hint = hint or full_name(scope, span.text, wanted)
    return scope.wrong_type(span, found, ty.describe(wanted), hint)


def full_name(scope: Scope, name: str, wanted: ty.Type | None) -> str:
    """Advice if the wanted enum has a member of this name, which something else has too."""
    enum = scope.enum(wanted) if wanted is not None else None
    is_member = enum is not None and enum.kind != "range" and enum.find(name) is not None
    return f"for the member of {enum.name} write `{enum.name}.{name}`" if enum is not None and is_member else ""


def _converted(
    scope: Scope, value: tree.TExpr, found: ty.Type, wanted: ty.Type, fit: bool, span: Span
) -> tree.TExpr | None:
    """The value as another type of values that are never none; None if no value is of both."""
    match wanted, found:
        case (ty.BoolType(), ty.BoolType()) | (ty.TextType(), ty.TextType()):
            return value
        case ty.IntType(), ty.IntType():
            if wanted.unit != found.unit and not (found.unit is None and is_written_out(value)):
                return _mixed(scope, span, found, wanted)
            return fitted(scope, value, found, wanted, span) if fit else value
        case ty.IntType(), ty.MemberType():
            numbers = as_numbers(scope, found)
            return coerce(scope, retyped(value, numbers), wanted, fit=fit, span=span) if numbers else None
        case ty.MemberType(), ty.IntType():
            numbers = as_numbers(scope, wanted)
            if numbers is None:
                return None
            if found.unit is not None:
                return _mixed(scope, span, found, wanted)
            return retyped(fitted(scope, value, found, numbers, span), wanted)
        case ty.MemberType(a), ty.MemberType(b):
            if a == b:
                return value
            offset = part_offset(scope.enum(wanted), b)
            return tree.Op(prim.WIDEN, [value], (offset,), type=wanted, span=span) if offset is not None else None
        case (ty.CardType(a), ty.CardType(b)) | (ty.PileType(ty.CardType(a)), ty.PileType(ty.CardType(b))):
            return value if a is None or a == b else None
        case ty.SetType(), ty.EmptyType():
            return tree.Const(0, type=wanted, span=span)
        case ty.PerType(), ty.EmptyType():
            return tree.Const(nothing_per(wanted, scope.game), type=wanted, span=span)
        case ty.SetType(), ty.SetType():
            return _set(scope, value, found, wanted, span)
        case ty.SetType(ty.CardType(a)), ty.PileType(ty.CardType(b)):
            return tree.Op(prim.CARDS_AS_SET, [value], type=wanted, span=span) if a is None or a == b else None
        case ty.PerType(), ty.PerType() if wanted.key == found.key:
            return _per(scope, value, found, wanted, fit, span)
        case _:
            return None


def _maybe(
    scope: Scope, value: tree.TExpr, found: ty.OptionalType, wanted: ty.OptionalType, fit: bool, span: Span
) -> tree.TExpr:
    """A value that may be none, as another type that may be none; the numbers that stand for none may differ."""
    converted = coerce(scope, retyped(value, found.inner), wanted.inner, fit=fit, span=span)
    if is_faulty(converted):
        return converted
    before, after = none_value(found, scope.game), none_value(wanted, scope.game)
    if before == after and not (isinstance(converted, tree.Op) and converted.primitive is prim.FIT):
        return retyped(converted, wanted)
    missing = is_none(scope.game, retyped(value, found), span)
    none = tree.Const(after, type=wanted, span=span)
    return tree.If(missing, none, retyped(converted, wanted), type=wanted, span=span)


def _set(scope: Scope, value: tree.TExpr, found: ty.SetType, wanted: ty.SetType, span: Span) -> tree.TExpr | None:
    """A set as a set of the wanted members, or None when they are of another kind."""
    first: int | None  # what bit 0 of the value stands for
    match wanted.member, found.member:
        case a, b if a == b or (a == ty.CardType(None) and isinstance(b, ty.CardType)):
            return retyped(value, wanted)
        case ty.IntType(unit=a), ty.IntType(unit=b) if a == b:
            first = set_low(scope, found)
        case ty.MemberType(a), ty.MemberType(b):
            first = part_offset(scope.game.enums.get(a), b)
        case _:
            first = None
    low = set_low(scope, wanted)
    if first is None or first == low:
        return None if first is None else retyped(value, wanted)
    one = scope.hidden("member", wanted.member, span)
    return tree.Those(tree.Loop(one, tree.SetDomain(value, first)), None, low, type=wanted, span=span)


def _per(
    scope: Scope, value: tree.TExpr, found: ty.PerType, wanted: ty.PerType, fit: bool, span: Span
) -> tree.TExpr | None:
    """The numbers of one `per` as those of another, or None when they are of another kind."""
    a, b = wanted.value, found.value
    if a == b:
        return value
    if not isinstance(a, ty.IntType) or not isinstance(b, ty.IntType):
        return None
    if a.unit != b.unit:
        return _mixed(scope, span, b, a)
    if fit and not ty.lies_in(b, a):
        why = f"these numbers may not fit in {a.low}..{a.high}"
        return scope.error(span, "E0304", why, help="declare both with the same range")
    return value


def set_low(scope: Scope, type_: ty.SetType) -> int:
    """The member that bit 0 of a set stands for."""
    member = type_.member
    if isinstance(member, ty.MemberType) and member.enum in scope.game.enums:
        return scope.game.enums[member.enum].low
    if isinstance(member, ty.IntType):
        return min(member.low or 0, 0)
    return 0


def set_of(scope: Scope, members: list[tree.TExpr], type_: ty.SetType, span: Span) -> tree.Op:
    """A set of members that have its type."""
    return tree.Op(prim.SET_OF, members, (set_low(scope, type_),), type=type_, span=span)


def part_offset(sum_: EnumSymbol | None, part: str) -> int | None:
    """The offset of the members of an enum in a sum, also through a sum of sums; None when it is no part of it."""
    pieces = sum_.parts if sum_ is not None else []
    return next((piece.offset for piece in pieces if piece.enum == part), None)


def ask_the_map(name: str) -> str:
    """Advice on asking for the ways from a member of the enum that a map is of."""
    return f"for its ways, declare `define ways(s: {name}) -> set of {name} = s.next` and write `ways(...)`"


def as_numbers(scope: Scope, type_: ty.Type) -> ty.IntType | None:
    """The range of a number, or of the numbers that the members of a range enum are; None for any other type."""
    if isinstance(type_, ty.IntType):
        return type_
    symbol = scope.game.enums.get(type_.enum) if isinstance(type_, ty.MemberType) else None
    return ty.IntType(symbol.low, symbol.high) if symbol is not None and symbol.kind == "range" else None


def fitted(scope: Scope, value: tree.TExpr, found: ty.IntType, wanted: ty.IntType, span: Span) -> tree.TExpr:
    """A number that play holds to a range, unless it is known to lie there. Errors: E0304 if it cannot."""
    low, high = wanted.low, wanted.high
    if low is None or high is None or ty.lies_in(found, wanted):
        return value
    if (found.high is not None and found.high < low) or (found.low is not None and found.low > high):
        what = f"{found.low:_}" if found.low is not None and found.low == found.high else "this number"
        why = f"{what} does not fit in {low:_}..{high:_}"
        return scope.error(span, "E0304", why, help="change the value, or the declared range")
    return tree.Op(prim.FIT, [value], (low, high), type=ty.IntType(low, high, found.unit), span=span)


def _missing(scope: Scope, value: tree.TExpr, span: Span, wanted: ty.Type) -> tree.TExpr:
    what = span.text if len(span.text) < 40 else "this"
    if isinstance(value, tree.LocalRef) and value.local in scope.unsure:
        help_ = f"a loop assigns it: test it where it is read, or copy it before the loop, `let x = {what}`"
    elif isinstance(value, tree.LocalRef):
        help_ = f"test it first, for example `if {what} is not none:`; below a `let`, write `otherwise:`"
    elif isinstance(value, tree.PlaceRead | tree.StateRead):
        help_ = f"give it a name first: `let x = {what}` with `otherwise:` below it; or test it in a `define` for `T?`"
    else:
        help_ = "give it a name with `let`, and `otherwise:` below it for the missing case"
    if scope.scenario and not isinstance(value, tree.LocalRef):
        help_ += "; a step has no `let`: it asks `any x in … where …`, or calls an effect of the scenario that does it"
    path, message, note = path_of(value), f"`{what}` may be `none` here", f"expected {ty.describe(wanted)}"
    scope.diagnostics.report_once(("E0303", path or span), "E0303", span, message, note=note, help=help_)
    return tree.Const(0, type=ty.ERROR, span=span)


def _mixed(scope: Scope, span: Span, found: ty.IntType, wanted: ty.Type) -> tree.TExpr:
    unit = wanted.unit if isinstance(wanted, ty.IntType) else None
    help_ = ""
    if unit is not None and found.unit is None:
        help_ = f"declare it as {unit}, or multiply it by an amount: `n * one` with `define one -> {unit} = 1`"
    elif unit is None and found.unit is not None:
        help_ = f"declare the other side as {found.unit}, or divide this by an amount of {found.unit}"
    why = f"expected {ty.describe(wanted)}, but this is {ty.describe(found)}"
    return scope.error(span, "E0302", why, help=help_)


def retyped(value: tree.TExpr, type_: ty.Type) -> tree.TExpr:
    """The same value under another type that has the same numbers."""
    return value if value.type == type_ or is_faulty(value) else replace(value, type=type_)


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
    return scope.wrong_type(node.span, found, "a number"), IntType()


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
    return [
        _pile_of(scope, value, param) if isinstance(param, ty.PileType) else expr_of(scope, value, param, fit=True)
        for value, param in zip(given, params, strict=True)
    ]


def _pile_of(scope: Scope, node: syn.Expr, wanted: ty.PileType) -> tree.TExpr:
    """The pile that an argument names: cards may come to lie there, so it holds exactly those of the wanted type."""
    match resolve_expr(scope, node, wanted):
        case tree.PileCards(zone, None, type=found) if found == wanted:
            return zone
        case value:
            return scope.wrong_type(node.span, known_type(scope, value), describe(wanted), "name a pile of the state")


def call_define(scope: Scope, node: syn.Expr, name: str, given: tuple[syn.Expr, ...]) -> tree.TExpr:
    """A define, called by its name."""
    callee = scope.resolver.defines.get(name)
    if callee is None or scope.is_reported(name):
        return error_at(node)
    values = arguments_of(scope, node, callee.name, [param.type for param in callee.params], given)
    if len(values) != len(callee.params):
        return error_at(node)
    assert callee.result is not None
    return tree.DefineCall(callee, values, type=promised(callee.result), span=node.span)


def resolve_set(scope: Scope, node: syn.SetLiteral | syn.ListLiteral, wanted: ty.Type | None) -> tree.TExpr:
    """A set; if none is wanted, its first member determines what it holds."""
    if isinstance(wanted, ty.PerType) and isinstance(node, syn.ListLiteral):
        help_ = "give a number to each, for example `red 1`"
        return scope.error(node, "E0301", f"expected {ty.describe(wanted)}", help=help_)
    if isinstance(wanted, IntType) and (number := ungrouped(node.span.text)):  # `3,000`
        why = f"expected {ty.describe(wanted)}, but these are two numbers or more"
        return scope.error(node, "E0301", why, help=f"write `{number}`")
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
        help_ = ""
        if isinstance(wanted, IntType) and len(node.entries) == 1 and isinstance(node.entries[0].key, syn.Number):
            help_ = f"write the number alone: `{node.entries[0].key.span.text}`"  # `3_000 EUR`
        return scope.error(node, "E0301", "a number for each member is not expected here", help=help_)
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
                    scope.error(entry, "E0202", "this appears twice", labels=(Label(seen[at].span, "first here"),))
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
