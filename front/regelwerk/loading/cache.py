"""Compiled games between runs: a key and plain data go in, the same data come out later, or nothing.

Only JSON is stored, and only in a folder that belongs to the user and that nobody else may write to. Whatever is wrong
with an entry, it counts as missing: the cache can make things faster, never different.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import platformdirs
from regelwerk_dsl.files import is_private

FORMAT = 1
ENTRIES = 100  # the oldest go first
VARIABLE = "REGELWERK_CACHE"  # another folder, or `off`
PROGRAMS = (".py", ".lark", ".json")
SOURCES = frozenset({".regel", ".csv", ".yaml", ".yml", ".po"})


def folder() -> Path | None:
    """The cache folder, made if need be; None when it is switched off or cannot be trusted."""
    wish = os.environ.get(VARIABLE)
    if wish == "off":
        return None
    path = Path(wish) if wish else platformdirs.user_cache_path("regelwerk") / "games"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return path if is_private(path) and is_private(path.parent, sticky=True) else None


def content_hash(game: Path, more: list[str]) -> str:
    """A hash of everything that can change the compiled game: sources, compiler, options."""
    digest = hashlib.sha256()
    for text in (str(FORMAT), compiler_mark(), game.as_posix(), *more):
        digest.update(text.encode(errors="surrogateescape") + b"\0")
    for path in sorted(game.rglob("*")):
        inner = path.relative_to(game)
        if path.suffix in SOURCES and not any(part.startswith(".") for part in inner.parts) and path.is_file():
            data = path.read_bytes()
            digest.update(f"{inner.as_posix()}\0{len(data)}\0".encode(errors="surrogateescape") + data)
    return digest.hexdigest()


def compiler_mark() -> str:
    """The version of the compiler. A checkout, where it changes under way, adds the times of its files."""
    import regelwerk_compiler
    import regelwerk_dsl
    import regelwerk_runtime

    packages = (regelwerk_dsl, regelwerk_compiler, regelwerk_runtime)
    marks = [mark for package in packages for mark in file_marks(Path(package.__file__ or "").parent, PROGRAMS)]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()


def file_marks(top: Path, suffixes: tuple[str, ...]) -> list[str]:
    """For each file below a folder that ends so: its path, when it was written, and its size; in a fixed order."""
    marks = []
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith(suffixes):
                path = os.path.join(folder, name)
                found = os.stat(path)
                marks.append(f"{path[len(str(top)) :]} {found.st_mtime_ns} {found.st_size}")
    return sorted(marks)


def read(key: str) -> dict[str, Any] | None:
    """What was stored under a key; None when there is nothing sound."""
    top = folder()
    if top is None:
        return None
    path = top / f"{key}.json"
    try:
        if not is_private(path):
            return None
        entry = json.loads(path.read_text(encoding="utf-8"))
        if entry["key"] != key or entry["sum"] != _sum(entry["data"]):
            return None
    except (OSError, ValueError, TypeError, KeyError):
        return None
    data = entry["data"]
    return data if isinstance(data, dict) else None


def write(key: str, data: dict[str, Any]) -> None:
    """Stores data under a key; says nothing when that is not possible."""
    top = folder()
    if top is None:
        return
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=top, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"key": key, "sum": _sum(data), "data": data}, file)
            os.replace(name, top / f"{key}.json")
        except BaseException:
            os.unlink(name)
            raise
        entries = sorted(top.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in entries[:-ENTRIES]:
            path.unlink()


def _sum(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
