"""Tests of commands that write: after any failure there is the old file or the new one, and nothing else."""

from __future__ import annotations

import errno
import os
import random
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from attacked_game import Call, Start, commands, left
from posix_only import POSIX
from regelwerk.main import main
from regelwerk_dsl import writing
from regelwerk_dsl.temporary import temporary_folder
from regelwerk_dsl.writing import PREFIX, replacing, sweep, write_whole

pytestmark = pytest.mark.slow

NAMES = tuple(commands(Path()))


def snapshot(folder: Path) -> dict[str, bytes]:
    """The contents of all files below a folder, except for the cache."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "cache" not in path.parts
    }


class Disk:
    """A disk on which the n-th step of writing, and each later one, fails: creating, writing, syncing or renaming."""

    def __init__(self, steps: int, error: int = errno.ENOSPC) -> None:
        self.steps = steps
        self.error = error
        self.failed = False

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            self.failed = True
            raise OSError(self.error, os.strerror(self.error))

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("fsync", "replace", "open"):
            monkeypatch.setattr(os, name, self.guarded(getattr(os, name), name))
        monkeypatch.setattr(writing._Part, "write", self.written(writing._Part.write))

    def guarded(self, real: Callable[..., object], name: str) -> Callable[..., object]:
        def call(*arguments: object, **more: object) -> object:
            flags = arguments[1] if name == "open" and len(arguments) > 1 else os.O_CREAT
            if isinstance(flags, int) and not flags & os.O_CREAT:
                return real(*arguments, **more)
            if name != "open" or PREFIX in str(arguments[0]):
                self.step()
            return real(*arguments, **more)

        return call

    def written(self, real: Callable[..., int]) -> Callable[..., int]:
        def write(part: writing._Part, data: bytes) -> int:
            try:
                self.step()
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(part.path)) from None
            return real(part, data)

        return write


@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_leaves_the_old_file_or_the_new_one(
    name: str, ready: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")  # what it writes is no part of this
    arguments = commands(ready)[name]
    before = snapshot(ready)
    assert main(arguments) in (0, 1), capsys.readouterr().err
    after = snapshot(ready)
    assert after != before
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    for steps in range(200):
        for path in changed:
            if path in before:
                (ready / path).write_bytes(before[path])
            else:
                (ready / path).unlink(missing_ok=True)
        if name == "new":
            (ready / "fresh").rmdir() if (ready / "fresh").exists() else None
        disk = Disk(steps)
        with monkeypatch.context() as patch:
            disk.install(patch)
            capsys.readouterr()
            status = main(arguments)
        said = capsys.readouterr().err
        found = snapshot(ready)
        for path in changed:
            assert found.get(path) in (before.get(path), after.get(path)), path
        assert set(found) <= set(before) | set(after)
        if not disk.failed:
            assert found == after
            break
        assert status in (1, 2) and "no space left on device" in said.lower() and "internal error" not in said, said
        if name == "new":
            assert not (ready / "fresh").exists()
    assert 3 <= steps < 200


STEPS = {"fmt": 1, "update": 1, "build": 3, "run": 4, "new": 5, "png": 9}
"""How many lines apart a command is killed: all commands share the writer, and the first two are killed at every line.
"""


@POSIX
@pytest.mark.parametrize("name", STEPS)
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(
    name: str, ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process is killed at lines of the writer, one after another; each time the next run succeeds and tidies up."""
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    arguments = commands(ready)[name]
    before = snapshot(ready)
    assert main(arguments) in (0, 1)
    after = snapshot(ready)
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    parts = 0
    for line in range(1, 200, STEPS[name]):
        for path in changed:
            if path in before:
                (ready / path).write_bytes(before[path])
            else:
                (ready / path).unlink(missing_ok=True)
        status = killed_at(line, arguments)
        found = snapshot(ready)
        parts += len(left(ready))
        for path in changed:
            assert found.get(path) in (before.get(path), after.get(path)), path
        assert main(arguments) in (0, 1) or found == after, "the next run goes through"
        assert left(ready) == [] and snapshot(ready) == after
        if status != signal.SIGKILL:
            break
    assert 10 < line < 190 and parts >= 2


def killed_at(wanted: int, arguments: list[str]) -> int:
    """Runs a command line in a process that is killed before the n-th line of the writer; returns its wait status."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    seen = 0

    def line(_frame: object, event: str, _argument: object) -> object:
        nonlocal seen
        seen += event == "line"
        if seen == wanted:
            os.kill(os.getpid(), signal.SIGKILL)
        return line

    def call(frame: FrameType, _event: str, _argument: object) -> object:
        return line if frame.f_code.co_name == "replacing" else None

    sys.settrace(call)  # type: ignore[arg-type]
    try:
        main(arguments)
    finally:
        os._exit(0)


@POSIX
def test_a_kill_at_a_random_moment_leaves_a_whole_file(ready: Path, start: Start) -> None:
    """The source is always one of the two texts when `fmt` is killed after a random time."""
    path = ready / "shop" / "shop.regel"
    old = path.read_bytes()
    assert start("fmt", "shop").wait() == 0
    new = path.read_bytes()
    luck = random.Random(7)
    for _ in range(6):
        path.write_bytes(old)
        process = start("fmt", "shop")
        time.sleep(luck.uniform(0.1, 0.6))
        process.kill()
        process.wait()
        assert path.read_bytes() in (old, new)


def test_permissions_stay_and_new_files_follow_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"one")
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    write_whole(path, b"two")
    assert path.read_bytes() == b"two" and path.stat().st_mode & 0o777 == 0o640


def test_a_failure_inside_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), replacing(path) as file:
        file.write(b"new")
        file.flush()
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


@POSIX
def test_files_being_written_are_not_swept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    (tmp_path / f"{PREFIX}left.part").write_bytes(b"left by a process that was killed")
    (tmp_path / f"{PREFIX}link.part").symlink_to(path)
    with replacing(path) as file:
        file.write(b"one")
        write_whole(path, b"other")
        sweep(tmp_path)
    assert path.read_bytes() == b"one"
    assert sorted(one.name for one in tmp_path.iterdir()) == [f"{PREFIX}link.part", "file"]


@POSIX
def test_temporary_folders_of_killed_processes_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with temporary_folder() as own:
        child = os.fork()
        if not child:
            with temporary_folder() as folder:
                (folder / "native.c").write_text("left")
                os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        assert own.is_dir() and len(left(tmp_path)) == 2
        (tmp_path / f"{PREFIX}mine{writing.SUFFIX}").mkdir(mode=0o755)
        (tmp_path / f"{PREFIX}link{writing.SUFFIX}").symlink_to(own)
        with temporary_folder() as other:
            assert own.is_dir() and len(left(tmp_path)) == 4 and other != own
    assert sorted(path.name for path in tmp_path.iterdir()) == [".regelwerk-link.part", ".regelwerk-mine.part"]


@POSIX
@pytest.mark.parametrize("locked", [False, True])
def test_a_folder_that_another_process_sweeps_away_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locked: bool
) -> None:
    """The other process may remove it before it is opened, or before it is locked."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    fcntl = pytest.importorskip("fcntl")
    make, lock, swept = tempfile.mkdtemp, fcntl.flock, list[str]()

    def sweep_first(folder: str) -> None:
        if not swept:
            swept.append(folder)
            os.rmdir(folder)

    def made(*given: str, **named: str) -> str:
        folder = make(*given, **named)
        if not locked:
            sweep_first(folder)
        return folder

    def lock_it(handle: int, how: int) -> None:
        if locked:
            sweep_first(str(next(tmp_path.iterdir())))
        lock(handle, how)

    monkeypatch.setattr(tempfile, "mkdtemp", made)
    monkeypatch.setattr(fcntl, "flock", lock_it)
    with temporary_folder() as folder:
        assert folder.is_dir() and swept and str(folder) != swept[0]


@POSIX
def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"mine")
    (tmp_path / "link").symlink_to(outside)
    with pytest.raises(OSError, match="it is a link"):
        write_whole(tmp_path / "link", b"theirs")
    assert outside.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "shop", "-o"],
        ["run", "shop", "--seed", "1", "--record"],
        ["translate", "extract", "shop", "-o"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_file_that_regelwerk_did_not_write_stays(
    arguments: list[str], ready: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (ready / "letter.txt").write_text("Dear reader")
    (ready / "shop" / "locale").mkdir()
    (ready / "shop" / "locale" / "de.po").write_text('msgid ""\nmsgstr ""\n"Language: de\\n"\n')
    before = snapshot(ready)
    for target in ("letter.txt", "shop/game.yaml", "shop/shop.regel", "shop/locale/de.po"):
        assert main([*arguments, target]) == 2
        assert "choose another name" in capsys.readouterr().err
        assert snapshot(ready) == before
    for _ in range(2):  # a new file, then the command's own file once more
        assert main([*arguments, "own"]) == 0
    for command in commands(ready).values():
        if command[0] != arguments[0] and command[0] in ("build", "run"):
            assert main([*command[:-1], "own"]) == 2, "a file of another kind"


STRANGERS = {
    ".pdf": b"%PDF-1.7\n1 0 obj << /Producer (Scribus) >> endobj\n",
    ".png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\0\0\0\0\0\0\0\x0cIDAT",
    ".csv": b"\xef\xbb\xbfkey,type,copies,price\r\n",
    ".svg": b'<?xml version="1.0" encoding="UTF-8"?>\n<svg width="1"/>',
    ".json": b'[\n  {\n    "price": 1}]',
    ".html": b"<!DOCTYPE html>\n<title>Letters</title>",
}
"""Files of the same kinds from other programs."""


@pytest.mark.parametrize(
    "wish",
    ["shop cards", "shop cards --table", "shop cards --cut", "shop cards --png", "shop cards --tts", "pig --html"],
)
def test_print_replaces_only_its_own_files(wish: str, ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["print", *wish.split(), "--proof", "-o", "shop"]
    before = snapshot(ready)
    assert main(arguments) in (0, 1)
    made = {path: data for path, data in snapshot(ready).items() if path not in before}
    assert made
    for path in made:
        for other in (b"price,copies\n1,2\n", STRANGERS[Path(path).suffix]):
            (ready / path).write_bytes(other)
            assert main(arguments) == 2 and f"{path} cannot be written: regelwerk has not" in capsys.readouterr().err
            assert (ready / path).read_bytes() == other
        (ready / path).write_bytes(made[path])
    shop = ready / "shop" / "shop.regel"
    shop.write_text(shop.read_text().replace("Gift", "Present"))
    assert main(arguments) in (0, 1), "its own files of other content are replaced"


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_cannot_be_written_is_reported(
    name: str, ready: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system refuses new files, as in a folder without write permission; a mode would not stop root."""
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    before = snapshot(ready)
    disk = Disk(0, errno.EACCES)
    disk.install(monkeypatch)
    assert main(commands(ready)[name]) == (1 if name == "fmt" else 2)  # fmt counts the files with errors
    assert disk.failed and "permission denied" in capsys.readouterr().err
    assert snapshot(ready) == before


def test_two_processes_at_once(ready: Path, start: Start) -> None:
    running = [start(*commands(ready)[name]) for name in ("build", "build", "fmt", "fmt")]
    for process in running:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert left(ready) == []


@POSIX
def test_without_a_home_a_terminal_or_a_cache(ready: Path, call: Call) -> None:
    """Without `HOME` and without an entry for the user there is no cache, and no folder called `~` is created."""
    plain = {"PATH": os.environ["PATH"]}
    status, out, _ = call("run", "shop", "--seed", "1", env=plain, start_new_session=True)
    assert status == 0 and "the game is over" in out
    assert not (ready / "~").exists()


@POSIX
@pytest.mark.parametrize("name", ['a "b"', "$(c)", "d'e", "f g"])
def test_new_writes_commands_that_a_shell_takes(name: str, ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["new", name], ["new", "--variant", f"{name}.regel", name]):
        assert main(arguments) == 0
        for line in capsys.readouterr().err.splitlines():
            assert shlex.split(line)[2] == name and shlex.split(line)[3:] in ([], ["--variant", f"{name}.regel"])


def test_new_goes_on_where_it_was_killed(ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "fresh"]) == 0
    whole = snapshot(ready / "fresh")
    (ready / "fresh" / "game.yaml").unlink()
    assert main(["new", "fresh"]) == 0 and snapshot(ready / "fresh") == whole
    (ready / "fresh" / "game.yaml").unlink()
    (ready / "fresh" / "game.regel").write_text("mine")
    assert main(["new", "fresh"]) == 2 and "already exists" in capsys.readouterr().err
    assert (ready / "fresh" / "game.regel").read_text() == "mine"
