"""Visibility of variables and zones for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.state import NONE, bits, veiled
from ..tables.game import All, Index, Nobody, Others, Remembered, Var, WithCard
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..tables.game import Game, Zone


class Hidden(str):
    """The only value for what a player may not see; in JSON it is "?"."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"

    def __copy__(self) -> Hidden:
        return self

    def __deepcopy__(self, _: object) -> Hidden:
        return self


HIDDEN = Hidden("?")

HIDDEN_NUMBER = -(1 << 62)
"""Represents HIDDEN among integers."""


def sees(
    game: Game, s: BaseState, entry: Var | Zone, index: tuple[int, ...], player: int, remembers: bool = False
) -> bool:
    """True if a player sees one element of a variable or zone; `index` has positions from 0.

    With `remembers`, also if he could have noted a value that is not shown, or can infer it since it lets him see
    something.
    """
    seen = entry.seen
    if remembers and entry.name in game.tables.owners and _holds(game, s, entry.name, index, player):
        return True
    if isinstance(seen, Remembered):
        if not remembers:
            return False
        seen = seen.by
    if isinstance(seen, All):
        return True
    if isinstance(seen, Nobody):
        return False
    if isinstance(seen, Others):
        return index[entry.dims.index(PLAYER)] != player
    if isinstance(seen, Index):
        return index[seen.i] == player
    if isinstance(seen, WithCard):
        return sees_card(game, s, game.tables.members(entry.dims[seen.i])[0] + index[seen.i], player)
    return _holds(game, s, seen.variable, tuple(index[i] for i in seen.dims), player)


def _holds(game: Game, s: BaseState, name: str, index: tuple[int, ...], player: int) -> bool:
    """True if one element of a variable that determines who sees something is this player."""
    variable = game.tables.entries[name]
    assert isinstance(variable, Var)
    values = getattr(s, variable.slot)
    return bool((values[game.tables.flat(variable.dims, index)] if variable.dims else values) == player)


def sees_card(game: Game, s: BaseState, card: int, player: int) -> bool:
    """True if a player sees a card in its place; nobody sees cards that depend on each other in a circle."""
    tables = game.tables
    for _ in s.where:  # no chain of cards is longer
        zone = s.where[card]
        if zone not in tables.secret_zone:
            return zone != 0 or not veiled(s) >> card & 1
        entry, index = tables.secret_zone[zone]
        if not isinstance(entry.seen, WithCard):
            return sees(game, s, entry, index, player)
        card = tables.members(entry.dims[entry.seen.i])[0] + index[entry.seen.i]
    return False


def hidden_zones(game: Game, s: BaseState, player: int) -> list[int]:
    """The zones with cards that a player does not see, in declared order, without the box."""
    piles, places = s.piles, s.places
    count = len(piles)
    found = []
    for zone, entry, index in game.tables.secret_zones:
        holds = piles[zone] if zone < count else places[zone - count] != NONE
        if holds and not sees(game, s, entry, index, player):
            found.append(zone)
    return found


def veiled_cards(s: BaseState) -> tuple[int, ...]:
    """The cards in the box that came from a zone that some player could not see."""
    return bits(veiled(s)) if veiled(s) else ()
