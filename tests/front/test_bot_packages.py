"""Tests of bots from other packages, found by their entry points."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command
from regelwerk_runtime.bots.names import bot_names, make_bot

MODULE = """\
class Last:
    def __init__(self, player, seed, times=1):
        self.times = times

    def choose(self, seat):
        return seat.count - self.times if seat.count >= self.times else 0

    @classmethod
    def configured(cls, setting):
        return lambda player, seed: cls(player, seed, int(setting))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package with a bot."""
    (tmp_path / "late_bots.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "late_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: late-bots\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[regelwerk.bots]\nlast = late_bots:Last\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("package")
def test_a_bot_of_another_package_plays(command: Command) -> None:
    assert "last" in bot_names()
    said = command("run", "tic_tac_toe", "--bot", "last", "--bot", "last:2", "--seed", "1")
    assert said.status == 0
    assert said.out.index("bottom right") < said.out.index("bottom left")  # the last square, then the last but one
    assert make_bot("last:3", 0, 1).times == 3


def test_without_the_package_there_is_no_such_bot(command: Command) -> None:
    said = command("run", "tic_tac_toe", "--bot", "last")
    assert said.status == 2
    assert "there is no bot last" in said.err
