"""Fixtures: the small game in a folder, and command lines run on it as separate processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from attacked_game import Call, Start, unformatted, write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path / "shop")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Uses a cache other than the user's."""
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def start(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts a command line in the folder of the test, as a process whose output is buffered."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)

    def begin(*arguments: object, **settings: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "regelwerk", *map(str, arguments)]
        options = {"cwd": tmp_path, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, **{**options, **settings})  # type: ignore[call-overload,no-any-return]

    return begin


@pytest.fixture
def call(start: Start) -> Call:
    """Runs a command line: its status, and both streams, neither of which may hold a traceback."""

    def run(*arguments: object, **settings: object) -> tuple[int, str, str]:
        done = start(*arguments, **settings)
        out, err = done.communicate(timeout=60)
        said = (out or b"").decode("utf-8", "replace"), (err or b"").decode("utf-8", "replace")
        assert "Traceback" not in said[1] and "internal error" not in said[1], said[1]
        assert done.returncode in (0, 1, 2, 130, 128 + signal.SIGTERM, 128 + signal.SIGHUP), done.returncode
        return done.returncode, *said

    return run


@pytest.fixture
def ready(game: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the test with the game, and an older version of each file that commands write."""
    monkeypatch.chdir(game.parent)
    (game.parent / "out").mkdir()
    unformatted(game)
    return game.parent
