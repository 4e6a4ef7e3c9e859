"""Worked examples as data: the situation, what is chosen and said, and what has changed in the end."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from regelwerk.worked import played_scenarios


def test_a_scenario_as_the_booklet_shows_it(market: Path) -> None:
    game = regelwerk.load(market)
    (found,) = played_scenarios(game.rules, game.scenarios, game.to_dict(), "en")
    assert (found["name"], found["players"]) == ("gift", ["A", "B"])
    assert found["situation"] == [{"state": "deck", "indices": [], "value": ["gift.bonn"]}]
    assert found["steps"] == [
        {
            "player": "A",
            "choice": {"en": "Play Gift from Bonn"},
            "says": [{"en": "A plays Gift from Bonn"}, {"en": "A receives 500"}],
        }
    ]
    # the scenario looks at the money, not at the discard pile
    assert found["results"] == [{"state": "money", "indices": ["A"], "value": 1500, "old": 1000}]


def test_a_scenario_that_fails_is_left_out(market: Path) -> None:
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8").replace("is 1_500", "is 1_501"), encoding="utf-8")
    game = regelwerk.load(market)
    assert played_scenarios(game.rules, game.scenarios, game.to_dict(), "en") == []
