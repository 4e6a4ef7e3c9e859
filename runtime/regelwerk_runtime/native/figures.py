"""Measures of matches, read at any moment of play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from ..engine.engine import Engine
from ..engine.state import board_key
from ..errors import RuleError
from ..tables.measure import Measure
from ..views.measured import figure
from .engine import NativeEngine


class Figures:
    """The values of measures for engines of one game and number of players, in Python or native.

    They are computed again only if something on the table has changed.
    """

    def __init__(self, blank: NativeEngine | None = None) -> None:
        """Args: `blank`, an engine of the game's library to compute the values for the states of others.

        Values that it cannot compute are computed in Python.
        """
        self._blank = blank
        self._known: dict[str, Sequence[int | None]] = {}
        self._board: Hashable = None
        self._engine: Engine | NativeEngine

    def at(self, engine: Engine | NativeEngine) -> Callable[[Measure], Sequence[int | None]]:
        """A reader of present values: one for each player, or one for the whole game; None for one that breaks.

        It is valid until the next call.
        """
        if self._has_changed(engine):
            self._known.clear()
        self._engine = engine
        return self._of

    def _of(self, measure: Measure) -> Sequence[int | None]:
        found = self._known.get(measure.name)
        if found is None:
            found = self._known[measure.name] = self._worked_out(measure)
        return found

    def _has_changed(self, engine: Engine | NativeEngine) -> bool:
        """True if anything on the table differs from the last time."""
        if self._blank is not None:
            state = self._blank.positions.parts(engine.s) if isinstance(engine, Engine) else engine
            return self._blank._take(state)
        assert isinstance(engine, Engine)
        before, self._board = self._board, board_key(engine.s)
        return before != self._board

    def _worked_out(self, measure: Measure) -> Sequence[int | None]:
        blank, engine = self._blank, self._engine
        if blank is not None:
            found = blank._figures(blank.numbers[measure.name], 0, blank.players if measure.of_player else 1)
            if found is not None:
                return found
        python = engine if isinstance(engine, Engine) else engine.engine()
        return [_figure(python, measure, player) for player in range(python.s.players if measure.of_player else 1)]


def _figure(engine: Engine, measure: Measure, player: int) -> int | None:
    try:
        return int(figure(engine, measure, player))
    except RuleError:
        return None
