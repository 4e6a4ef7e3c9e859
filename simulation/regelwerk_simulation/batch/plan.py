"""Batches of games as data: what is played, by whom, with which luck, and what is written down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol

from regelwerk_runtime.batch.patience import longer_than
from regelwerk_runtime.engine.chance import STEP, WORD, mix, seed_key
from regelwerk_runtime.tables.game import Game

from ..errors import SimulationError
from ..tables import DECISIONS, GAMES, NAMES, RUN, TABLES

UNUSED_BITS = 11
"""A seed of a game has 53 bits, so that programs which know numbers as doubles keep it whole."""

ALWAYS = (GAMES.name, NAMES.name, RUN.name)
"""Tables that are written whatever is asked for."""

LOCAL = "local"
"""In place of the address of a cluster: one on this machine."""

EVERY = "all"
"""In place of a table: all of them."""

WRITTEN = tuple(table.name for table in TABLES)
"""Tables that can be written."""

USUAL = tuple(name for name in WRITTEN if name != DECISIONS.name)
"""Tables that are written where nobody says which: that of the choices is far larger than all others."""


@dataclass(frozen=True)
class Batch:
    """Games that belong together; everything that their rows depend on.

    Attributes:
        game: its name.
        source_hash, variants, without: which rules.
        players: how many play.
        bots: names, seat by seat in game 0; from game to game each moves on by a seat, and fewer than seats go round.
        seed: of the batch.
        games: how many.
        tables: names of the tables that are written, in the order of `TABLES`.
        version: of the toolkit.
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

        `mix`, `seed_key` and `STEP` are those of keyed chance (`engine/chance.py`). A batch with another number of
        games, or of other rules, has the same seeds.
        """
        return mix((seed_key(self.seed) + number * STEP) & WORD) >> UNUSED_BITS

    def bots_of(self, number: int) -> tuple[str, ...]:
        """The bots of a game, by seat."""
        return tuple(self.bots[(seat + number) % len(self.bots)] for seat in range(self.players))

    def told(self, number: int) -> str:
        """A game, and how it is played again."""
        return f"game {number:,}, with seed {self.seed_of(number)} and bots {', '.join(self.bots_of(number))}"

    def to_dict(self) -> dict[str, object]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Batch:
        """The batch that `to_dict` was made of.

        Raises:
            KeyError: something is missing.
        """
        found: dict[str, Any] = {field.name: data[field.name] for field in fields(cls)}
        whole: dict[str, Any] = {n: tuple(value) if isinstance(value, list) else value for n, value in found.items()}
        return cls(**whole)

    def differences(self, other: Batch) -> list[str]:
        """The differences from another batch, apart from the number of games: `seed 7, not 1`."""
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
        """The effects that belong to a player."""

    @property
    def rounds(self) -> Sequence[str]:
        """The effects of which each call by `play` is a round."""

    @property
    def handlers(self) -> Mapping[str, Sequence[int]]:
        """The lines of the module that run a rule, by its label: from, up to."""

    def rules_of(self, names: Mapping[str, object]) -> Game:
        """The rules among the names of the executed module, with all that is known about them."""


@dataclass(frozen=True)
class Order:
    """The order for a worker.

    Attributes:
        batch: what is played.
        rulebook: its rules.
        library: the same rules as machine code, or nothing.
        minutes: how long a game may take where nobody else watches over the time.
    """

    batch: Batch
    rulebook: Rulebook
    library: bytes = b""
    minutes: float = math.inf


def all_tables(wanted: Iterable[str]) -> tuple[str, ...]:
    """The tables that are asked for and those that are always written, in order.

    Raises:
        ValueError: one cannot be written.
    """
    chosen = {*wanted, *ALWAYS}
    for name in sorted(chosen - {*WRITTEN, EVERY}):
        raise ValueError(f"no table {name} can be written; there are {', '.join(WRITTEN)}")
    return tuple(name for name in WRITTEN if name in chosen or EVERY in chosen)


def too_long(game: str, minutes: float) -> SimulationError:
    """A game that takes longer than it may."""
    return SimulationError(
        f"{game}, takes {longer_than(minutes)}",
        "what was played is kept, and the same command goes on from there, also with more --minutes; "
        "regelwerk run plays this game alone, with --players, --seed and --bot",
    )


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)
