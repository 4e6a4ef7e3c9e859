"""Files that were made for an order, and writing them below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import UsageError
from ..loading.cache import write_whole


@dataclass(frozen=True, slots=True)
class Made:
    """A file: its name below the folder of the order, what it is of, and how many pages it has (0 for other files)."""

    name: str
    product: str
    data: bytes = field(repr=False)
    pages: int = 0


def write_files(folder: Path, files: Iterable[Made]) -> list[Path]:
    """Writes files below a folder; one that lies there with the same content stays as it is.

    Returns:
        Their paths, in the same order.

    Raises:
        UsageError: a file cannot be written there; what stood there before is still whole.
    """
    paths = []
    for made in files:
        path = folder / made.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (path.is_file() and path.stat().st_size == len(made.data) and path.read_bytes() == made.data):
                write_whole(path, made.data)
                if os.name == "posix":
                    path.chmod(0o666 & ~_umask())
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            help = "-o DIR names another folder"
            raise UsageError(f"{path.as_posix()} cannot be written: {reason}", help) from None
        paths.append(path)
    return paths


def _umask() -> int:
    """The mask of new files; a temporary file does not heed it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
