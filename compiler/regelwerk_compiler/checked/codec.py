"""The checked game as JSON, and back.

An object for each dataclass, by field; a field that has its default is left out. Positions are `file:line`, inserts
have their `kind`. Types are `"number"`, `"yes/no"`, `"text"`, `"player"`, `{"unit": "EUR"}`, `{"member": "Good"}`,
`{"card": "Job"}` (null for any card), `{"optional": TYPE}`, `{"set": TYPE}`, `{"per": TYPE, "of": "Good"}`,
`{"pile": "Job"}`, `{"place": "Job"}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, assert_never, get_args, get_origin, get_type_hints

from regelwerk_dsl.grammar.inserts import ExampleInsert, Insert, PictureInsert, TableInsert

from ..model.ids import MessageId
from ..model.types import (
    BOOL,
    INT,
    PLAYER,
    TEXT,
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
    PlaceType,
    SetType,
    TextType,
    Type,
    describe,
)
from .game import CheckedGame
from .values import Position, SharedText, Slot

TypeJson = str | dict[str, "TypeJson | None"]
Decoder = Callable[[Any], Any]
_PLAIN_TYPES: Mapping[str, Type] = {"number": INT, "yes/no": BOOL, "text": TEXT, "player": PLAYER}
_INSERTS: Mapping[str, type] = {cls.kind: cls for cls in (TableInsert, ExampleInsert, PictureInsert)}


def encode(game: CheckedGame) -> bytes:
    """The game as JSON. Same game, same bytes."""
    return json.dumps(_plain(game)).encode()


def decode(data: bytes) -> CheckedGame:
    """The game from data that `encode` made.

    Raises:
        KeyError, ValueError: `encode` makes no such data.
    """
    game: CheckedGame = _decoder(CheckedGame)(json.loads(data))
    return game


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, MessageId | Position):
        return str(value)
    if isinstance(value, Type):
        return type_to_json(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, Sequence):
        return [_plain(one) for one in value]
    found = {"kind": value.kind} if isinstance(value, Insert) else {}
    for field in fields(value):
        inner = getattr(value, field.name)
        if inner != field.default and (inner or field.default_factory is MISSING):
            found[field.name] = _plain(inner)
    return found


class _Plain:
    """Stands for data that are the same in memory and in JSON: values, and texts by language."""


class _Type:
    """Stands for the union of types."""


class _Insert:
    """Stands for the union of inserts."""


class _Shared:
    """Stands for a text that cards share."""


_UNIONS = {"Value": _Plain, "Words": _Plain, "Type": _Type, "Insert": _Insert, "SharedText": _Shared}


@cache
def _decoder(hint: Any) -> Decoder:
    """The function that makes a value of a type from JSON data; `_as_is` where it is the data itself."""
    inner = get_args(hint)
    special: dict[Any, Decoder] = {
        MessageId: MessageId.parse,
        Position: Position.parse,
        _Type: type_from_json,
        _Insert: _insert,
        _Shared: _shared,
    }
    if hint in special:
        return special[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return _object(hint)
    if get_origin(hint) is tuple:
        item = _decoder(inner[0])
        return tuple if item is _as_is else lambda data: tuple(map(item, data))
    if get_origin(hint) is Mapping and (entry := _decoder(inner[1])) is not _as_is:
        return lambda data: {key: entry(one) for key, one in data.items()}
    return _as_is


@cache
def _object(cls: type) -> Decoder:
    hints = get_type_hints(cls, localns=_UNIONS)
    made = [(one.name, made) for one in fields(cls) if (made := _decoder(hints[one.name])) is not _as_is]

    def decode(data: Mapping[str, Any]) -> Any:
        found = dict(data)
        for name, decoder in made:
            if name in found:
                found[name] = decoder(found[name])
        return cls(**found)

    return decode


def _as_is(data: Any) -> Any:
    return data


def _insert(data: Mapping[str, Any]) -> Insert:
    insert: Insert = _object(_INSERTS[data["kind"]])({name: value for name, value in data.items() if name != "kind"})
    return insert


def _shared(data: Sequence[Any]) -> SharedText:
    return tuple(part if isinstance(part, str) else _object(Slot)(part) for part in data)


def type_to_json(type_: Type) -> TypeJson:
    """A type of a declared thing; its bounds are left out.

    Raises:
        ValueError: nothing can be declared so, only expressions have this type.
    """
    match type_:
        case BoolType():
            return "yes/no"
        case TextType():
            return "text"
        case IntType(_, _, unit):
            return {"unit": unit} if unit else "number"
        case MemberType(enum):
            return "player" if type_ == PLAYER else {"member": enum}
        case CardType(name):
            return {"card": name}
        case OptionalType(inner):
            return {"optional": type_to_json(inner)}
        case SetType(member):
            return {"set": type_to_json(member)}
        case PerType(value, key):
            return {"per": type_to_json(value), "of": key.enum}
        case PileType(card):
            return {"pile": card.name}
        case PlaceType(card):
            return {"place": card.name}
        case NoneType() | EmptyType() | ErrorType():
            raise ValueError(f"nothing is declared as {describe(type_)}")
        case _:
            assert_never(type_)


def type_from_json(data: TypeJson) -> Type:
    """The type from data that `type_to_json` made.

    Raises:
        ValueError: `type_to_json` makes no such data.
    """
    match data:
        case str() if data in _PLAIN_TYPES:
            return _PLAIN_TYPES[data]
        case {"unit": str(name)}:
            return IntType(unit=name)
        case {"member": str(name)}:
            return MemberType(name)
        case {"card": str() | None as name}:
            return CardType(name)
        case {"optional": str() | dict() as inner}:
            return OptionalType(type_from_json(inner))
        case {"set": str() | dict() as inner}:
            return SetType(type_from_json(inner))
        case {"per": str() | dict() as inner, "of": str(name)}:
            return PerType(type_from_json(inner), MemberType(name))
        case {"pile": str() | None as name}:
            return PileType(CardType(name))
        case {"place": str() | None as name}:
            return PlaceType(CardType(name))
        case _:
            raise ValueError(f"no type: {data!r}")
