"""Tokyo Metro as a whole: how long it lasts, what it pays, what its logs say, and what a new name changes."""

from __future__ import annotations

import pytest
import regelwerk
from regelwerk_runtime.batch.games import Job, play_game
from regelwerk_runtime.match import Match


@pytest.fixture(scope="module")
def game() -> regelwerk.Game:
    return regelwerk.load("tokyo_metro")


def play_round_robin(game: regelwerk.Game, players: int, seed: int) -> Match:
    """A whole game in which everybody takes the last option that is on offer (mostly: walk on, act, pass)."""
    match = game.start(players=players, seed=seed)
    while (decision := match.decision) is not None:
        match.choose(len(decision.options) - 1)
    return match


@pytest.mark.parametrize("players", range(1, 6))
def test_it_lasts_ten_rounds_less_the_number_of_players(game: regelwerk.Game, players: int) -> None:
    match = play_round_robin(game, players, seed=players)
    assert match.state.round == 10 - players
    assert match.outcome is not None
    assert match.outcome.reason == "finish"


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_by_the_rule_and_pay_in_chips(game: regelwerk.Game, seed: int) -> None:
    played = play_game(game.rules, Job(1 + seed % 5, seed, checked=True))
    assert (played.reason, played.error) == ("finish", "")
    assert all(score % 100 == 0 for score in played.scores)


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_log_has_no_sentence_of_another_language(game: regelwerk.Game, language: str) -> None:
    match = play_round_robin(game, 2, seed=3)
    own, english = match.log(language), match.log("en")
    assert len(own) == len(english)
    assert not {line for line in own if len(line) > 1} & set(english)


def test_bids_are_hidden_until_all_have_bid(game: regelwerk.Game) -> None:
    match = game.start(players=3, seed=1)
    before = match.view(1)
    first = match.decision
    assert first is not None
    match.choose(5)
    assert match.view(1) == before
