"""Atomic writing of files: each is written beside its place and then renamed, so that no reader finds a part of one.

A process that is killed while it writes leaves a file whose name begins with `.regelwerk-`. Such a file is locked
while it is being written; the next process that writes in the folder removes those that are not locked.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from .disk import UNFOLLOWED, open_plain

if TYPE_CHECKING:
    from typing_extensions import Buffer

try:
    import fcntl
except ImportError:  # systems without it refuse to remove open files
    fcntl = None  # type: ignore[assignment]

PREFIX, SUFFIX = ".regelwerk-", ".part"
HEAD = 4096  # bytes by which a file is recognized


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes a file; see `replacing`."""
    with replacing(path, mode=mode) as file:
        file.write(data)


@contextmanager
def replacing(
    path: Path, ours: Callable[[bytes], bool] = lambda _head: True, mode: int = 0o666, named: bool = False
) -> Iterator[BinaryIO]:
    """A file that takes the place of another when the block ends; after an exception the old one is kept.

    It gets the permissions of the old one. Devices and pipes that are named are written to directly.

    Args:
        path: the path of the file; nothing is written through a link.
        ours: tells by the first bytes of an old file whether it may be replaced; an empty file always may.
        mode: permissions of a new file, before the mask of the process.
        named: whether the user named this very path, and not only its folder or a file beside it.

    Raises:
        OSError: it cannot be written; the error has a readable reason and the name.
    """
    old = check_place(path, ours, named)
    if old is not None and not stat.S_ISREG(old.st_mode):
        with _special(path) as file:
            yield file
        return
    sweep(path.parent)
    handle, part = _new_part(path, mode)
    try:
        with io.BufferedWriter(_Part(handle, path)) as file:
            if old is not None and fcntl is not None:
                with suppress(OSError):
                    os.fchown(handle, old.st_uid, old.st_gid)
                os.fchmod(handle, stat.S_IMODE(old.st_mode) & 0o777)
            yield file
            file.flush()
            with naming(path):
                os.fsync(handle)
                if fcntl is None:
                    file.close()
                os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def check_place(path: Path, ours: Callable[[bytes], bool], named: bool = False) -> os.stat_result | None:
    """What a file will take the place of: nothing, an old file, or a named device or pipe; arguments as `replacing`.

    Raises:
        OSError: `replacing` would refuse it.
    """
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode) and not stat.S_ISDIR(old.st_mode):
        if named:
            return old
        raise OSError(errno.EINVAL, "is not a plain file", str(path))
    if path.is_symlink():
        raise OSError(errno.EMLINK, "it is a link; name the file itself", str(path))
    if old is not None:
        _check_replaceable(path, ours)
    elif not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return old


def _special(path: Path) -> BinaryIO:
    """A device or pipe, open for writing; raises OSError if a link to a file has taken its place meanwhile."""
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))  # creates and cuts nothing
    if stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EMLINK, "it has become a file; try again", str(path))
    return os.fdopen(handle, "wb")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Names a file in errors that name none, or a temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


class _Part(io.FileIO):
    """A temporary file whose errors name the file that it will replace."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle, "w")
        self.path = path

    def write(self, data: Buffer) -> int:
        with naming(self.path):
            return super().write(data)


def _check_replaceable(path: Path, ours: Callable[[bytes], bool]) -> None:
    """Raises OSError if a file must be kept: it is a folder, may not be written, or is not ours."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with open_plain(path) as file:
        head = file.read(HEAD)
    if head and not ours(head):
        reason = "regelwerk has not written this file and leaves it as it is; choose another name, or remove it first"
        raise FileExistsError(errno.EEXIST, reason, str(path))


def _new_part(path: Path, mode: int) -> tuple[int, Path]:
    """A new temporary file in the same folder, open and locked."""
    while True:
        part = path.parent / f"{PREFIX}{os.urandom(6).hex()}{SUFFIX}"
        with naming(path):
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | UNFOLLOWED, mode)
        if fcntl is not None:
            with suppress(OSError):  # file systems without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, part
        os.close(handle)  # another process took it for a leftover


def sweep(folder: Path) -> None:
    """Removes the temporary files of killed processes from a folder."""
    for entry in temporary_entries(folder):
        with suppress(OSError):
            if entry.is_file(follow_symlinks=False):
                _remove_left(entry.path)


def temporary_entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """The entries of a folder that are named like temporary files and folders; none if it cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                yield entry


def _remove_left(part: str) -> None:
    """Removes a temporary file; raises OSError if a process is writing it."""
    handle = os.open(part, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | UNFOLLOWED)
    try:
        if fcntl is None:
            os.close(handle)
            handle = -1
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(part)
    finally:
        if handle >= 0:
            os.close(handle)
