"""The IR of every game under `cards/` is sound after every pass, with sampled and explicit chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from ir_faults import faults_of
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.lower import lower
from regelwerk_compiler.lower.passes import PASSES
from regelwerk_compiler.model.symbols import Game

CARDS = Path(__file__).resolve().parents[2] / "cards"
GAMES = sorted(path.parent for path in CARDS.rglob("game.yaml"))


@cache
def checked(folder: Path) -> Game:
    game = check_game(folder).game
    assert game is not None
    return game


@pytest.mark.parametrize("explicit", [False, True], ids=["sampled", "explicit"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_ir_is_sound_after_every_pass(folder: Path, explicit: bool) -> None:
    module = lower(checked(folder), explicit=explicit)
    assert faults_of(module) == []
    for run in PASSES:
        run(module)
        assert faults_of(module) == [], run.__name__
