"""Visibility of variables and zones for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.state import NONE, bits, veiled
from ..tables.game import All, Index, Nobody, Others, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..tables.game import Game, Zone


class Hidden(str):
    """The one value that stands for what a player may not see; in JSON it is "?"."""

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
"""Stands for HIDDEN where only integers can stand."""


def sees(game: Game, s: BaseState, entry: Var | Zone, index: tuple[int, ...], player: int) -> bool:
    """Whether a player sees one place of a variable or zone; `index` holds positions from 0."""
    seen = entry.seen
    if isinstance(seen, All):
        return True
    if isinstance(seen, Nobody):
        return False
    if isinstance(seen, Others):
        return index[entry.dims.index(PLAYER)] != player
    if isinstance(seen, Index):
        return index[seen.i] == player
    tables = game.tables
    variable = tables.entries[seen.variable]
    assert isinstance(variable, Var)
    values = getattr(s, seen.variable)
    if not variable.dims:
        return bool(values == player)
    at = tables.flat(variable.dims, tuple(index[i] for i in seen.dims))
    return bool(values[at] == player)


def hidden_zones(game: Game, s: BaseState, player: int) -> list[int]:
    """The zones that hold cards which a player does not see, in declared order; the box is not among them."""
    piles, places = s.piles, s.places
    count = len(piles)
    found = []
    for zone, entry, index in game.tables.secret_zones:
        holds = piles[zone] if zone < count else places[zone - count] != NONE
        if holds and not sees(game, s, entry, index, player):
            found.append(zone)
    return found


def veiled_cards(s: BaseState) -> tuple[int, ...]:
    """The cards in the box that came there from a zone that somebody could not see."""
    return bits(veiled(s)) if veiled(s) else ()
