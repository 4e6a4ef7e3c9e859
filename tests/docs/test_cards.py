"""`cards/README.md`: every card it quotes is there, every change it shows works, every message looks like that."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workshop import Workshop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def test_what_the_page_shows_works(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cards" / "itc", tmp_path / "cards" / "itc")
    workshop = Workshop(tmp_path)
    workshop.follow(ROOT / "cards" / "README.md")
    assert workshop.scenarios
    workshop.finish()
