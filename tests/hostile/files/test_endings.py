"""Tests of commands that are interrupted, that lose their terminal, or whose output is full or closed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from attacked_game import Call, Start, commands, left
from posix_only import POSIX
from regelwerk_simulation.batch import local

pytestmark = pytest.mark.slow


@POSIX
@pytest.mark.parametrize("name", ["build", "run", "fmt", "new"])
def test_an_interrupted_command_leaves_nothing_behind(name: str, ready: Path, start: Start) -> None:
    luck = random.Random(3)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        process = start(*commands(ready)[name])
        time.sleep(luck.uniform(0.45, 0.6))
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert b"internal error" not in err
        assert process.returncode in (0, 1, 2, 128 + number, -number), err
    assert left(ready) == []


def play(call: Call, *arguments: object, typed: bytes) -> tuple[int, str, str]:
    read, write = os.pipe()
    os.write(write, typed)
    os.close(write)
    try:
        return call("play", "shop", "--seed", "1", *arguments, stdin=read)
    finally:
        os.close(read)


def test_play_asks_before_it_overwrites_another_game(ready: Path, call: Call) -> None:
    status, _, err = play(call, typed=b"1\ns\n")
    assert status == 0 and "shop-1.jsonl" in err
    first = (ready / "shop-1.jsonl").read_bytes()
    _, out, err = play(call, typed=b"2\ns\nn\n")
    assert "holds another game" in out and "shop-1-2.jsonl" in err
    _, _, err = play(call, typed=b"2\n")  # at the end of the input nobody can be asked
    assert "shop-1-3.jsonl" in err
    assert (ready / "shop-1.jsonl").read_bytes() == first
    play(call, typed=b"2\ns\ny\n")
    second = (ready / "shop-1.jsonl").read_bytes()
    assert second != first and second == (ready / "shop-1-2.jsonl").read_bytes()
    play(call, "--record", ready / "shop" / "game.yaml", typed=b"2\ns\ny\nq\n")
    assert (ready / "shop" / "game.yaml").read_text().startswith("name: shop")


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_play_saves_when_it_is_interrupted(number: signal.Signals, ready: Path, start: Start) -> None:
    process = start("play", "shop", "--seed", "1", stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    seen = b""
    while seen.count(b"> ") < 2:
        seen += os.read(process.stdout.fileno(), 1000)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err and process.returncode in (0, 130, 128 + number)
    assert (ready / "shop-1.jsonl").read_bytes().count(b'"n": ') >= 1


@POSIX
def test_play_saves_when_its_output_is_closed(ready: Path, start: Start) -> None:
    process = start("play", "shop", "--seed", "1", stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    while b"> " not in os.read(process.stdout.fileno(), 1000):
        continue
    process.stdout.close()
    process.stdin.write(b"1\n")
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    assert (ready / "shop-1.jsonl").is_file()


@POSIX
@pytest.mark.parametrize(
    "arguments", [["run", "shop", "--seed", "1"], ["check", "shop"], ["build", "shop"], ["fmt", "--check", "shop"]]
)
def test_a_full_or_closed_output_is_no_internal_error(arguments: list[str], ready: Path, call: Call) -> None:
    with open("/dev/full", "w") as full:
        status, _, err = call(*arguments, stdout=full)
        assert status == 1 and "the standard output cannot be written: no space left on device" in err
        assert call(*arguments, stdout=full, stderr=full)[0] == 1
    status, _, err = call(*arguments, stdout=None, preexec_fn=lambda: os.close(1))
    assert status == 1 and "the standard output cannot be written" in err
    call(*arguments, stderr=None, preexec_fn=lambda: os.close(2))
    read, write = os.pipe()
    os.close(read)
    status, _, err = call(*arguments, stdout=write)
    os.close(write)
    assert status == 0 and "error" not in err.lower()


@POSIX
def test_a_current_folder_that_is_gone_is_named(ready: Path, call: Call) -> None:
    (ready / "gone").mkdir()
    status, _, err = call("run", "pig", cwd=ready / "gone", preexec_fn=lambda: os.rmdir("../gone"))
    assert status == 1 and "the current folder no longer exists" in err


@POSIX
def test_a_worker_ignores_an_interrupt_while_it_loads() -> None:
    """Ctrl+C reaches all processes of a terminal; a worker that was importing wrote a traceback."""
    code = f"import os; {local.WORKER}".replace("SIG_IGN)", "SIG_IGN); os.kill(os.getpid(), signal.SIGINT)")
    command = [sys.executable, "-c", code.replace("main()", "print('loaded')")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "loaded\n", "")
