"""A typed expression where a certain type is wanted: it fits, is converted, or is reported."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl.diagnostics import Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.defaults import none_value, nothing_per
from ..model.symbols import EnumSymbol
from ..model.types import (
    BOOL,
    ERROR,
    NONE,
    PLAYER,
    BoolType,
    CardType,
    EmptyType,
    ErrorType,
    IntType,
    MemberType,
    NoneType,
    OptionalType,
    PerType,
    PileType,
    SetType,
    TextType,
    Type,
    describe,
)
from ..primitives import table as prim
from .numerals import is_written_out
from .scope import Scope, known_type, path_of


def coerce(scope: Scope, value: tree.TExpr, wanted: Type, *, fit: bool = False, span: Span | None = None) -> tree.TExpr:
    """The value as the wanted type.

    With `fit` a number is held to the wanted bounds: nothing is added where its range is known to lie inside, a check
    where it may not, E0304 where it cannot.

    Errors: E0301 (another kind), E0302 (another unit), E0303 (may be none), E0304 (out of range).
    """
    found = known_type(scope, value)
    span = span or value.span
    if isinstance(found, ErrorType) or isinstance(wanted, ErrorType):
        return value
    if isinstance(wanted, OptionalType):
        if isinstance(found, NoneType):
            return tree.Const(none_value(wanted, scope.game), type=wanted, span=span)
        fit = fit or isinstance(wanted.inner, IntType)  # a number out of range could be taken for none
        if isinstance(found, OptionalType):
            return _maybe(scope, value, found, wanted, fit, span)
        return coerce(scope, value, wanted.inner, fit=fit, span=span)
    if isinstance(found, NoneType):
        scope.error(span, "E0303", f"{describe(wanted)} is wanted here, and this is none")
        return _error(value)
    if isinstance(found, OptionalType):
        return _missing(scope, value, span, wanted)
    match wanted, found:
        case BoolType(), BoolType():
            return value
        case TextType(), TextType():
            return value
        case IntType(), IntType():
            if wanted.unit != found.unit and not (found.unit is None and is_written_out(value)):
                _mixed(scope, span, found, wanted)
                return _error(value)
            return _fit(scope, value, found, wanted, span) if fit else value
        case IntType(), MemberType(enum) if is_range(scope, enum):
            symbol = scope.game.enums[enum]
            as_int = _retyped(value, IntType(symbol.low, symbol.high))
            return coerce(scope, as_int, wanted, fit=fit, span=span)
        case MemberType(enum), IntType() if is_range(scope, enum):
            symbol = scope.game.enums[enum]
            if found.unit is not None:
                _mixed(scope, span, found, wanted)
                return _error(value)
            fitted = _fit(scope, value, found, IntType(symbol.low, symbol.high), span)
            return _retyped(fitted, wanted)
        case MemberType(a), MemberType(b) if a == b:
            return value
        case MemberType(a), MemberType(b):
            offset = part_offset(scope.game.enums.get(a), b)
            if offset is not None:
                return tree.Op(prim.WIDEN, [value], (offset,), type=wanted, span=span)
        case CardType(None), CardType():
            return value
        case CardType(a), CardType(b) if a == b:
            return value
        case SetType(), EmptyType():
            return tree.Const(0, type=wanted, span=span)
        case PerType(), EmptyType():
            return tree.Const(nothing_per(wanted, scope.game), type=wanted, span=span)
        case SetType(), SetType():
            converted = _set(scope, value, found, wanted, span)
            if converted is not None:
                return converted
        case SetType(member), PileType(card) if isinstance(member, CardType):
            if member.name is None or member == card:
                return tree.Op(prim.CARDS_AS_SET, [value], type=wanted, span=span)
        case PerType(_, key), PerType(_, other_key) if key == other_key:
            converted = _per(scope, value, found, wanted, fit, span)
            if converted is not None:
                return converted
        case PileType(card), PileType(other):
            if card.name is None or card == other:
                return value
        case _:
            pass
    hint = ""
    if isinstance(wanted, BoolType):
        hint = "compare it: with `is`, `>`, `in`"
    if wanted == PLAYER and isinstance(found, IntType):
        hint = "players are no numbers: write `for each p in Player`, or `first p in Player where ...`"
    scope.wrong_type(span, found, _article(wanted), hint)
    return _error(value)


def _maybe(
    scope: Scope, value: tree.TExpr, found: OptionalType, wanted: OptionalType, fit: bool, span: Span
) -> tree.TExpr:
    """What may be none, as another type that may be none; the numbers that stand for none may differ."""
    converted = coerce(scope, _retyped(value, found.inner), wanted.inner, fit=fit, span=span)
    if isinstance(converted.type, ErrorType):
        return converted
    before, after = none_value(found, scope.game), none_value(wanted, scope.game)
    if before == after and not (isinstance(converted, tree.Op) and converted.primitive is prim.FIT):
        return _retyped(converted, wanted)
    missing = tree.Op(
        prim.EQUAL, [_retyped(value, found), tree.Const(before, type=NONE, span=span)], type=BOOL, span=span
    )
    return tree.If(
        missing, tree.Const(after, type=wanted, span=span), _retyped(converted, wanted), type=wanted, span=span
    )


def _set(scope: Scope, value: tree.TExpr, found: SetType, wanted: SetType, span: Span) -> tree.TExpr | None:
    """A set as a set of the wanted members, or None when they are of another kind."""
    a, b = wanted.member, found.member
    low, from_ = set_low(scope, wanted), set_low(scope, found)
    if a == b or (isinstance(a, CardType) and isinstance(b, CardType) and a.name is None):
        return _retyped(value, wanted)
    if isinstance(a, IntType) and isinstance(b, IntType) and a.unit == b.unit:
        if low == from_:
            return _retyped(value, wanted)
        one = scope.hidden("member", a, span)
        return tree.Those(tree.Loop(one, tree.SetDomain(value, from_)), None, low, type=wanted, span=span)
    if isinstance(a, MemberType) and isinstance(b, MemberType):
        offset = part_offset(scope.game.enums.get(a.enum), b.enum)
        if offset == 0:
            return _retyped(value, wanted)
        if offset is not None:
            one = scope.hidden("member", a, span)
            here = tree.LocalRef(one, type=a, span=span)
            far = tree.Op(prim.AT_LEAST, [here, tree.Const(offset, type=a, span=span)], type=BOOL, span=span)
            inside = tree.Op(prim.IN_SET, [here, value], (offset,), type=BOOL, span=span)
            both = tree.Op(prim.AND, [far, inside], type=BOOL, span=span)
            return tree.Those(tree.Loop(one, tree.EnumDomain(a.enum)), both, low, type=wanted, span=span)
    return None


def _per(scope: Scope, value: tree.TExpr, found: PerType, wanted: PerType, fit: bool, span: Span) -> tree.TExpr | None:
    """The numbers of one `per` as those of another, or None when they are of another kind."""
    a, b = wanted.value, found.value
    if a == b:
        return value
    if not isinstance(a, IntType) or not isinstance(b, IntType):
        return None
    if a.unit != b.unit:
        _mixed(scope, span, b, a)
        return _error(value)
    if fit and not lies_in(b, a):
        scope.error(
            span, "E0304", f"these numbers may not fit in {a.low}..{a.high}", help="declare both with the same range"
        )
        return _error(value)
    return value


def lies_in(found: IntType, wanted: IntType) -> bool:
    """Whether every number of one range is known to lie in another."""
    if wanted.low is not None and (found.low is None or found.low < wanted.low):
        return False
    return wanted.high is None or (found.high is not None and found.high <= wanted.high)


def set_low(scope: Scope, type_: SetType) -> int:
    """The member that bit 0 of a set stands for."""
    member = type_.member
    if isinstance(member, MemberType) and member.enum in scope.game.enums:
        return scope.game.enums[member.enum].low
    if isinstance(member, IntType):
        return min(member.low or 0, 0)
    return 0


def _article(wanted: Type) -> str:
    text = describe(wanted)
    return text[0].upper() + text[1:] if text[0].islower() else text


def part_offset(sum_: EnumSymbol | None, part: str) -> int | None:
    """Where the members of an enum begin in a sum, also through a sum of sums; None when it is no part."""
    if sum_ is None:
        return None
    for piece in sum_.parts:
        if piece.enum == part:
            return piece.offset
    return None


def is_range(scope: Scope, enum: str) -> bool:
    """Whether an enum is a range of numbers, whose members count as numbers."""
    symbol = scope.game.enums.get(enum)
    return symbol is not None and symbol.kind == "range"


def as_numbers(scope: Scope, type_: Type) -> IntType | None:
    """The numbers that members of a range are; None for any other type."""
    if isinstance(type_, MemberType) and is_range(scope, type_.enum):
        symbol = scope.game.enums[type_.enum]
        return IntType(symbol.low, symbol.high)
    return None


def _fit(scope: Scope, value: tree.TExpr, found: IntType, wanted: IntType, span: Span) -> tree.TExpr:
    low, high = wanted.low, wanted.high
    if low is None or high is None or lies_in(found, wanted):
        return value
    if (found.high is not None and found.high < low) or (found.low is not None and found.low > high):
        what = f"{found.low:_}" if found.low is not None and found.low == found.high else "this number"
        scope.error(
            span, "E0304", f"{what} does not fit in {low:_}..{high:_}", help="change the value, or the declared range"
        )
        return _error(value)
    return tree.Op(prim.FIT, [value], (low, high), type=IntType(low, high, found.unit), span=span)


def _missing(scope: Scope, value: tree.TExpr, span: Span, wanted: Type) -> tree.TExpr:
    what = span.text if len(span.text) < 40 else "this"
    if isinstance(value, tree.LocalRef):
        help_ = f"test it first, for example `if {what} is not none:`; below a `let`, write `otherwise:`"
    elif isinstance(value, tree.PlaceRead | tree.StateRead):
        help_ = f"give it a name first: `let x = {what}` with `otherwise:` below it; or test it in a `define` for `T?`"
    else:
        help_ = "give it a name with `let`, and `otherwise:` below it for the missing case"
    path, message, note = path_of(value), f"`{what}` may be none here", f"{describe(wanted)} is wanted"
    scope.diagnostics.report_once(("E0303", path or span), "E0303", span, message, note=note, help=help_)
    return _error(value)


def _mixed(scope: Scope, span: Span, found: IntType, wanted: Type, labels: tuple[Label, ...] = ()) -> None:
    unit = wanted.unit if isinstance(wanted, IntType) else None
    help_ = ""
    if unit is not None and found.unit is None:
        help_ = f"declare it as {unit}, or multiply it by an amount: `n * one` with `define one -> {unit} = 1`"
    elif unit is None and found.unit is not None:
        help_ = f"declare the other side as {found.unit}, or divide this by an amount of {found.unit}"
    scope.error(
        span, "E0302", f"{_article(wanted)} is wanted here, and this is {describe(found)}", labels=labels, help=help_
    )


def _retyped(value: tree.TExpr, type_: Type) -> tree.TExpr:
    """The same value under another type that has the same numbers."""
    if value.type == type_:
        return value
    return replace(value, type=type_)


def retyped(value: tree.TExpr, type_: Type) -> tree.TExpr:
    return _retyped(value, type_)


def _error(value: tree.TExpr) -> tree.TExpr:
    return tree.Const(0, type=ERROR, span=value.span)
