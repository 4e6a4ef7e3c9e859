"""Tests of properties: invariants that read no state are checked once, by `test` and when a checked game begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import regelwerk
from market_game import Command
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.primitives.properties import is_property
from regelwerk_runtime.errors import RuleError

MORE = """
define cheapest -> EUR = least d.price for d in Deed

invariant "the cheapest deed costs {limit}": cheapest is {limit}

invariant "money is left": all p in Player have money[p] > -1_000

invariant "there are players": Player.count > 1
"""


def limited(market: Path, limit: int) -> Path:
    """The market with three more invariants, the first of which reads only its cards."""
    text = (market / "market.regel").read_text(encoding="utf-8")
    (market / "market.regel").write_text(text + MORE.replace("{limit}", str(limit)), encoding="utf-8")
    return market


def test_an_invariant_that_reads_only_cards_is_a_property(market: Path) -> None:
    game = check_game(limited(market, 200)).game
    assert game is not None
    assert [one.title for one in game.invariants if is_property(one)] == ["the cheapest deed costs 200"]
    rules = regelwerk.load(str(market)).rules
    assert [title for title, _, _ in rules.properties] == ["the cheapest deed costs 200"]
    assert len(rules.invariants) == 3


def test_a_property_that_holds_is_listed(market: Path, command: Command) -> None:
    said = command("test", limited(market, 200))
    assert said.status == 0
    assert "passed  the cheapest deed costs 200" in said.out
    assert "1 property and 1 scenario: all passed" in said.err
    found = json.loads(command("test", market, "--json").out)
    assert [(one["kind"], one["passed"]) for one in found] == [("property", True), ("scenario", True)]


def test_a_property_that_does_not_hold_is_shown_with_its_place(market: Path, command: Command) -> None:
    said = command("test", limited(market, 199))
    assert said.status == 1
    assert "FAILED  the cheapest deed costs 199" in said.out
    text = (market / "market.regel").read_text(encoding="utf-8").splitlines()
    line = next(number for number, line in enumerate(text, 1) if "the cheapest deed" in line)
    assert f"market.regel:{line}" in said.out
    assert command("test", market, "-k", "cheapest deed").status == 1


def test_a_checked_game_with_a_broken_property_does_not_begin(market: Path) -> None:
    game = regelwerk.load(str(limited(market, 199)))
    game.start(players=2, seed=1)
    with pytest.raises(RuleError, match="the cheapest deed costs 199"):
        game.start(players=2, seed=1, checked=True)


def test_faults_that_a_property_notices(market: Path, command: Command) -> None:
    data = json.loads(command("test", limited(market, 200), "--faults", "--jobs", 1, "--json").out)
    assert data["properties"] >= 1  # a tax of 201
    assert "tax.price" not in {one["id"] for one in data["missed"]}
    assert data["tests"] == data["scenarios"] + data["properties"] + data["games"]
    assert sum(one["faults"] for one in data["files"]) == data["faults"]
    assert {one["file"] for one in data["files"]} == {"market.regel"}
