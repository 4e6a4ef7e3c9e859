"""Constants and places of the compiler as the plain data of a checked game, and this data as authors write it."""

from __future__ import annotations

from regelwerk_dsl.source import Span

from ..model import types
from ..model.enums import Value as Constant
from ..model.symbols import Game
from .values import Position, Value


def plain_value(game: Game, value: Constant, type_: types.Type) -> Value:
    """A constant in the author's words, as `game.Value` describes it."""
    match type_:
        case types.OptionalType(inner):
            low = inner.low or 0 if isinstance(inner, types.IntType) else _low(game, inner)
            return None if isinstance(value, int) and value < low else plain_value(game, value, inner)
        case types.BoolType():
            return bool(value)
        case types.MemberType(enum):
            assert isinstance(value, int)
            symbol = game.enums[enum]
            if symbol.kind == "range":
                return value
            return symbol.keys[value] if 0 <= value < symbol.size else None
        case types.CardType():
            return next((member.key for _, _, member in game.members() if value in member.numbers), None)
        case types.SetType(member):
            assert isinstance(value, int)
            low = _low(game, member)
            return [plain_value(game, low + bit, member) for bit in range(value.bit_length()) if value >> bit & 1]
        case types.PerType(inner, key):
            assert isinstance(value, tuple)
            keys = game.enums[key.enum].keys
            return {keys[at]: plain_value(game, item, inner) for at, item in enumerate(value) if item != 0}
        case types.IntType() | types.TextType() | types.PileType() | types.PlaceType() | types.NoneType():
            return value
        case types.EmptyType() | types.ErrorType():
            return value


def _low(game: Game, type_: types.Type) -> int:
    return game.enums[type_.enum].low if isinstance(type_, types.MemberType) else 0


def as_written(value: object) -> str:
    """Plain data as an author writes it: `10_000`, `yes`, `none`."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:_}"
        case list():
            return ", ".join(map(as_written, value)) or "empty"
        case dict():
            return ", ".join(f"{key} {as_written(item)}" for key, item in value.items()) or "nothing"
        case _:
            return str(value)


def position(span: Span) -> Position:
    """The line where a span begins."""
    return Position(span.source.short, span.line)
