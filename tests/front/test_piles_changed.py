"""Tests of how the terminal shows piles and their changes: equal cards appear once, with their number."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from regelwerk.terminal.describe import Facts

RULES = """\
players 2..2
enum Kind "kinds" = cards of Find
cardtype Find "finds"
card Find shell "Shell" x9
card Find pearl "Pearl" x9
card Find cork "Cork" x1
card Find rope "Rope" x1
card Find glass "Glass" x1
card Find bone "Bone" x2
state:
    found: pile of Find
    lost: pile of Find
setup: return
effect turn(p: Player):
    choose by p "What?":
        few "Few":
            for each c in Find where c.kind in {shell, pearl}: move c to found
        many "Many":
            for each c in Find: move c to found
play at most 9:
    repeat: do turn(Player.first)
outcome for p: most 1
"""


def test_equal_added_cards_are_counted(tmp_path: Path) -> None:
    head = "name: finds\ntitle: Finds\nsources: [game.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "game.regel").write_text(RULES, encoding="utf-8")
    shown = []
    for option in (0, 1):
        match = regelwerk.load(tmp_path).start(players=2, seed=1)
        before = Facts(match)
        match.choose(option)
        ((_, _, after),) = before.changes_to(Facts(match))
        shown.append(after)
    assert shown == [
        "18 cards, with 9 Shell and 9 Pearl",
        "23 cards, with 9 Shell, 9 Pearl, Cork, Rope and 3 more",
    ]


def test_a_long_pile_of_equal_cards_is_named(tmp_path: Path) -> None:
    head = "name: finds\ntitle: Finds\nsources: [game.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "game.regel").write_text(RULES.replace("x9", "x14"), encoding="utf-8")
    game = regelwerk.load(tmp_path)
    for cards, said in ((["shell"] * 14, "14 Shell"), (["shell"] * 13 + ["pearl"], "14 cards, Pearl on top")):
        facts = Facts(game.start(players=2, seed=1, given={"found": cards}))
        assert said in {fact.text for fact in facts.all}


def test_a_long_hand_is_listed_for_its_player(tmp_path: Path) -> None:
    """As `try` shows what he sees; to all others it is a number of cards."""
    head = "name: finds\ntitle: Finds\nsources: [game.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(head, encoding="utf-8")
    bag = "bag[Player]: pile of Find seen by its player"
    rules = RULES.replace("x9", "x14").replace("lost: pile of Find", bag)
    (tmp_path / "game.regel").write_text(rules, encoding="utf-8")
    match = regelwerk.load(tmp_path).start(players=2, seed=1, given={"bag": [["shell"] * 12 + ["cork", "pearl"], []]})
    shown = [next(fact.text for fact in Facts(match, player).all if fact.name == "bag") for player in (0, 1, None)]
    assert shown == ["12 Shell, Cork and Pearl", "14 cards", "14 cards, Pearl on top"]
