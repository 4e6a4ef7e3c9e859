"""Batches of games as data: rules, bots, seeds, and tables to write."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from msgspec import convert
from regelwerk_runtime.batch.patience import longer_than
from regelwerk_runtime.engine.chance import STEP, WORD, mix, seed_key
from regelwerk_runtime.tables.game import Game

from ..errors import SimulationError
from ..tables import DECISIONS, GAMES, NAMES, RUN, TABLES

UNUSED_BITS = 11
"""A seed of a game has 53 bits, so that programs that store numbers as doubles represent it exactly."""

ALWAYS = (GAMES.name, NAMES.name, RUN.name)
"""Tables that are always written."""

LOCAL = "local"
"""Instead of the address of a cluster: a cluster on this machine."""

EVERY = "all"
"""Instead of the name of a table: all tables."""

WRITTEN = tuple(table.name for table in TABLES)
"""Tables that can be written."""

USUAL = tuple(name for name in WRITTEN if name != DECISIONS.name)
"""Tables written by default, without that of the choices, which is far larger than all others."""


@dataclass(frozen=True)
class Batch:
    """A batch of games: everything that their rows depend on.

    Attributes:
        game: the name of the game.
        source_hash, variants, without: the rules.
        players: number of players.
        bots: names, seat by seat in game 0, repeated if necessary; from game to game each moves on by a seat.
        seed: the seed of the batch.
        games: number of games.
        tables: names of the tables to write, in the order of `TABLES`.
        version: the version of the toolkit.
    """

    game: str
    source_hash: str
    variants: tuple[str, ...]
    without: tuple[str, ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    tables: tuple[str, ...]
    version: str

    def seed_of(self, number: int) -> int:
        """The seed of a game: the upper 53 of the 64 bits of `mix(seed_key(seed) + number * STEP)`.

        `mix`, `seed_key` and `STEP` are those of keyed chance (`engine/chance.py`). Seeds do not depend on the number
        of games or on the rules.
        """
        return mix((seed_key(self.seed) + number * STEP) & WORD) >> UNUSED_BITS

    def bots_of(self, number: int) -> tuple[str, ...]:
        """The bots of a game, by seat."""
        return tuple(self.bots[(seat + number) % len(self.bots)] for seat in range(self.players))

    def told(self, number: int) -> str:
        """A game in words, with what is needed to play it again."""
        return f"game {number:,}, with seed {self.seed_of(number)} and bots {', '.join(self.bots_of(number))}"

    def to_dict(self) -> dict[str, object]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Batch:
        """The batch from the data of `to_dict`.

        Raises:
            ValueError: something is missing or of another type.
        """
        return convert(dict(data), cls)

    def differences(self, other: Batch) -> list[str]:
        """The differences from another batch, except the number of games, such as `seed 7, not 1`."""
        mine, others = self.to_dict(), other.to_dict()
        return [
            f"{name.replace('_', ' ')} {_shown(others[name])}, not {_shown(value)}"
            for name, value in mine.items()
            if name != "games" and value != others[name]
        ]


class Rulebook(Protocol):
    """A compiled game that can be sent to another process."""

    @property
    def module(self) -> str:
        """The emitted module, which the verifier has passed."""

    @property
    def turns(self) -> Sequence[str]:
        """The effects that may be turns of players."""

    @property
    def rounds(self) -> Sequence[str]:
        """The effects that are a round each time `play` calls them."""

    @property
    def handlers(self) -> Mapping[str, Sequence[int]]:
        """The lines of the module that run a rule, by its label: first, end."""

    def rules_of(self, names: Mapping[str, object]) -> Game:
        """The rules in the namespace of the executed module, with the data that belongs to them."""


@dataclass(frozen=True)
class Order:
    """The order for a worker.

    Attributes:
        batch: the batch to play.
        rulebook: its rules.
        library: the same rules as machine code, or b"".
        minutes: the most time a game may take, if it is checked by the worker itself.
    """

    batch: Batch
    rulebook: Rulebook
    library: bytes = b""
    minutes: float = math.inf


def all_tables(wanted: Iterable[str]) -> tuple[str, ...]:
    """The requested tables and those that are always written, in order.

    Raises:
        ValueError: there is no such table.
    """
    chosen = {*wanted, *ALWAYS}
    for name in sorted(chosen - {*WRITTEN, EVERY}):
        raise ValueError(f"there is no table {name}; the tables are {', '.join(WRITTEN)}")
    return tuple(name for name in WRITTEN if name in chosen or EVERY in chosen)


def too_long(game: str, minutes: float) -> SimulationError:
    """The error for a game that takes longer than allowed."""
    return SimulationError(
        f"{game}, takes {longer_than(minutes)}",
        "finished games are kept, and the same command continues from there, also with more --minutes; "
        "regelwerk run plays this game alone, with --players, --seed and --bot",
    )


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)
