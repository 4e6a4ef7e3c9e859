"""Tests of interrupted runs: no game is lost or played twice, and the tables are those of an undisturbed run."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
import regelwerk
from posix_only import POSIX
from regelwerk.main import main
from regelwerk.simulating import order_of
from regelwerk_simulation.batch import local, parts, run
from regelwerk_simulation.batch.parts import Parts
from regelwerk_simulation.batch.plan import WRITTEN
from regelwerk_simulation.batch.run import Progress
from regelwerk_simulation.batch.worker import Worker, receive, send
from regelwerk_simulation.dataset import Dataset, DatasetError, file_of, folder_of
from regelwerk_simulation.errors import SimulationError

GAMES = 300
SETTINGS = {"players": 2, "bots": ["random", "greedy"], "seed": 5, "tables": ["all"]}
COMMAND = ["simulate", "kuhn_poker", "--players", "2", "--bot", "random", "--bot", "greedy", "--tables", "all"]

BROKEN = """\
players 2..2

state:
    wins[Player]: 0..2 = 0

play at most 100:
    repeat 3 times:
        for each p in Player:
            choose by p "How?":
                boldly "Boldly":
                    wins[p] += 1
                meekly "Meekly":
                    stop

outcome for p:
    most wins[p]
"""
"""Rules that break at the third bold choice of a player."""


def tables_of(path: Path) -> dict[str, bytes]:
    return {name: file_of(path, name).read_bytes() for name in WRITTEN}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of an undisturbed run in this process."""
    path = tmp_path_factory.mktemp("quiet") / "games.parquet"
    regelwerk.simulate("kuhn_poker", GAMES, **SETTINGS, jobs=1, output=path).close()  # type: ignore[arg-type]
    return tables_of(path)


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A run by two processes of its own, some of whose games are saved, and its file."""
    path = tmp_path / "games.parquet"
    run = [sys.executable, "-m", "regelwerk", *COMMAND, "--games", str(GAMES), "--seed", "5", "--jobs", "2"]
    with subprocess.Popen(
        [*run, "-o", str(path)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored if tests run in the background
    ) as process:
        until = time.monotonic() + 60
        while not _parts(path):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.01)
        yield path, process
        process.kill()


# ---- interrupted -----------------------------------------------------------------------------------------------------


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_run_is_continued(
    begun: tuple[Path, subprocess.Popen[str]],
    how: signal.Signals,
    quiet: dict[str, bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, process = begun
    process.send_signal(how)
    _, said = process.communicate(timeout=30)
    kept = sum(len(part) for part in _parts(path))
    assert 0 < kept < GAMES and not path.exists()
    if how == signal.SIGINT:
        assert said.strip() == f"{kept} of {GAMES} games are kept; the same command continues from there"
    assert main([*COMMAND, "--games", str(GAMES), "--jobs", "1", "-o", str(path)]) == 0  # without the seed too
    assert "seed 5" in capsys.readouterr().err
    assert tables_of(path) == quiet
    assert not folder_of(path).exists()


def _parts(path: Path) -> list[range]:
    ends = [folder.name.split("-") for folder in folder_of(path).glob("0*-*")]
    return [range(int(first), int(end)) for first, end in ends]


@POSIX
@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced(
    tmp_path: Path, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    workers: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    def noted(*command: object, **settings: object) -> subprocess.Popen[bytes]:
        workers.append(begin(*command, **settings))  # type: ignore[call-overload]
        return workers[-1]

    def tell(progress: Progress) -> None:
        if progress.new and len(workers) == 2:
            workers[0].kill()

    monkeypatch.setattr(local.subprocess, "Popen", noted)
    path = tmp_path / "games.parquet"
    settings = {**SETTINGS, "jobs": 2, "output": path, "tell": tell}
    regelwerk.simulate("kuhn_poker", GAMES, **settings).close()  # type: ignore[arg-type]
    assert len(workers) > 2
    assert all(worker.poll() is not None for worker in workers)
    assert tables_of(path) == quiet


@pytest.mark.slow
def test_games_may_arrive_in_any_order(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    order, rows = order_of(regelwerk.load("kuhn_poker"), GAMES, **SETTINGS)  # type: ignore[arg-type]
    workers, path = [Worker(order), Worker(order)], tmp_path / "games.parquet"
    with Parts(path, order.batch) as parts:
        for number, games in enumerate((range(200, 300), range(15), range(85, 200), range(15, 16), range(16, 85))):
            parts.add(games, workers[number % 2].play(games).files)
        assert list(parts.missing()) == []
        parts.finish(rows)
    assert tables_of(path) == quiet


@pytest.mark.slow
def test_more_games_continue_a_finished_batch(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    path, reports = tmp_path / "games.parquet", list[Progress]()
    for games, new, seed in ((100, 100, 5), (GAMES, GAMES - 100, None), (GAMES, 0, None)):  # the seed is remembered
        settings = {**SETTINGS, "seed": seed, "jobs": 1, "output": path, "tell": reports.append}
        regelwerk.simulate("kuhn_poker", games, **settings).close()  # type: ignore[arg-type]
        assert (reports[-1].done, reports[-1].new) == (games, new)
    assert tables_of(path) == quiet


def test_parts_of_another_batch_stay(tmp_path: Path) -> None:
    path, game = tmp_path / "games.parquet", regelwerk.load("pig")
    order, _ = order_of(game, 10, seed=1, tables=["games"])
    with Parts(path, order.batch) as parts:
        parts.add(range(4), Worker(order).play(range(4)).files)
        with pytest.raises(SimulationError, match="another run is writing"):
            regelwerk.simulate(game, 10, seed=1, tables=["games"], jobs=1, output=path)
    for settings, message in (
        ({"seed": 2}, "now seed 2, not 1"),
        ({"seed": 1, "players": 3}, "now players 3, not 4"),
        ({"seed": 1, "bots": ["greedy"]}, "now bots greedy, not random"),
        ({"seed": 1, "games": 5}, "5 games, not 10"),
    ):
        with pytest.raises(SimulationError, match=message):
            regelwerk.simulate(game, **{"games": 10, "tables": ["games"], "output": path, **settings})  # type: ignore[arg-type]
    with regelwerk.simulate(game, 10, tables=["games"], jobs=1, output=path) as dataset:
        assert dataset.rows("SELECT count(*), count(DISTINCT game), max(game) FROM games") == [(10, 10, 9)]


def test_a_file_of_somebody_else_stays_and_the_games_are_written_last(tmp_path: Path) -> None:
    """Whoever finds the file of the games finds all tables of the batch beside it."""
    path = tmp_path / "games.parquet"
    order, rows = order_of(regelwerk.load("pig"), 4, seed=1, tables=["seats", "options"])
    mine = file_of(path, "seats")
    with Parts(path, order.batch) as parts:
        parts.add(range(4), Worker(order).play(range(4)).files)
        mine.write_bytes(b"mine")
        with pytest.raises(FileExistsError):
            parts.finish(rows)
    assert mine.read_bytes() == b"mine"
    assert not path.exists() and file_of(path, "options").exists()
    assert _parts(path) == [range(4)]
    mine.rename(file_of(path, "decks"))
    with Parts(path, order.batch) as parts:
        parts.finish(rows)
    assert path.exists() and file_of(path, "decks").read_bytes() == b"mine"  # no table of this batch or another


def test_tables_of_an_earlier_batch_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    regelwerk.simulate("pig", 4, seed=1, jobs=1, tables=["all"], output=path).close()
    assert file_of(path, "decisions").exists()
    with regelwerk.simulate("pig", 4, seed=2, jobs=1, tables=["seats"], output=path) as dataset:
        assert dataset.tables == ("games", "seats", "names", "run")


# ---- broken ----------------------------------------------------------------------------------------------------------


def test_a_game_that_breaks_is_a_row_with_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "bold"
    folder.mkdir()
    (folder / "game.yaml").write_text("name: bold\ntitle: Bold\nsources: [bold.regel]\nlanguages: [en]\n")
    (folder / "bold.regel").write_text(BROKEN)
    path = tmp_path / "games.parquet"
    assert main(["simulate", str(folder), "--games", "99", "--seed", "1", "--jobs", "1", "-o", str(path)]) == 0
    said = capsys.readouterr().err
    with Dataset.open(path) as dataset:
        assert dataset.rows("SELECT count(*) FROM games") == [(99,)]
        broken = dataset.rows("SELECT game, error, record, decisions FROM games WHERE reason = 'rule error'")
        assert 4 < len(broken) < 50
        assert f"… and {len(broken) - 3} other games" in said
        number, error, record, decisions = broken[0]
        assert f"game {number} broke: " in said and "bold.regel:11" in error
        lost = dataset.rows("SELECT DISTINCT score, rank, won FROM seats WHERE game = ?", (number,))
        assert lost == [(None, None, None)]
    lines = record.splitlines()
    header, *choices, end = map(json.loads, lines)
    assert (header["game"], len(choices)) == ("bold", decisions)
    assert (choices[-1]["key"], end) == ("boldly", {"error": "the rules broke"})
    file = tmp_path / "broken.jsonl"
    file.write_text(record + "\n")
    assert main(["replay", str(file), "--game", str(folder), "--quiet"]) == 1
    assert "wins" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound the memory of a process")
def test_a_worker_takes_no_more_memory_than_it_may() -> None:
    greedy = "from regelwerk_simulation.batch import worker; worker.Worker = lambda _: bytearray(worker.MEMORY)"
    command = [sys.executable, "-c", f"{greedy}; worker.main()", os.devnull]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        send(process.stdin, "an order")  # type: ignore[arg-type]
        answer = receive(process.stdout)  # type: ignore[arg-type]
    assert isinstance(answer, OSError) and "more than 8 GB" in str(answer)


def test_a_game_takes_no_longer_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker hangs: its game is named and earlier ones are kept; the clock of the test stands still until then."""
    hung, path = tmp_path / "hung", tmp_path / "games.parquet"
    hangs = "from pathlib import Path; from regelwerk_simulation.batch import play, worker; import time; "
    hangs += f"played, hang = play.Croupier._played, lambda: (Path({str(hung)!r}).touch(), time.sleep(99)); "
    hangs += "play.Croupier._played = lambda self, game: hang() if game == 6 else played(self, game); worker.main()"
    ticks = count()
    order, _ = order_of(regelwerk.load("pig"), 30, seed=5)
    settings = {"players": 2, "bots": ["random", "greedy"], "seed": 5, "tables": ["games"], "output": path}
    with monkeypatch.context() as patch:
        patch.setattr(local, "WORKER", hangs)
        patch.setattr(local, "PAUSE", 0.01)
        patch.setattr(local, "time", SimpleNamespace(monotonic=lambda: next(ticks) if hung.exists() else 0))
        patch.setattr(run, "play_here", lambda order, tasks: local.play_locally(order, tasks, 1, 0.01))
        with pytest.raises(SimulationError) as raised:
            regelwerk.simulate("pig", 30, jobs=1, **settings)  # type: ignore[arg-type]
    seed = order.batch.seed_of(6)
    assert str(raised.value) == f"game 6, with seed {seed} and bots random, greedy, takes more than 0.01 minutes"
    assert "--minutes" in raised.value.help and _parts(path)
    with regelwerk.simulate("pig", 30, jobs=1, **settings) as dataset:  # type: ignore[arg-type]
        assert dataset.rows("SELECT count(*), max(seed) FILTER (game = 6) FROM games") == [(30, seed)]


def test_a_game_played_in_this_process_has_the_same_limit() -> None:
    with pytest.raises(SimulationError) as raised:
        regelwerk.simulate("pig", 3, seed=5, players=2, jobs=1, minutes=1e-9)
    order, _ = order_of(regelwerk.load("pig"), 3, seed=5, players=2)
    assert str(raised.value) == f"{order.batch.told(0)}, takes more than 1e-09 minutes"


@POSIX
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    bound = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)); "
    command = [sys.executable, "-c", f"{bound}from regelwerk.main import run; run()", "simulate", "pig", "--games", "4"]
    for jobs in "1", "2":
        run = [*command, "--jobs", jobs, "-o", str(tmp_path / "games.parquet")]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert "cannot be written; is the disk full?" in done.stderr and done.returncode in (1, 2)
        assert "Errno" not in done.stderr
        assert not [*tmp_path.glob("*.parquet")]


def test_a_disk_that_is_full_before_the_last_part_or_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.parquet"
    command = ["simulate", "pig", "--games", "4", "--seed", "1", "--jobs", "1", "-o", str(path)]

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def long(*_: object) -> None:
        raise duckdb.IOException('IO Error: Async write failed: {"exception_type":"IO","exception_message":"full"}')

    for name, fails, told in (
        ("os", SimpleNamespace(**{**vars(os), "fsync": full}), "-000000004/games.parquet: no space left on device"),
        ("copy", long, "the parts cannot be merged: IO Error: Async write failed\n"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(parts, name, fails)
            assert main(command) in (1, 2)
        assert told in capsys.readouterr().err and not path.exists()
    assert main(command) == 0


# ---- killed while tables are replaced --------------------------------------------------------------------------------


@POSIX
@pytest.mark.slow
def test_a_kill_while_tables_are_replaced_never_mixes_two_batches(tmp_path: Path) -> None:
    """At each step the files are those of one batch, or are refused; the same command then completes them."""
    pig, path = regelwerk.load("pig"), tmp_path / "games.parquet"

    def simulated(seed: int) -> Dataset:
        return regelwerk.simulate(pig, 4, seed=seed, jobs=1, tables=["seats"], output=path)

    simulated(1).close()
    old = {file: file.read_bytes() for file in tmp_path.iterdir()}
    seed_of_new = order_of(pig, 4, seed=2)[0].batch.seed_of(0)
    killed, steps = True, 0
    while killed:
        for file in tmp_path.iterdir():
            file.unlink()
        for file, data in old.items():
            file.write_bytes(data)
        killed = _killed_at(steps, lambda: simulated(2).close())
        with suppress(DatasetError), Dataset.open(path) as dataset:
            if dataset.run["seed"] == 1:
                assert path.read_bytes() == old[path]
            else:
                assert dataset.rows("SELECT count(*) FROM games") == [(4,)]
        with simulated(2) as dataset:
            assert dataset.run["seed"] == 2
            assert dataset.rows("SELECT seed FROM games WHERE game = 0") == [(seed_of_new,)]
        assert not folder_of(path).exists()
        steps += killed
    assert steps > 15


def _killed_at(steps: int, work: Callable[[], object]) -> bool:
    """Runs something in a process that is killed before its n-th change of the disk; False if it ends earlier."""
    child = os.fork()
    if not child:
        left = steps

        def counted(event: str, _arguments: object) -> None:
            nonlocal left
            if event in ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "shutil.rmtree"):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(counted)
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("told", ['{"format": 1, "games": "many"}', "{", "[]", '{"format": 1, "seed": []}', None])
def test_a_damaged_description_of_a_batch_is_reported(told: str | None, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "games.parquet")
    (folder / "000000000-000000004").mkdir(parents=True)
    (folder / "lock").touch()
    if told is None:
        (folder / "batch.json").mkdir()
    else:
        (folder / "batch.json").write_text(told)
    for seed in (1, None):
        with pytest.raises(SimulationError, match=r"batch\.json cannot be read"):
            regelwerk.simulate("pig", 4, seed=seed, jobs=1, output=tmp_path / "games.parquet")


def test_names_that_are_no_parts_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    folder = folder_of(path)
    for name in (f"0-{10**60}", "5-3", "٠-٤", "new-x", "merged"):
        (folder / name).mkdir(parents=True)
    (folder / "lock").touch()
    with regelwerk.simulate("pig", 4, seed=1, jobs=1, output=path) as dataset:
        assert dataset.rows("SELECT count(*) FROM games") == [(4,)]
