"""Cache files in folders that nobody else can write to: they begin with a key and a hash of the rest."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from .disk import read_bytes
from .writing import write_whole

LARGEST = 100_000_000  # bytes


def is_private(path: Path, sticky: bool = False) -> bool:
    """True if only this user can write there; on systems without owners, every file and folder.

    Args:
        path: a folder or a file; a link, a pipe or a device is never private.
        sticky: whether to accept folders of root, and those like `/tmp`, in which others cannot rename it.
    """
    try:
        found = path.lstat()
    except OSError:
        return False
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    if sticky and found.st_mode & stat.S_ISVTX:
        return True
    return found.st_uid in (os.getuid(), 0 if sticky else os.getuid()) and not found.st_mode & 0o022


def private_folder(path: Path) -> Path | None:
    """The folder, made if necessary; None if others can write to it or to one above, or if it cannot be made."""
    try:
        if not path.is_absolute() and path.parts[:1] == ("~",):  # the user's home is unknown
            return None
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        above = all(is_private(parent, sticky=True) for parent in path.resolve().parents)
        return path if is_private(path) and above else None
    except (OSError, RuntimeError, ValueError):
        return None


def read_sealed(path: Path, key: str) -> bytes | None:
    """The bytes kept under a key in a private file; None if there are none, or they are damaged."""
    with suppress(OSError, UnicodeError):
        if is_private(path):
            head, _, body = read_bytes(path, LARGEST).partition(b"\n")
            if head.decode() == _seal(key, body):
                return body
    return None


def write_sealed(path: Path, key: str, body: bytes) -> None:
    """Keeps bytes under a key. Raises OSError if that is not possible, or a file there is not private."""
    write_private(path, f"{_seal(key, body)}\n".encode() + body)


def write_private(path: Path, data: bytes) -> None:
    """Writes a file for this user alone. Raises OSError if that is not possible, or a file there is not private."""
    if path.exists() and not is_private(path):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(path))
    write_whole(path, data, mode=0o600)


def _seal(key: str, body: bytes) -> str:
    """The first line, which proves that the file belongs to the key and is complete."""
    return f"{key} {hashlib.sha256(body).hexdigest()}"
