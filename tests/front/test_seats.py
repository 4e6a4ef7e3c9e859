"""`bench/seats.py`: what it counts in a game agrees with the game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import regelwerk
from regelwerk_runtime.tables.game import Game

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from seats import Counts, SeatJob, play_seats
from seats import main as seats


def test_a_game_is_counted() -> None:
    game = regelwerk.load("goofspiel")
    counts = play_seats(game.rules, SeatJob(2, 4, ("random", "greedy"), game.turns))
    assert counts.games == 1
    assert counts.wins.total() == 60
    assert counts.bots.total() == 60
    assert set(counts.bots) <= {"random", "greedy"}
    assert counts.choices > 20
    assert set(counts.named) <= set(game.cards)
    assert counts.ends.total() == 1


def test_rounds_are_counted_where_play_calls_them_and_turns_lie_within() -> None:
    game = regelwerk.load("tokyo_metro")
    counts = play_seats(game.rules, SeatJob(5, 1, ("random",), game.turns))
    assert counts.rounds == {5: 1}


def test_the_cards_with_an_ability_that_ran_are_counted(market: Path) -> None:
    game = regelwerk.load(market)
    counts = play_seats(game.rules, SeatJob(2, 1, ("random",), game.turns))
    assert set(counts.cards) <= set(game.cards)
    assert counts.cards["tax"] == 1
    assert max(counts.rounds) > 1


def test_bots_of_several_names_change_seats(
    market: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: set[tuple[str, ...]] = set()
    counted = play_seats

    def noted(game: Game, job: SeatJob) -> Counts:
        seen.add(job.bots)
        return counted(game, job)

    monkeypatch.setattr("seats.play_seats", noted)
    monkeypatch.setattr(
        sys, "argv", ["seats.py", str(market), "--games", "4", "--jobs", "1", "--bot", "random", "--bot", "greedy"]
    )
    seats()
    assert seen == {("random", "greedy", "random"), ("greedy", "random", "greedy")}
    assert "games won: " in capsys.readouterr().out


def test_the_table_is_printed(
    market: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["seats.py", str(market), "--games", "6", "--jobs", "1", "--bot", "random"])
    seats()
    said = capsys.readouterr().out
    assert "6 games of 3 players (random)" in said
    assert "times its fair share" in said
    assert "Deed" in said
