"""Default values by type, and the numbers that stand for `none`."""

from __future__ import annotations

from . import types as ty
from .enums import Value
from .symbols import Game

NO_NUMBER = -(1 << 62)


def none_value(type_: ty.Type, game: Game) -> int:
    """The number that stands for `none`: -1, or one less than the lowest value if that is below zero.

    Among numbers without a lower bound it is `NO_NUMBER`, which no rule can count down to.
    """
    match ty.strip_optional(type_):
        case ty.IntType(low):
            return NO_NUMBER if low is None else min(low, 0) - 1
        case ty.MemberType(enum):
            return min(game.enums[enum].low, 0) - 1 if enum in game.enums else -1
        case ty.CardType() | ty.BoolType() | ty.SetType() | ty.PerType() | ty.TextType() | ty.OptionalType():
            return -1
        case ty.PileType() | ty.PlaceType() | ty.NoneType() | ty.EmptyType() | ty.ErrorType():
            return -1


def domain_of(type_: ty.Type, game: Game) -> range | None:
    """The values of an enum, with `none` before its first member if it may be none; None if no range holds them all."""
    plain = ty.strip_optional(type_)
    if not isinstance(plain, ty.MemberType) or plain.enum == "Player":
        return None
    enum, may_be_none = game.enums[plain.enum], isinstance(type_, ty.OptionalType)
    if may_be_none and none_value(type_, game) != enum.low - 1:
        return None
    return range(enum.low - may_be_none, enum.high + 1)


def default_value(type_: ty.Type, game: Game) -> Value:
    """The value of a variable, field or cell without one: 0, no, none, empty, or the first member."""
    match type_:
        case ty.OptionalType():
            return none_value(type_, game)
        case ty.IntType():
            return _nearest_to_zero(type_)
        case ty.MemberType(enum):
            return game.enums[enum].low
        case ty.PerType():
            return nothing_per(type_, game)
        case ty.TextType():
            return None
        case ty.CardType():
            return -1
        case ty.BoolType() | ty.SetType():
            return 0
        case ty.PileType() | ty.PlaceType() | ty.NoneType() | ty.EmptyType() | ty.ErrorType():
            return 0


def nothing_per(type_: ty.PerType, game: Game) -> tuple[int, ...]:
    """The numbers of an empty `per`."""
    nothing = _nearest_to_zero(type_.value) if isinstance(type_.value, ty.IntType) else 0
    return (nothing,) * game.enums[type_.key.enum].size


def _nearest_to_zero(type_: ty.IntType) -> int:
    if type_.low is not None and type_.low > 0:
        return type_.low
    return type_.high if type_.high is not None and type_.high < 0 else 0
