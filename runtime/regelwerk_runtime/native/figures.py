"""The measures of engines in Python, worked out by a library at any moment of play."""

from __future__ import annotations

from ..engine.engine import Engine
from ..tables.measure import Measure
from ..views.measured import Figures, figure
from .engine import NativeEngine


class NativeFigures(Figures):
    """The figures of engines in Python; what the library gives up is worked out in Python.

    Args:
        blank: an engine of the library for so many players, which takes the state of those in Python.
    """

    def __init__(self, blank: NativeEngine) -> None:
        super().__init__()
        self._blank = blank

    def _has_changed(self, engine: Engine) -> bool:
        return self._blank._take(self._blank.positions.parts(engine.s))

    def _worked_out(self, engine: Engine, measure: Measure, player: int) -> int:
        found = self._blank._figure(self._blank.numbers[measure.name], player)
        return figure(engine, measure, player) if found is None else found
