"""Simulations of games, for Python programs and for the command: `simulate` plays a batch and opens its tables.

The code that writes and reads tables belongs to an extra, so it is loaded only on use.
"""

from __future__ import annotations

import os
import random
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.temporary import temporary_folder
from regelwerk_runtime.batch.patience import MINUTES

from .errors import UsageError
from .game import Game, load
from .loading.source import several
from .terminal.table import bots_for
from .version import installed_version

if TYPE_CHECKING:
    from regelwerk_simulation.batch.plan import Batch, Order
    from regelwerk_simulation.batch.run import Progress
    from regelwerk_simulation.dataset import Dataset

EXTRAS = {
    **dict.fromkeys(("duckdb", "numpy", "scipy", "matplotlib", "jinja2"), "simulation"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
}
"""The extra of each optional package."""

MOST_GAMES, MOST_JOBS = (1 << 31) - 1, 1_000
"""Most games of a batch, whose numbers have 32 bits in its tables, and most processes."""


@contextmanager
def extras() -> Iterator[None]:
    """Reports which extra must be installed if a package is missing in the block.

    Raises:
        UsageError: a package is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = EXTRAS.get(package)
        if extra is None:
            raise
        raise UsageError(
            f"the package {package}, which this needs, is not installed", f"pip install 'regelwerk[{extra}]'"
        ) from None


def simulate(
    game: Game | str | Path,
    games: int = 1_000,
    *,
    players: int | None = None,
    bots: Sequence[str] = (),
    seed: int | None = None,
    jobs: int | None = None,
    tables: Iterable[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    cluster: str = "",
    native: bool = False,
    minutes: float | None = None,
    tell: Callable[[Progress], None] = lambda _progress: None,
) -> Dataset:
    """Plays many games with bots and opens the tables of what happened.

    The same call gives the same tables, whatever the number of processes. If it is interrupted, finished games are
    kept beside the file, and the same call continues from there.

    Args:
        game: the game, or an argument for `load`.
        games: number of games.
        players: number of players; by default 4 or the nearest that the game allows.
        bots: names of the bots, seat by seat in the first game; from game to game all move on by a seat. By default
            all are random.
        seed: the seed of the batch; by default that of an unfinished batch in this file, or else a new one.
        jobs: number of processes; by default one per core. With 1, this process plays.
        tables: names of the tables to write, or `["all"]`; by default all but `decisions`. `games`, `names` and `run`
            are always written.
        output: the file of the games, `FILE.parquet`; the other tables are written beside it. Its folder is created
            if necessary. By default a temporary folder, which is deleted together with the result.
        cluster: address of a Dask scheduler to play the games, or `local` for one on this machine.
        native: play with the rules as machine code: the same tables in less time (`docs/native.md`).
        minutes: the most time a game may take, so that none blocks the others; by default 60. If this process or a
            cluster plays, the clock is checked between choices, else at any time.
        tell: called with the progress.

    Raises:
        UsageError: the game does not allow this number of players, there is no such bot or table, an extra is missing,
            there are too many games or processes, or `native` is used with a cluster of other machines; or as
            `Game.native`.
        SimulationError: the file has parts of another batch, workers fail, or a game takes too long.
        OSError: the files cannot be written.
    """
    played = game if isinstance(game, Game) else load(game)
    with extras():
        from regelwerk_simulation.batch.plan import LOCAL  # needs extras
        from regelwerk_simulation.batch.run import run_batch

        if native and cluster not in ("", LOCAL):
            raise UsageError("machine code built here cannot run on the machines of a cluster", "leave out --native")
        order, rows = order_of(
            played, games, players=players, bots=bots, seed=seed, tables=tables, output=output, native=native
        )
        workers = _workers(jobs, games)
        minutes = MINUTES if minutes is None else minutes
        if not minutes > 0:
            raise UsageError(f"a limit of {minutes:g} minutes allows no game")
        if output is not None:
            Path(output).parent.mkdir(parents=True, exist_ok=True)
            return run_batch(order, rows, Path(output), workers, cluster, minutes, tell)
        with ExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            dataset = run_batch(order, rows, folder / "games.parquet", workers, cluster, minutes, tell)
            weakref.finalize(dataset, stack.pop_all().close)
        return dataset


def order_of(
    game: Game,
    games: int,
    *,
    players: int | None = None,
    bots: Sequence[str] = (),
    seed: int | None = None,
    tables: Iterable[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    native: bool = False,
) -> tuple[Order, Mapping[str, Sequence[Sequence[object]]]]:
    """The order for the workers of a batch, and the rows of the tables about the whole batch; see `simulate`.

    Raises:
        UsageError: the game does not allow this number of players, there is no such bot or table; or as `Game.native`.
    """
    from regelwerk_simulation.batch.describe import facts_of, names_of  # needs extras
    from regelwerk_simulation.batch.plan import Order

    batch = _batch(game, games, game.seats(players), bots, seed, tables, output)
    rows = {"run": facts_of(batch, game.rules, game.checked), "names": names_of(game.rules, game.checked)}
    return Order(batch, game.rulebook, game.library() if native else b""), rows


def _workers(jobs: int | None, games: int) -> int:
    """The number of processes that play, at most one per game.

    Raises:
        UsageError: `jobs` is out of range.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"a batch is played by 1 to {MOST_JOBS:,} processes, not {jobs:,}")
    return min(jobs or os.cpu_count() or 1, games)


def _batch(
    game: Game,
    games: int,
    players: int,
    bots: Sequence[str],
    seed: int | None,
    tables: Iterable[str] | None,
    output: str | os.PathLike[str] | None,
) -> Batch:
    """The requested batch.

    Raises:
        UsageError: there is no such bot or table, the number of games is out of range, or the seed is not an integer.
    """
    from regelwerk_simulation.batch.parts import begun_seed  # needs extras
    from regelwerk_simulation.batch.plan import USUAL, Batch, all_tables

    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"a batch has 1 to {MOST_GAMES:,} games, not {games:,}")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise UsageError(f"a seed must be an integer, not {seed!r}")
    bots_for(bots, players)
    try:
        chosen = all_tables(USUAL if tables is None else several("tables", tables))
    except ValueError as error:
        raise UsageError(str(error)) from None
    if seed is None and output is not None:
        seed = begun_seed(Path(output))
    return Batch(
        game=game.name,
        source_hash=game.source_hash,
        variants=tuple(game.rules.variants),
        without=tuple(game.rules.without),
        players=players,
        bots=tuple(bots) or ("random",),
        seed=random.SystemRandom().randrange(1_000_000) if seed is None else seed,
        games=games,
        tables=chosen,
        version=installed_version(),
    )
