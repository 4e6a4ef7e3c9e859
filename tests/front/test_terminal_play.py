"""Input of people at the terminal, and cards that are played by the rules alone."""

from __future__ import annotations

import pytest
from market_game import Command
from regelwerk.terminal.terminal_play import typed_for


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        (["0", "1", "2"], ["0", "1", "2"]),
        (["3", "5", "none"], ["3", "5", "0"]),
        (["0", "1", "none"], ["1", "2", "3"]),
        (["roll", "hold"], ["1", "2"]),
    ],
)
def test_numbers_are_typed_as_they_are(keys: list[str], typed: list[str]) -> None:
    assert typed_for(keys) == typed


def test_try_plays_a_card_that_does_nothing_of_its_own(command: Command) -> None:
    said = command("try", "kuhn_poker", "king")
    assert said.status == 0
    assert "What has changed" in said.out
