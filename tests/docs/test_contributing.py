"""The worked example of a new operator in CONTRIBUTING.md, followed in a copy of the packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"dsl": "regelwerk_dsl", "compiler": "regelwerk_compiler", "runtime": "regelwerk_runtime"}
BLOCK = re.compile(r"^ *```diff\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
GAME = """
players 2..2

state:
    gap: 0..9 = 0
    score[Player]: 0..9 = 0

define four -> Int = 1 apart 5

effect measure(p: Player):
    gap = score[p] apart four

play at most 10:
    finish

outcome for p:
    most score[p]

scenario far "How far":
    given players A, B
    given score[A] = 9
    when do measure(A)
    expect gap is 5
    when do measure(B)
    expect gap is 4
"""
PROGRAM = """
import sys
from regelwerk_compiler.driver import compile_game
from regelwerk_runtime.scenario import run_scenario
from pathlib import Path
from types import ModuleType

result = compile_game(Path(sys.argv[1]))
assert result.module is not None, [str(diagnostic.message) for diagnostic in result.diagnostics]
assert "abs(s.score[p] - 4)" in result.module, result.module
game = sys.modules["regelwerk_game"] = ModuleType("regelwerk_game")
exec(result.module, game.__dict__)
scenarios = {}
exec(result.scenarios, scenarios)
found = [run_scenario(game.GAME, scenario) for scenario in scenarios["SCENARIOS"]]
assert len(found) == 1 and found[0].passed, found
"""


def test_the_example_of_an_operator_works(tmp_path: Path) -> None:
    for room, package in PACKAGES.items():
        shutil.copytree(ROOT / room / package, tmp_path / room / package, ignore=shutil.ignore_patterns("__pycache__"))
    example = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## A new operator")[2]
    edits = BLOCK.findall(example.partition("\n## ")[0])
    assert len(edits) == 4
    for edit in edits:
        follow([line[3:] for line in edit.splitlines()], tmp_path)
    game = tmp_path / "game"
    game.mkdir()
    (game / "far.regel").write_text(GAME, encoding="utf-8")
    (game / "game.yaml").write_text("name: far\ntitle: Far\nlanguages: [en]\nsources: [far.regel]\n", encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(tmp_path / room) for room in PACKAGES),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(game)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def follow(edit: list[str], folder: Path) -> None:
    """Makes one edit: a file, then lines that stand there in a row; those with `-` go, those with `+` come."""
    head, *lines = edit
    path = folder / head.removeprefix("--- ")
    old, new = ([line[1:] for line in lines if line[0] != other] for other in "+-")
    text = path.read_text(encoding="utf-8")
    assert text.count("\n".join(old) + "\n") == 1, f"{path.name} has changed: {old}"
    path.write_text(text.replace("\n".join(old) + "\n", "\n".join(new) + "\n"), encoding="utf-8")
