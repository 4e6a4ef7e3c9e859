"""Tests of the contract of every game at its decisions: copies, bytes, pickles, views, guesses and records."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
import regelwerk
from all_games import checked
from regelwerk_compiler.analysis.equivalence import CopyEquivalence
from regelwerk_compiler.driver import Options, compile_checked
from regelwerk_runtime.engine.primitives import DECLINE
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_MODULE, run_module

MOMENTS = 40  # decisions that are checked in a match


def play_on(match: object, steps: int, seed: int) -> bytes:
    rng = random.Random(seed)
    for _ in range(steps):
        if match.decision is None:  # type: ignore[attr-defined]
            break
        match.choose(rng.randrange(len(match.decision.options)))  # type: ignore[attr-defined]
    return match.to_bytes()  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_is_data(folder: Path, seed: int) -> None:
    game = regelwerk.load(str(folder))
    rng = random.Random(seed)
    players = rng.choice(list(game.players))
    match = game.start(players=players, seed=seed, checked=True)
    every = rng.randrange(3, 17)
    number = looked = 0
    while match.decision is not None and looked < MOMENTS:
        number += 1
        if number % every == 0:
            looked += 1
            data = match.to_bytes()
            keys = [option.key for option in match.decision.options]
            assert len(set(keys)) == len(keys), "keys are unique"
            assert all(option.text and "_" not in option.text for option in match.decision.options)
            twins = [match.copy(), game.from_bytes(data), pickle.loads(pickle.dumps(match))]
            for twin in twins:
                assert twin.to_bytes() == data
                assert [option.key for option in twin.decision.options] == keys
            assert len({play_on(twin, 5, number) for twin in twins}) == 1
            assert match.to_bytes() == data, "playing a copy changes nothing here"
            _look(match, number)
        match.choose(rng.randrange(len(match.decision.options)))


def _look(match: object, number: int) -> None:
    decision = match.decision  # type: ignore[attr-defined]
    player = decision.player
    view = match.view(player).to_dict()  # type: ignore[attr-defined]
    said = [(option.key, option.text) for option in decision.options]
    for seed in (number, number + 1):
        guess = match.guess(player, seed)  # type: ignore[attr-defined]
        assert guess.view(player).to_dict() == view
        assert [(option.key, option.text) for option in guess.decision.options] == said


def test_a_record_plays_again(folder: Path) -> None:
    game = regelwerk.load(str(folder))
    match = game.start(players=game.players[0], seed=9)
    rng = random.Random(9)
    while match.decision is not None:
        match.choose(rng.randrange(len(match.decision.options)))
    again = game.replay(match.record())
    assert again.to_bytes() == match.to_bytes()
    assert again.outcome == match.outcome
    assert again.log("en") == match.log("en")


def test_guesses_differ_if_something_is_hidden(folder: Path) -> None:
    game = regelwerk.load(str(folder))
    hides = any(entry["seen"] != "all" for entry in game.to_dict()["state"])
    match = game.start(players=game.players[0], seed=4)
    rng = random.Random(4)
    differ = False
    for _ in range(60):
        if match.decision is None:
            break
        player = match.decision.player
        guesses = {match.guess(player, seed).to_bytes() for seed in range(4)}
        differ = differ or len(guesses) > 1
        match.choose(rng.randrange(len(match.decision.options)))
    assert differ or not hides


def test_logs_consist_of_sentences(folder: Path) -> None:
    game = regelwerk.load(str(folder))
    for seed in range(4):
        match = game.start(players=rng_players(game, seed), seed=seed)
        rng = random.Random(seed)
        while match.decision is not None:
            match.choose(rng.randrange(len(match.decision.options)))
        for language in game.languages:
            for line in match.log(language):
                assert line and "_" not in line and "None" not in line and "{" not in line, line


def rng_players(game: object, seed: int) -> int:
    players = list(game.players)  # type: ignore[attr-defined]
    return players[seed % len(players)]


@pytest.mark.slow
def test_every_card_that_may_be_chosen_can_be_reached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference is the same game with an option for every copy: a missing copy equals one that is offered."""
    with monkeypatch.context() as patched:
        patched.setattr(CopyEquivalence, "pile_binders", lambda self, loops: [])
        module = compile_checked(checked(folder), Options()).module
    assert module is not None
    every = run_module(module, GAME_MODULE)["GAME"]
    game = regelwerk.load(str(folder))
    for seed in range(4):
        players = rng_players(game, seed)
        match = game.start(players=players, seed=seed)
        twin = Match.start(every, players=players, seed=seed)
        rng = random.Random(seed)
        for _ in range(200):
            if match.decision is None or twin.decision is None:
                break
            offered = {_seen(match, i): None for i in range(len(match.decision.options))}
            assert len(offered) == len(match.decision.options), "no two options are the same"
            assert offered.keys() == {_seen(twin, i) for i in range(len(twin.decision.options))}
            chosen = rng.randrange(len(match.decision.options))
            twin.choose(list(twin.decision.raw).index(match.decision.raw[chosen]))
            match.choose(chosen)


def _seen(match: Match, at: int) -> tuple[object, ...]:
    """An option as players see it: its text, and for each card its kind and all that the state keeps for it."""
    assert match.decision is not None
    option = match.decision.raw[at]
    site = match.game.sites[match.decision.site]
    parts = list(option) if isinstance(option, tuple) else [option]
    kinds = ("int", *site.kinds[option[0]]) if isinstance(option, tuple) else (site.kinds,)
    cards = [position for position, kind in enumerate(kinds) if kind == "card" and option != DECLINE]
    same = tuple(parts[one] == parts[other] for one in cards for other in cards)
    for position in cards:
        parts[position] = _kept_for(match, parts[position])
    return match.decision.options[at].text, same, *parts


def _kept_for(match: Match, card: int) -> tuple[object, ...]:
    tables, s = match.game.tables, match.engine.s
    found: list[object] = [tables.definition[card]]
    for entry in tables.vars:
        cards = [at for at, dim in enumerate(entry.dims) if dim in tables.game.card_types or dim == "Card"]
        for index in tables.indices(entry.dims, s.players) if cards else ():
            if any(tables.card_range(entry.dims[at])[0] + index[at] == card for at in cards):
                found.append(getattr(s, entry.name)[tables.flat(entry.dims, index)])
    return tuple(found)
