"""A test of the message of a failing `expect`, which shows both sides as the sources write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command

GAME = """
players 2..3
define goal -> Int = 40 + 2
enum Suit "suit": red "Herz", blue "Kreuz"
cardtype Deed "deeds":
    price: 1..9
card Deed low "Low":
    price = 1
card Deed high "High" x2:
    price = 9
state:
    n: 0..9 = 3
    boss: Player? = none
    suit: Suit = red
    mine: set of Suit
    deeds: pile of Deed = all
play at most 10:
    finish
outcome for p:
    most n
effect crown():
    boss = first p in Player where n is 3
    mine = {red, blue}
scenario one "One":
    when do crown()
    expect EXPECTED
"""


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("n is 5_000", ["n is 3"]),
        ("n is 2 + 2", ["n is 3", "2 + 2 is 4"]),
        ("n is goal", ["n is 3", "goal is 42"]),
        ("boss is B", ["boss is A"]),
        ("boss is none", ["boss is A"]),
        ("suit is blue", ["suit is red"]),
        ("mine is {blue}", ["mine is {red, blue}"]),
        ("(n is 3) is no", ["(n is 3) is yes"]),
        ("(first d in deeds) is high", ["(first d in deeds) is low"]),
        ("not n is 3", []),
    ],
)
def test_both_sides_are_shown_as_they_are_written(
    tmp_path: Path, command: Command, expected: str, said: list[str]
) -> None:
    (tmp_path / "game.yaml").write_text("name: told\ntitle: Told\nsources: [told.regel]\n", encoding="utf-8")
    (tmp_path / "told.regel").write_text(GAME.replace("EXPECTED", expected), encoding="utf-8")
    lines = command("test", tmp_path).out.splitlines()
    at = next((at for at, line in enumerate(lines) if "does not hold" in line), None)
    assert at is not None, lines
    assert [line.strip() for line in lines[at + 1 :]] == said
