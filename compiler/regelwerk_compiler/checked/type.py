"""Types of the values of a checked game, as data.

In JSON: `"number"`, `"yes/no"`, `"text"`, `"player"`, `{"unit": "EUR"}`, `{"member": "Good"}`, `{"card": "Job"}` (null
for any card), `{"optional": TYPE}`, `{"set": TYPE}`, `{"per": TYPE, "of": "Good"}`, `{"pile": "Job"}`,
`{"place": "Job"}`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never


@dataclass(frozen=True, slots=True)
class Number:
    """A plain whole number."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number in a unit."""

    unit: str


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Text:
    """Words that are printed; no rule reads them."""


@dataclass(frozen=True, slots=True)
class Player:
    pass


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a table, list, map or named range."""

    table: str


@dataclass(frozen=True, slots=True)
class CardOf:
    """A card of one card type; of any where that is None."""

    card_type: str | None


@dataclass(frozen=True, slots=True)
class Optional:
    """A value or none."""

    of: Type


@dataclass(frozen=True, slots=True)
class SetOf:
    of: Type


@dataclass(frozen=True, slots=True)
class Per:
    """A value for each member of a table, or for each player."""

    value: Type
    key: Member | Player


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in order, the top last."""

    card_type: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """Room for one card: a card or none."""

    card_type: str | None


Type = Number | Amount | YesNo | Text | Player | Member | CardOf | Optional | SetOf | Per | Pile | Place
TypeJson = str | dict[str, "TypeJson | None"]

_PLAIN: dict[str, Type] = {"number": Number(), "yes/no": YesNo(), "text": Text(), "player": Player()}
_NAMED: dict[str, type[Amount | Member]] = {"unit": Amount, "member": Member}
_OF_CARDS: dict[str, type[CardOf | Pile | Place]] = {"card": CardOf, "pile": Pile, "place": Place}
_NESTED: dict[str, type[Optional | SetOf]] = {"optional": Optional, "set": SetOf}
_KEYS: dict[object, str] = {
    **{type(one): key for key, one in _PLAIN.items()},
    **{cls: key for key, cls in (*_NAMED.items(), *_OF_CARDS.items(), *_NESTED.items())},
}
_PLAYER = "Player"


def member_of(table: str) -> Member | Player:
    """The type of the members of a table; players are one too."""
    return Player() if table == _PLAYER else Member(table)


def type_to_json(type_: Type) -> TypeJson:
    match type_:
        case Number() | YesNo() | Text() | Player():
            return _KEYS[type(type_)]
        case Amount(name) | Member(name) | CardOf(name) | Pile(name) | Place(name):
            return {_KEYS[type(type_)]: name}
        case Optional(of) | SetOf(of):
            return {_KEYS[type(type_)]: type_to_json(of)}
        case Per(value, key):
            return {"per": type_to_json(value), "of": _PLAYER if isinstance(key, Player) else key.table}
        case _:
            assert_never(type_)


def type_from_json(data: TypeJson) -> Type:
    """The type that `type_to_json` made this of.

    Raises:
        ValueError: it made no such thing.
    """
    match data:
        case str() if data in _PLAIN:
            return _PLAIN[data]
        case {"per": str() | dict() as value, "of": str(key)}:
            return Per(type_from_json(value), member_of(key))
        case dict() if len(data) == 1:
            ((key, inner),) = data.items()
            if key in _NESTED and inner is not None:
                return _NESTED[key](type_from_json(inner))
            if key in _NAMED and isinstance(inner, str):
                return _NAMED[key](inner)
            if key in _OF_CARDS and isinstance(inner, str | None):
                return _OF_CARDS[key](inner)
    raise ValueError(f"no type: {data!r}")
