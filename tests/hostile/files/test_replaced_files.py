"""Tests of replacing files: which may be replaced, and which permissions the new file gets."""

from __future__ import annotations

from pathlib import Path

import pytest
from posix_only import POSIX
from regelwerk_dsl.writing import replacing, write_whole


@POSIX
def test_a_written_file_loses_its_setuid_bit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    path.chmod(0o4711)
    write_whole(path, b"two")
    assert path.stat().st_mode & 0o7777 == 0o711


def test_an_empty_file_may_always_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with replacing(path, lambda _head: False) as file:
        file.write(b"one")
    with pytest.raises(FileExistsError), replacing(path, lambda _head: False):
        pass
    assert path.read_bytes() == b"one"
