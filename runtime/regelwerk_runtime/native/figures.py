"""The measures of engines in Python, worked out by a library at any moment of play."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.engine import Engine
from ..tables.measure import Measure
from ..views.measured import Figures
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

    def _worked_out(self, engine: Engine, measure: Measure) -> Sequence[int | None]:
        blank = self._blank
        found = blank._figures(blank.numbers[measure.name], 0, blank.players if measure.of_player else 1)
        return super()._worked_out(engine, measure) if found is None else found
