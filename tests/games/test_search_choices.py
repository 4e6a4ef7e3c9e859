"""Tests that searches choose as a second implementation of docs/bots.md does, in small trees and few playouts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
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
from search_referee import judgement_of

DIG = """\
players 2..3

state:
    gold[Player]: 0..99 = 0
    left: 0..20 = 9

play at most 40:
    repeat:
        for each p in Player: do turn(p)

effect turn(p: Player):
    if left is 0: finish
    choose by p "How do you dig?":
        once "Once" bots prefer left mod 3: do dig(p, 1)
        twice "Twice" when left > 1 bots prefer 1: do dig(p, 2)
        deep "Deep" when left > 3 bots skip when left is 7: do dig(p, 4)
        rest "Rest" when left < 6 bots prefer gold[p] - 2: gold[p] += 0

effect dig(p: Player, n: 0..9):
    left -= n
    gold[p] += if left mod 4 is 0 then 2 else 1

outcome for p:
    most gold[p]
"""

MATCH = """\
players 2..3

state:
    gold[Player]: -99..99 = 0
    shown[Player]: 0..2 = 0
    luck: 0..2 = 1 seen by nobody

play at most 40:
    repeat 2 times:
        luck = roll 0..2
        do both()
        for each p in Player:
            choose n in 0..1 by p "What do you add?" bots prefer n * (luck - 1)
            gold[p] += if n is shown[p.next] mod 2 then 2 else 0

effect both():
    simultaneously for each p in Player:
        choose n in 0..2 by p "What do you show?" bots skip when n is luck bots prefer n mod 2
        shown[p] = n
    for each p in Player:
        if shown[p] > shown[p.next]: gold[p] += 3 - shown[p]

outcome for p:
    most gold[p]
"""

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
    for kind, playouts in ((PositionBot, 48), (InformationBot, 40)):
        for seed in range(2):
            compare_judgements(match, kind, seed, playouts, horizon)


@pytest.mark.parametrize("rules", [DIG, MATCH], ids=["dig", "match"])
def test_searches_choose_as_described_whatever_counts(rules: str, tmp_path: Path) -> None:
    """Games for it: hints that read hidden numbers, ties, certain ends, and two simultaneous choices in a row."""
    (tmp_path / "game.yaml").write_text("name: fair\ntitle: Fair\nsources: [fair.regel]\n", encoding="utf-8")
    (tmp_path / "fair.regel").write_text(rules, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    for seed in range(7):
        match = game.start(2 + seed % 2, seed)
        for _ in range((seed + 5) % 6):
            match.choose(seed % len(match.decision.options))
        assert len(match.decision.options) > 1
        for kind in (PositionBot, InformationBot):
            compare_judgements(match, kind, seed, 12 + 7 * seed, TO_THE_END)


def compare_judgements(
    match: Match, kind: type[PositionBot | InformationBot], seed: int, playouts: int, horizon: Horizon
) -> None:
    """A search judges all options as the referee does."""
    manner = Manner(choices=horizon.choices, turns=horizon.turns, widening=horizon.widening)
    bot = kind(match.engine.player, seed, Budget(playouts), manner)
    assert bot.choose(seat_of(match)) == bot.judged[0].index
    expected = judgement_of(kind.name, match, seed, horizon, playouts)
    assert [(one.index, one.visits) for one in bot.judged] == [(one.index, one.visits) for one in expected]
    assert [one.worth for one in bot.judged] == pytest.approx([one.worth for one in expected])


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
