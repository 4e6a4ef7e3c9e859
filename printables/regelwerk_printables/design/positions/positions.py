"""Positions of play as expressions see them: the names `position` and `players`.

What an expression reads of a position is noted, so that a booklet knows what a picture shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regelwerk_compiler.checked.type import Type

from ..namespace import Namespace
from ..values import Per, Resolver, Row, Table

Fact = tuple[str, ...]  # the name of a state variable, then its indices: players by name, everything else by key

PLAYER = "Player"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Noted(Per):
    """The values of a variable by its next index; reading one is noted under its whole name."""

    def __init__(self, values: Mapping[str, Any], rows: Sequence[Row], at: Fact, read: set[Fact]) -> None:
        super().__init__(values, rows)
        self._at, self._read = at, read

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key))  # members of ranges are numbers

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(str(key))
        if not isinstance(value, Noted):
            self._read.add((*self._at, str(key)))
        return value

    def get(self, key: str, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


class Position:
    """One position of a game.

    Attributes:
        players: the seats in order, as rows: `key` and `name` (as the position names them), `letter`, `at` (from 0).
        facts: the variables of the state by name, under their indices: cards and members are rows and cards.
        read: what was read of them so far.
    """

    def __init__(self, namespace: Namespace, plain: Mapping[str, Any]) -> None:
        """`plain` is a position as data: `{"players": [name], "facts": {variable: value}}`, the values as in
        `match.state.to_dict()`."""
        names = [str(name) for name in plain["players"]]
        self.players = Table(PLAYER, [_seat(at, name, names) for at, name in enumerate(names)])
        self.read: set[Fact] = set()
        cards = {card.key: card for card in namespace.cards}
        self._resolver = Resolver({**namespace.tables, PLAYER: self.players}, cards, self.players)
        facts = {
            one.name: self._value(plain["facts"][one.name], one.indices, one.type, (one.name,))
            for one in namespace.game.state
            if one.name in plain["facts"]
        }
        self.facts = Noted(facts, (), (), self.read)

    def _value(self, value: Any, indices: Sequence[Type], type_: Type, at: Fact) -> Any:
        if not indices:
            return self._resolver.value(value, type_)
        keyed = zip(self.players, value, strict=False) if isinstance(value, list) else value.items()
        inner = {}
        for key, one in keyed:
            name = key.key if isinstance(key, Row) else str(key)
            inner[name] = self._value(one, indices[1:], type_, (*at, name))
        return Noted(inner, self._resolver.rows(indices[0]), at, self.read)


def _seat(at: int, name: str, names: Sequence[str]) -> Row:
    """A player; his letter is the first one of his name where nobody else's begins with it."""
    initials = [one[:1].upper() for one in names]
    letter = initials[at] if len(set(initials)) == len(names) and all(initials) else LETTERS[at]
    return Row(PLAYER, name, at, name, {}, {"letter": letter})


def exchanged(plain: Mapping[str, Any], other: Mapping[str, Any], fact: Fact) -> dict[str, Any] | None:
    """A position with one fact as it is in another one; None when it is the same in both."""
    name, *indices = fact
    facts = plain["facts"]
    found = _exchanged(facts[name], other["facts"][name], indices, plain["players"])
    return None if found is None else {**plain, "facts": {**facts, name: found[0]}}


def _exchanged(value: Any, other: Any, indices: Sequence[str], players: Sequence[str]) -> tuple[Any] | None:
    if not indices:
        return None if value == other else (other,)
    index, rest = indices[0], indices[1:]
    if isinstance(value, list):
        at = list(players).index(index)
        found = _exchanged(value[at], other[at], rest, players)
        return None if found is None else ([*value[:at], found[0], *value[at + 1 :]],)
    key = index if index in value else int(index)
    found = _exchanged(value[key], other[key], rest, players)
    return None if found is None else ({**value, key: found[0]},)
