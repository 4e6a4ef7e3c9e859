"""Lookups over a game's tables: from declared names, members and cards to places in the state, and back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ..engine.state import NONE, BaseState, hide_zones, note_places
from .game import All, Bool, CardRef, Int, Member, Owner, Remembered, SetOf, Var, Zone
from .luck import LuckTables
from .traits import Trait, Traits, traits_of_type

if TYPE_CHECKING:
    from .game import Game

PLAYER = "Player"


class Kept(NamedTuple):
    """A variable that cards have while they are in some zones.

    Attributes:
        entry: the variable.
        zones: the zones where cards have it.
        cards: the cards that index it.
        first: its initial values for one card.
    """

    entry: Var
    zones: frozenset[int]
    cards: range
    first: tuple[int, ...]

    def of(self, s: BaseState, card: int) -> tuple[int, ...]:
        """Its values for a card."""
        at = (card - self.cards.start) * len(self.first)
        return tuple(getattr(s, self.entry.slot)[at : at + len(self.first)])

    def is_set(self, s: BaseState, card: int) -> bool:
        """True if a card has values other than the initial ones."""
        return card in self.cards and self.of(s, card) != self.first


class Tables:
    """Lookups over one game, fixed when the game is made or computed once on demand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.max_players = game.players[1]
        self.definition: list[int] = []
        self._lone: list[Traits] = []  # for each card its traits if there is no other copy, else empty
        self.card_keys: list[str] = []
        self.copy_keys: list[str] = []
        for d, card in enumerate(game.cards):
            for n in range(card.copies):
                self.definition.append(d)
                self._lone.append((d,) if card.copies == 1 else ())
                self.card_keys.append(card.key)
                self.copy_keys.append(card.key if n == 0 else f"{card.key}#{n + 1}")
        self.entries: dict[str, Var | Zone] = {entry.name: entry for entry in game.layout}
        self._states: dict[int, BaseState] = {}
        self._dim_keys: dict[str, list[str]] = {}
        self._sizes: dict[str, int] = {}
        self._places: dict[tuple[tuple[str, ...], int], tuple[int, ...]] = {}
        self._traits: dict[str, tuple[Trait, ...]] = {}

    def register_hidden_zones(self) -> None:
        """Tells the state's class which zones some player may not see (the box keeps cards from there veiled)."""
        hide_zones(self.game.state, frozenset(zone for zone, _, _ in self.secret_zones))

    # ---- the initial state
    def new_state(self, players: int) -> BaseState:
        """See `Game.new_state`."""
        state = self._states.get(players)
        if state is None:
            self.game.check_players(players)
            state = self._states[players] = self._begin(players)
        return state.copy()

    def _begin(self, players: int) -> BaseState:
        state = self.game.state(players)  # type: ignore[call-arg]
        piles = state.piles
        taken = set()
        for zone, cards in self.game.begin:
            if zone < len(piles):
                piles[zone] = tuple(cards)
            elif cards:
                state.places[zone - len(piles)] = cards[0]
            for card in cards:
                state.where[card] = zone
                taken.add(card)
        note_places(state)
        piles[0] = tuple(card for card in range(len(state.where)) if card not in taken)
        return state

    # ---- indices
    def size(self, dim: str) -> int:
        """Number of values of an index: players (the game's maximum), members, or cards of a type."""
        size = self._sizes.get(dim)
        if size is None:
            first, last = self.members(dim)
            size = self._sizes[dim] = last - first + 1
        return size

    def used(self, dim: str, players: int) -> int:
        """The same for a match: for Player, the number of players."""
        return players if dim == PLAYER else self.size(dim)

    def count(self, dims: tuple[str, ...]) -> int:
        """Number of elements of an array."""
        number = 1
        for dim in dims:
            number *= self.size(dim)
        return number

    def flat(self, dims: tuple[str, ...], index: tuple[int, ...]) -> int:
        """Position of an index in a flat array; its parts are positions from 0."""
        if len(dims) == 1:
            return index[0]
        at = 0
        for dim, i in zip(dims, index, strict=True):
            at = at * self.size(dim) + i
        return at

    def indices(self, dims: tuple[str, ...], players: int) -> Iterator[tuple[int, ...]]:
        """All indices of an array in a match, as positions from 0, in order."""
        return product(*(range(self.used(dim, players)) for dim in dims))

    def places(self, dims: tuple[str, ...], players: int) -> tuple[int, ...]:
        """The positions of `indices` in a flat array, in the same order."""
        found = self._places.get((dims, players))
        if found is None:
            found = tuple([self.flat(dims, index) for index in self.indices(dims, players)])
            self._places[dims, players] = found
        return found

    def index_key(self, dim: str, i: int) -> str:
        """Key of an index: a member's or card's key, a player's number."""
        if dim == PLAYER:
            return str(i)
        if dim in self.game.enums:
            return self.game.enums[dim].keys[i]
        return self.copy_keys[self.card_range(dim)[0] + i]

    def dim_keys(self, dim: str) -> list[str]:
        """The keys of an index in order; not for players."""
        keys = self._dim_keys.get(dim)
        if keys is None:
            keys = self._dim_keys[dim] = [self.index_key(dim, i) for i in range(self.size(dim))]
        return keys

    @cached_property
    def positions(self) -> dict[str, dict[str | int, int]]:
        """For each kind of index, the position of each key; players and members of ranges also by number."""
        found: dict[str, dict[str | int, int]] = {PLAYER: {i: i for i in range(self.max_players)}}
        for name, enum in self.game.enums.items():
            found[name] = {key: i for i, key in enumerate(enum.keys)}
            if enum.is_range:
                found[name].update({enum.low + i: i for i in range(len(enum.keys))})
        for name in (*self.game.card_types, "Card"):
            if name not in found:
                first, end = self.card_range(name)
                found[name] = {key: i for i, key in enumerate(self.copy_keys[first:end])}
        return found

    def card_range(self, card_type: str) -> tuple[int, int]:
        """First card and end of a card type; "Card" means all cards."""
        if card_type in self.game.card_types:
            return self.game.card_types[card_type]
        if card_type == "Card":
            return (0, len(self.card_keys))
        raise KeyError(f"{card_type} is neither an enum nor a card type")

    # ---- zones
    @cached_property
    def zones(self) -> list[Zone]:
        """The piles and places among the declared names."""
        return [entry for entry in self.game.layout if isinstance(entry, Zone)]

    @cached_property
    def vars(self) -> list[Var]:
        """The variables among the declared names."""
        return [entry for entry in self.game.layout if isinstance(entry, Var)]

    @cached_property
    def pile_count(self) -> int:
        """Number of piles, including the box."""
        return len(self.game.state(self.max_players).piles)  # type: ignore[call-arg]

    def zone_number(self, entry: Zone, flat: int) -> int:
        """The number of the zone at a flat index of an entry."""
        return entry.first + flat + (self.pile_count if entry.place else 0)

    @cached_property
    def secret_vars(self) -> list[Var]:
        """The variables that some player may not see."""
        return [entry for entry in self.vars if not isinstance(entry.seen, All)]

    @cached_property
    def owners(self) -> frozenset[str]:
        """The variables that determine who sees another variable or a zone."""
        entries: tuple[Var | Zone, ...] = (*self.vars, *self.zones)
        seen = [entry.seen.by if isinstance(entry.seen, Remembered) else entry.seen for entry in entries]
        return frozenset(one.variable for one in seen if isinstance(one, Owner))

    @cached_property
    def secret_zones(self) -> list[tuple[int, Zone, tuple[int, ...]]]:
        """The zones that some player may not see, with entry and index, for the largest number of players."""
        found = []
        for entry in self.zones:
            if not isinstance(entry.seen, All):
                for flat, index in enumerate(product(*(range(self.size(dim)) for dim in entry.dims))):
                    found.append((self.zone_number(entry, flat), entry, index))
        return found

    @cached_property
    def secret_zone(self) -> dict[int, tuple[Zone, tuple[int, ...]]]:
        """Entry and index of each zone that some player may not see."""
        return {zone: (entry, index) for zone, entry, index in self.secret_zones}

    @cached_property
    def card_type_of(self) -> list[str]:
        """The type of each card."""
        return [self.game.cards[d].card_type for d in self.definition]

    @cached_property
    def luck(self) -> LuckTables:
        """The keys of dice and shuffles."""
        return LuckTables(self)

    @cached_property
    def kept(self) -> list[Kept]:
        """The variables that cards have while they are in some zones."""
        found: list[Kept] = []
        for entry in self.vars:
            if entry.while_in:
                zones = [zone for zone in self.zones if zone.name in entry.while_in]
                lie = frozenset(self.zone_number(zone, at) for zone in zones for at in range(self.count(zone.dims)))
                values = getattr(self.new_state(self.max_players), entry.slot)
                first, last = self.members(entry.dims[0])
                row = tuple(values[: self.count(entry.dims[1:])])
                found.append(Kept(entry, lie, range(first, last + 1), row))
        return found

    # ---- copies
    def traits(self, s: BaseState, card: int) -> Traits:
        """The traits that distinguish a card from others: its definition, and what the state keeps and notes of it.

        Copies with equal traits differ in the state only by their places.
        """
        lone = self._lone[card]
        if lone:
            return lone
        card_type = self.card_type_of[card]
        known = self._traits.get(card_type)
        if known is None:
            known = self._traits[card_type] = traits_of_type(self, card_type)
        return (self.definition[card], *[trait(s, card) for trait in known])

    # ---- values
    @cached_property
    def limits(self) -> list[tuple[Var, int, int, int | None]]:
        """The variables that can leave their range, each with its ends and the number for none."""
        return [
            (entry, *self.bounds(entry), self.none(entry)) for entry in self.vars if not isinstance(entry.type, Bool)
        ]

    def bounds(self, entry: Var) -> tuple[int, int]:
        """Least and greatest number that a variable holds, apart from none."""
        kind = entry.type
        if isinstance(kind, Int):
            return kind.low, kind.high
        if isinstance(kind, Bool):
            return 0, 1
        if isinstance(kind, SetOf):
            _, last = self.members(kind.enum)
            return 0, (2 << (last - self.set_low(kind.enum))) - 1
        return self.members(kind.card_type if isinstance(kind, CardRef) else kind.enum)

    def members(self, kind: str) -> tuple[int, int]:
        """First and last number of an enum's members, of the players or of a card type's cards."""
        if kind == PLAYER:
            return 0, self.max_players - 1
        if kind in self.game.enums:
            enum = self.game.enums[kind]
            return enum.low, enum.low + len(enum.keys) - 1
        first, end = self.card_range(kind)
        return first, end - 1

    def set_low(self, kind: str) -> int:
        """The member that is bit 0 of a set."""
        return self.game.enums[kind].low if kind in self.game.enums else 0

    def none(self, entry: Var) -> int | None:
        """The number for none in a variable; None if it always has a value."""
        kind = entry.type
        if isinstance(kind, SetOf) or not kind.optional:
            return None
        if isinstance(kind, Bool):
            return NONE
        if isinstance(kind, Int):
            return min(kind.low, 0) - 1
        return self.none_of(kind.enum if isinstance(kind, Member) else kind.card_type)

    def none_of(self, kind: str) -> int:
        """The number for none among members: -1, or one below a range that begins below 0."""
        return min(NONE, self.members(kind)[0] - 1) if kind in self.game.enums else NONE

    def element_name(self, entry: Var, at: int) -> str:
        """A variable with the keys of an element of its array, such as `money[1]`."""
        keys = []
        for dim in reversed(entry.dims):
            at, i = divmod(at, self.size(dim))
            keys.append(self.index_key(dim, i))
        return f"{entry.name}[{', '.join(reversed(keys))}]" if keys else entry.name
