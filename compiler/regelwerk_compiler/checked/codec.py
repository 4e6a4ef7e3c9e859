"""The checked game as JSON, and back.

An object for each dataclass, by field; a field that has its default is left out. `type.py` describes how types are
written. Positions are `file:line`, inserts have their `kind`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from .game import CheckedGame
from .prose import ExampleInsert, Insert, PictureInsert, TableInsert
from .type import Type, type_from_json, type_to_json
from .values import Position, SharedText

Decoder = Callable[[Any], Any]
_INSERTS: Mapping[str, type] = {cls.kind: cls for cls in (TableInsert, ExampleInsert, PictureInsert)}


def encode(game: CheckedGame) -> bytes:
    """The game as JSON. Same game, same bytes."""
    return json.dumps(_plain(game)).encode()


def decode(data: bytes) -> CheckedGame:
    """The game that `encode` made the data of.

    Raises:
        KeyError, ValueError: it made no such data.
    """
    game: CheckedGame = _decoder(CheckedGame)(json.loads(data))
    return game


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, Position):
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
        if inner != field.default:
            found[field.name] = _plain(inner)
    return found


class _Plain:
    """Stands for what is in memory as it is in JSON: values, and texts by language."""


class _Type:
    """Stands for the union of types."""


class _Insert:
    """Stands for the union of inserts."""


class _Shared:
    """Stands for a text that cards share."""


_UNIONS = {"Value": _Plain, "Words": _Plain, "Type": _Type, "Insert": _Insert, "SharedText": _Shared}


@cache
def _decoder(hint: Any) -> Decoder:
    """What makes a value of a type out of JSON data; `_as_is` where it is the data itself."""
    inner = get_args(hint)
    special: dict[Any, Decoder] = {Position: Position.parse, _Type: type_from_json, _Insert: _insert, _Shared: _shared}
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
    return tuple(part if isinstance(part, str) else tuple(part) for part in data)
