"""Tests of places that pipes, devices and links take before a file is written, or while it is being opened."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from attacked_game import commands
from posix_only import POSIX
from regelwerk.main import main
from regelwerk_dsl import writing
from regelwerk_dsl.disk import open_plain
from regelwerk_dsl.writing import replacing, write_whole

pytestmark = [pytest.mark.slow, POSIX]


def made(ready: Path, name: str) -> list[Path]:
    """The files that a command writes."""
    before = {path for path in ready.rglob("*") if path.is_file()}
    assert main(commands(ready)[name]) in (0, 1)
    return [path for path in ready.rglob("*") if path.is_file() and path not in before and "cache" not in path.parts]


@pytest.mark.parametrize("name", ["print", "png", "table"])
def test_a_pipe_in_a_named_folder_is_refused(name: str, ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody reads it, so that opening it would wait for ever."""
    for path in made(ready, name):
        path.unlink()
        os.mkfifo(path)
        assert main(commands(ready)[name]) == 2
        assert "is not a plain file" in capsys.readouterr().err
        path.unlink()


def test_a_named_pipe_is_written_to(ready: Path) -> None:
    os.mkfifo(ready / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((ready / "pipe").read_bytes()))
    reader.start()
    assert main(["build", "shop", "-o", "pipe"]) == 0
    reader.join()
    assert b"compiled by Regelwerk" in read[0]


@contextmanager
def flipping(place: Path, *states: str | None) -> Iterator[None]:
    """Makes a path a link to each of these in turn, or a pipe for None, as fast as possible."""
    ended = threading.Event()

    def flip() -> None:
        new = place.with_name("flipped")
        while not ended.is_set():
            for state in states:
                with suppress(FileNotFoundError):
                    new.unlink()
                if state is None:
                    os.mkfifo(new)
                else:
                    new.symlink_to(state)
                os.replace(new, place)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_link_to_a_device_that_becomes_one_to_a_file_is_not_followed(tmp_path: Path) -> None:
    """Between the look at the device and its opening, the link changes."""
    (tmp_path / "mine").write_bytes(b"mine")
    with flipping(tmp_path / "out", "/dev/null", str(tmp_path / "mine")):
        for _ in range(3_000):
            with suppress(OSError), replacing(tmp_path / "out", named=True) as file:
                file.write(b"theirs")
            assert (tmp_path / "mine").read_bytes() == b"mine"


def test_the_device_is_looked_at_again_when_it_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / "out").symlink_to(tmp_path / "mine")
    monkeypatch.setattr(writing, "check_place", lambda *_: os.stat("/dev/null"))
    with pytest.raises(OSError, match="it has become a file"), replacing(tmp_path / "out", named=True) as file:
        file.write(b"theirs")
    assert (tmp_path / "mine").read_bytes() == b"mine"


def test_an_old_file_that_becomes_a_pipe_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    with flipping(tmp_path / "out", str(tmp_path / "mine"), None):
        for _ in range(1_000):
            with suppress(OSError):
                write_whole(tmp_path / "out", b"theirs")
            with suppress(OSError), open_plain(tmp_path / "out") as file:
                assert file.read() in (b"mine", b"theirs")
    assert (tmp_path / "mine").read_bytes() == b"mine"
