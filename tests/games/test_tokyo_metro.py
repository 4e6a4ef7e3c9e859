"""Tests of Tokyo Metro as a whole: its length, its payments, its logs, and the effect of renaming."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from regelwerk_compiler.driver import check_game
from regelwerk_faults.judging import Bench
from regelwerk_faults.report import read_reasons
from regelwerk_runtime.batch.games import Job, play_game
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "cards" / "tokyo_metro"
DECKS = ("orange", "gray", "green", "purple", "salmon", "pink")


@pytest.fixture(scope="module")
def game() -> regelwerk.Game:
    return regelwerk.load("tokyo_metro")


def play_round_robin(game: regelwerk.Game, players: int, seed: int) -> Match:
    """A whole game in which everybody takes the last option (mostly: walk on, act, pass)."""
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
def test_a_log_has_no_sentence_in_another_language(game: regelwerk.Game, language: str) -> None:
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


def test_decks_are_shuffled_within_their_layers(game: regelwerk.Game) -> None:
    """The first card of a layer differs from seed to seed; the first layer does not."""
    first = set()
    for seed in range(12):
        match = game.start(players=1, seed=seed)
        shown = tuple(match.state.column[deck][0] for deck in DECKS)
        assert all(key.endswith(".1") for key in shown)
        first.add(shown)
    assert len(first) > 3


def test_a_bot_pays_something_to_go_first_but_not_everything(game: regelwerk.Game) -> None:
    bids = set()
    for seed in range(30):
        match = game.start(players=2, seed=seed)
        decision = match.decision
        assert decision is not None
        bids.add(int(decision.options[make_bot("greedy", 0, seed).choose(seat_of(match))].key))
    assert 0 in bids
    assert 0 < max(bids) <= 10


def test_all_ninety_cards_have_words_in_every_language(game: regelwerk.Game) -> None:
    cards = game.to_dict()["cards"]
    assert sum(card["copies"] for card in cards) == 90
    assert all(card["names"][language] for card in cards for language in ("en", "de", "ja"))
    texts = [card["texts"] for card in cards if card["type"] == "Action"]
    assert all(text[language] for text in texts for language in ("en", "de", "ja"))
    assert {text["ja"] for text in texts}.isdisjoint(text["en"] for text in texts)


def test_reasons_name_faults() -> None:
    faults = Bench(check_game(FOLDER)).faults
    known = {name for fault in faults for name in (fault.id, fault.declaration)}
    reasons = read_reasons(FOLDER)
    assert [name for name in reasons if name not in known] == []
    assert all(reason.text for reason in reasons.values())
    assert len(reasons) < len(faults) / 25  # nearly all faults are noticed


def test_lots_give_everybody_a_place_of_his_own(game: regelwerk.Game) -> None:
    orders = set()
    for seed in range(12):
        match = game.start(players=5, seed=seed)
        order = tuple(match.state.place[player] for player in range(5))
        assert sorted(order) == [1, 2, 3, 4, 5]
        orders.add(order)
    assert len(orders) > 6
