"""Tests of batches: the tables are the same for any number of processes, and rows agree with the games."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import regelwerk
from regelwerk import UsageError
from regelwerk.loading import cache
from regelwerk_simulation.batch.plan import WRITTEN
from regelwerk_simulation.dataset import Dataset, file_of

pytestmark = pytest.mark.slow


def bytes_of(path: Path) -> dict[str, bytes]:
    """The contents of all table files that exist."""
    return {name: file_of(path, name).read_bytes() for name in WRITTEN if file_of(path, name).exists()}


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of goofspiel, all tables, played in this process."""
    path = tmp_path_factory.mktemp("batch") / "games.parquet"
    regelwerk.simulate(
        "goofspiel", 12, players=3, bots=["random", "greedy"], seed=5, jobs=1, tables=WRITTEN, output=path
    )
    return path


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_changes_no_byte(batch: Path, tmp_path: Path, jobs: int) -> None:
    again = tmp_path / "games.parquet"
    with regelwerk.simulate(
        "goofspiel", 12, players=3, bots=["random", "greedy"], seed=5, jobs=jobs, tables=WRITTEN, output=again
    ):
        pass
    assert bytes_of(again) == bytes_of(batch)
    assert set(bytes_of(again)) == set(WRITTEN)
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_dir()] == []


def test_rows_agree_with_the_games(batch: Path) -> None:
    game = regelwerk.load("goofspiel")
    with Dataset.open(batch) as dataset:
        assert dataset.rows("SELECT count(*) FROM games") == [(12,)]
        for number in (0, 7, 11):
            [(seed, decisions, rounds)] = dataset.rows(
                "SELECT seed, decisions, rounds FROM games WHERE game = ?", (number,)
            )
            bots = [bot for (bot,) in dataset.rows("SELECT bot FROM seats WHERE game = ? ORDER BY seat", (number,))]
            assert bots == [["random", "greedy"][(seat + number) % 2] for seat in range(3)]
            match = game.start(3, seed)
            keys = dataset.rows("SELECT seat, options, key FROM decisions WHERE game = ? ORDER BY number", (number,))
            assert len(keys) == decisions
            for seat, options, key in keys:
                assert match.decision is not None
                assert (match.decision.player, len(match.decision.options)) == (seat, options)
                match.choose(key)
            assert match.outcome is not None
            seats = dataset.rows("SELECT score, rank FROM seats WHERE game = ? ORDER BY seat", (number,))
            assert seats == list(zip(match.outcome.scores, match.outcome.ranking, strict=True))
            assert dataset.rows(
                "SELECT value FROM facts WHERE game = ? AND round = ? AND measure = 'value' ORDER BY seat",
                (number, rounds),
            ) == [(match.game.value(match.engine.s, seat),) for seat in range(3) if match.game.value]


def test_decks_hold_what_the_games_show() -> None:
    game = regelwerk.load("wizards_duel")
    with regelwerk.simulate(game, 12, players=2, seed=3, jobs=1, tables=["decks", "decisions"]) as dataset:
        found = {row[0]: row[1:] for row in dataset.rows("SELECT * FROM decks")}
        assert len(found) == 12 and len({least for _, _, least, _, _ in found.values()}) > 3
        for number, seed in dataset.rows("SELECT game, seed FROM games"):
            match = game.start(2, seed)
            pile = match.game.tables.entries["deck"].first
            keys = dataset.rows("SELECT round, key FROM decisions WHERE game = ? ORDER BY number", (number,))
            sizes = [len(match.engine.s.piles[pile])]
            rounds = [round_ for round_, _ in keys]
            for _, key in keys:
                match.choose(key)
                sizes.append(len(match.engine.s.piles[pile]))
            empty = [round_ for round_, size in zip([*rounds, rounds[-1]], sizes, strict=True) if not size]
            grown = sum(after > before for before, after in pairwise(sizes))
            assert found[number] == ("deck", sizes[0], min(sizes), empty[0] if empty else None, grown)


SETUP_WITH_A_CHOICE = """\
players 2..2

state:
    money[Player]: 0..90 = 0

effect turn(p: Player):
    choose n in 1..3 by p "How many?"
    money[p] += n

effect round():
    for each p in Player: do turn(p)

setup:
    do round()

play at most 100:
    repeat 2 times: do round()

outcome for p: most money[p]

measure money of p "money" = money[p]
"""


def coins(rules: str, folder: Path) -> regelwerk.Game:
    """A game with the given rules."""
    manifest = "name: coins\ntitle: Coins\nsources: [coins.regel]\nlanguages: [en]\n"
    (folder / "game.yaml").write_text(manifest, encoding="utf-8")
    (folder / "coins.regel").write_text(rules, encoding="utf-8")
    return regelwerk.load(folder)


def test_turns_in_setup_are_no_round(tmp_path: Path) -> None:
    with regelwerk.simulate(coins(SETUP_WITH_A_CHOICE, tmp_path), 1, players=2, seed=3, jobs=1) as dataset:
        assert dataset.rows("SELECT rounds, turns, decisions FROM games") == [(2, 4, 6)]
        assert dataset.rows("SELECT DISTINCT round FROM facts ORDER BY round") == [(1,), (2,)]


def test_the_record_of_a_game_that_breaks_has_its_last_choice(tmp_path: Path) -> None:
    """This holds even if bots look at a copy of the game, which breaks too."""
    game = coins(SETUP_WITH_A_CHOICE.replace("0..90", "0..4"), tmp_path)
    with regelwerk.simulate(game, 1, players=2, bots=["greedy"], seed=3, jobs=1) as dataset:
        [(decisions, error, record)] = dataset.rows("SELECT decisions, error, record FROM games")
    assert "decision 5: Player A chose 2" in error and decisions == 5
    assert "decision 5: Player A chose 2" in str(game.replay(record.split("\n")).error)


ROUNDS = """\
players 2..2

state:
    money[Player]: 0..90 = 0
    rounds: 0..9 = 0

play at most 100:
    repeat 4 times:
PLAY

effect round():
    rounds += 1
    for each p in Player:
        money[p] += 10
        choose n in 1..2 by p "How many?"
        if rounds is 3: do turn(p)

effect turn(p: Player):
    TURN
    money[p] += 1

effect market():
    for each p in Player:
        choose n in 1..2 by p "What do you sell?"
        money[p] += n - n

outcome for p: most money[p]

measure money of p "money" = money[p]
"""


@pytest.mark.parametrize(
    ("play", "turn", "rounds", "turns"),
    [
        ("do round()", 'choose n in 1..2 by p "And?"', 4, 2),  # turns in only one of the rounds
        ("do round()", "", 4, 0),  # an effect that asks nobody is no turn
        ("do market()\ndo round()", 'choose n in 1..2 by p "And?"', 4, 2),  # a phase without turns is no round
        ("do market()\ndo round()", "", 0, 0),  # either of two could be the round
        ("do round()\nfor each p in Player: do turn(p)", 'choose n in 1..2 by p "And?"', 4, 10),
    ],
)
def test_a_round_counts_with_and_without_turns(play: str, turn: str, rounds: int, turns: int, tmp_path: Path) -> None:
    lines = "\n".join(f"        {line}" for line in play.splitlines())
    game = coins(ROUNDS.replace("PLAY", lines).replace("    TURN\n", f"    {turn}\n" if turn else ""), tmp_path)
    with regelwerk.simulate(game, 1, players=2, seed=3, jobs=1) as dataset:
        assert dataset.rows("SELECT rounds, turns FROM games") == [(rounds, turns)]
        ends = dataset.rows("SELECT round, value FROM facts WHERE measure = 'money' AND seat = 0 ORDER BY round")
        if play == "do round()":  # a round begins with its call, not with its first turn
            assert ends == [(1, 10), (2, 20), (3, 31), (4, 41)]
        assert [at for at, _ in ends] == (list(range(1, rounds + 1)) or [0])


NO_TURN = """\
effect turn(p: Player):
    do climb(p, 2)

effect climb(p: Player, n: Int) may nest:
    money[p] += 1
    if n > 1: do climb(p, n - 1)
"""

WAITING = """\
event sold(p: Player) queued

cardtype Helper "helpers"

card Helper clerk "Clerk":
    on sold(p):
        ANSWER

effect turn(p: Player):
    money[p] += 1
    emit sold(p)
"""


@pytest.mark.parametrize(
    ("turn", "turns"),
    [
        (NO_TURN, 0),  # a nested effect waits on the stack, yet asks nobody
        (WAITING.replace("ANSWER", "money[p] += 1"), 0),  # so does one that lets an event wait
        (WAITING.replace("ANSWER", 'choose n in 1..2 by p "And?"\n        money[p] += n - n'), 2),
    ],
)
def test_a_turn_may_ask_somebody(turn: str, turns: int, tmp_path: Path) -> None:
    rules = ROUNDS.replace("PLAY", "        do round()")
    rules = rules.replace("effect turn(p: Player):\n    TURN\n    money[p] += 1\n", turn)
    with regelwerk.simulate(coins(rules, tmp_path), 1, players=2, seed=3, jobs=1) as dataset:
        assert dataset.rows("SELECT rounds, turns FROM games") == [(4, turns)]


def test_the_wanted_tables_must_be_a_list() -> None:
    with pytest.raises(UsageError, match="tables must be a list of texts, not 'all'"):
        regelwerk.simulate("pig", 2, players=2, tables="all", jobs=1)


def test_no_machine_code_for_other_machines() -> None:
    with pytest.raises(UsageError, match="machine code built here"):
        regelwerk.simulate("pig", 2, cluster="tcp://127.0.0.1:1", native=True)


def test_without_a_compiler_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv(cache.VARIABLE, "off")
    with pytest.raises(UsageError, match="needs a C compiler"):
        regelwerk.simulate("pig", 2, native=True)
