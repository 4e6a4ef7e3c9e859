"""Tests of `try` with a name that no card has, and of `sources` of a game that has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        ("ulm", "did you mean gift.ulm (Gift from Ulm)?"),
        ("from", "did you mean gift.bonn (Gift from Bonn) or gift.ulm (Gift from Ulm)?"),
        ("gift form Bonn", "did you mean gift.bonn (Gift from Bonn)?"),
        ("Bonnn", "did you mean gift.bonn (Gift from Bonn)?"),
        ("zzz", "for example gift.bonn"),
    ],
)
def test_try_suggests_cards_by_their_titles(command: Command, market: Path, name: str, help_: str) -> None:
    said = command("try", market, name)
    assert said.status == 2 and help_ in said.err


def test_sources_of_a_game_without_statements(command: Command, market: Path) -> None:
    said = command("sources", market)
    assert said.status == 0 and not said.out
    assert "the game has no list of statements" in said.err
