"""Tests that searches choose as a second implementation of docs/bots.md does, in small trees and few playouts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import regelwerk
from playout_referee import Horizon, Scale, compared, greedy_choices
from regelwerk_runtime.bots.search.manner import Manner
from regelwerk_runtime.bots.search.payoff import Payoff
from regelwerk_runtime.bots.search.playout import GREEDY, GUESSING
from regelwerk_runtime.bots.search.rollouts import Rollouts
from regelwerk_runtime.bots.search.search_bot import Budget, InformationBot, PositionBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import trial_of
from regelwerk_runtime.match import Match
from search_referee import choice_of

TO_THE_END, ONE_ROUND = Horizon(), Horizon(32, 2, 0.9)


def moment(name: str, choices: int, chance: str = "sampled", players: int | None = None) -> Match:
    """A match after some random choices, at a decision with several options."""
    rng = Random(choices)
    match = regelwerk.load(name).start(players, seed=choices, chance=chance)
    while match.engine.player < 0 or match.number < choices or len(match.engine.options) < 2:
        match.choose(rng.randrange(len(match.decision.options)))
    return match


@pytest.mark.parametrize("horizon", [TO_THE_END, ONE_ROUND], ids=["to the end", "one round"])
@pytest.mark.parametrize(
    ("name", "choices", "chance"),
    [
        ("tic_tac_toe", 3, "sampled"),
        ("hare_and_hounds", 4, "sampled"),
        ("pig", 5, "explicit"),
        ("kuhn_poker", 1, "sampled"),
        ("goofspiel", 4, "explicit"),
        ("liars_dice", 2, "sampled"),
        ("wizards_duel", 9, "sampled"),
    ],
)
def test_searches_choose_as_described(name: str, choices: int, chance: str, horizon: Horizon) -> None:
    match = moment(name, choices, chance, 2)
    manner = Manner(choices=horizon.choices, turns=horizon.turns, widening=horizon.widening)
    for kind, playouts in ((PositionBot, 48), (InformationBot, 40)):
        for seed in range(2):
            bot = kind(match.engine.player, seed, Budget(playouts), manner)
            assert bot.choose(seat_of(match)) == choice_of(kind.name, match, seed, horizon, playouts)


@pytest.mark.parametrize(("name", "chance"), [("pig", "explicit"), ("hearts", "sampled"), ("hill_farm", "sampled")])
def test_options_are_compared_as_described(name: str, chance: str) -> None:
    match = moment(name, 13, chance)
    player, order = match.engine.player, [*range(len(match.engine.options))][:6]
    for horizon in (replace(TO_THE_END, choices=32), replace(ONE_ROUND, turns=4)):
        manner = Manner(choices=horizon.choices, turns=horizon.turns, paired=True)
        first = match.guess(player, 1)
        search = Rollouts(
            lambda seed: trial_of(match.guess(player, seed).engine),
            Payoff(trial_of(match.guess(player, 1).engine), 0.2),
            Random(1),
            manner,
            order,
        )
        Budget(24).spend(search)
        ranked, worths = compared(lambda seed: match.guess(player, seed), Scale(first), Random(1), horizon, order, 24)
        assert [*map(pytest.approx, search.race.results)] == worths
        assert [one.index for one in search.judged()] == [order[place] for place in ranked]


@pytest.mark.parametrize("name", ["hearts", "liars_dice", "hill_farm", "wizards_duel", "goofspiel"])
def test_players_of_playouts_choose_as_described(name: str) -> None:
    match = moment(name, 6)
    for guessing, policy in ((False, GREEDY), (True, GUESSING)):
        ours, theirs = match.guess(match.engine.player, 1), match.guess(match.engine.player, 1)
        engine = trial_of(ours.engine)
        for seed in range(6):
            if engine.options:
                policy.play(engine, Random(seed))
                greedy_choices(theirs, Random(seed), guessing)
                assert [*engine.past] == [*theirs.engine.past]
