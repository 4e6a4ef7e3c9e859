"""Tests of sentences that only one player may read: in logs, at the terminal, in the output of `run` and `replay`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import regelwerk
from market_game import MANIFEST, Command
from regelwerk.terminal.playlog import Teller
from regelwerk_runtime.match import Match

SOURCE = """\
players 2..3

cardtype Tile "tiles"

card Tile fox "fox" x4
card Tile hen "hen" x4

state:
    deck: pile of Tile = all seen by nobody
    hand[Player]: pile of Tile seen by its player
    rounds: 0..9 = 0

setup:
    shuffle deck
    for each p in Player: draw 2 from deck to hand[p]

play at most 100:
    repeat 2 times:
        for each p in Player:
            choose c in hand[p] by p "Which one do you pass on?"  # allow W0701: as many are passed on as are passed
            do pass_on(p, c)

effect pass_on(p: Player, c: Tile):
    says "{p} passes a tile on to {p.next}"
    do told(p, c)
    move c to hand[p.next]
    say to p.next "your hand has {hand[p.next].count} tiles, on top {hand[p.next].top}"

effect told(p: Player, c: Tile):
    says to p.next "you were passed a {c} by {p}"

outcome for p:
    most count c in hand[p] where c is c
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def played(folder: Path, players: int = 2) -> Match:
    match = regelwerk.load(folder).start(players, 4, names=["Ann", "Ben", "Cleo"][:players])
    while match.decision is not None:
        match.choose(0)
    return match


def test_the_whole_log_says_who_reads_it(folder: Path) -> None:
    match = played(folder)
    passed = ["Ann passes a tile on to Ben", "[Ben] You were passed a fox by Ann"]
    assert [line.replace("hen", "fox") for line in match.log()[:2]] == passed
    assert match.log()[2].startswith("[Ben] Your hand has 3 tiles, on top ")
    assert len(match.log()) == 12


def test_a_player_reads_public_sentences_and_his_own(folder: Path) -> None:
    match = played(folder, 3)
    for player, name in enumerate(match.names):
        log = match.log(player=player)
        assert sum(line.startswith("[") for line in log) == 4
        assert all(line.startswith(f"[{name}] ") for line in log if line.startswith("["))
        assert len(log) == 10
    with pytest.raises(ValueError, match="there is no player 3"):
        match.log(player=3)


def test_lines_of_a_teller_know_their_reader(folder: Path) -> None:
    match = played(folder)
    readers = [line.reader for line in Teller(match).new_lines() if line.text]
    assert readers == [None, 1, 1, None, 0, 0] * 2


def test_run_and_replay_show_every_sentence_with_its_reader(folder: Path, command: Command) -> None:
    said = command("run", folder, "--players", 2, "--seed", 4, "--record", folder / "game.jsonl")
    assert said.status == 0
    assert said.out.count("[Player A] You were passed a ") == 2
    replayed = command("replay", folder / "game.jsonl", "--game", folder)
    assert replayed.out.count("[Player B] You were passed a ") == 2
    data = json.loads(command("run", folder, "--players", 2, "--seed", 4, "--json").out)
    assert sum(line.startswith("[Player A]") for line in data["log"]) == 4


def test_a_person_is_shown_only_sentences_that_he_may_read(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Player A plays at the terminal against a bot; the log is looked at before the second choice."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nl\n1\n"))
    said = command("play", folder, "--players", 2, "--seed", 4, "--human", 0)
    assert said.status == 0, said.err
    assert said.out.count("[Player A] You were passed") >= 2
    assert "[Player B]" not in said.out
    assert said.out.count("passes a tile on to Player A") >= 2
