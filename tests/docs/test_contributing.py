"""Tests of the worked examples in CONTRIBUTING.md, followed in a copy of packages, documents and editors."""

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
IGNORED = shutil.ignore_patterns("__pycache__", "cases", "playthroughs", "drawings")
TESTS = (
    "tests/dsl/test_parse.py::test_grammar_has_no_conflicts",
    "tests/dsl/test_parse.py::test_every_word_of_the_grammar_is_listed",
    "tests/dsl/test_editor.py::test_the_files_are_generated_from_the_words",
    "tests/dsl/test_editor.py::test_every_word_of_the_grammar_is_coloured",
    "tests/docs/test_cheatsheet.py",
    "tests/docs/test_language.py::test_every_construct_has_an_example",
    "tests/docs/test_language.py::test_every_word_of_the_language_is_used_in_an_example",
    "tests/docs/test_language.py::test_words_that_cannot_be_names_are_listed",
    "tests/docs/test_language.py::test_an_example_compiles_and_runs",
)
"""Tests that notice if a new construct is missing somewhere."""
CHOSEN = "not compiles_and_runs or Statements"
"""The examples of the language that the new construct joins."""
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
TOO_EARLY = """
effect vote():
    simultaneously for each p in Player:
        choose n in 1..2 by p "Once or twice?"
        flip asleep[p.next]
        choose m in 1..2 where asleep[p] by p "And now?"
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
    example = follow_example("A new statement: eight files", tmp_path, edits=12)
    assert len(set(re.findall(r"^ *--- (\S+)$", example, re.MULTILINE))) == 8
    run(PLAY, tmp_path, STATEMENT, "s.asleep[p] = not s.asleep[p]")
    broken = STATEMENT.replace("    flip asleep[p]\n\n", "    flip (p is p.next)\n\n", 1)
    assert run(CHECK, tmp_path, broken) == "E0320"
    assert "W0730" in run(CHECK, tmp_path, STATEMENT + TOO_EARLY).split()
    run_tests(tmp_path)


def test_the_example_of_a_diagnostic_works(tmp_path: Path) -> None:
    example = follow_example("A new diagnostic", tmp_path, edits=2)
    (page,) = PAGE.findall(example)
    sides = dict(SIDE.findall(textwrap.dedent(page)))
    assert run(CHECK, tmp_path, FRAME + TURN + sides["wrong"]) == "W0799"
    assert run(CHECK, tmp_path, FRAME + sides["right"]) == ""


def follow_example(heading: str, folder: Path, edits: int) -> str:
    """Makes the edits of an example in a copy; returns the text of the example."""
    for copied in ("docs", "editors", *(f"{room}/{package}" for room, package in PACKAGES.items())):
        shutil.copytree(ROOT / copied, folder / copied, ignore=IGNORED)
    example = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition(f"## {heading}")[2].partition("\n## ")[0]
    found = BLOCK.findall(example)
    assert len(found) == edits
    for edit in found:
        follow([line[3:] for line in edit.splitlines()], folder)
    return example


def follow(edit: list[str], folder: Path) -> None:
    """Makes one edit: a file, then consecutive lines of it; those with `-` are removed, those with `+` added."""
    head, *lines = edit
    path = folder / head.removeprefix("--- ")
    old, new = ([line[1:] for line in lines if line[:1] != other] for other in "+-")
    text = path.read_text(encoding="utf-8")
    assert text.count("\n".join(old) + "\n") == 1, f"{path.name} has changed: {old}"
    path.write_text(text.replace("\n".join(old) + "\n", "\n".join(new) + "\n"), encoding="utf-8")


def run(program: str, folder: Path, rules: str, *arguments: str) -> str:
    """The output of a program that the changed packages run, with a game of these rules."""
    game = folder / "game"
    game.mkdir(exist_ok=True)
    (game / "rules.regel").write_text(rules, encoding="utf-8")
    (game / "game.yaml").write_text(
        "name: far\ntitle: Far\nlanguages: [en]\nsources: [rules.regel]\n", encoding="utf-8"
    )
    return python(folder, "-c", program, str(game), *arguments)


def run_tests(folder: Path) -> None:
    """Regenerates the support for editors, then runs the tests that notice omissions."""
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=IGNORED)
    shutil.copy(ROOT / "pyproject.toml", folder)
    python(folder, "editors/make_vscode.py")
    python(folder, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS, "-k", CHOSEN)


def python(folder: Path, *arguments: str) -> str:
    """The output of Python with the changed packages."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(folder / room) for room in PACKAGES),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()
