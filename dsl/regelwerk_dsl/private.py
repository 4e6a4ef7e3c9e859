"""Test for files and folders that nobody else can write to; caches are read from no others."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def is_private(path: Path, sticky: bool = False) -> bool:
    """Whether only this user can write there. On systems without owners the user's own folders are private.

    Args:
        path: a folder or a file; a link is never private.
        sticky: whether a folder of root's will do, and one like `/tmp`, where others cannot rename it.
    """
    try:
        found = path.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    if sticky and found.st_mode & stat.S_ISVTX:
        return True
    return found.st_uid in (os.getuid(), 0 if sticky else os.getuid()) and not found.st_mode & 0o022
