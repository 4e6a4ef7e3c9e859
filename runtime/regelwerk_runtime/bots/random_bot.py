"""A bot that takes options at random."""

from __future__ import annotations

from ..engine.chance import among, draw, key_of, mix, seed_key
from .seat import Seat


class RandomBot:
    """Chooses each option with the same probability, by random numbers keyed by seed, seat and moment."""

    def __init__(self, player: int, seed: int) -> None:
        self.base = mix(seed_key(seed) ^ key_of(f"random bot {player}"))

    def index(self, number: int, count: int) -> int:
        """The choice among `count` options after `number` choices, without a seat: the fast way for batches."""
        return among(draw(self.base, number), count)

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        return among(draw(self.base, seat.number), seat.count)
