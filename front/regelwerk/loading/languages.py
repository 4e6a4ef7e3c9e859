"""Advice about languages that a game does not have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def languages_help(folder: Path, wanted: str, known: Iterable[str]) -> str:
    """Advice: list the language in `game.yaml` if it has a catalogue, else choose another."""
    from regelwerk_compiler.words.catalogues.files import languages_in  # not needed for playing

    if wanted in languages_in(folder):
        return f"there is locale/{wanted}.po: add {wanted} to `languages` in game.yaml"
    return f"it has {', '.join(known)}"
