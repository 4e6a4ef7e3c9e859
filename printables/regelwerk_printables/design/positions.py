"""The positions of a game as layout expressions see them, with a record of the facts that are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from regelwerk_compiler.checked.play import GamePosition, Place
from regelwerk_compiler.model.types import Type

from .namespace import Namespace
from .values import Per, Resolver, Row, Table

PLAYER = "Player"


class TrackedPosition:
    """A position as expressions see it.

    Attributes:
        players: the seats in order, as rows: `key` and `name` (as the position names them), `letter`, `at` (from 0).
        facts: the variables of the state by name, under their indices: cards and members are rows and cards.
        read: the facts that have been read so far.
    """

    def __init__(self, namespace: Namespace, position: GamePosition) -> None:
        names = position.players
        self.players = Table(PLAYER, [_seat(at, name, names) for at, name in enumerate(names)])
        self.read: set[Place] = set()
        cards = {card.key: card for card in namespace.cards}
        self._resolver = Resolver({**namespace.tables, PLAYER: self.players}, cards, self.players)
        facts = {
            one.name: self._value(position.facts[one.name], one.indices, one.type, (one.name,))
            for one in namespace.game.state
            if one.name in position.facts
        }
        self.facts = Per(facts, (), ())

    def observe(self, value: Any, key: Any) -> None:
        """Records a fact that is read."""
        if isinstance(value, Per) and value.place is not None and key in value:
            inner = value[key]
            if not isinstance(inner, Per) or inner.place is None:
                self.read.add((*value.place, key))

    def _value(self, value: Any, indices: Sequence[Type], type_: Type, at: Place) -> Any:
        if not indices:
            return self._resolver.value(value, type_)
        names = (player.key for player in self.players)
        keyed = zip(names, value, strict=False) if isinstance(value, list) else value.items()
        inner = {str(key): self._value(one, indices[1:], type_, (*at, str(key))) for key, one in keyed}
        return Per(inner, self._resolver.rows(indices[0]), at)


def _seat(at: int, name: str, names: Sequence[str]) -> Row:
    """A player; the letter is the initial of the name if all initials differ, else one by seat."""
    initials = [one[:1].upper() for one in names]
    letter = initials[at] if len(set(initials)) == len(names) and all(initials) else ascii_uppercase[at]
    return Row(PLAYER, name, at, name, {}, {"letter": letter})


def exchanged(position: GamePosition, other: GamePosition, place: Place) -> GamePosition | None:
    """A position with one fact replaced by that of another position; None if both are the same."""

    def replaced(value: Any, theirs: Any, path: Place) -> Any:
        if not path:
            return theirs
        if isinstance(value, list):
            at = position.players.index(path[0])
            return [*value[:at], replaced(value[at], theirs[at], path[1:]), *value[at + 1 :]]
        key = path[0] if path[0] in value else int(path[0])  # members of ranges are numbers
        return {**value, key: replaced(value[key], theirs[key], path[1:])}

    facts = replaced(position.facts, other.facts, place)
    return replace(position, facts=facts) if facts != position.facts else None
