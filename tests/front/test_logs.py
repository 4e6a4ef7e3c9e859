"""Tests that logs are made for people: no line has an internal name, an underscore or an id, in any game."""

from __future__ import annotations

import random
import re

import pytest
import regelwerk
from regelwerk.loading.source import bundled_games
from regelwerk.terminal.playlog import LINE, ROUND, Teller
from regelwerk_runtime.match import Match

pytestmark = pytest.mark.slow

INNER = re.compile(r"_|\b[a-z]+\.[a-z]|\bNone\b|\bTrue\b|\bFalse\b|[<>{}#]|0x")
SEEDS = range(8)


def played_out(game: regelwerk.Game, seed: int) -> Match:
    match, rng = game.start(game.players[seed % len(game.players)], seed), random.Random(seed)
    while match.engine.options:
        match.play(rng.randrange(len(match.engine.options)))
    return match


@pytest.mark.parametrize("name", bundled_games())
def test_logs_are_free_of_internal_names(name: str) -> None:
    game = regelwerk.load(name)
    for seed in SEEDS:
        lines = list(Teller(played_out(game, seed), game.turns).new_lines())
        assert [line.text for line in lines if INNER.search(line.text)] == []
        for line in lines:
            assert line.text == line.text.strip()
            assert "  " not in line.text
            said = re.sub(r"^\[Player .\] ", "", line.text)  # the player who alone reads the sentence
            assert said == "" or said[0].isupper() or said[0].isdigit()


@pytest.mark.parametrize("name", bundled_games())
def test_a_teller_repeats_the_log_of_the_match(name: str) -> None:
    game = regelwerk.load(name)
    match = played_out(game, 3)
    whole = list(Teller(match, game.turns).new_lines())
    assert [line.text for line in whole if line.kind == LINE] == match.log()
    rounds = [line.text for line in whole if line.kind == ROUND]
    numbers = [int(text.removeprefix("Round ")) for text in rounds]
    assert numbers == sorted(set(numbers))


def test_a_teller_follows_step_by_step() -> None:
    game = regelwerk.load("pig")
    match, rng = game.start(3, 5), random.Random(5)
    teller, earlier = Teller(match, game.turns), []
    while match.decision is not None:
        earlier += teller.new_lines()
        match.choose(rng.randrange(len(match.decision.options)))
    earlier += teller.new_lines()
    assert earlier == list(Teller(match, game.turns).new_lines())
    assert earlier[0].text == "Round 1"
