"""The cache between runs: compiled and checked games, and printed files, each under a hash of what it is made from.

An entry is one file: a line with its key and a hash, a line with sizes, JSON data, and the bytes of files. It lies in a
folder that belongs to the user and that nobody else may write to. Whatever is wrong with an entry, it counts as
missing: the cache can make things faster, never different.
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
ENTRIES = 100  # at most; what was used longest ago goes first
BYTES = 400_000_000  # at most, in all entries together
SUFFIX = ".entry"
LIBRARY = ".so"  # of a native build, beside its entry
VARIABLE = "REGELWERK_CACHE"  # another folder, or `off`
PROGRAMS = (".py", ".h", ".lark", ".json", ".yaml", ".po", ".ttf")
SOURCES = frozenset({".regel", ".csv", *SPREADSHEETS, ".yaml", ".yml", ".po"})
PICTURES = "art"  # the folder of a game's pictures
DESIGN = ("print", PICTURES)  # the folders of its layouts and sheets, and of what these show
COMPILER = [Path(package.__file__ or "").parent for package in (regelwerk_dsl, regelwerk_compiler, regelwerk_runtime)]
DRAWING = [Path(regelwerk_printables.__file__ or "").parent, Path(__file__).parents[1]]


def folder() -> Path | None:
    """The cache folder, made if need be; None when it is switched off or cannot be trusted."""
    wish = os.environ.get(VARIABLE)
    if wish == "off":
        return None
    return private_folder(Path(wish) if wish else platformdirs.user_cache_path("regelwerk") / "games")


def content_hash(game: Path, more: Iterable[str], drawn: bool = False, within: Collection[str] = ()) -> str:
    """A hash of everything that can change what is made from a game: its sources and pictures, programs, options.

    Args:
        game: the folder.
        more: the options.
        drawn: whether it is made by the programs that draw, not by the compiler alone.
        within: the folders of the game that alone matter; without any, all of it does.
    """
    digest = _digest(game, more, drawn)
    found = ((Path(entry.path).relative_to(game), entry) for entry in files_below(game))
    left = BYTES
    for inner, entry in sorted(found, key=lambda one: one[0]):
        if within and inner.parts[0] not in within:
            continue
        if inner.suffix in SOURCES or inner.parts[0] == PICTURES:
            size = entry.stat().st_size
            left -= size
            if size <= LARGEST and left >= 0:
                data = read_bytes(Path(entry.path), LARGEST)
            else:  # nobody prints it, and reading it takes its time
                data = str(entry.stat().st_mtime_ns).encode()
            digest.update(f"{inner.as_posix()}\0{size}\0".encode(errors="surrogateescape") + data)
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """A hash of what a file holds; "" where there is none that can be read."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except OSError:
        return ""


def place_hash(game: Path, what: str) -> str:
    """A hash of where a game is and of the compiler, for what is kept of it while its sources change."""
    return _digest(game, [what], drawn=False).hexdigest()


def _digest(game: Path, more: Iterable[str], drawn: bool) -> hashlib._Hash:
    digest = hashlib.sha256()
    marks = [_marks(top) for top in (COMPILER + DRAWING if drawn else COMPILER)]
    for text in (str(FORMAT), *marks, game.as_posix(), *more):
        digest.update(text.encode(errors="surrogateescape") + b"\0")
    return digest


@lru_cache
def _marks(program: Path) -> str:
    """For each file of a program its path, when it was written, and its size, as they were when it began to run."""
    files = [(entry.path, entry.stat()) for entry in files_below(program, linked=True) if entry.name.endswith(PROGRAMS)]
    return "\n".join(sorted(f"{path} {found.st_mtime_ns} {found.st_size}" for path, found in files))


def read(key: str, decode: Callable[[bytes], Any] = json.loads) -> tuple[dict[str, Any], list[bytes]] | None:
    """The data and the files that were stored under a key; None when there is nothing sound.

    Who has a faster reader of JSON than that of Python can give it.
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
    """Stores data and files under a key; says nothing when that is not possible."""
    top = folder()
    parts = [json.dumps(data).encode(), *files]
    if top is None or sum(map(len, parts)) > LARGEST:
        return
    body = b"".join([json.dumps([len(part) for part in parts]).encode(), b"\n", *parts])
    with contextlib.suppress(OSError):
        write_sealed(top / f"{key}{SUFFIX}", key, body)
        _prune(top)


def _prune(top: Path) -> None:
    """Removes what was used longest ago, beyond the limits."""
    found = sorted(((path.stat(), path) for path in top.glob(f"*{SUFFIX}")), key=lambda one: -one[0].st_mtime)
    left = BYTES
    for number, (stat_, path) in enumerate(found):
        left -= stat_.st_size
        if number >= ENTRIES or left < 0:
            path.unlink()
            path.with_suffix(LIBRARY).unlink(missing_ok=True)
