"""Tests of the names, arguments and cards of options, which are objects with keys."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from market_game import MANIFEST
from regelwerk_runtime.decision import Argument, Option
from regelwerk_runtime.match import Match

SOURCE = """\
players 2..3

enum Town "towns": bonn "Bonn", ulm "Ulm"
enum Row = 2..4

cardtype Tile "tiles"
card Tile fox "fox" x2
card Tile hen "hen in {t}" for t in Town

state:
    deck: pile of Tile = all
    visits: 0..99 = 0

play at most 100:
    for each p in Player:
        choose by p "What?":
            visit(t, r) "Visit {t} in {r}" for t in Town, r in Row: visits += 1
            take(c) "Take {c}" for c in deck: move c to box
            lucky(7) "Try your luck": visits += 7
        may choose r in Row by p "Which row?":
            visits += r
        choose q in Player by p "Whom?"
        let t = roll Town
        choose n in 1..2 by p "How many?"
        visits += n

outcome for p:
    most visits
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(SOURCE, encoding="utf-8")
    return regelwerk.load(tmp_path).start(2, 1, chance="explicit")


def option(match: Match, key: str) -> Option:
    assert match.decision is not None
    return match.decision.options[match.decision.index(key)]


def test_binders_are_arguments(match: Match) -> None:
    visit = option(match, "visit(ulm, 3)")
    assert (visit.name, visit.card) == ("visit", None)
    assert visit.args == (Argument("Town", "ulm", 1), Argument("Row", "3", 3))
    assert [str(one) for one in visit.args] == ["ulm", "3"]
    take = option(match, "take(hen.ulm)")
    assert take.name == "take"
    assert take.card == take.args[0] == Argument("card", "hen.ulm", 3)
    lucky = option(match, "lucky(7)")
    assert (lucky.name, lucky.args) == ("lucky", ())


def test_values_players_and_nature(match: Match) -> None:
    match.choose("lucky(7)")
    none, row = option(match, "none"), option(match, "4")
    assert (none.name, none.args, none.card) == ("none", (), None)
    assert (row.name, row.args) == ("", (Argument("Row", "4", 4),))
    match.choose("none")
    assert option(match, "1").args == (Argument("Player", "1", 1),)
    match.choose("1")
    assert option(match, "ulm").args == (Argument("Town", "ulm", 1),)
    match.choose("ulm")
    assert option(match, "2").args == (Argument("int", "2", 2),)


def test_copies_have_the_key_of_their_card(match: Match) -> None:
    match.choose("take(fox)")
    for key in ("none", "0", "bonn", "1"):
        match.choose(key)
    second = option(match, "take(fox)")
    assert second.card == Argument("card", "fox", 1)


def test_arguments_stay_readable(match: Match) -> None:
    visit = option(match, "visit(ulm, 3)")
    match.choose(visit)
    assert visit.args[0].key == "ulm"
