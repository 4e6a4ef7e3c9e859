"""Runs of batches: from the missing games to the tables on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..dataset import Dataset
from ..tables import FACTS, GAMES
from .local import play_here, play_locally
from .parts import Parts, adopt, finished, remove_left
from .plan import Order
from .tasks import Tasks
from .worker import Done


@dataclass(frozen=True)
class Progress:
    """The progress of a batch.

    Attributes:
        done: number of games kept, including those of earlier runs.
        games: number of games of the batch.
        new: number of games played in this run.
        broken: number of these that broke.
    """

    done: int
    games: int
    new: int = 0
    broken: int = 0


def run_batch(
    order: Order,
    rows: Mapping[str, Iterable[Sequence[object]]],
    path: Path,
    jobs: int,
    cluster: str,
    minutes: float,
    tell: Callable[[Progress], None] = lambda _progress: None,
) -> Dataset:
    """Plays the missing games of a batch, and writes its tables.

    If it is interrupted, finished games stay in a folder beside the file, and the same call continues from there. A
    file with the whole batch is not changed; one with fewer games of the same batch is continued.

    Args:
        order: the order.
        rows: the rows of tables about the whole batch, by name.
        path: the file of the games.
        jobs: number of processes; with 1, this one plays.
        cluster: address of a Dask scheduler to play the games, or `local` for one on this machine.
        minutes: the most time a game may take.
        tell: called with the progress.

    Raises:
        SimulationError: the file has parts of another batch, workers fail, or a game takes too long.
        OSError: the files cannot be written.
    """
    batch = order.batch
    if finished(path) == batch:
        remove_left(path, batch)
        tell(Progress(batch.games, batch.games))
        return Dataset.open(path)
    with Parts(path, batch) as parts:
        adopt(parts)
        done = sum(map(len, parts.done))
        new = broken = 0
        tell(Progress(done, batch.games))
        tasks = Tasks(parts.missing(), jobs)
        for played in _players(order, tasks, jobs, cluster, minutes):
            parts.add(played.games, played.files)
            new += len(played.games)
            broken += played.broken
            tell(Progress(done + new, batch.games, new, broken))
        parts.finish(rows)
    return Dataset.open(path)


def _players(order: Order, tasks: Tasks, jobs: int, cluster: str, minutes: float) -> Iterator[Done]:
    timed = replace(order, minutes=minutes)
    if cluster:
        from .cluster import play_on_cluster  # Dask is an extra of its own

        return play_on_cluster(timed, tasks, cluster, jobs)
    return play_here(timed, tasks) if jobs == 1 else play_locally(order, tasks, jobs, minutes)


def broken_games(dataset: Dataset) -> list[tuple[int, str]]:
    """The games that broke: number and message."""
    return [
        (int(n), str(error))
        for n, error in dataset.rows(f"SELECT game, error FROM {GAMES.name} WHERE error IS NOT NULL")
    ]


def broken_measures(dataset: Dataset) -> list[tuple[str, int, int]]:
    """The measures that broke: name, how often, and how often they were taken."""
    if FACTS.name not in dataset.tables:
        return []
    query = f"""
        SELECT measure, count(*) - count(value), count(*) FROM {FACTS.name}
        GROUP BY measure HAVING count(value) < count(*) ORDER BY measure
    """
    return [(str(name), int(broken), int(taken)) for name, broken, taken in dataset.rows(query)]
