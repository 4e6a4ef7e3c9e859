"""The cache between runs: compiled and checked games, and printed files, each under a hash of what it is made from.

An entry is one file: a line with its key and a hash, a line with sizes, JSON data, and the bytes of files. It is in a
folder that belongs to the user and that nobody else may write to. An entry with any defect counts as missing: the
cache can make things faster, never different.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs
import regelwerk_compiler
import regelwerk_dsl
import regelwerk_printables
import regelwerk_runtime
from regelwerk_dsl.disk import SPREADSHEETS, files_below, read_bytes
from regelwerk_dsl.private import LARGEST, private_folder, read_sealed, write_sealed

FORMAT = 3
ENTRIES = 100  # most entries; the least recently used is removed first
BYTES = 400_000_000  # most bytes of all entries together
SUFFIX = ".entry"
LIBRARY = ".so"  # suffix of the library of a native build, beside its entry
VARIABLE = "REGELWERK_CACHE"  # environment variable: another folder, or `off`
PROGRAMS = (".py", ".h", ".lark", ".json", ".yaml", ".po", ".ttf")
SOURCES = frozenset({".regel", ".csv", *SPREADSHEETS, ".yaml", ".yml", ".po"})
PICTURES = "art"  # the folder of a game's pictures
DESIGN = ("print", PICTURES)  # the folders of its layouts, sheets and pictures
COMPILER = [Path(package.__file__ or "").parent for package in (regelwerk_dsl, regelwerk_compiler, regelwerk_runtime)]
DRAWING = [Path(regelwerk_printables.__file__ or "").parent, Path(__file__).parents[1]]


def folder() -> Path | None:
    """The cache folder, created if necessary; None if the cache is switched off or the folder cannot be trusted."""
    wish = os.environ.get(VARIABLE)
    if wish == "off":
        return None
    return private_folder(Path(wish) if wish else platformdirs.user_cache_path("regelwerk") / "games")


def content_hash(game: Path, more: Iterable[str], drawn: bool = False, within: Collection[str] = ()) -> str:
    """A hash of everything that determines what is made from a game: its sources, pictures, programs and options.

    Args:
        game: the game's folder.
        more: the options.
        drawn: include the programs that draw, not only the compiler.
        within: use only these folders of the game; by default all.
    """
    digest = _digest(game, more, drawn)
    found = ((Path(entry.path).relative_to(game), entry) for entry in files_below(game))
    left = BYTES
    for inner, entry in sorted(found, key=lambda one: one[0]):
        if within and inner.parts[0] not in within:
            continue
        if inner.suffix in SOURCES or inner.parts[0] == PICTURES:
            try:
                size = entry.stat().st_size
                left -= size
                if size <= LARGEST and left >= 0:
                    data = read_bytes(Path(entry.path), LARGEST, linked=entry.is_symlink())
                else:  # too large to be printed, and slow to read
                    data = str(entry.stat().st_mtime_ns).encode()
            except OSError:  # if the game needs it, the place that names it gets a message
                continue
            digest.update(f"{inner.as_posix()}\0{size}\0".encode(errors="surrogateescape") + data)
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """A hash of a file's contents; "" if it cannot be read."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except OSError:
        return ""


def place_hash(game: Path, what: str) -> str:
    """A hash of a game's place and of the compiler, for data that is kept while the sources change."""
    return _digest(game, [what], drawn=False).hexdigest()


def _digest(game: Path, more: Iterable[str], drawn: bool) -> hashlib._Hash:
    digest = hashlib.sha256()
    marks = [_marks(top) for top in (COMPILER + DRAWING if drawn else COMPILER)]
    for text in (str(FORMAT), *marks, game.as_posix(), *more):
        digest.update(text.encode(errors="surrogateescape") + b"\0")
    return digest


@lru_cache
def _marks(program: Path) -> str:
    """Path, modification time and size of each file of a program, as they were when it started."""
    files = [(entry.path, entry.stat()) for entry in files_below(program, linked=True) if entry.name.endswith(PROGRAMS)]
    return "\n".join(sorted(f"{path} {found.st_mtime_ns} {found.st_size}" for path, found in files))


def read(key: str, decode: Callable[[bytes], Any] = json.loads) -> tuple[dict[str, Any], list[bytes]] | None:
    """The data and files stored under a key; None if there is no sound entry.

    Args:
        decode: a faster decoder of JSON than Python's, if the caller has one.
    """
    top = folder()
    if top is None:
        return None
    path = top / f"{key}{SUFFIX}"
    body = read_sealed(path, key)
    if body is None:
        return None
    try:
        sizes, _, rest = body.partition(b"\n")
        parts = []
        for size in json.loads(sizes):
            parts.append(rest[:size])
            rest = rest[size:]
        os.utime(path)
        return decode(parts[0]), parts[1:]
    except (OSError, ValueError):
        return None


def write(key: str, data: dict[str, Any], files: Sequence[bytes] = ()) -> None:
    """Stores data and files under a key; does nothing if that is not possible."""
    top = folder()
    parts = [json.dumps(data).encode(), *files]
    if top is None or sum(map(len, parts)) > LARGEST:
        return
    body = b"".join([json.dumps([len(part) for part in parts]).encode(), b"\n", *parts])
    with contextlib.suppress(OSError):
        write_sealed(top / f"{key}{SUFFIX}", key, body)
        _prune(top)


def _prune(top: Path) -> None:
    """Removes the least recently used entries beyond the limits."""
    found = sorted(((path.stat(), path) for path in top.glob(f"*{SUFFIX}")), key=lambda one: -one[0].st_mtime)
    left = BYTES
    for number, (stat_, path) in enumerate(found):
        left -= stat_.st_size
        if number >= ENTRIES or left < 0:
            path.unlink()
            path.with_suffix(LIBRARY).unlink(missing_ok=True)
