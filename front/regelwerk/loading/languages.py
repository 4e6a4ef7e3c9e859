"""Help about a language that a game does not have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def languages_help(folder: Path, wanted: str, known: Iterable[str]) -> str:
    """Advice: list the language in `game.yaml` where there is a catalogue of it, else take another."""
    from regelwerk_compiler.words.catalogues.files import languages_in  # what plays a game does without

    if wanted in languages_in(folder):
        return f"there is locale/{wanted}.po: add {wanted} to `languages` in game.yaml"
    return f"it has {', '.join(known)}"
