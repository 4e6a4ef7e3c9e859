"""The checked game as JSON data with the types in words, for rooms that do not read the typed one yet."""

from __future__ import annotations

from typing import Any, assert_never

from regelwerk_dsl.data.manifest import Statements

from ..amend.history import History
from ..model.symbols import Game
from ..words.texts import Texts
from .build import build
from .codec import dump
from .game import CheckedGame
from .type import (
    Amount,
    CardOf,
    Member,
    Number,
    Optional,
    Per,
    Pile,
    Place,
    Player,
    SetOf,
    Text,
    Type,
    YesNo,
    type_from_json,
)


def to_dict(
    game: Game, texts: Texts, statements: Statements | None = None, history: History | None = None
) -> dict[str, Any]:
    """`with_types_in_words(build(...))`"""
    return with_types_in_words(build(game, texts, statements, history))


def with_types_in_words(game: CheckedGame) -> dict[str, Any]:
    """`dump(game)`, its types in words."""
    data = dump(game)
    typed = [
        *(column for table in data["tables"].values() for column in table["columns"]),
        *(field for kind in data["card_types"] for field in kind["fields"]),
        *(param for declared in data["declarations"] for param in declared["params"]),
        *data["state"],
    ]
    for one in typed:
        one["type"] = _in_words(type_from_json(one["type"]))
    for variable in data["state"]:
        variable["indices"] = [_in_words(type_from_json(index)) for index in variable["indices"]]
    return {**data, "schema": 1}


def _in_words(type_: Type) -> str:
    match type_:
        case YesNo():
            return "yes or no"
        case Number():
            return "a number"
        case Amount(name) | Member(name):
            return name
        case Text():
            return "a text"
        case Player():
            return "Player"
        case CardOf(name):
            return name or "Card"
        case Optional(inner):
            return f"{_in_words(inner)}, or none"
        case SetOf(member):
            return f"a set of {_in_words(member)}"
        case Per(value, key):
            return f"{_in_words(value)} per {_in_words(key)}"
        case Pile(name):
            return f"a pile of {name or 'Card'}"
        case Place(name):
            return f"a place for {name or 'Card'}"
        case _:
            assert_never(type_)
