"""Simulations with machine code write the tables that those without write, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from case_games import folder_of
from regelwerk.loading import cache
from regelwerk_simulation.dataset import Dataset, file_of

BATCHES = [
    ("itc", 2, ("random",)),
    ("itc", 1, ("greedy",)),
    ("auf_achse", 1, ("random",)),
    ("tokyo_metro", 6, ("random",)),
    ("tokyo_metro", 1, ("greedy",)),
    ("hearts", 4, ("random",)),
    ("pig", 6, ("greedy", "random")),
]


def files_of(dataset: Dataset) -> dict[str, bytes]:
    """The files of all tables."""
    with dataset:
        return {name: file_of(dataset.path, name).read_bytes() for name in dataset.tables}


@pytest.mark.parametrize(("game", "games", "bots"), BATCHES, ids=lambda value: str(value))
def test_tables_are_the_same(game: str, games: int, bots: tuple[str, ...]) -> None:
    played = regelwerk.load(game)
    python, native = (
        files_of(regelwerk.simulate(played, games, bots=bots, seed=5, jobs=1, tables=["all"], native=native))
        for native in (False, True)
    )
    assert python == native


@pytest.mark.parametrize("cluster", ["", "local"])
def test_workers_take_the_library_along(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing is kept in the cache."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    found = [
        files_of(regelwerk.simulate("pig", 40, seed=1, jobs=2, cluster=where, native=native))
        for where, native in (("", False), (cluster, True))
    ]
    assert found[0] == found[1]


def test_measures_that_break(tmp_path: Path) -> None:
    """They are missing where they break, and nobody leads by a value that does."""
    text = """
players 2..2
state:
    n[Player]: 0..90 = 0
effect turn(p: Player):
    choose s in 1..3 by p "How many?": n[p] += s
play at most 200:
    repeat 12 times:
        for each p in Player: do turn(p)
outcome for p:
    most n[p]
value of p = 100 / (n[p] - 10)
measure part of p = 100 / (n[p] - 4)
measure parts = sum n[p] for p in Player
"""
    game = regelwerk.load(folder_of(text, tmp_path))
    python, native = (
        regelwerk.simulate(game, 30, seed=2, jobs=1, native=native, tables=["all"]) for native in (False, True)
    )
    with python, native:
        for table in python.tables:
            assert [*python.rows(f"SELECT * FROM {table}")] == [*native.rows(f"SELECT * FROM {table}")]
        assert [*native.rows("SELECT count(*) > 0 FROM facts WHERE measure = 'part' AND value IS NULL")] == [(True,)]


def test_comparisons_are_the_same() -> None:
    base, variant = regelwerk.load("tokyo_metro"), regelwerk.load("tokyo_metro", variants=["two_stations"])
    found = [regelwerk.compare(base, variant, 4, seed=1, jobs=1, native=native).to_dict() for native in (False, True)]
    assert found[0] == found[1]
