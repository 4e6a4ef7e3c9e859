"""A test of golden playthroughs of every game, with their records played again."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import check_golden
from playthrough import playthrough

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
GAMES = sorted(path.parent for path in (HERE.parents[1] / "cards").rglob("game.yaml"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_is_played_as_before(folder: Path) -> None:
    played = playthrough(folder)
    assert played.is_replayed
    check_golden(HERE / f"{folder.name}.txt", played.text, played.explain)
