"""Tests of marks in emitted modules: which cards act."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
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


IDLE = """players 1..1
event hour(n: Int)
cardtype Charm:
    use(n: Int):
        total = n
card Charm idle "Idle":
    use(n):
        for each i in 1..3 where i > n + 3: total = i
card Charm deaf "Deaf":
    on hour(n) while in deck when n > 2:
        for each i in 1..3 where i > n: total = i
state:
    total: 0..9 = 0
    deck: pile of Charm = all
effect idle_use(n: 0..9):
    total = n
play at most 9:
    repeat 4 times:
        choose n in 1..4 by Player.first:
            do idle_use(n)
            if n is 4: do Charm.idle.use(n)
            emit hour(n)
outcome for p: most total
"""


def test_an_ability_acts_when_it_begins_whatever_it_finds_to_do(tmp_path: Path) -> None:
    """Also if an effect has the name of its function; an answer to an event acts when its tests let it."""
    (tmp_path / "game.yaml").write_text("name: idle\ntitle: Idle\nsources: [idle.regel]\n", encoding="utf-8")
    (tmp_path / "idle.regel").write_text(IDLE, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    watched = watch_module(game.module, game.rulebook.handlers)
    rules = game.rulebook.rules_of(watched.names)
    match = Match.start(rules, 1, 1)
    acted, keys = [], rules.tables.card_keys
    for key in ("1", "3", "4"):
        watched.forget_cards()
        match.choose(key)
        acted.append([[keys[card] for card in cards] for cards in (watched.acted, watched.answered)])
    assert acted == [[[], []], [[], ["deaf"]], [["idle"], ["deaf"]]]
    assert match.state.total == 4
