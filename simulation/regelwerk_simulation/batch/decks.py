"""Decks of a game during play: piles that nobody sees and no player owns, and when they run out."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_runtime.tables.game import Game, Nobody
from regelwerk_runtime.tables.layout import PLAYER

from .zones import Zones

DeckRow = tuple[str, int, int, int | None, int]
"""Name, cards at the first choice, fewest cards, round in which it was first empty, and how often it grew."""


def decks_of(game: Game) -> dict[str, int]:
    """The numbers of the piles that are decks, by name as in the sources, with index if there are several."""
    found = {}
    for zone, entry, index in game.tables.secret_zones:
        if isinstance(entry.seen, Nobody) and not entry.place and PLAYER not in entry.dims:
            keys = [game.tables.index_key(dim, at) for dim, at in zip(entry.dims, index, strict=True)]
            found[f"{entry.name}[{', '.join(keys)}]" if keys else entry.name] = zone
    return found


class Decks:
    """The sizes of the decks of a game, checked before each choice and at the end."""

    def __init__(self, decks: dict[str, int]) -> None:
        self._names = list(decks)
        self._at = {zone: at for at, zone in enumerate(decks.values())}
        self._piles: list[tuple[int, ...]] = []
        self._first: list[int] = []
        self._least: list[int] = []
        self._empty: list[int | None] = [None] * len(decks)
        self._grown = [0] * len(decks)

    def look(self, zones: Zones, round_: int) -> None:
        """Updates the decks before a choice; `zones` has the cards that have moved."""
        if not self._piles:
            self._piles = [zones.pile(zone) for zone in self._at]
            self._first = [len(pile) for pile in self._piles]
            self._least = self._first[:]
        now, before = zones.now, zones.before
        touched = {zone for card in zones.moved for zone in (now[card], before[card])} if before else self._at
        for zone in self._at.keys() & touched:
            self._follow(self._at[zone], zones.pile(zone), round_)

    def _follow(self, at: int, now: tuple[int, ...], round_: int) -> None:
        before = self._piles[at]
        has_grown = len(now) > len(before)
        ran_out = not now or (has_grown and not {*now} & {*before})  # and was refilled at once
        self._grown[at] += has_grown
        self._least[at] = min(self._least[at], 0 if ran_out else len(now))
        if ran_out and self._empty[at] is None:
            self._empty[at] = round_
        self._piles[at] = now

    def rows(self) -> Iterator[DeckRow]:
        """A row for each deck, by name; none if the game had no choice."""
        yield from sorted(zip(self._names, self._first, self._least, self._empty, self._grown, strict=False))
