"""Read-only access to a state by declared names: to all facts, or to those that one player may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..engine.state import NONE, bits
from ..tables.game import All, Bool, CardRef, Int, Member, SetOf, Var, Zone
from ..tables.layout import PLAYER
from .view import HIDDEN, HIDDEN_NUMBER, hidden_zones, sees, veiled_cards

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..tables.game import Game
    from ..tables.layout import Tables

Plain: TypeAlias = "bool | int | str | list[Plain] | None"
"""A single value as JSON data: a number, a key, a truth value, a list of keys, or none; HIDDEN is a text."""


class Facade:
    """A state by declared names: `facts.money[0]`, `facts.stones["africa", 0]`, `facts.hand[1]`.

    A number is an int, a Bool a bool, a member its key (a member of a range the number itself), a player its number, a
    card its key, none is None, a set a frozenset of keys. A pile is a list of card keys from bottom to top, a place a
    card key or None. Players and members of ranges are indexed by number, everything else by key. Values that a player
    may not see are HIDDEN, a hidden pile is a list of HIDDEN of its length.

    Copies of a card have one key in piles, places and variables that hold a card; `apart` tells them apart.
    """

    __slots__ = ("_game", "_keys", "_player", "_state")

    def __init__(self, game: Game, state: BaseState, player: int | None = None, apart: bool = False) -> None:
        self._game = game
        self._state = state
        self._player = player
        self._keys = game.tables.copy_keys if apart else game.tables.card_keys

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._game.tables.entries:
            raise AttributeError(f"{self._game.name} declares no {name} in its state")
        return self[name]

    def __getitem__(self, name: str) -> Any:
        """A declared variable or zone by name, for names that are also methods here."""
        entry = self._game.tables.entries[name]
        return Entries(self, entry, ()) if entry.dims else self._element(entry, ())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._game.tables.entries]

    def apart(self) -> Facade:
        """The same facts with the copies of cards told apart everywhere, by the keys that index variables: `rose#2`."""
        return Facade(self._game, self._state, self._player, apart=True)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data: every declared name once; arrays indexed by players are lists, others dicts."""
        return {name: self._plain(entry) for name, entry in self._game.tables.entries.items()}

    def beside(self, name: str, *index: str | int) -> list[dict[str, Plain]]:
        """The notes on the cards in a pile or place, card by card from bottom to top.

        Only visible values that differ from the initial ones are included: `{"damage": 3}`.

        Raises:
            KeyError: there is no such pile or place.
        """
        zone = self._game.tables.entries[name]
        if not isinstance(zone, Zone) or len(index) != len(zone.dims):
            what = f"indexed by {', '.join(zone.dims)}" if isinstance(zone, Zone) and zone.dims else "no pile or place"
            raise KeyError(f"{name} is {what}")
        return kept_beside(self, zone, positions(self._game.tables, zone, index, self._state.players))

    def elements(self) -> Iterator[tuple[Var | Zone, tuple[int, ...], Plain]]:
        """Each single value: its declaration, the positions of its indices, and the value as in `to_dict`."""
        tables, players = self._game.tables, self._state.players
        for entry in tables.entries.values():
            for index in tables.indices(entry.dims, players):
                yield entry, index, self._datum(entry, index)

    def vector(self) -> list[int]:
        """All facts as integers, the same number for all positions of a game; `vector_names` gives their meanings.

        Variables in declared order, arrays flat and for the largest number of players, a set as a 0 or 1 for each
        member. Then for each card its zone and its place there from the bottom. Hidden values are HIDDEN_NUMBER.
        """
        tables, s = self._game.tables, self._state
        numbers: list[int] = []
        for entry in tables.vars:
            raw = getattr(s, entry.slot)
            for at, index in enumerate(tables.indices(entry.dims, tables.max_players)):
                value = raw[at] if entry.dims else raw
                known = self._sees(entry, index)
                if isinstance(entry.type, SetOf):
                    low, last = tables.members(entry.type.enum)
                    low_bit = low - tables.set_low(entry.type.enum)
                    bit_range = range(low_bit, low_bit + last - low + 1)
                    numbers += [(value >> bit & 1) if known else HIDDEN_NUMBER for bit in bit_range]
                else:
                    numbers.append(int(value) if known else HIDDEN_NUMBER)
        unseen = self._unseen_zones()
        for card, zone in enumerate(s.where):
            if zone in unseen:
                numbers += [HIDDEN_NUMBER, HIDDEN_NUMBER]
            else:
                numbers += [zone, s.piles[zone].index(card) if zone < len(s.piles) else 0]
        return numbers

    def vector_names(self) -> list[str]:
        """The meaning of each number of `vector`."""
        tables = self._game.tables
        names = []
        for entry in tables.vars:
            for at in range(tables.count(entry.dims)):
                name = tables.element_name(entry, at)
                if isinstance(entry.type, SetOf):
                    low, last = tables.members(entry.type.enum)
                    names += [f"{name} has {self._member(entry.type.enum, m)}" for m in range(low, last + 1)]
                else:
                    names.append(name)
        for key in tables.copy_keys:
            names += [f"zone of {key}", f"place of {key} in its zone"]
        return names

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Facade):
            return NotImplemented
        return self._game.identity == other._game.identity and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{'state' if self._player is None else f'view of player {self._player}'} of {self._game.name}>"

    # ---- reading
    def _plain(self, entry: Var | Zone, index: tuple[int, ...] = ()) -> Any:
        """Plain JSON data of an entry, or of its part for some first indices."""
        tables, players = self._game.tables, self._state.players
        dims = entry.dims[len(index) :]
        if (
            isinstance(entry, Var)
            and dims == entry.dims != ()
            and (self._player is None or isinstance(entry.seen, All))
        ):
            raw = getattr(self._state, entry.slot)  # a whole visible array: the common and fast case
            values = [self._value(entry.type, raw[at]) for at in tables.places(dims, players)]
        else:
            values = [self._datum(entry, index + rest) for rest in tables.indices(dims, players)]
        for dim in reversed(dims):
            count = tables.used(dim, players)
            keys = None if dim == PLAYER else tables.dim_keys(dim)
            rows = [values[at : at + count] for at in range(0, len(values), count)]
            values = [dict(zip(keys, row, strict=True)) for row in rows] if keys else rows
        return values[0]

    def _sees(self, entry: Var | Zone, index: tuple[int, ...]) -> bool:
        player = self._player
        return player is None or isinstance(entry.seen, All) or sees(self._game, self._state, entry, index, player)

    def _unseen_zones(self) -> set[int]:
        """Zones, possibly including the box, in which this player does not know every card."""
        if self._player is None:
            return set()
        unseen = set(hidden_zones(self._game, self._state, self._player))
        return unseen | {0} if veiled_cards(self._state) else unseen

    def _element(self, entry: Var | Zone, index: tuple[int, ...]) -> Any:
        """A single value for programs: as in `to_dict`, but a set as a frozenset."""
        value = self._datum(entry, index)
        return frozenset(value) if isinstance(entry, Var) and isinstance(value, list) else value

    def _datum(self, entry: Var | Zone, index: tuple[int, ...]) -> Any:
        """A single value as plain JSON data."""
        tables, s, known = self._game.tables, self._state, self._sees(entry, index)
        if isinstance(entry, Var):
            raw = getattr(s, entry.slot)
            raw = raw[tables.flat(entry.dims, index)] if entry.dims else raw
            return self._value(entry.type, raw) if known else HIDDEN
        flat = tables.flat(entry.dims, index)
        if entry.place:
            card = s.places[entry.first + flat]
            return None if card == NONE else self._keys[card] if known else HIDDEN
        pile = s.piles[entry.first + flat]
        return [self._keys[card] for card in pile] if known else [HIDDEN] * len(pile)

    def _value(self, kind: Any, value: Any) -> Any:
        if isinstance(kind, Int):
            return None if kind.optional and value < kind.low else int(value)
        if isinstance(kind, Bool):
            return None if kind.optional and value < 0 else bool(value)
        tables = self._game.tables
        if isinstance(kind, SetOf):
            return self._members(kind.enum, value)
        name = kind.enum if isinstance(kind, Member) else kind.card_type
        if value == tables.none_of(name):
            return None
        return self._keys[value] if isinstance(kind, CardRef) else self._member(name, value)

    def _members(self, kind: str, mask: int) -> list[Any]:
        low = self._game.tables.set_low(kind)
        return [self._member(kind, low + bit) for bit in bits(mask)]

    def _member(self, kind: str, value: int) -> Any:
        """The representation of a player, a member or a single card."""
        if kind == PLAYER:
            return int(value)
        enum = self._game.enums.get(kind)
        if enum is None:
            return self._game.tables.copy_keys[value]
        return int(value) if enum.is_range else enum.keys[value - enum.low]


def positions(
    tables: Tables, entry: Var | Zone, keys: Sequence[object], players: int, index: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The first indices of an entry as positions from 0: those known already, then those of some keys.

    Raises:
        KeyError: a key is unknown, or there are too many.
    """
    dims = entry.dims[len(index) :]
    if len(keys) > len(dims):
        raise KeyError(f"{entry.name} is indexed by {', '.join(entry.dims)}")
    for dim, one in zip(dims, keys, strict=False):
        i = tables.positions[dim].get(one) if isinstance(one, str | int) else None
        if i is None or i >= tables.used(dim, players):
            raise KeyError(f"{entry.name} has no {dim} {one!r}")
        index = (*index, i)
    return index


class Entries:
    """The elements of one declared array, by index: a number or key, or several with commas.

    An array indexed by players iterates like a list over its values; any other like a dict over its keys.
    """

    __slots__ = ("_entry", "_facade", "_index")

    def __init__(self, facade: Facade, entry: Var | Zone, index: tuple[int, ...]) -> None:
        self._facade = facade
        self._entry = entry
        self._index = index

    def __getitem__(self, key: Any) -> Any:
        keys = key if isinstance(key, tuple) else (key,)
        entry, facade = self._entry, self._facade
        index = positions(facade._game.tables, entry, keys, facade._state.players, self._index)
        return facade._element(entry, index) if len(index) == len(entry.dims) else Entries(facade, entry, index)

    def keys(self) -> list[Any]:
        """The keys of the first index: numbers of players, else keys."""
        tables = self._facade._game.tables
        dim = self._entry.dims[len(self._index)]
        return list(range(len(self))) if dim == PLAYER else list(tables.dim_keys(dim))

    def values(self) -> list[Any]:
        """The values for each of `keys`: elements, or arrays if there are more indices."""
        return [self[key] for key in self.keys()]

    def items(self) -> list[tuple[Any, Any]]:
        """Keys and values together."""
        return list(zip(self.keys(), self.values(), strict=True))

    def __iter__(self) -> Iterator[Any]:
        is_list = self._entry.dims[len(self._index)] == PLAYER
        return iter(self.values() if is_list else self.keys())

    def __contains__(self, key: object) -> bool:
        return key in list(self)

    def __len__(self) -> int:
        return self._facade._game.tables.used(self._entry.dims[len(self._index)], self._facade._state.players)

    def to_plain(self) -> Any:
        """Plain JSON data, as in `Facade.to_dict`."""
        return self._facade._plain(self._entry, self._index)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Entries):
            return bool(self.to_plain() == other.to_plain())
        return bool(self.to_plain() == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.to_plain())


def kept_beside(facade: Facade, zone: Zone, index: tuple[int, ...]) -> list[dict[str, Plain]]:
    """`Facade.beside` for a declaration and the positions of its indices."""
    tables, s = facade._game.tables, facade._state
    lies = tables.zone_number(zone, tables.flat(zone.dims, index))
    cards = s.piles[lies] if lies < len(s.piles) else [c for c in s.places[lies - len(s.piles) :][:1] if c != NONE]
    found: list[dict[str, Plain]] = [{} for _ in cards]
    for kept in tables.kept:
        for card, told in zip(cards if lies in kept.zones else (), found, strict=False):
            if kept.is_set(s, card):
                value = facade._plain(kept.entry, (card - kept.cards.start,))
                told |= {kept.entry.name: value} if value is not HIDDEN else {}
    return found
