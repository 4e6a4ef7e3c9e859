"""Record files, and the game that a record belongs to."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from regelwerk_dsl.disk import read_bytes, real
from regelwerk_dsl.writing import replacing
from regelwerk_runtime.errors import RecordError, RuleError
from regelwerk_runtime.records.record import is_record

from ..errors import InputError, UsageError
from ..game import Game, load
from .source import MANIFEST, find_game

MOST = 100_000_000  # most bytes of a record


@contextmanager
def writing_record(path: Path) -> Iterator[TextIO]:
    """A file for a record, which replaces an earlier record when the block ends, also after a rule error or interrupt.

    Raises:
        OSError: it cannot be written, or another kind of file exists there.
    """
    ended: BaseException | None = None
    with replacing(path, is_record, named=True) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=True)
        try:
            yield text
        except (RuleError, KeyboardInterrupt, SystemExit, BrokenPipeError) as error:
            ended = error  # keep what was played so far
        text.detach()
    if ended is not None:
        raise ended


def read_record(path: Path) -> list[str]:
    """The lines of a record.

    Raises:
        InputError: the file is empty or not a text file.
        OSError: it cannot be read.
    """
    try:
        lines = read_bytes(path, MOST).decode().removesuffix("\n").split("\n")  # texts may have other line ends
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a record: it is not a text file") from None
    if lines == [""]:
        raise InputError(f"{path} is empty")
    return lines


def game_of(
    path: Path,
    lines: Sequence[str],
    game: str = "",
    variants: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
) -> Game:
    """The game of a record: the one given, else the one of the recorded name with the same sources.

    Searches the bundled games, the current folder, the record's folder and the folders above both.

    Raises:
        InputError: it is not found.
        SourceError: all games of that name have errors.
        RecordError: the record has no header.
    """
    from regelwerk_dsl.diagnostics import SourceError  # `run` does without, and without msgspec

    try:
        head = json.loads(lines[0])
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or "game" not in head:
        raise RecordError("the record has no header", 1)
    variants = variants or _names(head.get("variants"))
    without = without or _names(head.get("without"))
    if game:
        return load(game, variants, without)
    sound: list[Game] = []
    broken: list[SourceError] = []
    for folder in _folders(str(head["game"]), path):
        try:
            found = load(folder, variants, without)
        except SourceError as error:
            broken.append(error)  # another game of this name may have no errors
            continue
        if found.name == head["game"] and found.source_hash == head.get("source_hash"):
            return found
        sound += [found] if found.name == head["game"] else []
    if sound:
        return sound[0]
    raise (
        broken[0] if broken else InputError(f"the game {head['game']} was not found", "give its folder: --game FOLDER")
    )


def _names(recorded: object) -> list[str]:
    return [str(name) for name in recorded] if isinstance(recorded, list) else []


def _folders(name: str, path: Path) -> list[Path]:
    found: list[Path] = []
    with suppress(UsageError):
        found.append(find_game(name))
    here, beside = Path.cwd(), real(path).parent
    tops = (here, beside, *here.parents[:2], *beside.parents[:2])
    manifests = [manifest for top in tops for manifest in (top / MANIFEST, *sorted(top.glob(f"*/{MANIFEST}")))]
    named = [real(manifest).parent for manifest in manifests if manifest.is_file() and _is_named(manifest, name)]
    return list(dict.fromkeys(found + named))


def _is_named(manifest: Path, name: str) -> bool:
    """True if a game's file has a line with this name; faster than parsing it."""
    try:
        text = read_bytes(manifest).decode()
    except (OSError, UnicodeDecodeError):
        return False
    return any(line.partition("#")[0].replace('"', "").split() == ["name:", name] for line in text.splitlines())
