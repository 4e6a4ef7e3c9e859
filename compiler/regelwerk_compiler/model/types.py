"""The types of the language, as small frozen data, and the arithmetic of integer ranges."""

from __future__ import annotations

from msgspec import Struct


class BoolType(Struct, frozen=True):
    pass


SMALLEST, LARGEST = -(1 << 63), (1 << 63) - 1
"""All numbers of a game lie between these, intermediate results included."""


class IntType(Struct, frozen=True):
    """An integer of a unit (None: a plain number), between two bounds where they are known."""

    low: int | None = None
    high: int | None = None
    unit: str | None = None


class MemberType(Struct, frozen=True):
    """A member of an enum, table, map, or a player (`enum` is then `Player`)."""

    enum: str


class CardType(Struct, frozen=True):
    """A card of one card type, or of any (`name` is then None)."""

    name: str | None


class OptionalType(Struct, frozen=True):
    inner: Type


class SetType(Struct, frozen=True):
    member: Type


class PerType(Struct, frozen=True):
    """A value for each member of an enum."""

    value: Type
    key: MemberType


class PileType(Struct, frozen=True):
    """The cards of a pile, in order, the top last."""

    card: CardType


class PlaceType(Struct, frozen=True):
    """A place for one card. Read as a value it is a card or none."""

    card: CardType


class TextType(Struct, frozen=True):
    """Words that are printed; no rule reads them."""


class NoneType(Struct, frozen=True):
    """The type of `none` alone."""


class EmptyType(Struct, frozen=True):
    """The type of `empty` alone."""


class ErrorType(Struct, frozen=True):
    """The type of an expression that has been reported. It fits everywhere, so one cause gives one message."""


ValueType = BoolType | IntType | MemberType | CardType | OptionalType | SetType | PerType | TextType
Type = ValueType | PileType | PlaceType | NoneType | EmptyType | ErrorType

BOOL = BoolType()
INT = IntType()
ERROR = ErrorType()
NONE = NoneType()
EMPTY = EmptyType()
TEXT = TextType()
PLAYER = MemberType("Player")


def strip_optional(type_: Type) -> Type:
    return type_.inner if isinstance(type_, OptionalType) else type_


def optional(type_: Type) -> Type:
    """The type with `none` added."""
    return type_ if isinstance(type_, OptionalType | ErrorType) else OptionalType(type_)


def card_type_of(type_: Type) -> CardType | None:
    """The type of the cards that a card, a set of cards, a pile or a place holds; None for anything else."""
    match strip_optional(type_):
        case CardType() as card:
            return card
        case SetType(CardType() as card) | PileType(card) | PlaceType(card):
            return card
        case BoolType() | IntType() | MemberType() | OptionalType() | SetType() | PerType() | TextType():
            return None
        case NoneType() | EmptyType() | ErrorType():
            return None


def may_share(one: CardType, other: CardType) -> bool:
    """True if a card may be of both types; `Card` takes in all types."""
    return None in (one.name, other.name) or one == other


def promised(type_: Type) -> Type:
    """The type of the result of a call, without the bounds of a unit, which hold only where amounts are stored."""
    return IntType(None, None, type_.unit) if isinstance(type_, IntType) and type_.unit else type_


def unbounded(type_: Type) -> Type:
    """The type without the bounds of its integers, as declared things have it outside the compiler."""
    match type_:
        case IntType():
            return IntType(unit=type_.unit)
        case OptionalType(inner):
            return OptionalType(unbounded(inner))
        case SetType(member):
            return SetType(unbounded(member))
        case PerType(value, key):
            return PerType(unbounded(value), key)
        case BoolType() | MemberType() | CardType() | TextType() | PileType() | PlaceType():
            return type_
        case NoneType() | EmptyType() | ErrorType():
            return type_


def describe(type_: Type) -> str:
    """The type in the author's words: `EUR`, `Good`, `set of Spot`, `Good, or none`."""
    match type_:
        case BoolType():
            return "yes or no"
        case IntType(_, _, unit):
            return unit or "a number"
        case MemberType(enum):
            return enum
        case CardType(name):
            return name or "Card"
        case OptionalType(inner):
            return f"{describe(inner)}, or none"
        case SetType(member):
            return f"a set of {describe(member)}"
        case PerType(value, key):
            return f"{describe(value)} per {key.enum}"
        case PileType(card):
            return f"a pile of {describe(card)}"
        case PlaceType(card):
            return f"a place for {describe(card)}"
        case TextType():
            return "a text"
        case NoneType():
            return "none"
        case EmptyType():
            return "empty"
        case ErrorType():
            return "something unknown"


# ---- ranges: each bound may be None for unknown ----------------------------------------------------------------------


def range_add(a: IntType, b: IntType) -> IntType:
    low = None if a.low is None or b.low is None else a.low + b.low
    return IntType(low, None if a.high is None or b.high is None else a.high + b.high)


def range_subtract(a: IntType, b: IntType) -> IntType:
    return range_add(a, range_negate(b))


def range_multiply(a: IntType, b: IntType) -> IntType:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        positive = a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0
        return IntType(0 if positive else None)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return IntType(min(corners), max(corners))


def range_divide(a: IntType, b: IntType) -> IntType:
    if a.low is None or a.high is None or b.low is None or b.high is None or b.low <= 0 <= b.high:
        return IntType()
    corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
    return IntType(min(corners), max(corners))


def range_modulo(_: IntType, b: IntType) -> IntType:
    return IntType(0, b.high - 1) if b.low is not None and b.high is not None and b.low > 0 else IntType()


def range_union(a: IntType, b: IntType) -> IntType:
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return IntType(low, high, a.unit or b.unit)


def range_least(a: IntType, b: IntType) -> IntType:
    """The range of the lesser of two numbers."""
    return IntType(range_union(a, b).low, range_intersection(a, b).high)


def range_greatest(a: IntType, b: IntType) -> IntType:
    """The range of the greater of two numbers."""
    return IntType(range_intersection(a, b).low, range_union(a, b).high)


def range_intersection(a: IntType, b: IntType) -> IntType:
    """The numbers in both ranges."""
    return IntType(max(_known(a.low, b.low), default=None), min(_known(a.high, b.high), default=None))


def lies_in(found: IntType, wanted: IntType) -> bool:
    """True if every number of one range is known to lie in another."""
    if wanted.low is not None and (found.low is None or found.low < wanted.low):
        return False
    return wanted.high is None or (found.high is not None and found.high <= wanted.high)


def range_negate(a: IntType) -> IntType:
    return IntType(None if a.high is None else -a.high, None if a.low is None else -a.low, a.unit)


def _known(*ends: int | None) -> list[int]:
    return [end for end in ends if end is not None]
