"""Tests of games that all players win or lose together: outcome, standings, and the bot that looks ahead."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
import regelwerk
from market_game import MANIFEST, Command
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match

SOURCE = """\
players 2..3

state:
    won: 0..9 = 3
    together: 0..99 = 0

play at most 100:
    repeat 2 times:
        for each p in Player:
            choose n in 0..1 by p "How many fires do you put out?"
            won -= min(n, won)
            together += 1

outcome together:
    won when won is 0
"""


def game(folder: Path, source: str = SOURCE) -> regelwerk.Game:
    (folder / "game.yaml").write_text(MANIFEST.replace("[en]", "[en, de]"), encoding="utf-8")
    (folder / "market.regel").write_text(source, encoding="utf-8")
    return regelwerk.load(folder)


@pytest.mark.parametrize(("line", "scores"), [("", ((1, 1), (0, 0))), ("    least together + won\n", ((4, 4), (7, 7)))])
def test_all_win_or_all_lose(tmp_path: Path, line: str, scores: tuple[tuple[int, ...], ...]) -> None:
    rules = game(tmp_path, SOURCE + line)
    for answer, ranking, winners, score in (("1", (1, 1), (0, 1), scores[0]), ("0", (2, 2), (), scores[1])):
        match = rules.start(2, 1)
        while match.decision:
            match.choose(answer)
        assert match.outcome is not None
        assert (match.outcome.ranking, match.outcome.winners, match.outcome.scores) == (ranking, winners, score)


def test_a_score_may_have_a_unit(tmp_path: Path) -> None:
    source = SOURCE.replace("state:", "unit Points = 0..99\n\nstate:").replace("together: 0..99", "together: Points")
    match = game(tmp_path, source + "    most together\n").start(2, 1)
    while match.decision:
        match.choose("1")
    assert match.outcome is not None and match.outcome.scores == (4, 4)


def test_the_standings_show_the_common_result(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path)
    monkeypatch.chdir(tmp_path)
    lost = command("run", tmp_path, "--players", 2, "--seed", 1).out
    assert "You have lost together." in lost
    assert not re.search(r"^\s*\d\.", lost, re.M) and re.search(r"^Player B +0 +random", lost, re.M), lost
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 4))
    said = command("play", tmp_path, "--players", 2, "--human", 0, "--bot", "greedy", "--lang", "de")
    assert "Ihr habt gemeinsam gewonnen." in said.out, said.err
    assert not re.search(r"^\s*\d\. ", said.out.partition("gemeinsam gewonnen")[2], re.M)


def test_a_single_player_wins_or_loses_alone(tmp_path: Path, command: Command) -> None:
    game(tmp_path, SOURCE.replace("2..3", "1..1"))
    lost = command("run", tmp_path, "--seed", 1).out
    assert "You have lost." in lost, lost
    assert "is for 1 player, not 2" in command("run", tmp_path, "--players", 2).err


def test_the_greedy_bot_follows_the_score(tmp_path: Path) -> None:
    """The line below the condition tells from the first choice on what brings the players closer to winning."""
    rules = game(tmp_path, SOURCE + "    least won\n").rules
    for seed in range(3):
        match = Match.start(rules, 3, seed)
        bots = [make_bot("greedy", player, seed) for player in range(3)]
        while match.state.won > 0:
            before = match.state.won
            match.choose(bots[match.engine.player].choose(seat_of(match)))
            assert match.state.won == before - 1


def test_the_greedy_bot_works_for_all(tmp_path: Path, command: Command) -> None:
    game(tmp_path)
    data = json.loads(command("run", tmp_path, "--players", 3, "--bot", "greedy", "--seed", 2, "--json").out)
    assert data["outcome"]["ranking"] == [1, 1, 1]


def test_a_condition_is_needed(tmp_path: Path) -> None:
    for wrong, code in (("won when won", "E0301"), ("won when p is 0", "E0201"), ("most won", "E0101")):
        with pytest.raises(regelwerk.SourceError) as error:
            game(tmp_path, SOURCE.replace("won when won is 0", wrong))
        assert [item.code for item in error.value.diagnostics] == [code]
