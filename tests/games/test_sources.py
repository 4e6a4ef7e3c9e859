"""The games here compile without a warning, in both forms, always to the same text, and their scenarios hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import regelwerk
from regelwerk_compiler.driver import Options, check_game, compile_game
from regelwerk_dsl.render import render_line
from regelwerk_runtime.scenario import run_scenario

pytestmark = pytest.mark.slow

BLOCKED = (
    "lark",
    "babel",
    "yaml",
    "reportlab",
    "regelwerk_dsl",
    "regelwerk_compiler",
    "regelwerk",
    "jsonschema",
    "rich",
)

ALONE = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {blocked!r}:
            raise ImportError('blocked: ' + name)
sys.meta_path.insert(0, Block())
sys.path.insert(0, {place!r})
import random
from built_game import GAME
from regelwerk_runtime.match import Match
match = Match.start(GAME, GAME.players[0], seed=3)
rng = random.Random(3)
while match.decision:
    match.choose(rng.randrange(len(match.decision.options)))
for language in GAME.languages:
    lines = match.log(language)
    print(language, len(lines), match.outcome.reason)
"""


def test_a_game_compiles_without_a_warning(folder: Path) -> None:
    result = check_game(folder)
    assert [render_line(diagnostic) for diagnostic in result.diagnostics] == []
    assert all(silenced.reason for silenced in result.silenced)


def test_the_module_is_the_same_each_time(folder: Path) -> None:
    first, second = compile_game(folder), compile_game(folder)
    assert first.module == second.module
    assert first.scenarios == second.scenarios
    assert first.source_hash == second.source_hash
    explicit = compile_game(folder, Options(explicit_chance=True))
    assert explicit.module is not None
    compile(explicit.module, "<explicit>", "exec")


def test_the_scenarios_hold(folder: Path) -> None:
    game = regelwerk.load(str(folder))
    scenarios = game._made.scenario_list
    assert scenarios, "a game has a scenario at least"
    failed = {
        scenario.name: result.why for scenario in scenarios if not (result := run_scenario(game.rules, scenario)).passed
    }
    assert failed == {}


def test_a_built_game_runs_with_the_runtime_alone(folder: Path, tmp_path: Path) -> None:
    module = compile_game(folder).module
    assert module is not None
    (tmp_path / "built_game.py").write_text(module, encoding="utf-8")
    program = ALONE.format(blocked=BLOCKED, place=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    said = [line.split() for line in done.stdout.splitlines()]
    assert [words[0] for words in said] == list(regelwerk.load(str(folder)).languages)
    assert all(int(words[1]) > 0 for words in said)
