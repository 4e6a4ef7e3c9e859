"""Tests of the commands as a user types them: their output and exit status."""

from __future__ import annotations

import importlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from market_game import Command, process
from regelwerk.loading.source import bundled_games

CLASSICS = sorted(name for name, folder in bundled_games().items() if folder.parent.name == "classics")
INNER = re.compile(r"_|\b[A-Za-z]+\.[a-z]|\bNone\b|<|\{|\}|#\d")


def spoil(market: Path, old: str, new: str) -> int:
    """Replaces a text in the source of the small game; returns its line."""
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


# ---- check, fmt -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pig", "tokyo_metro"])
def test_a_game_is_formatted(command: Command, game: str) -> None:
    assert command("fmt", "--check", game).status == 0


@pytest.mark.parametrize("game", CLASSICS[::4])
def test_the_classics_are_in_order(command: Command, game: str) -> None:
    said = command("check", game)
    assert (said.status, said.err) == (0, f"{game}: no problems in 1 file\n")
    assert all(line.startswith("allowed: ") for line in said.out.splitlines())
    assert command("test", game).status == 0


def test_check_shows_errors_in_three_forms(command: Command, market: Path) -> None:
    line = spoil(market, "money[p] += n", "mony[p] += n")
    said = command("check", market)
    assert said.status == 1
    assert f"market.regel:{line}:" in said.out
    assert "^^^^" in said.out
    assert "1 error" in said.err
    said = command("check", market, "--oneline")
    assert re.match(rf".*market\.regel:{line}:\d+: error\[E\d{{4}}\]: ", said.out)
    (diagnostic,) = json.loads(command("check", market, "--json").out)
    assert diagnostic["line"] == diagnostic["end_line"] == line
    assert diagnostic["severity"] == "error"
    assert set(diagnostic) == {
        *("code", "severity", "file", "line", "column", "end_line", "end_column", "message", "help")
    }


def test_check_of_a_wrong_manifest_counts_no_files(command: Command, market: Path) -> None:
    manifest = market / "game.yaml"
    manifest.write_text(f"{manifest.read_text(encoding='utf-8')}minutes: 30\n", encoding="utf-8")
    said = command("check", market)
    assert said.status == 1
    assert said.err.endswith(": 1 error\n")


def test_check_lists_texts_written_by_hand(command: Command, market: Path) -> None:
    assert "0 by hand, 2 composed" in command("check", market, "--texts").out
    spoil(market, "    price = 200\n", '    price = 200\n    text "Pay {200} at once."\n')
    said = command("check", market, "--texts")
    assert "Tax" in said.out
    assert "1 by hand, 1 composed" in said.out


def test_fmt_changes_only_what_is_not_formatted(command: Command, market: Path) -> None:
    assert command("fmt", market).status == 0
    spoil(market, "money[p] += n", "money[p]  +=  n")
    said = command("fmt", "--check", market)
    assert said.status == 1
    assert "would change" in said.out
    assert "money[p]  +=  n" in (market / "market.regel").read_text(encoding="utf-8")
    assert command("fmt", market / "market.regel").status == 0
    assert "money[p] += n" in (market / "market.regel").read_text(encoding="utf-8")
    assert command("fmt", "--check", market).status == 0


def test_fmt_leaves_a_file_with_mistakes(command: Command, market: Path) -> None:
    spoil(market, "setup:", "setup")
    before = (market / "market.regel").read_bytes()
    said = command("fmt", market)
    assert said.status == 1
    assert "error[" in said.err
    assert (market / "market.regel").read_bytes() == before


# ---- run, replay ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CLASSICS)
def test_run_shows_a_game_without_internal_names(command: Command, game: str) -> None:
    for seed in range(5):
        said = command("run", game, "--seed", seed, "--checked")
        assert said.status == 0
        assert said.err == ""
        assert "the game is over after" in said.out
        assert [line for line in said.out.splitlines() if INNER.search(line)] == []


def test_run_is_repeatable_and_can_be_recorded(command: Command, market: Path, tmp_path: Path) -> None:
    record = tmp_path / "Aufzeichnung.jsonl"
    arguments = ("run", market, "--seed", 5, "--players", 2, "--bot", "greedy", "--bot", "random")
    said = command(*arguments, "--record", record)
    assert said == command(*arguments)
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["bots"] == ["greedy", "random"]
    assert "outcome" in lines[-1]
    again = command("replay", record)
    assert again.status == 0
    assert again.out == said.out
    half = command("replay", record, "--to", 2)
    assert half.status == 0
    assert "After choice 2" in half.out
    assert "money" in half.out


def test_run_traces_choices_and_changes(command: Command, market: Path) -> None:
    said = command("run", market, "--seed", 5, "--trace").out
    assert re.search(r"^ +1  Player [ABC]: \w+", said, flags=re.MULTILINE)
    assert re.search(r"money, Player [ABC]: [\d,]+ -> [\d,]+", said)


def test_run_writes_json(command: Command, market: Path) -> None:
    data = json.loads(command("run", market, "--seed", 5, "--json").out)
    assert data["seed"] == 5
    assert len(data["outcome"]["scores"]) == data["players"] == 3
    assert data["log"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "pigg"), "did you mean pig"),
        (("run", "pig", "--players", "40"), "try --players 10"),
        (("run", "pig", "--bot", "greddy"), "did you mean `greedy`"),
        (("run", "pig", "--players", "2", "--bot", "a", "--bot", "b", "--bot", "c"), "3 bots for 2 players"),
        (("run",), "GAME"),
        (("runn", "pig"), "runn"),
        (("replay", "nowhere.jsonl"), "no such file"),
        (("try", "pig", "theft"), "no cards"),
        (("test", "pig", "-k", "nothing"), "no scenario"),
        (("explain", "pig"), "name what to explain"),
        (("explain", "pig", "bnk"), "bank"),
        (("explain", "E9999"), "no diagnostic"),
        (("play",), "name the game to play"),
        (("play", "pig", "--human", "7"), "no seat 7"),
    ],
)
def test_wrong_usage_is_explained(command: Command, arguments: tuple[str, ...], message: str) -> None:
    said = command(*arguments)
    assert said.status == 2
    assert message in said.err
    assert "Traceback" not in said.err


def test_a_check_is_kept_until_the_sources_change(command: Command, market: Path) -> None:
    first = command("check", market)
    assert first.status == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("regelwerk.loading.checking.run_check", lambda _source: pytest.fail("it is checked again"))
        assert command("check", market) == first
    spoil(market, "money[p] += n", "money[q] += n")
    said = command("check", market)
    assert said.status == 1 and "1 error" in said.err


def test_broken_rules_are_reported_with_their_place(command: Command, market: Path) -> None:
    line = spoil(market, "money[p] += n", "money[p] += 100 * n")
    said = command("run", market, "--seed", 1)
    assert said.status == 1
    assert f"market.regel:{line}" in said.err
    assert "regelwerk run" in said.err
    assert "Traceback" not in said.err


def test_a_record_from_other_sources_is_refused(
    command: Command, market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # games around the working folder are also searched
    record = tmp_path / "record.jsonl"
    command("run", market, "--seed", 5, "--record", record)
    spoil(market, "price = 500", "price = 600")
    said = command("replay", record)
    assert said.status == 1
    assert "--anyway" in said.err
    assert command("replay", record, "--to", 1, "--anyway").status == 0


def test_a_cut_record_is_replayed_up_to_the_cut(command: Command, market: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    command("run", market, "--seed", 5, "--record", record)
    lines = record.read_text(encoding="utf-8").splitlines()[:4]
    record.write_text("\n".join([*lines[:3], lines[3][:20]]), encoding="utf-8")
    said = command("replay", record, "--game", market)
    assert said.status == 1
    assert "line 4: the line is truncated (--anyway replays up to there)" in said.err
    assert "After choice 2" in command("replay", record, "--game", market, "--anyway").out


def test_an_internal_error_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise LookupError("a screw")

    monkeypatch.setattr(importlib.import_module("regelwerk.commands.build"), "load_compiled", break_down)
    said = command("build", "pig")
    assert said.status == 3
    assert "internal error of regelwerk" in said.err
    assert "Traceback" not in said.err
    assert "Traceback" in command("build", "pig", "--traceback").err


# ---- test, explain, try ---------------------------------------------------------------------------------------------


def test_a_failing_scenario_shows_step_and_values(command: Command, market: Path) -> None:
    line = spoil(market, "expect money[A] is 1_500", "expect money[A] is 9_000")
    said = command("test", market)
    assert said.status == 1
    assert "FAILED" in said.out
    assert f"market.regel:{line}" in said.out
    assert "1500" in said.out.replace(",", "").replace("_", "")
    (result,) = json.loads(command("test", market, "--json").out)
    assert result["passed"] is False
    assert result["where"] == f"market.regel:{line}"


def test_scenarios_are_chosen_by_a_word(command: Command) -> None:
    said = command("test", "pig", "-k", "pot")
    assert said.status == 0
    assert "loses the pot" in said.out
    assert "hundred" not in said.out
    assert "rolls" in command("test", "pig", "-v").out


def test_explain_shows_a_card_and_a_rule(command: Command, market: Path) -> None:
    said = command("explain", market, "gift.ulm").out
    assert "Gift from Ulm" in said
    assert "market.regel:" in said
    assert "500" in said
    assert "def receive" in command("explain", market, "receive").out
    assert json.loads(command("explain", market, "gift.ulm", "--json").out)["names"] == {"en": "Gift from Ulm"}


def test_try_plays_a_card(command: Command, market: Path) -> None:
    said = command("try", market, "gift.ulm")
    assert said.status == 0
    assert "Gift from Ulm" in said.out
    assert re.search(r"Player [ABC] chooses: Play Gift from Ulm", said.out)
    assert re.search(r"money, Player [ABC] +[\d,]+ +[\d,]+", said.out)
    assert said == command("try", market, "gift.ulm")
    assert "Gift from Bonn" in command("try", market, "gift").out


def test_try_finds_a_card_that_is_played_at_once(command: Command, market: Path) -> None:
    said = command("try", market, "Tax").out
    assert "pays 200" in said


# ---- new ------------------------------------------------------------------------------------------------------------


def test_new_makes_a_game_that_works(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "Großer Fisch 2"
    assert command("new", folder).status == 0
    assert command("check", folder) == (0, "", f"{folder.as_posix()}: no problems in 1 file\n")
    assert command("test", folder).status == 0
    assert command("fmt", "--check", folder).status == 0
    said = command("run", folder, "--seed", 1)
    assert said.status == 0
    assert "Großer Fisch 2" in said.out
    assert command("new", folder).status == 2


# ---- the process ----------------------------------------------------------------------------------------------------


def test_the_module_speaks_utf8_whatever_the_locale(tmp_path: Path) -> None:
    folder = tmp_path / "Größe ☃"
    done = process("new", folder, PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Größe ☃" in done.stdout.decode("utf-8")
    done = process("run", folder, "--seed", 1, PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.decode("utf-8").startswith("Größe ☃, 4 players, seed 1")


def test_a_pipe_has_no_colours_and_a_reader_may_leave() -> None:
    done = process("run", "pig", "--seed", 1)
    assert b"\x1b" not in done.stdout
    command = [sys.executable, "-m", "regelwerk", "run", "connect_four", "--seed", "1", "--trace"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as gone:
        assert gone.stdout is not None
        assert gone.stderr is not None
        gone.stdout.close()  # closed before the command writes: its output would fit into a pipe
        assert gone.stderr.read() == b""
    assert gone.returncode == 0


def test_help_and_version(command: Command) -> None:
    version = command("--version")
    assert version.status == 0 and version.out.strip()
    assert process("--version").stdout.decode() == version.out
    assert "check" in command("--help").out
    assert command().status == 2


# ---- play -----------------------------------------------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_person_plays_to_the_end(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *["1"] * 9)
    said = command("play", "tic_tac_toe", "--seed", 3)
    assert said.status == 0
    assert "Which square do you mark?" in said.out
    assert "the game is over" in said.out
    assert "person" in said.out


def test_a_person_takes_back_saves_and_resumes(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "später.jsonl"
    typed(monkeypatch, "u", "1", "u", "centre", "99", "v", "l", "?", "s")
    said = command("play", "tic_tac_toe", "--seed", 3, "--record", place)
    assert said.status == 0
    assert "nothing to take back" in said.out
    assert "Taken back" in said.out
    assert "One of the numbers above" in said.out
    assert re.search(r"^  u +take back", said.out, re.MULTILINE)
    assert str(place) in said.err
    choices = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()][1:]
    assert choices[0]["key"] == "centre"
    assert len(choices) == 2
    typed(monkeypatch, *["1"] * 9)
    said = command("play", "--resume", place)
    assert said.status == 0
    assert "Player A marks the centre square" in said.out
    assert "the game is over" in said.out


def test_the_end_of_the_input_saves(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, "1")
    assert command("play", "tic_tac_toe", "--seed", 3).status == 0
    assert (tmp_path / "tic_tac_toe-3.jsonl").is_file()


def test_a_person_sees_only_his_own_view(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "", "check", "", "v", "q")
    said = command("play", "kuhn_poker", "--seed", 2, "--human", 0, "--human", 1)
    first, second = said.out.split("Over to Player B")
    assert "Over to Player A" in first
    (own,) = re.findall(r"^hand \(1\): (\w+)$", first, flags=re.MULTILINE)
    others = set(re.findall(r"^hand \(1\): (\w+)$", second, flags=re.MULTILINE))
    assert len(others) == 1
    assert others != {own}
    assert not re.search(rf"\b{own}\b", second)
    assert not re.search(rf"\b{others.pop()}\b", first)


# ---- the shell and the language -------------------------------------------------------------------------------------


def test_a_language_that_the_game_lacks_is_refused(command: Command) -> None:
    said = command("run", "pig", "--lang", "tlh")
    assert said.status == 2
    assert "it has en" in said.err
    assert command("run", "pig", "--lang", "en", "--seed", 1).status == 0


def test_check_lists_allowed_warnings_with_their_reasons(command: Command) -> None:
    said = command("check", "tic_tac_toe")
    assert re.search(r"^allowed: .*tic_tac_toe\.regel:\d+:\d+: W\d{4}: the loop ends", said.out, flags=re.MULTILINE)
    assert "allowed" not in command("check", "tic_tac_toe", "--oneline").out
