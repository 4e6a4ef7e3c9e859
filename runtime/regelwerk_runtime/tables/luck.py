"""Keys of the random numbers of a game: dice, shuffles and cards by name, not by number."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from ..engine.chance import LANE, Lanes, digest_of

if TYPE_CHECKING:
    from .layout import Tables


class LuckTables:
    """Keys of a game's luck, computed once on demand; an additional rule does not change the luck of others."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.lanes = lru_cache(maxsize=64)(self._lanes)

    @cached_property
    def dice(self) -> list[str]:
        """For each die the text that keys its luck: its name and the numbers of its indices, so that renaming members
        keeps the luck.
        """
        names: dict[int, str] = {}
        for luck in self.tables.game.luck:
            sizes = [self.tables.size(dim) + (dim == "Player") for dim in luck.dims]
            for flat, index in enumerate(product(*map(range, sizes))):
                keys = [
                    "-" if dim == "Player" and i == self.tables.max_players else str(i)
                    for dim, i in zip(luck.dims, index, strict=True)
                ]
                names[luck.first + flat] = f"{luck.name}[{','.join(keys)}]"
        return [names.get(i, f"die {i}") for i in range(max(names, default=-1) + 1)]

    @cached_property
    def die_keys(self) -> list[bytes]:
        """For each die the key of its luck."""
        return [digest_of("die " + name) for name in self.dice]

    def die_kind(self, die: int) -> str:
        """The faces of a die, as a slot kind."""
        kind = "int"
        for luck in self.tables.game.luck:
            if luck.first <= die:
                kind = luck.kind
        return kind

    @cached_property
    def shuffle_keys(self) -> dict[int, bytes]:
        """For each zone the key of its shuffles, from its name and position in the array."""
        keys = {0: digest_of("shuffle box")}
        for entry in self.tables.zones:
            for flat in range(prod(self.tables.size(dim) for dim in entry.dims)):
                keys[self.tables.zone_number(entry, flat)] = digest_of(f"shuffle {entry.name}[{flat}]")
        return keys

    @cached_property
    def card_luck(self) -> list[bytes]:
        """For each card the key that orders it in shuffles: its family, the numbers of its members, and that of the
        copy.
        """
        numbers: dict[str, str] = {}
        for enum in self.tables.game.enums.values():
            for i, key in enumerate(enum.keys):
                numbers[key] = f"{numbers.get(key, '')}/{i}"
        keys: list[bytes] = []
        for card in self.tables.game.cards:
            family, *members = card.key.split(".")
            name = ".".join([family, *(numbers.get(member, member) for member in members)])
            keys += [digest_of(f"card {name}#{copy}").ljust(LANE, b"\0") for copy in range(card.copies)]
        return keys

    def _lanes(self, pile: tuple[int, ...]) -> Lanes:
        """The keys of a pile's cards, for `shuffled`; `lanes` caches those of recently shuffled piles."""
        return Lanes.of(pile, self.card_luck)
