"""Tests of the README: its round comes from the game that it names, its Python runs, and its commands work."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from market_game import Command

pytestmark = pytest.mark.slow

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
TYPED = [line for _, block in BLOCKS for line in block.splitlines() if line.startswith(".venv/bin/regelwerk ")]


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Gives all commands of the page one cache."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGELWERK_CACHE", str(folder))
        yield folder


def test_the_round_is_one_of_the_game_that_make_plays(command: Command) -> None:
    (example,) = (block for _, block in BLOCKS if block.startswith("Round "))
    assert example in command("run", "itc", "--seed", 1).out


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = (block for language, block in BLOCKS if language == "python")
    exec(compile(source, "README.md", "exec"), {})
    assert re.match(r"\(\d+, \d+\) .+\n", capsys.readouterr().out)


def is_of_simulations(line: str) -> bool:
    """Whether a command simulates games, or reads the results of such a command; these run in order."""
    return ".parquet" in line or "--games" in line


def quick(line: str) -> str:
    """The command with two games of random players.

    Commands that cover all 47 variants of ITC use a smaller game instead: tests of the compiler and of languages show
    that ITC has no faults and no missing words.
    """
    line = re.sub(r" (check|translate status) itc\b", r" \1 pig", line)
    return re.sub(r"--games \d+", "--games 2", line.replace("--bot greedy", "--bot random"))


# scenarios and traces have tests of their own, and take long
@pytest.mark.parametrize(
    "line", [line for line in TYPED if " test " not in line and "--trace" not in line and not is_of_simulations(line)]
)
def test_the_commands_work(command: Command, line: str) -> None:
    said = command(*shlex.split(quick(line), comments=True)[1:])
    assert said.status == 0, said.err
    assert said.out or said.err


def test_the_commands_of_simulations_work(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They play fewer games than on the page, with random players."""
    monkeypatch.chdir(tmp_path)
    lines = [line for line in TYPED if is_of_simulations(line)]
    assert len(lines) == 4
    for line in lines:
        said = command(*shlex.split(quick(line), comments=True)[1:])
        assert said.status == 0, said.err
        assert said.out or said.err
    assert {"itc.parquet", "itc.html"} <= {path.name for path in tmp_path.iterdir()}
