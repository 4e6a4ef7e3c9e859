"""Workers on other machines: the games of a batch, played by a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dask.distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from ..errors import SimulationError
from .plan import Order
from .tasks import Tasks
from .worker import Done, Worker

LOCAL = "local"
AHEAD = 2
"""Stretches of games that wait for each worker, so that it need not."""
DEATHS = 3
"""So many workers may end while they play the same games."""

_workers: dict[str, Worker] = {}
"""The worker for the batch that this process plays, by the key of the order."""


def play_on_cluster(order: Order, tasks: Tasks, address: str, jobs: int) -> Iterator[Done]:
    """Plays on a cluster; answers come as they are ready. Games of a worker that ends are played by another one.

    Args:
        order: what to play.
        tasks: the games.
        address: of the scheduler, or `local` for a cluster of processes on this machine.
        jobs: number of those processes.

    Raises:
        SimulationError: there is no scheduler, or workers end again and again.
    """
    with _client(address, jobs) as client:
        sent = client.scatter(order, broadcast=True, hash=False)
        running: Any = as_completed(with_results=True, raise_errors=False)

        def submit() -> None:
            while running.count() < AHEAD * max(_count(client), 1) and (games := tasks.next()) is not None:
                running.add(client.submit(play_there, sent, sent.key, games, pure=False, retries=DEATHS))

        submit()
        for future, result in running:
            if future.status == "error":
                raise _explained(future.exception())
            tasks.done(result.games, result.seconds)
            future.release()
            yield result
            submit()


def play_there(order: Order, key: str, games: range) -> Done:
    """Plays some games, in a process of the cluster."""
    worker = _workers.get(key)
    if worker is None:
        _workers.clear()
        worker = _workers[key] = Worker(order)
    return worker.play(games)


def _client(address: str, jobs: int) -> Client:
    try:
        if address == LOCAL:
            local = LocalCluster(n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            return Client(local)
        return Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise SimulationError(f"there is no Dask scheduler at {address}: {error}") from error


def _count(client: Client) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _explained(error: BaseException | None) -> BaseException:
    if isinstance(error, KilledWorker):
        return SimulationError(
            f"workers of the cluster ended again and again: {error}", "the same command goes on from here"
        )
    return error or SimulationError("the cluster failed without saying why")
