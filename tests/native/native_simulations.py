"""Tests that simulations with machine code write the same tables as those without, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
import regelwerk
from case_games import folder_of
from regelwerk.loading import cache
from regelwerk.simulating import order_of
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.tables.game import Frame
from regelwerk_simulation.batch.play import Croupier, Rows
from regelwerk_simulation.dataset import Dataset, file_of
from regelwerk_simulation.tables import CARDS, GAMES

BATCHES = [
    ("itc", 2, ("random",)),
    ("itc", 1, ("greedy",)),
    ("auf_achse", 1, ("random",)),
    ("tokyo_metro", 12, ("random",)),
    ("tokyo_metro", 1, ("greedy",)),
    ("hearts", 4, ("random",)),
    ("hill_farm", 9, ("random",)),
    ("lantern_night", 9, ("random",)),
    ("liars_dice", 9, ("random",)),
    ("pig", 6, ("greedy", "random")),
]
REASON, DECISIONS = ([column.name for column in GAMES.columns].index(name) for name in ("reason", "decisions"))
LISTENERS = """
players 2..3
event hour(p: Player)
cardtype Charm:
    use(p: Player):
        n[p] = n[p]
effect idle_use(p: Player):
    n[p] = n[p]
card Charm quiet "Quiet":
    on hour(p):
        if n[p] < 5: return
        let top = most n[q] for q in Player
        if top is n[p]: say "{p} stays ahead."
card Charm loud "Loud":
    on hour(p):
        if n[p] mod 3 is 1: n[p] -= 1
card Charm asking "Asking":
    on hour(p):
        if n[p] mod 5 is 4:
            choose s in 1..2 by p "How many more?"
            n[p] += s
card Charm never "Never":
    on hour(p) when n[p] > 80 instead:
        n[p] = 0
card Charm idle "Idle":
    on hour(p) when n[p] > 9:
        for each q in Player where n[q] > 80: n[q] = 0
    use(p):
        for each q in Player where n[q] > 80: n[q] = 0
state:
    hand[Player]: pile of Charm
    deck: pile of Charm = all
    n[Player]: -90..90 = 0
effect turn(p: Player):
    choose s in 0..3 by p "How many?"
    n[p] += s
    emit hour(p):
        n[p] = n[p]
    do idle_use(p)
    if n[p] mod 7 is 1:
        for each c in hand[p]: do c.use(p)
    if n[p] > 30: finish
setup:
    move deck to hand[Player.first]
play at most 900:
    repeat 60 times:
        for each p in Player: do turn(p)
outcome for p:
    most n[p]
value of p = n[p]
"""
"""Cards that listen: with an effect, with a question, and with almost nothing."""


def files_of(dataset: Dataset) -> dict[str, bytes]:
    """The contents of all table files."""
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


def rows_of(played: regelwerk.Game, games: range, native: bool) -> Rows:
    """The rows of all tables, for some games between random players."""
    order, _ = order_of(played, 1_000, bots=["random"], seed=2, native=native, tables=["all"])
    return Croupier(order).play(games)


def test_games_are_played_by_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the library cannot do is played in Python as well."""
    played = regelwerk.load("hearts")
    count, play = 0, Engine.play

    def counted(self: Engine, index: int) -> None:
        nonlocal count
        count += 1
        play(self, index)

    monkeypatch.setattr(Engine, "play", counted)
    games = rows_of(played, range(8), True)[GAMES.name]
    assert 0 < count < sum(cast("int", row[DECISIONS]) for row in games) / 8


def test_cards_that_listen(tmp_path: Path) -> None:
    """A card acts as soon as its place and its condition let it, whatever its loops then find to do."""
    played = regelwerk.load(folder_of(LISTENERS, tmp_path))
    python, native = (rows_of(played, range(12), native) for native in (False, True))
    assert python == native
    assert {row[1] for row in native[CARDS.name] if row[-1]} == {"quiet", "loud", "asking", "idle", "never"}


def test_games_that_break(tmp_path: Path) -> None:
    """They are played again in Python, which gives the reason."""
    text = LISTENERS.replace("n[p] -= 1", "n[p] = 60 / (n[p] - 16)")
    python, native = (rows_of(regelwerk.load(folder_of(text, tmp_path)), range(20), native) for native in (False, True))
    assert python == native
    assert {row[REASON] for row in native[GAMES.name]} >= {"rule error", "finish"}


def test_followers_that_fail() -> None:
    """Their errors end the choice and are raised."""

    class FollowerError(Exception):
        def begins(self, frame: Frame) -> None:
            raise self

        def ends(self) -> None:
            raise self

    engine = regelwerk.load("pig").native().blank(2)
    follower = FollowerError()
    engine.follow(follower)
    with pytest.raises(FollowerError):
        engine.restart(1)
    engine.copy().restart(1)  # nobody follows a copy


@pytest.mark.parametrize("cluster", ["", "local"])
def test_workers_receive_the_library(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This works even if the cache is off."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    found = [
        files_of(regelwerk.simulate("pig", 40, seed=1, jobs=2, cluster=where, native=native))
        for where, native in (("", False), (cluster, True))
    ]
    assert found[0] == found[1]


def test_measures_that_break(tmp_path: Path) -> None:
    """They have no value when they break, and nobody leads by a broken value."""
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
