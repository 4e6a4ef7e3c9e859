"""C types of values: numbers, sets as rows of words, and a number for each member of an enum."""

from __future__ import annotations

from ..model import types as ty
from ..model.symbols import Game, StateSymbol

INT, SET, SEQUENCE, ROW, ROWS = "i64", "Set", "Sequence", "Row", "Rows"


class NotNativeError(Exception):
    """A game uses something that a native build does not have; the text says what."""


def kind_of(type_: ty.Type, game: Game) -> str:
    """The C type of the values of a type."""
    match ty.strip_optional(type_):
        case ty.SetType():
            return SET
        case ty.PerType(value, key):
            if kind_of(value, game) != INT:
                raise NotNativeError("a `per` of sets")
            return per(game.enums[key.enum].size)
        case _:
            return INT


def per(size: int) -> str:
    """The C type of so many numbers in a row."""
    return f"Per{size}"


def width(kind: str) -> int:
    """The number of values of a `per`."""
    return int(kind.removeprefix("Per"))


def is_per(kind: str) -> bool:
    return kind.startswith("Per")


def cell(var: StateSymbol, game: Game) -> str:
    """The C type of the elements of a variable: of a `per` those of one member."""
    return kind_of(var.element_type, game)


def set_words(game: Game) -> int:
    """The words that hold any set of a game: members of enums, players, cards."""
    most = max([game.copies, game.players[1], *(enum.high + 1 for enum in game.enums.values())])
    return (most + 64) // 64
