"""Tests of recalled answers: they equal computed ones and count the same steps, in play and in questions of bots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import pytest
import regelwerk
from regelwerk_runtime.engine.state import MOST_ANSWERS, forget_all
from regelwerk_runtime.tables.measure import VALUE
from regelwerk_runtime.views.guess import Guess
from regelwerk_runtime.views.measured import figure, recorded

GAME = regelwerk.load("auf_achse")
NAMES: dict[str, Any] = GAME.start(2, 0).engine.runs[0].__globals__


def tables(names: dict[str, Any]) -> dict[str, dict[Any, Any]]:
    """The tables of answers and options in a module."""
    return {name: table for name, table in names.items() if name.endswith(("_ANSWERS", "_OPTIONS"))}


TABLES = tables(NAMES)


def keep_nothing(answers: dict[Any, Any], key: tuple[Any, ...], answer: object) -> object:
    """Like `keep` and `keep_options`, but keeps nothing."""
    return answer


def forget_answers(names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Empties the tables of a module and keeps nothing from now on."""
    for table in tables(names).values():
        table.clear()
    for keep in {"keep", "keep_options"} & {*names}:
        monkeypatch.setitem(names, keep, keep_nothing)


def course(seed: int, decisions: int, game: regelwerk.Game = GAME) -> Iterator[tuple[int, int, list[int]]]:
    """For each decision of a random game: the player, the counted steps, and the options."""
    engine, rng = game.start(3, seed).engine, random.Random(seed)
    for _ in range(decisions):
        if not engine.options:
            break
        yield engine.player, engine.s._work, [*engine.options]
        engine.play(rng.randrange(len(engine.options)))


@pytest.mark.parametrize("name", ["auf_achse", "tokyo_metro", "liars_dice"])
@pytest.mark.parametrize("seed", range(3))
def test_play_is_the_same_without_them(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = regelwerk.load(name)
    names = game.start(3, 0).engine.runs[0].__globals__
    recalled = [*course(seed, 400, game)]
    assert any(tables(names).values())
    forget_answers(names, monkeypatch)
    assert [*course(seed, 400, game)] == recalled


@pytest.mark.parametrize("name", ["itc", "auf_achse", "tokyo_metro"])
def test_values_are_the_same_without_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng, players = regelwerk.load(name), random.Random(5), 4
    engine = game.start(players, 5).engine
    measure, names = recorded(engine.game)[VALUE], engine.runs[0].__globals__
    positions, values = [], []
    while engine.options and len(values) < 300:
        engine.play(rng.randrange(len(engine.options)))
        if engine.count % 5 == 0:
            positions.append(engine.copy())
            values.append([figure(engine, measure, player) for player in range(players)])
    assert any(tables(names).values())
    forget_answers(names, monkeypatch)
    for position in positions:
        forget_all(position.s)
    assert values == [[figure(one, measure, player) for player in range(players)] for one in positions]


@pytest.mark.parametrize("seed", range(2))
def test_answers_in_a_state_follow_it(seed: int) -> None:
    """They equal freshly computed ones in play, in copies that go other ways, in guesses, and after loading."""
    rng, match = random.Random(seed), GAME.start(3, seed)
    others = [match]
    for _ in range(150):
        for one in others:
            if one.decision is not None:
                one.play(rng.randrange(len(one.engine.options)))
        if match.decision is None:
            break
        guess, _, _ = Guess(match.engine, match.engine.player, None).sample(seed)
        for state in [guess.s, *(one.engine.s for one in others)]:
            kept = [goals(state) for _ in range(2)]
            forget_all(state)
            assert kept == [goals(state)] * 2
        others = [match, match.copy(), GAME.from_bytes(match.to_bytes())]


def goals(s: Any) -> list[int]:
    """Answers about a position, including those kept in the state."""
    numbers = [NAMES["full_recalled"](s), NAMES["supply_recalled"](s)]
    return numbers + [NAMES["open_goals_recalled"](s, player, pips, 0) for player in range(3) for pips in (1, 4, 6)]


def test_few_answers_are_kept() -> None:
    for seed in range(4):
        for _ in course(seed, 2000):
            pass
        assert all(len(table) <= MOST_ANSWERS for table in TABLES.values())


def test_answers_in_a_state_are_no_facts() -> None:
    engine = GAME.start(3, 1).engine
    while not any(engine.s.recalled):
        engine.play(0)
    twin = engine.copy()
    assert all(one is other for one, other in zip(twin.s.recalled, engine.s.recalled, strict=True))
    forget_all(twin.s)
    assert not any(twin.s.recalled)
    assert twin.s == engine.s
    assert hash(twin.s) == hash(engine.s)


def test_long_definitions_are_recalled() -> None:
    recalled = {name.removesuffix("_recalled") for name in NAMES if name.endswith("_recalled")}
    assert {"full", "stops", "open_goals"} <= recalled
    assert all(isinstance(NAMES[name], FunctionType) for name in recalled)
