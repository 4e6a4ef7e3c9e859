"""Files of records, and the game that a record belongs to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from regelwerk_dsl.diagnostics import SourceError
from regelwerk_runtime.errors import RecordError

from ..errors import InputError, UsageError
from ..game import Game, load
from .finding import MANIFEST, find_game


def read_record(path: Path) -> list[str]:
    """The lines of a record.

    Raises:
        InputError: the file is empty or is no text.
        OSError: it cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a record: it is not a text file") from None
    if not lines:
        raise InputError(f"{path} is empty")
    return lines


def header_of(lines: Sequence[str]) -> dict[str, Any]:
    """The first line of a record as data.

    Raises:
        RecordError: it is no header.
    """
    try:
        head = json.loads(lines[0])
    except ValueError:
        head = None
    if not isinstance(head, dict) or "game" not in head:
        raise RecordError("the record has no header", 1)
    return head


def game_of(
    path: Path,
    lines: Sequence[str],
    game: str = "",
    variants: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
) -> Game:
    """The game of a record: the one that is named, else the one of that name whose sources it was made from.

    Besides the bundled games, those in the current folder, beside the record and above both are looked at.

    Raises:
        InputError: it is not found.
        SourceError: none of that name is in order.
        RecordError: the record has no header.
    """
    head = header_of(lines)
    chosen = [*(variants or ())] or _names(head.get("variants"))
    without = [*(without or ())] or _names(head.get("without"))
    if game:
        return load(game, chosen, without)
    first: Game | None = None
    broken: SourceError | None = None
    for folder in _folders(str(head["game"]), path):
        try:
            found = load(folder, chosen, without)
        except SourceError as error:
            broken = broken or error  # another game of this name may be in order
            continue
        if found.name != head["game"]:
            continue
        if found.source_hash == head.get("source_hash"):
            return found
        first = first or found
    if first is None and broken is not None:
        raise broken
    if first is None:
        raise InputError(f"the game {head['game']} was not found", "give its folder: --game FOLDER")
    return first


def _names(recorded: object) -> list[str]:
    return [str(name) for name in recorded] if isinstance(recorded, list) else []


def _folders(name: str, path: Path) -> Iterator[Path]:
    seen = set()
    try:
        bundled = find_game(name)
    except UsageError:
        pass
    else:
        seen.add(bundled)
        yield bundled
    here, beside = Path.cwd(), path.resolve().parent
    for top in (here, beside, *here.parents[:2], *beside.parents[:2]):
        for manifest in (top / MANIFEST, *sorted(top.glob(f"*/{MANIFEST}"))):
            folder = manifest.resolve().parent
            if manifest.is_file() and folder not in seen and _is_named(manifest, name):
                seen.add(folder)
                yield folder


def _is_named(manifest: Path, name: str) -> bool:
    """Whether the file of a game has a line with this name; cheaper than parsing it."""
    try:
        text = manifest.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return any(line.partition("#")[0].replace('"', "").split() == ["name:", name] for line in text.splitlines())
