"""A test of marks in emitted modules, which see the same abilities as a profiler."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

import pytest
import regelwerk
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_FILE
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.watch import LISTENER, watch_module


@dataclass
class Profile:
    """The keys of the cards whose own abilities ran, and of those that answered an event."""

    run: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)


@contextmanager
def profiled(game: Game, found: Profile) -> Iterator[None]:
    """Records in `found` what cards do while the block runs.

    A listener is called before its condition is checked. It has answered if it changes something.
    """
    definitions, keys = game.tables.definition, [card.key for card in game.cards]
    begun: list[tuple[FrameType, BaseState, int]] = []  # the running listeners, and what they found

    def look(frame: FrameType, event: str, result: object) -> None:
        code = frame.f_code
        if event not in ("call", "return") or code.co_filename != GAME_FILE:
            return
        if event == "return" and not (begun and begun[-1][0] is frame):
            return
        local = frame.f_locals
        point = local.get("f")  # the frame of a point, which begins with the card
        this = point[1] if point and "this" in game.points[point[0]].values else local.get("this")
        if "m" not in local or not isinstance(this, int) or not 0 <= this < len(definitions):
            return
        key, engine = keys[definitions[this]], local["m"]
        family = key.split(".")[0]
        said = len(engine.log or ())
        if event == "return":
            _, state, lines = begun.pop()
            if result is not None or engine.s != state or said > lines:
                found.answered.add(key)
        elif code.co_name.startswith(f"{family}_{LISTENER}"):
            if not code.co_name.endswith("_test"):
                begun.append((frame, engine.s.copy(), said))
        elif code.co_name.startswith(f"{family}_"):
            found.run.add(key)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize("name", ["itc", "tokyo_metro"])
def test_marks_see_the_same_abilities_as_a_profiler(name: str) -> None:
    game = regelwerk.load(name)
    watched = watch_module(game.module, game.rulebook.handlers)
    rules = game.rulebook.rules_of(watched.names)
    seen, keys, chance = Profile(), rules.tables.card_keys, random.Random(1)
    match = Match.start(rules, 3, 1)
    with profiled(rules, seen):
        while match.engine.options:
            match.play(chance.randrange(len(match.engine.options)))
    assert {keys[card] for card in watched.acted} == seen.run
    assert {keys[card] for card in watched.answered} == seen.answered
    assert len(seen.run | seen.answered) > 20
