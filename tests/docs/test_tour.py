"""A test of `docs/tour.md`: the rules that it quotes exist, its changes work, and messages look as shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from regelwerk.main import main
from workshop import Workshop

ROOT = Path(__file__).resolve().parents[2]


def test_the_tour_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "cards" / "classics" / "pig", tmp_path / "cards" / "classics" / "pig")
    monkeypatch.chdir(tmp_path)
    assert main(["new", "harbour"]) == 0
    workshop = Workshop(tmp_path)
    workshop.follow(ROOT / "docs" / "tour.md")
    assert workshop.scenarios
    workshop.finish()
