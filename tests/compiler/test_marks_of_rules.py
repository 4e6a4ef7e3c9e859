"""Tests that marks of rules under instructions keep their spelling, without which translations would be outdated."""

from __future__ import annotations

from pathlib import Path

from case_games import check_text
from regelwerk_compiler.words.catalogues.meaning import mark_of
from regelwerk_compiler.words.messages import all_messages

CONVERSIONS = """# fragment
enum Side "sides": left "Left", right "Right"
enum Spot "spots" = Side + middle "The middle"
enum Step "steps" = 1..3
cardtype Tile "tiles":
    play(p: Player)
card Tile farm "Farm":
    play(p): do put(p, left)
cardtype Coin "coins":
    worth: 1..9 = 1
card Coin penny "Penny"
state:
    deck: pile of Card = all
    place: Spot? = none
    side: Side? = none
    step: Step? = none
    tile: Tile? = none
    n: 0..9 = 0
effect put(p: Player, s: Side):
    text "Put a piece on {s}."
    place = s
effect hold(p: Player):
    text "Hold."
    place = side
    let spot = place
    otherwise: return
    side = spot of Side
    step = n of Step
    for each c in deck: tile = c of Tile
"""


def test_marks_of_conversions_stay(tmp_path: Path) -> None:
    """They contain types; if one of these marks changes, so do the marks in the catalogues of games."""
    game = check_text(CONVERSIONS, tmp_path).game
    assert game is not None
    marks = {str(message.id): mark_of(game, message) for message in all_messages(game) if message.subject is not None}
    assert marks == {"put.text": "58531d8dba", "hold.text": "fa97a6666c"}
