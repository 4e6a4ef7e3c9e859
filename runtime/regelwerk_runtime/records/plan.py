"""The plan of a saved position: what each of its integers may be, from the layout of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..engine.state import NONE, BaseState, slot_names
from ..tables.game import Member, SetOf, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..tables.game import Game

WORD = 1 << 63
"""The bound of the integers of a row."""

FAR = 1 << 1024
"""The bound of numbers that no range of the game bounds."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The range of one value, or of each in a tuple of them."""

    low: int
    high: int
    is_tuple: bool = False
    is_bool: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is written as it is."""
        return not (self.is_tuple or self.is_bool)


Rows = tuple[tuple[Kind, ...], ...]
"""Of tuples that begin with a number: for each number the kinds of what follows it."""

NUMBER = Kind(-FAR, FAR)


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable of the state.

    Attributes:
        name: its name.
        low, high: its range.
        none: what stands for none, or `low`.
        size: how many values its array has, 0 for none.
        width: the bytes that a set of more than 63 members stands in, or 0.
    """

    name: str
    low: int
    high: int
    none: int
    size: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The possible values in the rows of a game with so many players.

    Attributes:
        fresh: the state at the beginning.
        points: for each point the kinds of its values; of rows for each number the kinds of what follows it.
        plain: for each point whether none of them is a tuple or a truth value.
        sites: for each site the kind of its options, or the kinds of the values of each option.
        cards: for each type of cards the first one, the end, and the zones where they may lie.
        slots: the variables, the set of veiled cards last.
    """

    game: Game
    fresh: BaseState
    points: tuple[tuple[Kind | Rows, ...], ...]
    plain: tuple[bool, ...]
    sites: tuple[Kind | Rows, ...]
    cards: tuple[tuple[int, int, frozenset[int]], ...]
    slots: tuple[Slot, ...]


@lru_cache(maxsize=32)
def plan_of(game: Game, players: int) -> Plan:
    """The possible values in the rows of a game with so many players.

    Raises:
        ValueError: the game is not for so many players.
    """
    fresh = game.new_state(players)
    most = max(
        [game.players[1], len(fresh.where), *(len(enum.keys) + max(enum.low, 0) for enum in game.enums.values())]
    )
    kinds: dict[tuple[str, bool], Kind] = {}

    def kind_of(name: str, optional: bool = True) -> Kind:
        if (name, optional) not in kinds:
            one = name.rstrip("*")
            if one == "int":
                low, high = -FAR, FAR
            elif one in ("set", "cards"):
                low, high = 0, (1 << most) - 1
            elif one == "bool":
                low, high = 0, 1
            elif one == "pile":
                low, high = 0, len(fresh.piles) - 1
            else:
                least, high = (
                    (0, players - 1) if one == PLAYER else game.tables.members("Card" if one == "card" else one)
                )
                low = min(least - 1, NONE) if optional else least
            kinds[name, optional] = Kind(low, high, name != one, one == "bool")
        return kinds[name, optional]

    def kinds_of(kinds: str | tuple[tuple[str, ...], ...], optional: bool = True) -> Kind | Rows:
        if isinstance(kinds, str):
            return kind_of(kinds, optional)
        return tuple(tuple([kind_of(kind, optional) for kind in row]) for row in kinds)

    points = tuple(tuple(map(kinds_of, point.values.values())) for point in game.points)
    return Plan(
        game=game,
        fresh=fresh,
        points=points,
        plain=tuple(all(isinstance(kind, Kind) and kind.is_plain for kind in point) for point in points),
        sites=tuple(kinds_of(site.kinds, False) for site in game.sites),
        cards=tuple(_cards(game, fresh)),
        slots=tuple(_slots(game, fresh)),
    )


def _cards(game: Game, fresh: BaseState) -> Iterator[tuple[int, int, frozenset[int]]]:
    everywhere = frozenset(range(len(fresh.piles) + len(fresh.places)))
    made_for = {
        game.tables.zone_number(entry, flat): entry.card_type
        for entry in game.tables.zones
        for flat in range(game.tables.count(entry.dims))
    }
    for card_type, (start, end) in game.card_types.items():
        yield start, end, everywhere - {zone for zone, one in made_for.items() if one not in (card_type, "Card")}


def _slots(game: Game, fresh: BaseState) -> Iterator[Slot]:
    entries = {entry.slot: entry for entry in game.tables.vars}
    for name in slot_names(fresh):
        value = getattr(fresh, name)
        size = len(value) if isinstance(value, list) else 0
        entry = entries.get(name)
        low, high = game.tables.bounds(entry) if entry else (-FAR, FAR)
        match entry:
            case Var(type=SetOf(enum=enum)) if enum == PLAYER:
                high = (1 << fresh.players) - 1
            case Var(type=Member(enum=enum)) if enum == PLAYER:
                high = fresh.players - 1
        none = game.tables.none(entry) if entry else None
        width = 0 if size or low < 0 or high < WORD else (high.bit_length() + 7) // 8
        yield Slot(name, low, high, low if none is None else none, size, width)
    cards = len(fresh.where)
    yield Slot("_veiled", 0, (1 << cards) - 1, 0, 0, (cards + 7) // 8 if cards > 63 else 0)
