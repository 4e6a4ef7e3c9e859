"""Fixtures that give each test all hand-written games, and a search path with the package `hand_written`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from hand_written.playing import ALL, SECRET
from regelwerk_runtime.tables.game import Game


@pytest.fixture(params=list(ALL.values()), ids=list(ALL))
def game(request: pytest.FixtureRequest) -> Game:
    """Each hand-written game."""
    assert isinstance(request.param, Game)
    return request.param


@pytest.fixture(params=list(SECRET.values()), ids=list(SECRET))
def secret_game(request: pytest.FixtureRequest) -> Game:
    """Each hand-written game that hides something."""
    assert isinstance(request.param, Game)
    return request.param
