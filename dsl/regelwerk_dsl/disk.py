"""Access to plain files on the disk: reading one up to a size, listing those below a folder.

Pipes and devices are never opened.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

MAX_BYTES = 20_000_000
MOST_FILES = 100_000  # below the folder of a game
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
UNFOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
SPREADSHEETS = (".xlsx", ".ods")


def read_bytes(path: Path, most: int = MAX_BYTES, linked: bool = True) -> bytes:
    """The content of a plain file; arguments and errors as `open_plain`."""
    with open_plain(path, most, linked) as file:
        data = file.read(most + 1 if most < sys.maxsize else -1)
    if len(data) > most:
        raise _too_large(path, most)
    return data


def holds(path: Path, data: bytes) -> bool:
    """True if a path is a plain file with this content."""
    try:
        return path.stat().st_size == len(data) and read_bytes(path, len(data)) == data
    except OSError:
        return False


def open_plain(path: Path, most: int = sys.maxsize, linked: bool = True) -> BinaryIO:
    """A plain file, open for reading.

    Args:
        path: where it is.
        most: the bytes that it may have.
        linked: False for a path whose links have been resolved and checked: none that has come up since is followed.

    Raises:
        OSError: it is not a plain file, is larger than `most` bytes, or cannot be read; with a readable reason.
    """
    try:
        found = path.stat()  # before it is opened: opening a pipe can block, opening a device can do anything
    except ValueError:
        reason = "its name has characters that file names cannot have"
        raise OSError(errno.EINVAL, reason, str(path)) from None
    _check_plain(found, path, most)
    handle = os.open(path, READING) if linked else _open_unlinked(path)
    try:
        _check_plain(os.fstat(handle), path, most)
    except OSError:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def _open_unlinked(path: Path) -> int:
    """A file whose path has no links: each folder is opened within the one above it, where the system can do that."""
    if not path.is_absolute() or not hasattr(os, "O_PATH"):
        return os.open(path, READING | UNFOLLOWED)
    steps = os.O_PATH | os.O_DIRECTORY | UNFOLLOWED
    folder = os.open(path.anchor, steps)
    try:
        for name in path.parts[1:-1]:
            inner = os.open(name, steps, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(path.name, READING | UNFOLLOWED, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise OSError(errno.ELOOP, "has become a link; try again", str(path)) from None
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(folder)


def _check_plain(found: os.stat_result, path: Path, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder, not a file", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "is not a plain file", str(path))
    if found.st_size > most:
        raise _too_large(path, most)


def _too_large(path: Path, most: int) -> OSError:
    return OSError(errno.EFBIG, f"is larger than {most // 1_000_000} megabytes", str(path))


def files_below(top: Path, linked: bool = False) -> Iterator[os.DirEntry[str]]:
    """The plain files below a folder, in no particular order, without hidden files and Python's caches.

    Links to folders are not followed, and folders that cannot be read are left out.

    Args:
        top: the folder.
        linked: whether to include links to files elsewhere.

    Raises:
        OSError: there are more than `MOST_FILES`.
    """
    folders, count = [os.fspath(top)], 0
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                found = [entry for entry in entries if not entry.name.startswith((".", "__pycache__"))]
        except OSError:
            continue
        count += len(found)
        if count > MOST_FILES:
            raise OSError(errno.EFBIG, f"has more than {MOST_FILES:,} files in it", str(top))
        folders += [entry.path for entry in found if entry.is_dir(follow_symlinks=False)]
        yield from (entry for entry in found if _is_file(entry) and (linked or _lies_in(entry, top)))


def real(path: Path) -> Path:
    """The path with links resolved; a circle of links resolves to itself, while `Path.resolve` raises before 3.13."""
    return Path(os.path.realpath(path))


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a circle of links
        return False


def _lies_in(entry: os.DirEntry[str], top: Path) -> bool:
    return not entry.is_symlink() or real(Path(entry.path)).is_relative_to(real(top))
