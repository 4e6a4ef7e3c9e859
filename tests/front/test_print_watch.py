"""Tests of `regelwerk print --watch`: what it prints when a file changes, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from posix_only import POSIX
from regelwerk.loading.source import source_of
from regelwerk.printing.order import Order
from regelwerk.printing.watching import changes, keep_printing, print_once
from regelwerk.terminal.console import Screen


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "market.regel"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_watching_ends_in_silence_when_it_is_interrupted(
    market: Path, out: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr("regelwerk.printing.watching.changes", interrupted)
    keep_printing(Order(source_of(market), ("cards",)), out, Screen())
    assert capfd.readouterr().err.endswith("Ctrl+C stops\n")


def test_a_change_is_printed_and_a_mistake_is_reported(
    market: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = Order(source_of(market), ("cards",))
    print_once(order, out, Screen())
    edit(market, "price = 200", "price = 250")
    print_once(order, out, Screen())
    pages = pypdfium2.PdfDocument(str(out / "market-cards-a4-en.pdf"))
    text = "".join(page.get_textpage().get_text_range() for page in pages)
    assert (text.count("Gift from Bonn"), text.count("Pay 250 at once.")) == (3, 2)
    edit(market, "price = 250", "price = ")
    print_once(order, out, Screen())
    assert "error[" in capsys.readouterr().err


def replaced(path: Path) -> None:
    """Saves a file as editors do: under another name, then renamed."""
    path.with_name("new").write_text("changed")
    path.with_name("new").replace(path)


@POSIX
def test_all_changes_are_noticed_and_no_link_is_followed(tmp_path: Path) -> None:
    game, out, variant = tmp_path / "game", tmp_path / "game" / "out", tmp_path / "elsewhere" / "v.regel"
    for folder in (game / "art", out, variant.parent):
        folder.mkdir(parents=True)
    rules = game / "a.regel"
    (game / "all").symlink_to("/")
    (game / "loop").symlink_to(game)
    looks = changes(game, [variant], out)
    next(looks)
    signal.alarm(60)  # a change that is not noticed would be waited for for ever
    for change in (
        lambda: rules.write_text("1"),
        lambda: replaced(rules),
        lambda: replaced(variant),
        lambda: replaced(variant),
        lambda: (game / "art" / "no suffix").write_text("1"),
        lambda: (rules.unlink(), os.mkfifo(rules)),
        lambda: (rules.unlink(), rules.write_text("2")),
        lambda: (rules.unlink(), rules.symlink_to("/etc/passwd"), replaced(variant)),
        lambda: variant.unlink(),
        lambda: shutil.rmtree(game),
        lambda: ((game / "art").mkdir(parents=True), rules.write_text("3")),
    ):
        change()
        next(looks)
    signal.alarm(0)


def test_a_file_that_never_rests_is_printed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, number = tmp_path / "a.regel", 0

    def restless(_seconds: float) -> None:
        nonlocal number
        number += 1
        rules.write_text("x" * number)

    looks = changes(tmp_path, [], tmp_path / "out")
    next(looks)
    monkeypatch.setattr("regelwerk.printing.watching.time.sleep", restless)
    next(looks)
    next(looks)
    assert 10 <= number < 30


# ---- as a process ----------------------------------------------------------------------------------------------------


@pytest.fixture
def begun(market: Path, out: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Callable[[str], str]]]:
    """A process that watches the game, and a function that waits for words of it."""
    command = [sys.executable, "-m", "regelwerk", "print", str(market), "cards", "--proof", "--watch", "-o", str(out)]
    log = tmp_path / "log"
    with (
        log.open("w") as said,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**os.environ, "REGELWERK_CACHE": "off"},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as process,
    ):

        def await_words(words: str) -> str:
            until = time.monotonic() + 60
            while words not in (found := log.read_text()):
                assert process.poll() is None and time.monotonic() < until, found
                time.sleep(0.05)
            log.write_text("")
            said.seek(0)
            return found

        await_words("Ctrl+C stops")
        yield process, await_words
        process.kill()


@POSIX
@pytest.mark.slow
def test_watching_survives_whatever_becomes_of_the_files(
    begun: tuple[subprocess.Popen[str], Callable[[str], str]], market: Path, out: Path
) -> None:
    process, await_words = begun
    rules = market / "market.regel"
    text = rules.read_text(encoding="utf-8")
    for break_it, words in (
        (lambda: None, "does not exist"),
        (lambda: os.mkfifo(rules), "is not a plain file"),
        (rules.mkdir, "is a folder, not a file"),
        (lambda: rules.symlink_to("/etc/hostname"), "leads out of the game's folder"),
        (lambda: rules.write_bytes(b"\xff\xfe"), "not UTF-8"),
        (lambda: rules.write_bytes(b"x" * 21_000_000), "larger than 20 megabytes"),
        (lambda: rules.write_text("("), "error["),
    ):
        rules.unlink()
        break_it()
        await_words(words)
        rules.rmdir() if rules.is_dir() else rules.unlink(missing_ok=True)
        rules.write_text(text, encoding="utf-8")
        await_words(" s\n")
    shutil.rmtree(out)
    out.write_text("a file in its place")
    edit(market, "price = 200", "price = 250")
    await_words("cannot be written")
    out.unlink()
    moved = market.with_name("moved")
    market.rename(moved)
    await_words("there is no game")
    moved.rename(market)
    await_words(" s\n")
    assert list(out.glob("*.pdf"))
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 128 + signal.SIGTERM


@POSIX
@pytest.mark.slow
def test_watching_ends_when_nobody_reads_it(
    begun: tuple[subprocess.Popen[str], Callable[[str], str]], market: Path
) -> None:
    process, _ = begun
    assert process.stdout is not None
    process.stdout.close()
    edit(market, "price = 200", "price = 250")
    assert process.wait(timeout=30) == 0
