"""Tests of games on a Dask cluster: the same tables as on one machine, even if a worker is killed while playing."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import regelwerk
from regelwerk_simulation.batch.plan import WRITTEN
from regelwerk_simulation.batch.run import Progress
from regelwerk_simulation.dataset import file_of
from regelwerk_simulation.errors import SimulationError

distributed = pytest.importorskip("dask.distributed")

pytestmark = pytest.mark.slow

SETTINGS = {"players": 2, "bots": ["random", "greedy"], "seed": 5, "tables": WRITTEN}
GAMES = 300


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    """A scheduler with two worker processes, each of which is restarted when it ends."""
    settings = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=2, **settings) as made:
        yield made


def test_a_worker_that_is_killed_loses_no_game(cluster: distributed.LocalCluster, tmp_path: Path) -> None:
    processes = [worker.pid for worker in cluster.workers.values()]
    reports: list[Progress] = []

    def tell(progress: Progress) -> None:
        reports.append(progress)
        if progress.new and len(processes) == 2:  # both are playing
            os.kill(processes.pop(), signal.SIGKILL)

    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    regelwerk.simulate("kuhn_poker", GAMES, **SETTINGS, output=here, jobs=1).close()  # type: ignore[arg-type]
    regelwerk.simulate(  # type: ignore[arg-type]
        "kuhn_poker", GAMES, **SETTINGS, output=there, cluster=cluster.scheduler_address, tell=tell
    ).close()
    assert len(processes) == 1
    assert 0 < next(progress.new for progress in reports if progress.new) < GAMES  # it was killed in the middle
    assert reports[-1].new == GAMES
    for name in WRITTEN:
        assert file_of(there, name).read_bytes() == file_of(here, name).read_bytes(), name


def test_results_of_a_worker_that_is_lost_afterwards_count(
    cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler reports its results as lost, although they have arrived."""
    monkeypatch.setattr(distributed.Future, "status", "lost")
    settings = {"seed": 1, "cluster": cluster.scheduler_address}
    with regelwerk.simulate("pig", 20, **settings) as dataset:  # type: ignore[arg-type]
        assert dataset.rows("SELECT count(*) FROM games") == [(20,)]


def test_a_game_that_takes_too_long_is_reported(cluster: distributed.LocalCluster) -> None:
    """It is reported at once, and not played again and again."""
    with pytest.raises(SimulationError, match=r"game 0, with seed \d+ and .* takes more than 1e-09 minutes"):
        regelwerk.simulate("pig", 1, seed=1, cluster=cluster.scheduler_address, minutes=1e-9)


def test_a_local_cluster_ends_with_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with regelwerk.simulate("pig", 20, seed=1, jobs=2, cluster="local", output=path) as dataset:
        assert dataset.rows("SELECT count(*), count(DISTINCT seed) FROM games") == [(20, 20)]
    with regelwerk.simulate("pig", 20, seed=1, jobs=1) as dataset:
        assert dataset.rows("FROM games") == regelwerk.simulate("pig", 20, seed=1, output=path).rows("FROM games")


def test_a_silent_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk_simulation.batch.cluster.PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nowhere"):
        with pytest.raises(SimulationError, match=f"no Dask scheduler at {address}"):
            regelwerk.simulate("pig", 2, cluster=address, output=tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_another_version_on_a_worker_is_refused(
    cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regelwerk.simulating.installed_version", lambda: "9.9")
    with pytest.raises(SimulationError, match=r"a worker of the cluster has regelwerk .*, not 9\.9"):
        regelwerk.simulate("pig", 2, cluster=cluster.scheduler_address)
