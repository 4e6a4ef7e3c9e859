"""Tests of `make soak`: a game that breaks a rule is shortened to few choices, and kept as a record that replays."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
import regelwerk
from regelwerk_runtime.batch.soak import SoakJob, replay_choices, soak_game
from regelwerk_runtime.engine.checking import fault
from regelwerk_runtime.match import Match

BENCH = Path(__file__).resolve().parents[2] / "bench"
RULES = """
players 2..2
state:
    drawn: 0..60 = 0
    sevens: 0..60 = 0
effect take_one():
    offer "One"
    drawn += 1
effect take_seven():
    offer "Seven"
    sevens += 1
play at most 100:
    for each p in Player:
        repeat 15 times:
            choose by p "Which?":
                do take_one()
                do take_seven()
    finish
outcome for p:
    most drawn
invariant "three sevens are too many": sevens < 3
"""


def bench(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def rules(tmp_path: Path) -> regelwerk.Game:
    (tmp_path / "rules.regel").write_text(RULES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("name: sevens\ntitle: Sevens\nsources: [rules.regel]\n", encoding="utf-8")
    return regelwerk.load(tmp_path)


def test_a_broken_game_is_kept_as_a_short_record(rules: regelwerk.Game, tmp_path: Path) -> None:
    found = soak_game(rules.rules, SoakJob(2, 1))
    assert found.ends == {"rule error": 1}
    ((job, choices),) = found.broken
    assert len(choices) > 3
    line = bench("soak").keep(rules.rules, job, choices, "sevens", tmp_path / "kept")
    assert "after 3 choices" in line
    (record,) = (tmp_path / "kept").iterdir()
    match = Match.replay(rules.rules, record.read_text(encoding="utf-8").splitlines())
    assert match.number == 3
    assert "three sevens are too many" in str(fault(rules.rules, match.engine.s))


def test_choices_that_break_nothing_are_not_reported(rules: regelwerk.Game) -> None:
    assert replay_choices(rules.rules, SoakJob(2, 1), [0, 0, 0, 0])[1] == ""


def test_shrinking_keeps_the_choices_that_are_needed() -> None:
    shrink = bench("shrink").shrink
    assert shrink(range(100), lambda some: {17, 64} <= set(some)) == [17, 64]
    assert len(shrink(range(100), lambda some: {17, 64} <= set(some), tries=5)) < 100
