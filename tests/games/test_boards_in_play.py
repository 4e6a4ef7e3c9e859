"""A test of boards in play: every position can be drawn, with its pieces on the board."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
import regelwerk
from all_games import CARDS
from regelwerk_compiler.checked.play import GamePosition
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.design import load_design
from regelwerk_printables.design.pieces import pieces
from regelwerk_printables.design.situations import Situations

pytestmark = pytest.mark.slow

CHOICES = 240
EVERY = 12
VIEWED = sorted({path.parents[1] for path in CARDS.rglob("print/*.yaml") if "views:" in path.read_text("utf-8")})


@cache
def stage(folder: Path) -> tuple[regelwerk.Game, Situations, Diagnostics]:
    game = regelwerk.load(folder)
    diagnostics = Diagnostics()
    design = load_design(game.source.folder, diagnostics)
    data = game.checked
    boards = design.boards(data, game.languages[-1], diagnostics)
    return game, design.situations(data, game.languages[-1], diagnostics, boards), diagnostics


@pytest.mark.parametrize("folder", VIEWED, ids=lambda folder: folder.name)
@pytest.mark.parametrize("most", [False, True], ids=["few", "many"])
def test_every_position_can_be_drawn(folder: Path, most: bool) -> None:
    game, situations, diagnostics = stage(folder)
    boards = [board for board in situations.printed if situations.views(board)]
    assert boards
    players = game.players[-1] if most else game.players[0]
    match = game.start(players=players, seed=3)
    choice = random.Random(3)
    names = tuple("ABCDEFGHIJ"[:players])
    start = before = GamePosition(names, match.state.to_dict())
    moved = 0
    for number in range(CHOICES):
        if match.decision is None:
            break
        match.choose(choice.randrange(len(match.decision.options)))
        if number % EVERY:
            continue
        after = GamePosition(names, match.state.to_dict())
        found = situations.example(before, after, start)
        for board in boards:
            (whole,) = situations.picture(board, after)
            wide, high = whole.drawing.width, whole.drawing.height
            for piece in pieces(whole.drawing.items):
                box = piece.box
                assert box.x >= 0 and box.y >= 0 and box.x + box.width <= wide and box.y + box.height <= high
        moved += bool(found and found.after)
        before = after
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert moved > 2
