"""Boards on paper or as pictures."""

from __future__ import annotations

from collections.abc import Iterator

from ..files import Made
from ..print_run import PrintRun
from .drawn import drawn_files


def make(run: PrintRun, language: tuple[str, ...]) -> Iterator[Made]:
    """One file for each language and sheet."""
    return drawn_files(run, "board", language, run.design.boards)
