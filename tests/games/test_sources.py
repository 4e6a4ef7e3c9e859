"""Tests that every game under cards/ compiles without a warning, always to the same text, and passes its scenarios."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from all_games import GAMES, assert_sound, checked, compiled, module_of, rules_of
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of

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
from importlib import import_module
from regelwerk_runtime.match import Match
for name in {names!r}:
    game = import_module("built_" + name).GAME
    match = Match.start(game, game.players[0], seed=3)
    rng = random.Random(3)
    while match.decision:
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.outcome
    for language in game.languages:
        print(name, language, len(match.log(language)))
"""


def test_a_game_compiles_without_a_warning_and_its_scenarios_pass(folder: Path) -> None:
    assert_sound(folder)
    assert all(silenced.reason for silenced in checked(folder).silenced)


def test_the_module_is_the_same_each_time(folder: Path) -> None:
    first, second = load_compiled(source_of(folder)), compiled(folder)
    assert first.module == second.module
    assert first.scenarios == second.scenarios
    assert first.source_hash == second.source_hash


def test_built_games_need_only_the_runtime(tmp_path: Path) -> None:
    for folder in GAMES:
        (tmp_path / f"built_{folder.name}.py").write_text(module_of(folder), encoding="utf-8")
    names = [folder.name for folder in GAMES]
    program = ALONE.format(blocked=BLOCKED, place=str(tmp_path), names=names)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    said = [line.split() for line in done.stdout.splitlines()]
    languages = [(folder.name, one) for folder in GAMES for one in rules_of(folder).languages]
    assert [(name, language) for name, language, _ in said] == languages
    assert all(int(lines) > 0 for _, _, lines in said)
