"""A fixture that gives each test every game under cards/, found by its game.yaml, so that new games need no entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from all_games import GAMES


@pytest.fixture(params=GAMES, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """The folder of a game."""
    return Path(request.param)
