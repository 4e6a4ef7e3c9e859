"""Marks of games played as machine code.

A library only records which cards have acted, and that something ran for the first time. Then the choice is replayed by
an engine in Python with marks, which knows their meaning.
"""

from __future__ import annotations

from ..records.starting import Setup
from ..tables.game import Game
from ..watch import Watched
from .engine import NativeEngine
from .library import NativeGame


class NativeMarks:
    """Sets the marks of a module for the games of a library, each followed from its start."""

    def __init__(self, native: NativeGame, game: Game, watched: Watched) -> None:
        """`game` is that of the module with marks."""
        self._native, self._game, self._watched = native, game, watched
        self._before: NativeEngine | None = None

    def forget(self) -> None:
        """Resets the record."""
        self._native.forget()

    def begun(self, engine: NativeEngine) -> None:
        """Handles a game that has reached its first decision."""
        if self._has_news(engine):
            Setup(self._game, engine.players, engine.seed).begin([])

    def play(self, engine: NativeEngine, index: int) -> None:
        """Takes an option.

        Raises:
            NativeError: the library gives up.
        """
        before = engine.copy()
        engine.play(index)
        if self._has_news(engine):
            python = self._native.positions.engine(before, self._game)
            python.log = []
            python.play(index)

    def drop(self, engine: NativeEngine) -> None:
        """Discards what a choice noted that broke: the game is played again in Python."""
        engine._noted()

    def _has_news(self, engine: NativeEngine) -> bool:
        """Collects what was recorded; returns True if the choice must be replayed."""
        noted = engine._noted()
        if noted is None:
            return False
        is_new, acted = noted
        self._watched.acted.update(acted)
        return is_new
