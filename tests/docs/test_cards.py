"""A test of `cards/README.md`: the cards that it quotes exist, its changes work, and messages look as shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workshop import Workshop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_on_cards_works(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cards" / "itc", tmp_path / "cards" / "itc")
    workshop = Workshop(tmp_path)
    workshop.follow(ROOT / "cards" / "README.md")
    assert workshop.scenarios
    workshop.finish()
