"""The worked examples of CONTRIBUTING.md, followed in a copy of the packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"dsl": "regelwerk_dsl", "compiler": "regelwerk_compiler", "runtime": "regelwerk_runtime"}
BLOCK = re.compile(r"^ *```diff\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"^ *````markdown\n(.*?)^ *````$", re.MULTILINE | re.DOTALL)
SIDE = re.compile(r"^```regel (wrong|right)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

OPERATOR = """
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
STATEMENT = """
players 2..2

state:
    asleep[Player]: Bool = no

effect nap(p: Player):
    flip asleep[p]

effect visit(p: Player):
    choose by p "Who takes a nap?":
        me "I do": flip asleep[p]
        you "You do": flip asleep[p.next]

play at most 10:
    finish

outcome for p:
    most 0

scenario naps "Naps":
    given players A, B
    when do nap(A)
    expect asleep[A] and not asleep[B]
    when do visit(A)
    when A chooses you
    expect asleep[A] and asleep[B]
    when do nap(A)
    expect not asleep[A]
"""
FRAME = "players 2..4\nplay at most 9:\n    for each p in Player:\n        do turn(p)\noutcome for p:\n    most 0\n"
TURN = "effect turn(p: Player):\n    let one = 1\n"

PLAY = """
import sys
from regelwerk_compiler.driver import compile_game
from regelwerk_runtime.scenario import run_scenario
from pathlib import Path
from types import ModuleType

result = compile_game(Path(sys.argv[1]))
assert result.module is not None, [str(diagnostic.message) for diagnostic in result.diagnostics]
assert sys.argv[2] in result.module, result.module
game = sys.modules["regelwerk_game"] = ModuleType("regelwerk_game")
exec(result.module, game.__dict__)
scenarios = {}
exec(result.scenarios, scenarios)
found = [run_scenario(game.GAME, scenario) for scenario in scenarios["SCENARIOS"]]
assert len(found) == 1 and found[0].passed, found
"""
CHECK = """
import sys
from pathlib import Path
from regelwerk_compiler.driver import check_game

print(*(item.code for item in check_game(Path(sys.argv[1])).diagnostics))
"""


def test_the_example_of_an_operator_works(tmp_path: Path) -> None:
    follow_example("A new operator", tmp_path, edits=4)
    run(PLAY, tmp_path, OPERATOR, "abs(s.score[p] - 4)")


def test_the_example_of_a_statement_works(tmp_path: Path) -> None:
    follow_example("A new statement", tmp_path, edits=9)
    run(PLAY, tmp_path, STATEMENT, "s.asleep[p] = not s.asleep[p]")
    broken = STATEMENT.replace("    flip asleep[p]\n\n", "    flip (p is p.next)\n\n", 1)
    assert run(CHECK, tmp_path, broken) == "E0320"


def test_the_example_of_a_diagnostic_works(tmp_path: Path) -> None:
    example = follow_example("A new diagnostic", tmp_path, edits=2)
    (page,) = PAGE.findall(example)
    sides = dict(SIDE.findall(textwrap.dedent(page)))
    assert run(CHECK, tmp_path, FRAME + TURN + sides["wrong"]) == "W0799"
    assert run(CHECK, tmp_path, FRAME + sides["right"]) == ""


def follow_example(heading: str, folder: Path, edits: int) -> str:
    """Makes the edits of an example in a copy of the packages; the text of the example."""
    for room, package in PACKAGES.items():
        shutil.copytree(ROOT / room / package, folder / room / package, ignore=shutil.ignore_patterns("__pycache__"))
    example = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition(f"## {heading}")[2].partition("\n## ")[0]
    found = BLOCK.findall(example)
    assert len(found) == edits
    for edit in found:
        follow([line[3:] for line in edit.splitlines()], folder)
    return example


def follow(edit: list[str], folder: Path) -> None:
    """Makes one edit: a file, then lines that stand there in a row; those with `-` go, those with `+` come."""
    head, *lines = edit
    path = folder / head.removeprefix("--- ")
    old, new = ([line[1:] for line in lines if line[:1] != other] for other in "+-")
    text = path.read_text(encoding="utf-8")
    assert text.count("\n".join(old) + "\n") == 1, f"{path.name} has changed: {old}"
    path.write_text(text.replace("\n".join(old) + "\n", "\n".join(new) + "\n"), encoding="utf-8")


def run(program: str, folder: Path, rules: str, *arguments: str) -> str:
    """What a program prints that the changed packages run, with a game of these rules."""
    game = folder / "game"
    game.mkdir(exist_ok=True)
    (game / "rules.regel").write_text(rules, encoding="utf-8")
    (game / "game.yaml").write_text(
        "name: far\ntitle: Far\nlanguages: [en]\nsources: [rules.regel]\n", encoding="utf-8"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(folder / room) for room in PACKAGES),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", program, str(game), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
