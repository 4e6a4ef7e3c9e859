"""Card tallies of a game during play: how often each card is held, offered and chosen, and how often it acts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from regelwerk_runtime.decision import CARD
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.native import NativeEngine
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.watch import Watched

from .decks import decks_of
from .zones import Zones

BOX = 0
"""The zone of the cards that are not in play."""
NOBODY = -1
"""The seat for events that concern no player in particular."""
HELD, OFFERED, CHOSEN, ACTED = range(4)

CardRow = tuple[str, int, int, int, int, int]
"""Key, seat, and how often the card was held, offered and chosen, and acted."""


class CardTable:
    """The cards of a game: the owner of each zone, the zones nobody has seen into, and the options that name cards."""

    def __init__(self, game: Game) -> None:
        self.keys = [card.key for card in game.cards]
        self.definition = game.tables.definition
        self.owner = _owners(game)
        self.undrawn = {BOX, *decks_of(game).values()}
        self.places = [_places(site.kinds) for site in game.sites]


class CardTally:
    """Counts for each card and player of how often it was held, offered and chosen, and acted."""

    def __init__(self, table: CardTable, watched: Watched) -> None:
        self._table, self._watched = table, watched
        watched.forget_cards()  # a broken game may leave some behind
        self._where: Sequence[int] = ()
        self._player = NOBODY
        self._named: Collection[int] = ()
        self._counts: dict[tuple[int, int], list[int]] = {}

    def look(self, engine: Engine | NativeEngine, index: int) -> None:
        """Counts the cards of a choice before it is made."""
        self._player, self._named = engine.player, ()
        places = self._table.places[engine.site]
        if places is None:
            return
        definition, options = self._table.definition, engine.options
        if places:
            offered = {option[at] for option in options if option.__class__ is tuple for at in places[option[0]]}
            chosen = options[index]
            taken = {chosen[at] for at in places[chosen[0]]} if isinstance(chosen, tuple) else set()
        else:
            offered, taken = set(options), {options[index]}
        for card in {definition[card] for card in offered if card >= 0}:
            self._add(card, self._player, OFFERED)
        self._named = {definition[card] for card in taken if card >= 0}
        for card in self._named:
            self._add(card, self._player, CHOSEN)

    def act(self) -> None:
        """Counts the cards that have acted since the last time."""
        acted = self._watched.acted | self._watched.answered
        if acted:
            for number, seat in {(self._table.definition[card], self._actor(card)) for card in acted}:
                self._add(number, seat, ACTED)
            self._watched.forget_cards()

    def follow(self, zones: Zones) -> None:
        """Counts the cards that have moved."""
        now, before = zones.now, zones.before
        owner, definition, undrawn = self._table.owner, self._table.definition, self._table.undrawn
        for card in zones.moved:
            zone = now[card]
            whose = owner[zone]
            if whose == NOBODY:
                is_new = zone not in undrawn and (not before or before[card] in undrawn)
            else:
                is_new = not before or owner[before[card]] != whose
            if is_new:
                self._add(definition[card], whose, HELD)
        self._where = now

    def _actor(self, card: int) -> int:
        """The player of a card that has acted: its holder, else the player who chose it by name."""
        holder = self._table.owner[self._where[card]] if self._where else NOBODY
        if holder == NOBODY and self._table.definition[card] in self._named:
            return self._player
        return holder

    def _add(self, card: int, seat: int, what: int) -> None:
        counts = self._counts.get((card, seat))
        if counts is None:
            counts = self._counts[card, seat] = [0, 0, 0, 0]
        counts[what] += 1

    def rows(self) -> Iterator[CardRow]:
        """A row for each card and player with any count."""
        keys = self._table.keys
        for key, seat, counts in sorted((keys[card], seat, counts) for (card, seat), counts in self._counts.items()):
            yield key, seat, counts[HELD], counts[OFFERED], counts[CHOSEN], counts[ACTED]


def _owners(game: Game) -> list[int]:
    """The owner of each zone: the first player that indexes it."""
    tables = game.tables
    found = {BOX: NOBODY}
    for entry in tables.zones:
        for index in tables.indices(entry.dims, tables.max_players):
            seat = index[entry.dims.index(PLAYER)] if PLAYER in entry.dims else NOBODY
            found[tables.zone_number(entry, tables.flat(entry.dims, index))] = seat
    return [found.get(zone, NOBODY) for zone in range(max(found) + 1)]


def _places(kinds: str | Sequence[Sequence[str]]) -> list[list[int]] | None:
    """The positions of cards in each option of a choice, by number; empty for plain values; None if there are none."""
    if isinstance(kinds, str):
        return [] if kinds == CARD else None
    found = [[at for at, kind in enumerate(values, 1) if kind == CARD] for values in kinds]
    return found if any(found) else None
