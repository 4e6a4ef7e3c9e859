"""Tests of records: lines from which a match is replayed, and messages about lines that do not fit."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from hand_written import bids, duel, pig, yard
from hand_written.playing import moments, play_on
from regelwerk_runtime.errors import ChoiceError, RecordError
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.record import Recorder
from regelwerk_runtime.tables.game import Game


def recorded(seed: int = 5) -> list[str]:
    return play_on(Match.start(duel.GAME, 3, seed, names=["Ada", "Bob", "Cy"], bots=["random"]), 10_000).record()


def test_lines_of_a_record() -> None:
    lines = recorded()
    head, first, last = json.loads(lines[0]), json.loads(lines[1]), json.loads(lines[-1])
    assert head == {
        "version": 2,
        "game": "duel",
        "source_hash": "duel-by-hand",
        "variants": [],
        "players": 3,
        "names": ["Ada", "Bob", "Cy"],
        "seed": 5,
        "bots": ["random"],
    }
    assert first["n"] == 1
    assert set(first) == {"n", "player", "key", "text"}
    assert set(last["outcome"]) == {"scores", "ranking", "reason"}
    assert '"version": 2' in lines[0]


def test_replay_leads_to_the_same_match(game: Game) -> None:
    for match in moments(game, seeds=2, every=7):
        again = Match.replay(game, match.record())
        assert again == match
        assert again.record() == match.record()
        assert again.log() == match.log()


def test_replay_up_to_a_choice() -> None:
    lines = recorded()
    assert Match.replay(duel.GAME, lines, to=0).number == 0
    assert Match.replay(duel.GAME, [line + "\n" for line in lines], to=2).number == 2
    with pytest.raises(RecordError, match="choices, not 999"):
        Match.replay(duel.GAME, lines, to=999)


def test_a_recorder_writes_as_it_goes() -> None:
    file = io.StringIO()
    match = Match.start(duel.GAME, 3, 5)
    recorder = Recorder(match, file)
    assert file.getvalue().count("\n") == 1
    with pytest.raises(ChoiceError):
        recorder.choose(77)
    while match.decision:
        recorder.choose(0)
        assert file.getvalue().splitlines()[: match.number + 1] == match.record()[: match.number + 1]
    assert file.getvalue().splitlines() == match.record()


def test_a_recorder_keeps_nothing_back(tmp_path: Path) -> None:
    """Everything recorded is in the file, even if the program ends at any moment."""
    path = tmp_path / "record.jsonl"
    match = Match.start(duel.GAME, 3, 5)
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(match, file)
        for _ in range(3):
            recorder.choose(0)
            assert path.read_text(encoding="utf-8").splitlines() == match.record()


def spoil(lines: list[str], how: str) -> list[str]:
    middle = len(lines) // 2
    entry = json.loads(lines[middle])
    return {
        "empty": [],
        "blank": ["", "  "],
        "no header": lines[1:],
        "version": [lines[0].replace('"version": 2', '"version": 99'), *lines[1:]],
        "other game": [lines[0].replace('"duel"', '"pig"'), *lines[1:]],
        "sources": [lines[0].replace("duel-by-hand", "other"), *lines[1:]],
        "players": [lines[0].replace('"players": 3', '"players": 9'), *lines[1:]],
        "no seed": [lines[0].replace('"seed": 5', '"seed": null'), *lines[1:]],
        "key": [*lines[:middle], json.dumps({**entry, "key": "zzplay(low)"}), *lines[middle + 1 :]],
        "player": [*lines[:middle], json.dumps({**entry, "player": 9}), *lines[middle + 1 :]],
        "missing line": [*lines[:middle], *lines[middle + 1 :]],
        "cut": [*lines[:middle], lines[middle][:9]],
        "noise": [*lines[:middle], "noise", *lines[middle:]],
        "list": [*lines[:middle], "[1]", *lines[middle:]],
        "stranger": [*lines[:middle], "{}", *lines[middle:]],
        "outcome": [*lines[:-1], '{"outcome": {"scores": [99, 0, 0], "ranking": [1, 2, 2], "reason": "finish"}}'],
        "early outcome": [*lines[:middle], lines[-1]],
        "more": [*lines, lines[middle]],
        "too long": [*lines[:-1], json.dumps({**entry, "n": len(lines) - 1})],
        "chance": [lines[0][:-1] + ', "chance": "explicit"}', *lines[1:]],
    }[how]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("empty", "empty"),
        ("blank", "empty"),
        ("no header", "line 1: the record has no header"),
        ("version", "line 1: the record has version 99"),
        ("other game", "not of duel"),
        ("sources", "--anyway"),
        ("players", "3 names for 9 players"),
        ("no seed", "lacks"),
        ("key", "zzplay"),
        ("player", "choice, not player 9"),
        ("missing line", "is missing here"),
        ("cut", "the line is truncated (--anyway"),
        ("noise", "not JSON"),
        ("list", "not an entry"),
        ("stranger", "neither"),
        ("outcome", "not the one recorded"),
        ("early outcome", "not over"),
        ("more", "after its end"),
        ("too long", "game is over"),
        ("chance", "another kind of chance"),
    ],
)
def test_spoiled_records(how: str, message: str) -> None:
    lines = recorded()
    with pytest.raises(RecordError) as caught:
        Match.replay(duel.GAME, spoil(lines, how))
    assert message in str(caught.value)
    if how not in ("empty", "blank"):
        assert 1 <= caught.value.line <= len(lines) + 1


def test_a_misspelt_key_is_guessed_at() -> None:
    lines = [line.replace("play(low)", "play(lov)") for line in recorded()]
    with pytest.raises(RecordError, match=r"did you mean play\(low\)"):
        Match.replay(duel.GAME, lines)


def test_a_record_of_changed_sources_is_replayed_as_far_as_it_fits() -> None:
    lines = spoil(recorded(), "sources")
    assert Match.replay(duel.GAME, lines, anyway=True).outcome


def test_a_record_cut_between_lines_is_a_match_under_way() -> None:
    lines = recorded()
    assert Match.replay(duel.GAME, lines[:4]).number == 3


def test_a_given_position_is_recorded() -> None:
    match = Match.start(duel.GAME, 2, 3, given={"points": [5, 7], "hand": [["high"], []]})
    play_on(match, 3)
    again = Match.replay(duel.GAME, match.record())
    assert again == match
    assert again.state.points[1] >= 7


def test_a_match_that_broke_can_be_recorded_and_replayed() -> None:
    game = pig.pig_that(lambda m: 1 // 0)
    match = Match.start(game, 2, 1)
    with pytest.raises(Exception, match="divided by zero"):
        match.choose(1)
    assert json.loads(match.record()[-1]) == {"error": "the rules broke"}
    again = Match.replay(game, match.record())
    assert again.error
    assert again.outcome is None
    assert again.decision is None
    file = io.StringIO()
    recorder = Recorder(Match.start(game, 2, 1), file)
    with pytest.raises(Exception, match="divided by zero"):
        recorder.choose(0)
    assert "divided by zero" in file.getvalue()


@pytest.mark.parametrize("kept", [0, 1, 9, -1])
def test_a_record_whose_last_line_is_cut_is_replayed_up_to_it(kept: int) -> None:
    lines = recorded()[:5]
    cut = [*lines[:4], lines[4][:kept]]
    if lines[4][:kept].strip():
        with pytest.raises(RecordError, match=r"line 5: the line is truncated \(--anyway") as caught:
            Match.replay(duel.GAME, cut)
        assert caught.value.line == 5
    assert Match.replay(duel.GAME, cut, anyway=True) == Match.replay(duel.GAME, lines[:4])
    with pytest.raises(RecordError, match="not JSON"):
        Match.replay(duel.GAME, [*lines[:3], lines[3][:-1], lines[4]], anyway=True)


VALUES = (
    *(None, True, 0, -1, 99, 10**30, 1.5, float("nan")),
    *("", "x", "\ud800", "\u2028", "9" * 3_000),
    *([], [1], ["\ud800", "b", "c"], [[[]]], {}, {"a": 1}, {"hand": 7}, {"scores": 3}),
)
STRANGE = ("[", "[" * 100_000, "1" * 10_000, '"x"', "{}", '{"version": 1}', '{"key": []}', '{"outcome": null}', "\0")


def alter(lines: list[str], rng: random.Random) -> None:
    """Alters a line of a record, in half of the cases its header."""
    at = rng.randrange(len(lines)) if rng.random() < 0.5 else 0
    match rng.randrange(6):
        case 0 | 1:
            if lines[at].endswith("}") and len(lines[at]) > 2:
                entry = json.loads(lines[at])
                entry[rng.choice([*entry, "given", "chance", "bots", "outcome", "key", "error"])] = rng.choice(VALUES)
                lines[at] = json.dumps(entry)
        case 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        case 3:
            data = bytearray(lines[at].encode("utf-8", "surrogatepass") or b" ")
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            lines[at] = data.decode("utf-8", "replace")
        case 4:
            del lines[at + 1 :]
        case _:
            lines.insert(at, rng.choice([*lines, *STRANGE]))


def test_altered_records_replay_or_say_what_is_wrong_with_them() -> None:
    rng = random.Random(1)
    refused = 0
    for _ in range(1_500):
        game = rng.choice([duel.GAME, duel.EXPLICIT, pig.GAME, bids.GAME, yard.GAME])
        lines = play_on(Match.start(game, 2, rng.randrange(9)), rng.randrange(30), rng.randrange(99)).record()
        alter(lines, rng)
        try:
            match = Match.replay(game, lines, to=rng.choice((None, None, 0, 2)), anyway=rng.random() < 0.5)
        except RecordError as error:
            refused += 1
            assert error.message.isprintable()
            assert len(error.message) < 1_000
            assert error.line <= len(lines)
        else:
            assert Match.replay(game, match.record()) == match
            assert isinstance("\n".join(match.log()).encode(), bytes)  # nothing unprintable
    assert 500 < refused < 1_400
