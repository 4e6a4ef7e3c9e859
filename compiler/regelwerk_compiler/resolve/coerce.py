"""Conversion of typed expressions to the type that is wanted."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl.source import Span

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value, nothing_per
from ..model.symbols import EnumSymbol
from ..primitives import table as prim
from .nodes import is_faulty, is_none, yes_or_no
from .numerals import is_written_out
from .scope import Scope, known_type, path_of


def coerce(
    scope: Scope, value: tree.TExpr, wanted: ty.Type, *, fit: bool = False, span: Span | None = None
) -> tree.TExpr:
    """The value as the wanted type.

    With `fit` a number is held to the wanted bounds: nothing is added where its range is known to lie inside, a check
    where it may not, E0304 where it cannot.

    Errors: E0301 (another kind), E0302 (another unit), E0303 (may be none), E0304 (out of range).
    """
    found = known_type(scope, value)
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
        return scope.error(span, "E0303", f"{ty.describe(wanted)} is wanted here, and this is none")
    if isinstance(found, ty.OptionalType):
        return _missing(scope, value, span, wanted)
    converted = _converted(scope, value, found, wanted, fit, span)
    if converted is not None:
        return converted
    hint = "compare it: with `is`, `>`, `in`" if isinstance(wanted, ty.BoolType) else ""
    if wanted == ty.PLAYER and isinstance(found, ty.IntType):
        hint = "players are no numbers: write `for each p in Player`, or `first p in Player where ...`"
    return scope.wrong_type(span, found, _article(wanted), hint)


def _converted(
    scope: Scope, value: tree.TExpr, found: ty.Type, wanted: ty.Type, fit: bool, span: Span
) -> tree.TExpr | None:
    """The value as another type of values that are never none; None where no value is of both."""
    match wanted, found:
        case (ty.BoolType(), ty.BoolType()) | (ty.TextType(), ty.TextType()):
            return value
        case ty.IntType(), ty.IntType():
            if wanted.unit != found.unit and not (found.unit is None and is_written_out(value)):
                return _mixed(scope, span, found, wanted)
            return _fit(scope, value, found, wanted, span) if fit else value
        case ty.IntType(), ty.MemberType():
            numbers = as_numbers(scope, found)
            return coerce(scope, retyped(value, numbers), wanted, fit=fit, span=span) if numbers else None
        case ty.MemberType(), ty.IntType():
            numbers = as_numbers(scope, wanted)
            if numbers is None:
                return None
            if found.unit is not None:
                return _mixed(scope, span, found, wanted)
            return retyped(_fit(scope, value, found, numbers, span), wanted)
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
    """What may be none, as another type that may be none; the numbers that stand for none may differ."""
    converted = coerce(scope, retyped(value, found.inner), wanted.inner, fit=fit, span=span)
    if is_faulty(converted):
        return converted
    before, after = none_value(found, scope.game), none_value(wanted, scope.game)
    if before == after and not (isinstance(converted, tree.Op) and converted.primitive is prim.FIT):
        return retyped(converted, wanted)
    missing = is_none(scope.game, retyped(value, found), span)
    return tree.If(
        missing, tree.Const(after, type=wanted, span=span), retyped(converted, wanted), type=wanted, span=span
    )


def _set(scope: Scope, value: tree.TExpr, found: ty.SetType, wanted: ty.SetType, span: Span) -> tree.TExpr | None:
    """A set as a set of the wanted members, or None when they are of another kind."""
    a, b = wanted.member, found.member
    low, from_ = set_low(scope, wanted), set_low(scope, found)
    if a == b or (isinstance(a, ty.CardType) and isinstance(b, ty.CardType) and a.name is None):
        return retyped(value, wanted)
    if isinstance(a, ty.IntType) and isinstance(b, ty.IntType) and a.unit == b.unit:
        if low == from_:
            return retyped(value, wanted)
        one = scope.hidden("member", a, span)
        return tree.Those(tree.Loop(one, tree.SetDomain(value, from_)), None, low, type=wanted, span=span)
    if isinstance(a, ty.MemberType) and isinstance(b, ty.MemberType):
        offset = part_offset(scope.game.enums.get(a.enum), b.enum)
        if offset == 0:
            return retyped(value, wanted)
        if offset is not None:
            one = scope.hidden("member", a, span)
            here = tree.LocalRef(one, type=a, span=span)
            far = yes_or_no(prim.AT_LEAST, [here, tree.Const(offset, type=a, span=span)], span)
            inside = tree.Op(prim.IN_SET, [here, value], (offset,), type=ty.BOOL, span=span)
            both = yes_or_no(prim.AND, [far, inside], span)
            return tree.Those(tree.Loop(one, tree.EnumDomain(a.enum)), both, low, type=wanted, span=span)
    return None


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
    if fit and not lies_in(b, a):
        return scope.error(
            span, "E0304", f"these numbers may not fit in {a.low}..{a.high}", help="declare both with the same range"
        )
    return value


def lies_in(found: ty.IntType, wanted: ty.IntType) -> bool:
    """Whether every number of one range is known to lie in another."""
    if wanted.low is not None and (found.low is None or found.low < wanted.low):
        return False
    return wanted.high is None or (found.high is not None and found.high <= wanted.high)


def set_low(scope: Scope, type_: ty.SetType) -> int:
    """The member that bit 0 of a set stands for."""
    member = type_.member
    if isinstance(member, ty.MemberType) and member.enum in scope.game.enums:
        return scope.game.enums[member.enum].low
    if isinstance(member, ty.IntType):
        return min(member.low or 0, 0)
    return 0


def _article(wanted: ty.Type) -> str:
    text = ty.describe(wanted)
    return text[0].upper() + text[1:] if text[0].islower() else text


def part_offset(sum_: EnumSymbol | None, part: str) -> int | None:
    """Where the members of an enum begin in a sum, also through a sum of sums; None when it is no part."""
    if sum_ is None:
        return None
    for piece in sum_.parts:
        if piece.enum == part:
            return piece.offset
    return None


def as_numbers(scope: Scope, type_: ty.Type) -> ty.IntType | None:
    """The numbers that the members of a range of numbers are; None for any other type."""
    symbol = scope.game.enums.get(type_.enum) if isinstance(type_, ty.MemberType) else None
    return ty.IntType(symbol.low, symbol.high) if symbol is not None and symbol.kind == "range" else None


def _fit(scope: Scope, value: tree.TExpr, found: ty.IntType, wanted: ty.IntType, span: Span) -> tree.TExpr:
    low, high = wanted.low, wanted.high
    if low is None or high is None or lies_in(found, wanted):
        return value
    if (found.high is not None and found.high < low) or (found.low is not None and found.low > high):
        what = f"{found.low:_}" if found.low is not None and found.low == found.high else "this number"
        return scope.error(
            span, "E0304", f"{what} does not fit in {low:_}..{high:_}", help="change the value, or the declared range"
        )
    return tree.Op(prim.FIT, [value], (low, high), type=ty.IntType(low, high, found.unit), span=span)


def _missing(scope: Scope, value: tree.TExpr, span: Span, wanted: ty.Type) -> tree.TExpr:
    what = span.text if len(span.text) < 40 else "this"
    if isinstance(value, tree.LocalRef):
        help_ = f"test it first, for example `if {what} is not none:`; below a `let`, write `otherwise:`"
    elif isinstance(value, tree.PlaceRead | tree.StateRead):
        help_ = f"give it a name first: `let x = {what}` with `otherwise:` below it; or test it in a `define` for `T?`"
    else:
        help_ = "give it a name with `let`, and `otherwise:` below it for the missing case"
    path, message, note = path_of(value), f"`{what}` may be none here", f"{ty.describe(wanted)} is wanted"
    scope.diagnostics.report_once(("E0303", path or span), "E0303", span, message, note=note, help=help_)
    return tree.Const(0, type=ty.ERROR, span=span)


def _mixed(scope: Scope, span: Span, found: ty.IntType, wanted: ty.Type) -> tree.TExpr:
    unit = wanted.unit if isinstance(wanted, ty.IntType) else None
    help_ = ""
    if unit is not None and found.unit is None:
        help_ = f"declare it as {unit}, or multiply it by an amount: `n * one` with `define one -> {unit} = 1`"
    elif unit is None and found.unit is not None:
        help_ = f"declare the other side as {found.unit}, or divide this by an amount of {found.unit}"
    return scope.error(
        span, "E0302", f"{_article(wanted)} is wanted here, and this is {ty.describe(found)}", help=help_
    )


def retyped(value: tree.TExpr, type_: ty.Type) -> tree.TExpr:
    """The same value under another type that has the same numbers."""
    return value if value.type == type_ or is_faulty(value) else replace(value, type=type_)
