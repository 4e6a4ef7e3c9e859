"""Printed files between runs: a key goes in, the files of an earlier run come out, or nothing.

Nothing here can make a file other than a new run would: keys are hashes of all that is printed from, and every file is
checked against its own hash when it is read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from regelwerk_dsl.files import is_private

from ..loading import cache
from .files import Made, write_whole
from .order import Order

FOLDER = "prints"
MOST = 400_000_000  # bytes; what was used longest ago goes first
DRAWN = (".py", ".yaml", ".json", ".ttf", ".po")


def key_of(order: Order) -> str:
    """A hash of everything that can change the files of an order: sources, pictures, programs, options."""
    folder = order.source.folder.resolve()
    more = ["print", json.dumps(order.to_data(), sort_keys=True), _programs()]
    more += [Path(name).read_text(encoding="utf-8") for name in order.source.variants if Path(name).is_file()]
    if Path(order.changed_since).is_file():
        more.append(Path(order.changed_since).read_text(encoding="utf-8"))
    for path in sorted((folder / "art").rglob("*")):
        if path.is_file():
            more.append(f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    return cache.content_hash(folder, more)


def _programs() -> str:
    """What draws: the versions of our own files, as far as the compiler's mark does not have them."""
    import regelwerk_printables

    tops = [Path(regelwerk_printables.__file__ or "").parent, Path(__file__).parents[1]]
    return "\n".join(mark for top in tops for mark in cache.file_marks(top, DRAWN))


def find(key: str) -> tuple[list[Made], list[str], list[dict[str, str]]] | None:
    """The files that were made under a key, notes and doubts about them; None when something is missing."""
    top = _folder()
    entry = cache.read(key) if top is not None else None
    if entry is None or top is None:
        return None
    files = []
    try:
        for one in entry["files"]:
            path = top / one["sha256"]
            data = path.read_bytes() if is_private(path) else b""
            if hashlib.sha256(data).hexdigest() != one["sha256"]:
                return None
            files.append(Made(one["name"], one["product"], data, one["pages"]))
            os.utime(path)
        return files, list(entry["notes"]), list(entry["doubts"])
    except (OSError, KeyError, TypeError):
        return None


def keep(key: str, files: Sequence[Made], notes: Iterable[str], doubts: Iterable[dict[str, str]]) -> None:
    """Keeps files under a key, and what was said about them; says nothing when that is not possible."""
    top = _folder()
    if top is None or sum(len(made.data) for made in files) > MOST // 4:
        return
    entry: dict[str, Any] = {"files": [], "notes": list(notes), "doubts": list(doubts)}
    with contextlib.suppress(OSError):
        for made in files:
            digest = hashlib.sha256(made.data).hexdigest()
            entry["files"].append({"name": made.name, "product": made.product, "pages": made.pages, "sha256": digest})
            if not (top / digest).is_file():
                write_whole(top / digest, made.data)
        cache.write(key, entry)
        _prune(top)


def _folder() -> Path | None:
    above = cache.folder()
    if above is None:
        return None
    path = above / FOLDER
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return path if is_private(path) else None


def _prune(top: Path) -> None:
    left = MOST
    for path in sorted(top.iterdir(), key=lambda path: -path.stat().st_mtime):
        left -= path.stat().st_size
        if left < 0:
            path.unlink()
