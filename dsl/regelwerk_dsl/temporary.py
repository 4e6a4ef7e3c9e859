"""Temporary folders: each is locked while it is used, and what killed processes left is removed by the next one."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .disk import UNFOLLOWED
from .writing import PREFIX, SUFFIX, temporary_entries

try:
    import fcntl
except ImportError:  # without locks, nothing tells whether a folder is in use
    fcntl = None  # type: ignore[assignment]


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for this process alone, removed with its contents when the block ends.

    Raises:
        OSError: it cannot be made.
    """
    if fcntl is None:
        with tempfile.TemporaryDirectory(prefix=PREFIX, suffix=SUFFIX, ignore_cleanup_errors=True) as plain:
            yield Path(plain)
        return
    _sweep(Path(tempfile.gettempdir()))
    folder, handle = _new_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _new_folder() -> tuple[Path, int]:
    """A new folder, and the handle by which it is locked."""
    while True:
        folder = tempfile.mkdtemp(prefix=PREFIX, suffix=SUFFIX)
        with suppress(FileNotFoundError):  # another process took it for a leftover
            handle = os.open(folder, os.O_RDONLY | UNFOLLOWED)
            with suppress(OSError):  # file systems without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
            if os.path.isdir(folder):
                return Path(folder), handle
            os.close(handle)


def _sweep(top: Path) -> None:
    """Removes the temporary folders of killed processes, of this user alone."""
    for entry in temporary_entries(top):
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                _remove_left(entry.path)


def _remove_left(folder: str) -> None:
    """Removes a temporary folder; raises OSError if a process uses it."""
    handle = os.open(folder, os.O_RDONLY | UNFOLLOWED)
    try:
        found = os.fstat(handle)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if found.st_uid == os.getuid() and found.st_mode & 0o777 == 0o700:  # as `mkdtemp` makes it
            shutil.rmtree(folder)
    finally:
        os.close(handle)
