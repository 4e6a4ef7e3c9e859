"""A test of matches that stop inside an effect with piles as parameters: they are saved, copied and guessed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import regelwerk
from market_game import MANIFEST

SOURCE = """\
players 2..3

cardtype Tile "tiles"
card Tile a "A" x5
card Tile b "B" x3

state:
    deck: pile of Tile = all seen by nobody
    hand[Player]: pile of Tile seen by its player refilled from gone
    gone[Player]: pile of Tile

play at most 100:
    shuffle deck
    repeat 5 times:
        for each p in Player:
            do take(deck, p, hand[p])

effect take(src: pile of Tile, p: Player, dest: pile of Tile):
    says "{p} takes from {src.count}"
    draw 2 from src to dest
    choose c in dest by p "Which?"  # allow W0701: two have been drawn
    move c to gone[p]
    do give(dest, src)

effect give(src: pile of Tile, dest: pile of Tile):
    draw 1 from src to dest.bottom

outcome for p:
    most hand[p].count
"""


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_parameters_survive_saving_copying_and_guessing(tmp_path: Path, chance: str) -> None:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(SOURCE, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    match, rng = game.start(2, 3, chance=chance), random.Random(1)
    while match.decision is not None:
        saved = game.from_bytes(match.to_bytes())
        assert saved == match
        for player in range(2):
            assert match.guess(player, 5).view(player).to_dict() == match.view(player).to_dict()
        index = rng.randrange(len(match.decision.options))
        match.choose(index)
        saved.choose(index)
        assert saved == match
    assert match.number >= 10
