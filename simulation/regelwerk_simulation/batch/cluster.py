"""Workers on other machines: play of a batch by a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import version
from typing import Any

from dask.distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from ..errors import SimulationError
from .plan import LOCAL, Order
from .tasks import Tasks
from .worker import Done, Worker

AHEAD = 2
"""Stretches of games queued for each worker, so that it need not wait."""
DEATHS = 3
"""Most workers that may end while playing the same games."""
PATIENCE = 30
"""Seconds in which a scheduler must answer, and a worker must be available."""
AGAIN = "the same command continues from here"

_workers: dict[str, Worker] = {}
"""The worker of this process for the current batch, by the key of the order."""


def play_on_cluster(order: Order, tasks: Tasks, address: str, jobs: int) -> Iterator[Done]:
    """Plays on a cluster; yields results as they are ready. Games of a worker that ends are played by another one.

    Args:
        order: the order.
        tasks: the games.
        address: the address of the scheduler, or `local` for a cluster of processes on this machine.
        jobs: number of processes of a local cluster.

    Raises:
        SimulationError: there is no scheduler, or workers end again and again.
    """
    with ExitStack() as opened:
        client = _connect(address, jobs, opened)
        sent = client.scatter(order, broadcast=True, hash=False)
        running: Any = as_completed(with_results=True, raise_errors=False)

        def submit() -> None:
            while running.count() < AHEAD * max(_count(client), 1) and (games := tasks.next()) is not None:
                running.add(client.submit(play_there, sent, sent.key, games, pure=False, retries=DEATHS))

        submit()
        for future, result in running:
            if not isinstance(result, Done):  # a result that has arrived counts even if its worker has ended since
                raise (
                    result
                    if isinstance(result, SimulationError)
                    else _explained(future.exception() if future.status == "error" else None, address)
                )
            tasks.done(result.games, result.seconds)
            future.release()
            yield result
            submit()


def play_there(order: Order, key: str, games: range) -> Done | SimulationError:
    """Plays some games in a process of the cluster; returns the error if a retry would not help.

    Raises:
        SimulationError: another version of the toolkit is installed there.
    """
    worker = _workers.get(key)
    if worker is None:
        if (there := version("regelwerk")) != order.batch.version:
            raise SimulationError(
                f"a worker of the cluster has regelwerk {there}, not {order.batch.version}",
                "install the same version everywhere",
            )
        _workers.clear()
        worker = _workers[key] = Worker(order)
    try:
        return worker.play(games)
    except SimulationError as error:
        return error


def _connect(address: str, jobs: int, opened: ExitStack) -> Client:
    """A client of a cluster with at least one worker.

    Raises:
        SimulationError: there is no scheduler, or it has no worker.
    """
    try:
        where: Any = address
        if address == LOCAL:
            settings = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.ERROR}
            where = opened.enter_context(LocalCluster(n_workers=jobs, processes=True, **settings))
        client: Client = opened.enter_context(Client(where, timeout=PATIENCE))
    except (OSError, ValueError) as error:
        raise SimulationError(f"there is no Dask scheduler at {address}: {error}") from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise SimulationError(
            f"the Dask scheduler at {address} has no workers", f"start one with: dask worker {address}"
        ) from error
    return client


def _count(client: Client) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _explained(error: BaseException | None, address: str) -> BaseException:
    match error:
        case None:
            return SimulationError(f"the Dask scheduler at {address} is gone", AGAIN)
        case KilledWorker():
            return SimulationError(f"workers of the cluster ended again and again: {error}", AGAIN)
        case ImportError():
            return SimulationError(
                f"a worker of the cluster cannot play: {error}", "install regelwerk[simulation] where it runs"
            )
        case _:
            return error
