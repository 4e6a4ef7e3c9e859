"""Reports of texts that do not fit: one message a box, with the cards, the language and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from .evaluator import Misfit

SHOWN = 10  # cards that one message names


def report_misfits(misfits: Sequence[Misfit], language: str, diagnostics: Diagnostics) -> None:
    """One message for each box, with all cards whose text it does not hold; one for characters that no font has."""
    boxes: dict[Span, dict[str, Misfit]] = {}
    for misfit in sorted(misfits, key=lambda misfit: -misfit.excess):
        boxes.setdefault(misfit.span, {}).setdefault(misfit.subject, misfit)
    for span, found in boxes.items():
        high = [misfit for misfit in found.values() if misfit.excess > 0]
        if high:
            which = _several([f"{m.subject} by {m.excess:.1f} mm" for m in high])
            what = f"text ({language}) does not fit its box at {high[0].size:g} pt: {which}"
            help = "make the box larger or the text shorter, or allow smaller type with `smallest`"
            diagnostics.report("E1010", span, what, help=help)
        without = [misfit for misfit in found.values() if misfit.missing]
        if without:
            which = _several([f"{m.subject}: {' '.join(_named(char) for char in m.missing)}" for m in without])
            diagnostics.report("E1011", span, f"no font has a character ({language}): {which}")


class MisfitReport(list[Misfit]):
    """Reports every text that does not fit as soon as it is drawn, one message for each card and box."""

    def __init__(self, language: str, diagnostics: Diagnostics) -> None:
        super().__init__()
        self._language, self._diagnostics = language, diagnostics
        self._known: set[tuple[Span, str]] = set()

    def append(self, misfit: Misfit) -> None:
        if (misfit.span, misfit.subject) not in self._known:
            self._known.add((misfit.span, misfit.subject))
            own = Diagnostics()
            report_misfits([misfit], self._language, own)
            self._diagnostics.items += own.items  # each card counts, though the place is the same


def _several(parts: list[str]) -> str:
    more = f"; and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more


def _named(char: str) -> str:
    return f"`{char}` (U+{ord(char):04X})"
