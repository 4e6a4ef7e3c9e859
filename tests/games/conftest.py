"""Every game under cards/, found by its game.yaml: a new game is tested without a line here."""

from __future__ import annotations

from pathlib import Path

import pytest
from all_games import GAMES


@pytest.fixture(params=GAMES, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """The folder of a game."""
    return Path(request.param)
