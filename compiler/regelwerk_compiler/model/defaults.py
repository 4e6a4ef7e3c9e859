"""Default values by type, and the numbers that stand for `none`."""

from __future__ import annotations

from .symbols import Game, Value
from .types import CardType, IntType, MemberType, OptionalType, PerType, TextType, Type, strip_optional

NO_NUMBER = -(1 << 62)


def none_value(type_: Type, game: Game) -> int:
    """The number that stands for `none`: -1, or one less than the lowest value if that is below zero.

    Among numbers without a lower bound it is `NO_NUMBER`, which no rule can count down to.
    """
    match strip_optional(type_):
        case IntType(None):
            return NO_NUMBER
        case IntType(int(low)):
            return min(low, 0) - 1
        case MemberType(enum) if enum in game.enums:
            return min(game.enums[enum].low, 0) - 1
        case _:
            return -1


def default_value(type_: Type, game: Game) -> Value:
    """The value of a variable, field or cell without one: 0, no, none, empty, or the first member."""
    match type_:
        case OptionalType():
            return none_value(type_, game)
        case IntType():
            return _nearest_to_zero(type_)
        case MemberType(enum):
            return game.enums[enum].low
        case PerType():
            return nothing_per(type_, game)
        case TextType():
            return None
        case CardType():
            return -1
        case _:
            return 0


def nothing_per(type_: PerType, game: Game) -> tuple[int, ...]:
    """The numbers of an empty `per`."""
    nothing = _nearest_to_zero(type_.value) if isinstance(type_.value, IntType) else 0
    return (nothing,) * game.enums[type_.key.enum].size


def _nearest_to_zero(type_: IntType) -> int:
    if type_.low is not None and type_.low > 0:
        return type_.low
    return type_.high if type_.high is not None and type_.high < 0 else 0
