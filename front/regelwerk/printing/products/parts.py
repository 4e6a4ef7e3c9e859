"""Parts of the game, such as tiles and markers, on paper or as pictures."""

from __future__ import annotations

from collections.abc import Iterator

from ..files import Made
from ..print_run import PrintRun
from .drawn import drawn_files


def make(run: PrintRun, language: tuple[str, ...]) -> Iterator[Made]:
    """One file for each language and sheet; small parts share pages."""
    return drawn_files(run, "parts", language, run.design.parts, share=True)
