"""Tests of altered saves of every game: they are refused with a message, or only rule errors can end them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
import regelwerk
from altered_saves import altered, in_format_3, row_of, take_apart, with_row
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import trial_of
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.errors import RecordError, RuleError, SavedError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

pytestmark = pytest.mark.slow

FUEL = 60
"""The fuel with which an altered match is played on."""

TRIES = 60  # `make fuzz` tries more


def saves(rules: Game) -> Iterator[bytes]:
    """Matches of each number of players, at their beginning, in the middle, and where play ends or stops here."""
    low, high = rules.players
    for players in range(low, high + 1):
        match = Match.start(rules, players, players, names=[f"N{i}" for i in range(players)])
        rng = random.Random(players)
        for number in range(300):
            if number < 2 or rng.random() < 0.05:
                yield match.to_bytes()
            if not match.engine.options:
                break
            match.play(rng.randrange(len(match.engine.options)))
        yield match.to_bytes()


def use(match: Match, rng: random.Random) -> None:
    """Reads everything about a match, and plays it to its end or until its fuel is used up."""
    match.engine.s.fuel = min(match.engine.s.fuel, FUEL)
    while True:
        assert match.state.to_dict()
        assert match.view(0).to_dict()
        decision = match.decision
        if decision is None:
            break
        assert len(set(decision.keys)) == len(decision.options)
        assert decision.prompt is not None and all(option.text for option in decision.options)
        with suppress(RuleError):
            trial_of(match.engine.copy()).play(0)
        for _ in range(9):
            if match.engine.options:
                match.choose(rng.randrange(len(match.engine.options)))
    assert match.outcome is not None or match.engine.reason == "rule error"


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_altered_saves_cause_only_rule_errors(folder: Path, chance: str) -> None:
    game = regelwerk.load(str(folder))
    rules = game.start(game.players[0], 0, chance=chance).game
    originals = list(saves(rules))
    for data in originals:
        assert Match.from_bytes(rules, data).to_bytes() == data
        match = Match.from_bytes(rules, in_format_3(data))
        assert match.to_bytes() == data
        s = match.engine.s
        row = s.as_row()
        assert row == BaseState.as_row(s) == BaseState.as_row(s.with_row(row)) == s.with_row(row).as_row()
    rng = random.Random(f"{folder.name} {chance}")
    counts: Counter[str] = Counter()
    for _ in range(TRIES):
        try:
            match = Match.from_bytes(rules, altered(rng.choice(originals), rng))
        except SavedError:
            counts["refused"] += 1
            continue
        counts["loaded"] += 1
        assert Match.from_bytes(rules, match.to_bytes()) == match
        try:
            use(match, rng)
        except RuleError:
            counts["rule error"] += 1
        assert match.log() is not None
        try:
            match.record()
        except RecordError:
            counts["no record"] += 1
    assert counts["refused"] > TRIES / 4
    assert counts["loaded"] > TRIES / 20


@pytest.mark.parametrize("bot", ["greedy", "ismcts:4", "ismcts:4,guessing", "mcts:4"])
def test_bots_choose_although_guesses_offer_other_options(bot: str) -> None:
    """Somebody holds other cards than a round offers, so that a fresh start, as in guesses, offers other bids."""
    rules = regelwerk.load("goofspiel").rules
    for asked, less in product((0, 1), repeat=2):
        match = Match.start(rules, 2, 1)
        for _ in range(16 + asked):
            match.play(0)
        for held in (0b1011 << 9, 1 << 12, 0):
            match.engine.s.held[less] = held
            loaded = Match.from_bytes(rules, match.to_bytes())
            with suppress(RuleError):
                index = make_bots([bot], 2, 1)[asked].choose(seat_of(loaded))
                assert index in range(len(match.engine.options))


def test_only_players_of_the_game_are_asked() -> None:
    """A set of players who are to answer contains only players of the game."""
    rules = regelwerk.load("goofspiel").rules
    match = Match.start(rules, 2, 1)
    data, (below, asking) = match.to_bytes(), match.engine.stack
    fuel, row = row_of(data)
    start = int.from_bytes(take_apart(data)[1][9:13], "little")
    at = 4 + len(below) + list(rules.points[asking[0]].values).index("answering") + 1
    assert row[at] == 0b11
    row[at] = 0b101
    with pytest.raises(SavedError, match="effects under way"):
        Match.from_bytes(rules, with_row(data, fuel, row, start))


LOOPS = """
players 2..3

state:
    gold[Player]: 0..40 = 0
    far: 1..6 = 3

effect turn(p: Player):
    for each n in 1..far:
        let twice = 2 * n
        choose by p "Take?":
            take "Take {n}": gold[p] = n
            more "Take {twice}": gold[p] = twice + n
    choose x in 1..far by p "How many?"
    gold[p] = x

play at most 1_000:
    for each p in Player: do turn(p)
    far = if far < 6 then far + 1 else 1

outcome for p: most gold[p]
"""


def test_parameters_of_effects_are_held_to_their_ranges(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: loops\ntitle: Loops\nsources: [loops.regel]\n", encoding="utf-8")
    (tmp_path / "loops.regel").write_text(LOOPS, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    match, tried = game.start(2, 1), Counter[str]()
    for _ in range(5):
        data = match.to_bytes()
        fuel, row = row_of(data)
        start = int.from_bytes(take_apart(data)[1][9:13], "little")
        for at in range(len(row)):
            for value in (-5, 0, 7, 41, 1 << 62):
                try:
                    other = game.from_bytes(with_row(data, fuel, [*row[:at], value, *row[at + 1 :]], start))
                except SavedError:
                    tried["refused"] += 1
                    continue
                for _ in range(4):
                    if other.decision is not None:
                        other.choose(0)
                        game.from_bytes(other.to_bytes())  # otherwise a variable has left its range
                tried["played"] += 1
        match.choose(0)
    assert min(tried["refused"], tried["played"]) > 50
