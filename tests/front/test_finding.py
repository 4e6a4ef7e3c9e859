"""Tests of finding the folder of a game by a name or a path, and of records that name none."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command
from regelwerk.errors import UsageError
from regelwerk.loading.source import bundled_games, find_game, name_of, source_of

CARDS = Path(__file__).resolve().parents[2] / "cards"


def test_bundled_games_are_those_of_the_checkout() -> None:
    assert set(bundled_games()) == {path.parent.name for path in CARDS.rglob("game.yaml")}
    assert find_game("pig") == CARDS / "classics" / "pig"
    assert name_of(CARDS / "classics" / "pig") == "pig"


def test_a_folder_and_its_manifest_mean_the_same(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_game(market) == find_game(market / "game.yaml") == market
    assert name_of(market) == market.as_posix()
    monkeypatch.chdir(market.parent)
    assert find_game(market.name) == market


def test_a_local_folder_takes_precedence_over_a_bundled_game(
    market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    market.rename(tmp_path / "pig")
    monkeypatch.chdir(tmp_path)
    assert find_game("pig") == tmp_path / "pig"
    pig = CARDS / "classics" / "pig"
    assert source_of(pig).folder == pig, "its path still leads to the bundled game"


@pytest.mark.parametrize(("name", "help"), [("pigg", "did you mean pig"), ("zzzzz", "one of")])
def test_an_unknown_name_is_refused_with_help(name: str, help: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_game(name)
    assert help in caught.value.help


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no game\.yaml"):
        find_game(tmp_path)


SPOILED = {
    '{"game": "zzz", "variants": 5}': "zzz was not found",
    "": "is empty",
    "{}": "no header",
    "nonsense": "no header",
    '{"game": "\xe9"}': "it is not a text file",
    '{"version": 99, "game": "pig"}': "version",
}


@pytest.mark.parametrize(("content", "reason"), SPOILED.items())
def test_a_spoiled_record_is_refused(command: Command, tmp_path: Path, content: str, reason: str) -> None:
    record = tmp_path / "record.jsonl"
    record.write_text(content, encoding="latin-1")
    said = command("replay", record)
    assert said.status == 1
    assert said.err.startswith("error: ") and reason in said.err
