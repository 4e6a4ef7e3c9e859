"""Tests of the simulation commands as people type them: their output, and messages about what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from posix_only import POSIX
from regelwerk.commands.simulate import pace, time_left
from regelwerk.main import main
from regelwerk_simulation.dataset import Dataset, write_table
from regelwerk_simulation.tables import GAMES

RUN = "from regelwerk.main import run; run()"
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); "
"""An entry that is None makes the import of a module fail."""

ENDLESS = "SELECT a, count(*) FROM range(100000000000) t(a) GROUP BY a ORDER BY hash(a)"


def run(folder: Path, *arguments: str, missing: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT.format(missing=missing) + RUN, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_command_prints_no_warnings(tmp_path: Path) -> None:
    """Libraries that check for leaks when Python ends report none."""
    for arguments, said in (
        (["simulate", "pig", "--games", "3", "-o", "games.csv"], "error: games.csv: the file of games must be"),
        (
            ["simulate", "pig", "--games", "3", "--seed", "1", "--jobs", "1", "-o", "new/one/games.parquet"],
            "new/one/games.parquet: 3 games",
        ),
        (["query", "new/one/games.parquet", "SELECT game FROM games"], ""),
        (["query", "new/one/games.parquet", ENDLESS, "--minutes", "0.01"], "error: the query takes more minutes"),
        (["query", "new/one/games.parquet", "SELECT * FROM range(100001)"], "error: the answer has more than 100,000"),
    ):
        done = run(tmp_path, *arguments)
        assert done.stderr.startswith(said) and done.stderr.count("\n") <= 2, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("missing", "extra", "command"),
    [
        (("duckdb",), "simulation", "simulate pig --games 3 -o games.parquet"),
        (("scipy",), "simulation", "compare pig --variant short.regel --games 3"),
        (("duckdb",), "simulation", "query games.parquet SELECT"),
        (("matplotlib",), "simulation", "report games.parquet"),
        (("dask",), "cluster", "simulate pig --games 3 --cluster local -o games.parquet"),
    ],
)
def test_a_missing_extra_is_named(tmp_path: Path, missing: tuple[str, ...], extra: str, command: str) -> None:
    (tmp_path / "short.regel").write_text(
        'variant short "Short":\n    replace define goal -> Int = 50\n', encoding="utf-8"
    )
    done = run(tmp_path, *command.split(), missing=missing)
    assert done.returncode == 2
    assert done.stderr == (
        f"error: the package {missing[0]}, which this needs, is not installed\nhelp: pip install 'regelwerk[{extra}]'\n"
    )
    assert list(tmp_path.iterdir()) == [tmp_path / "short.regel"]


@pytest.mark.parametrize(
    ("games", "seconds", "said"),
    [(0, 3.0, ""), (250, 100.0, "2.5/s"), (100, 100.0, "1.0/s"), (4, 200.0, "50.0 s a game")],
)
def test_the_time_of_slow_games_is_shown_in_seconds(games: int, seconds: float, said: str) -> None:
    assert pace(games, seconds) == said


def test_the_remaining_time_is_shown() -> None:
    assert time_left(10, 0, 5.0) == ""
    assert time_left(26, 4, 600.0) == "1:05:00 left"


@POSIX
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "2147483648"], "1 to 2,147,483,647 games, not 2,147,483,648"),
        (["--games", "9", "--jobs", "1001"], "1 to 1,000 processes, not 1,001"),
        (["-o", ""], "'' is not the name of a file"),
        (["-o", "pipe.parquet"], "pipe.parquet: is not a plain file"),
        (["-o", "mine.parquet"], "mine.seats.parquet: regelwerk has not written this file"),
        (["-o", "begun.parquet"], "begun.parquet.parts/batch.json cannot be read"),
    ],
)
def test_impossible_simulations_are_refused(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.parquet")
    write_table(Path("mine.seats.parquet"), GAMES, [])
    Path("begun.parquet.parts").mkdir()
    Path("begun.parquet.parts", "lock").touch()
    Path("begun.parquet.parts", "batch.json").write_text("[" * 100_000)
    assert main(["simulate", "pig", "-o", "games.parquet", *arguments]) in (1, 2)
    assert said in capsys.readouterr().err


TWO_ASK = """
players 2..2
state:
    money[Player]: 0..99 = 0
effect bid():
    for each p in Player:
        choose n in 0..3 by p "How much?"
        money[p] += n
effect pay():
    for each p in Player:
        choose n in 0..2 by p "How many?"
        money[p] += n
effect one_round():
    do bid()
    do pay()
play at most 50:
    {what}
outcome for p: most money[p]
"""


@pytest.mark.parametrize(("what", "has_rounds"), [("do bid()\n    do pay()", False), ("do one_round()", True)])
def test_a_game_without_a_known_round_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, what: str, has_rounds: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("name: two\ntitle: Two\nsources: [two.regel]\n", encoding="utf-8")
    (tmp_path / "two.regel").write_text(TWO_ASK.format(what=what), encoding="utf-8")
    order = ["simulate", ".", "--games", "2", "--jobs", "1", "-o", "games.parquet"]
    assert main(order) == 0
    assert ("let one effect contain a whole round" in capsys.readouterr().err) != has_rounds
    with Dataset.open(tmp_path / "games.parquet") as dataset:
        assert all((rounds > 0) == has_rounds for (rounds,) in dataset.rows("select rounds from games"))
