"""Zones of the cards of a game during play, in Python or as machine code."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import compress
from operator import ne

from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.native import NativeEngine


class Zones:
    """The zones of the cards of an engine.

    Attributes:
        now: the zone of each card at the last check.
        before: the zones at the check before; empty at the first one.
        moved: the cards that differ.
    """

    def __init__(self, engine: Engine | NativeEngine) -> None:
        self._engine = engine
        self._raw = b""
        self.now: Sequence[int] = ()
        self.before: Sequence[int] = ()
        self.moved: Iterable[int] = ()

    def have_changed(self) -> bool:
        """True if cards have moved since the last check; updates the attributes."""
        engine = self._engine
        if isinstance(engine, Engine):
            now = engine.s.where
            if now == self.now:
                return False
            self.before, self.now = self.now, now[:]
            self.moved = [*compress(range(len(now)), map(ne, now, self.before))] if self.before else range(len(now))
            return True
        found = engine._where(self._raw)
        if found is None:
            return False
        self._raw, self.moved = found
        self.before, self.now = self.now, array("i", self._raw)
        return True

    def pile(self, zone: int) -> tuple[int, ...]:
        """The present cards of a pile."""
        engine = self._engine
        found: tuple[int, ...] = engine.s.piles[zone] if isinstance(engine, Engine) else engine.pile(zone)
        return found
