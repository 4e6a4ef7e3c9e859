"""A small game that can be printed, translated and played, and commands on it as processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MANIFEST = "name: shop\ntitle: {title}\nsources: [shop.regel]\nlanguages: [en, de]\n"
RULES = """\
players 2..3

cardtype Deed "deeds":
    price: 0..9
    play(p: Player)

card Deed gift "{card}" x3:
    price = 5
    play(p):
        do earn(p)

state:
    deck: pile of Deed = all seen by all
    score[Player]: 0..100 = 0
    round: 0..3 = 0

effect earn(p: Player):
    says "{sentence}"
    text "Earn 1."
    score[p] += 1

effect rest(p: Player):
    says "{{p}} rests"

play at most 100:
    repeat until round is 3:
        round += 1
        for each p in Player:
            choose by p "What next?":
                do earn(p)
                do rest(p)

outcome for p:
    most score[p]
"""
LAYOUT = """\
styles: { text: { size: 9, smallest: 5 } }
cards:
  Deed:
    width: 40
    height: 60
    front:
      - text: "Deed"
        style: text
        box: [2, 2, 36, 20]
boards:
  table:
    title: Table
    width: 60
    height: 60
    draw:
      - { rect: [0, 0, 60, 60], fill: "#ff0000" }
"""


def write_game(
    folder: Path, title: str = "Shop", card: str = "Gift", sentence: str = "{p} earns 1", layout: str = LAYOUT
) -> Path:
    """A game whose texts are given; the sentence is one of the log."""
    (folder / "print").mkdir(parents=True)
    (folder / "game.yaml").write_text(MANIFEST.format(title=title), encoding="utf-8")
    rules = RULES.format(card=card, sentence=sentence)
    (folder / "shop.regel").write_text(rules, encoding="utf-8", newline="\n")
    (folder / "print" / "cards.yaml").write_text(layout, encoding="utf-8")
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path / "shop")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another cache than that of the user."""
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path, cache: Path) -> Start:
    """Begins a command line in the folder of the test, as a process of its own."""

    def begin(*arguments: object, **settings: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "regelwerk", *map(str, arguments)]
        options = {"cwd": tmp_path, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, **{**options, **settings})  # type: ignore[call-overload,no-any-return]

    return begin


@pytest.fixture
def call(start: Start) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line; its status, and what it says on both streams, which is never a traceback."""

    def run(*arguments: object, **settings: object) -> tuple[int, str, str]:
        done = start(*arguments, **settings)
        out, err = done.communicate(timeout=60)
        said = (out or b"").decode("utf-8", "replace"), (err or b"").decode("utf-8", "replace")
        assert "Traceback" not in said[1] and "internal error" not in said[1], said[1]
        assert done.returncode in (0, 1, 2, 130, 128 + signal.SIGTERM, 128 + signal.SIGHUP), done.returncode
        return done.returncode, *said

    return run


def left(folder: Path) -> list[str]:
    """Files that a process left while it wrote."""
    return [str(path) for path in folder.rglob("*.part")]


IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
