"""Help about a language that a game does not have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def languages_help(folder: Path, wanted: str, known: Iterable[str]) -> str:
    """What to do about it: list it in `game.yaml` where there is a catalogue of it, else take another."""
    names = [path.name for path in (folder / "locale").glob("*.po")]
    if f"{wanted}.po" in names:
        return f"there is locale/{wanted}.po: add {wanted} to `languages` in game.yaml"
    return f"it has {', '.join(known)}"
