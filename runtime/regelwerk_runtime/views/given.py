"""Given positions: plain data in the form of `state.to_dict()`, checked and set in a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..engine.checking import fault
from ..engine.state import NONE, forget_all, veil
from ..engine.zones import move
from ..errors import GivenError
from ..tables.game import Bool, Int, Member, Nobody, SetOf, Var, Zone
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..engine.engine import Engine


def apply_given(engine: Engine, given: Mapping[str, object]) -> None:
    """Sets the given values in the initial state; shuffles the piles that nobody sees, unless given.

    Raises:
        GivenError: a name, index, value or card is unknown, or the position breaks an invariant.
    """
    if not isinstance(given, Mapping):
        raise GivenError("a position must be given as names with values")
    position = _Position(engine)
    entries = engine.game.tables.entries
    for name, value in given.items():
        entry = entries.get(name)
        if entry is None:
            raise GivenError(f"{engine.game.name} declares no {name} in its state")
        for index, one in position.elements(entry, (), value):
            position.place(entry, index, one)
    position.move_cards()
    for zone in position.shuffled(given):
        engine.shuffle(zone)
    try:
        error = fault(engine.game, engine.s)
    except (LookupError, ArithmeticError, ValueError) as raised:
        raise GivenError(f"the position makes no sense: {raised}") from None
    if error is not None:
        raise GivenError(f"the position breaks the rules: {error.message}")


class _Position:
    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        self.tables = engine.game.tables
        self.s: Any = engine.s
        self.wanted: list[tuple[int, list[str], str]] = []

    def elements(self, entry: Var | Zone, index: tuple[int, ...], value: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
        """The single values given for an entry, with their indices."""
        if len(index) == len(entry.dims):
            yield index, value
            return
        dim = entry.dims[len(index)]
        count = self.tables.used(dim, self.s.players)
        if isinstance(value, Mapping):
            for key, part in value.items():
                yield from self.elements(entry, (*index, self._index(entry, dim, key)), part)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            if len(value) != count:
                raise GivenError(f"{entry.name} needs {count} values for {dim}, not {len(value)}")
            for i, part in enumerate(value):
                yield from self.elements(entry, (*index, i), part)
        else:
            raise GivenError(f"{entry.name} is indexed by {dim}: give a list or names with values, not {value!r}")

    def _index(self, entry: Var | Zone, dim: str, key: Any) -> int:
        positions = self.tables.positions[dim]
        at = positions.get(key)
        if at is None and isinstance(key, str) and key.isdecimal():
            with suppress(ValueError):  # too many digits for a number
                at = positions.get(int(key))
        if at is None or at >= self.tables.used(dim, self.s.players):
            raise GivenError(f"{entry.name} has no {dim} {key!r}")
        return at

    def place(self, entry: Var | Zone, index: tuple[int, ...], value: Any) -> None:
        """Sets one value; cards are only recorded for `move_cards`."""
        flat = self.tables.flat(entry.dims, index)
        if isinstance(entry, Zone):
            cards = [] if value is None else [value] if isinstance(value, str) else value
            if not isinstance(cards, Iterable):
                raise GivenError(f"{entry.name} holds cards: give a list of them, not {value!r}")
            cards = list(cards)
            if entry.place and len(cards) > 1:
                raise GivenError(f"{entry.name} is a place for one card")
            self.wanted.append((self.tables.zone_number(entry, flat), cards, entry.name))
            return
        number = self.number(entry, value)
        if entry.dims:
            getattr(self.s, entry.slot)[flat] = number
        else:
            setattr(self.s, entry.slot, number)
        forget_all(self.s)

    def number(self, entry: Var, value: Any) -> int:
        """A value as stored in the state."""
        kind = entry.type
        if value is None and not isinstance(kind, SetOf):
            none = self.tables.none(entry)
            if none is None:
                raise GivenError(f"{entry.name} cannot be none")
            return none
        if isinstance(kind, Bool):
            if not isinstance(value, bool):
                raise GivenError(f"{entry.name} is yes or no (true or false), not {value!r}")
            return value
        if isinstance(kind, Int):
            if isinstance(value, bool) or not isinstance(value, int) or not kind.low <= value <= kind.high:
                raise GivenError(f"{entry.name} is a number in {kind.low}..{kind.high}, not {value!r}")
            return value
        if isinstance(kind, SetOf):
            if isinstance(value, str) or not isinstance(value, Sequence | frozenset | set):
                raise GivenError(f"{entry.name} is a set: give a list, not {value!r}")
            low, result = self.tables.set_low(kind.enum), 0
            for member in value:
                result |= 1 << self.member(entry, kind.enum, member) - low
            return result
        return self.member(entry, kind.enum if isinstance(kind, Member) else kind.card_type, value)

    def member(self, entry: Var, kind: str, value: Any) -> int:
        """A player, member or card as its number."""
        at = None
        if not isinstance(value, bool):
            with suppress(TypeError):  # a list or a mapping
                at = self.tables.positions[kind].get(value)
        if at is None or (kind == PLAYER and at >= self.s.players):
            raise GivenError(f"{entry.name}: there is no {kind} {value!r}")
        return at + self.tables.members(kind)[0]

    def move_cards(self) -> None:
        """Moves the recorded cards to their zones, and other cards there to the box."""
        s = self.s
        count = len(s.piles)
        zones = {zone for zone, _, _ in self.wanted}
        taken: set[int] = set()
        keys, copies = self.tables.card_keys, self.tables.positions["Card"]
        wanted = {copies[key] for _, some, _ in self.wanted for key in some if isinstance(key, str) and key in copies}
        apart = {keys[card] for card in wanted if self.tables.copy_keys[card] != keys[card]}
        chosen = [
            (zone, [self._card(key, name, zone, zones, taken, apart) for key in some])
            for zone, some, name in self.wanted
        ]
        for zone, _ in chosen:
            for card in s.piles[zone] if zone < count else (s.places[zone - count],):
                if card != NONE:
                    move(s, card, 0)
        for zone, cards in chosen:
            for card in cards:
                move(s, card, zone)
        veil(s, 0)

    def _card(self, key: Any, name: str, zone: int, zones: set[int], taken: set[int], apart: set[str]) -> int:
        """An unused copy of a definition, preferably from the box or from a zone that is not given.

        A copy with values that cards have only in some zones goes to such a zone. If the position tells copies of the
        definition `apart`, the key is that of one copy.
        """
        keys = self.tables.card_keys
        asked = keys if key in keys and key not in apart else self.tables.copy_keys
        copies = [card for card, one in enumerate(asked) if one == key and card not in taken]
        if not copies:
            known = key in asked
            raise GivenError(f"{name}: there is no {'further ' if known else ''}card {key!r}")
        where = self.s.where
        card = min(copies, key=lambda one: (self._misfit(one, zone), where[one] != 0, where[one] in zones, one))
        taken.add(card)
        return card

    def _misfit(self, card: int, zone: int) -> int:
        """A score of a zone for a card with values that cards have only in some zones; lower is better."""
        return sum(-1 if zone in kept.zones else 1 for kept in self.tables.kept if kept.is_set(self.s, card))

    def shuffled(self, given: Mapping[str, object]) -> list[int]:
        """The piles to shuffle."""
        return [
            zone
            for zone, entry, _ in self.tables.secret_zones
            if isinstance(entry.seen, Nobody) and not entry.place and entry.name not in given
            if len(self.s.piles[zone]) > 1
        ]
