"""`bench/simulation.py WHAT`: the speed of simulations, the cost of processes and Dask, memory, false alarms.

Speeds are games per second of processor time, so that other work of the machine hardly matters.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import regelwerk
from regelwerk.loading.source import bundled_games
from regelwerk.simulating import order_of
from regelwerk_simulation.batch.run import Progress
from regelwerk_simulation.batch.worker import Worker
from regelwerk_simulation.compare.comparison import compared
from regelwerk_simulation.compare.pairs import Pairs
from regelwerk_simulation.compare.quantities import QUANTITIES, measured

ORCHARD = Path(__file__).parents[1] / "tests" / "simulation"
LONG_ENOUGH = 1.5
"""Least seconds of processor time for the measurement of a speed."""
MOST = 1_000_000


def processor_time() -> float:
    """The seconds that this process and its ended children have used so far."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def taken(game: regelwerk.Game, games: int, bots: Sequence[str], **settings: object) -> tuple[float, float]:
    """Processor time and wall time of a batch."""
    clock, used = time.perf_counter(), processor_time()
    play(game, games, bots, **settings)
    return processor_time() - used, time.perf_counter() - clock


def play(game: regelwerk.Game, games: int, bots: Sequence[str], **settings: object) -> None:
    """Plays a batch without keeping it."""
    regelwerk.simulate(game, games, bots=bots, seed=1, **settings).close()  # type: ignore[arg-type]


# ---- speed -----------------------------------------------------------------------------------------------------------


def speed(arguments: argparse.Namespace) -> None:
    """Prints games per second of one core with all usual tables written, without the start-up time of a worker."""
    bots = arguments.bot or ["random", "greedy"]
    print(f"{'':<16}" + "".join(f"{bot:>12}" for bot in bots))
    for name in arguments.games_named or bundled_games():
        game = regelwerk.load(name)
        print(f"{name:<16}" + "".join(f"{_rate(game, bot, native=arguments.native):>12}" for bot in bots), flush=True)


def _rate(game: regelwerk.Game, bot: str, *, native: bool) -> str:
    """The games that a worker plays and writes per second, once it has started."""
    order, _ = order_of(game, MOST, bots=[bot], seed=1, native=native)
    worker, begin, games = Worker(order), 1, 1
    worker.play(range(1))
    while True:
        used = processor_time()
        worker.play(range(begin, begin + games))
        used = processor_time() - used
        if used > LONG_ENOUGH:
            rate = games / used
            return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}" if rate >= 1 else f"{rate:.2f}"
        begin += games
        games = max(games + 1, int(games * min(1.2 * LONG_ENOUGH / max(used, 0.01), 10)))


# ---- processes -------------------------------------------------------------------------------------------------------


def scaling(arguments: argparse.Namespace) -> None:
    """Compares one process with two for the same games: wall time, and the additional processor time of two."""
    _by_turns(arguments, {"one process": {"jobs": 1}, "two processes": {"jobs": 2}})


def dask(arguments: argparse.Namespace) -> None:
    """Compares two processes with a Dask cluster of two on this machine for the same games."""
    _by_turns(arguments, {"two processes": {"jobs": 2}, "Dask": {"jobs": 2, "cluster": "local"}})


def _by_turns(arguments: argparse.Namespace, ways: dict[str, dict[str, object]]) -> None:
    game = regelwerk.load(arguments.games_named[0] if arguments.games_named else "tokyo_metro")
    bots = arguments.bot or ["random"]
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(arguments.repeat):
        for name, settings in ways.items():
            runs[name].append(taken(game, arguments.games, bots, **settings))
    print(f"{game.name}, {arguments.games:,} games, {', '.join(bots)}; load of the machine {os.getloadavg()[0]:.1f}")
    least = [(min(used for used, _ in times), min(wall for _, wall in times)) for times in runs.values()]
    for name, (used, wall) in zip(ways, least, strict=True):
        print(f"{name:<16}{used:8.1f} s of processor time{wall:8.1f} s by the clock")
    (one, slow), (other, quick) = least
    print(f"ratio: {other / one:.3f} in processor time, {slow / quick:.2f} times as fast by the clock")


# ---- memory ----------------------------------------------------------------------------------------------------------


def memory(arguments: argparse.Namespace) -> None:
    """Prints the memory of this process while it plays and writes, after every tenth of the games, and at most."""
    name = arguments.games_named[0] if arguments.games_named else "pig"
    steps = iter(range(1, 11))
    step = next(steps)

    def tell(progress: Progress) -> None:
        nonlocal step
        while step and progress.done >= progress.games * step / 10:
            print(f"{progress.done:>9,} games: {_resident():,.0f} MiB", flush=True)
            step = next(steps, 0)

    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "games.parquet")
        play(regelwerk.load(name), arguments.games, arguments.bot or ["random"], jobs=1, output=output, tell=tell)
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"at most {most:,.0f} MiB, when the parts are put together; files of {size / 2**20:,.1f} MiB")


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


# ---- false alarms ----------------------------------------------------------------------------------------------------


def alarms(arguments: argparse.Namespace) -> None:
    """Prints how many comparisons of a game with one that differs only in luck show a star."""
    sys.path.insert(0, str(ORCHARD))
    from orchard_game import write_orchard

    with tempfile.TemporaryDirectory() as folder:
        orchard = write_orchard(Path(folder, "orchard"))
        found = list(false_alarms(orchard, "other_dice", arguments.games, arguments.size, arguments.jobs))
    lines = sum(tested for tested, _ in found) / len(found)
    print(f"{sum(starred for _, starred in found)} of {len(found):,} comparisons of {arguments.size} games a side")
    print(f"show a star somewhere, on {lines:.0f} lines that are tested; at most {len(found) / 20:,.0f} are stated")


def false_alarms(game: Path, variant: str, comparisons: int, size: int, jobs: int = 1) -> Iterator[tuple[int, bool]]:
    """Compares a game with an equivalent variant, in one stretch of pairs after another.

    Args:
        game: its folder.
        variant: its name.
        comparisons: the number of comparisons.
        size: pairs of games in each.
        jobs: number of processes that play.

    Returns:
        For each comparison the number of lines tested, and whether any was marked.
    """
    sides = (regelwerk.load(game), regelwerk.load(game, variants=[variant]))
    settings = {"players": 2, "seed": 3, "tables": ["all"], "jobs": jobs}
    first, second = (regelwerk.simulate(side, comparisons * size, **settings) for side in sides)  # type: ignore[arg-type]
    with first, second, closing(Pairs(first, second)) as pairs:
        assert len(pairs.games) == comparisons * size
        assert pairs.mattered.mean() > 0.5
        quantities = [measured(pairs, quantity) for quantity in QUANTITIES]
    for begin in range(0, comparisons * size, size):
        lines = compared([quantity.part(slice(begin, begin + size)) for quantity in quantities], {})
        yield sum(line.p is not None for line in lines), any(line.is_sure for line in lines)


COMMANDS = {"speed": speed, "scaling": scaling, "dask": dask, "memory": memory, "alarms": alarms}
GAMES = {"scaling": 400, "dask": 400, "memory": 100_000, "alarms": 2_000}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=COMMANDS, help="what to measure")
    parser.add_argument("games_named", metavar="game", nargs="*", help="games; by default a suitable one, or all")
    parser.add_argument("--bot", action="append", help="a bot; repeatable")
    parser.add_argument("--games", type=int, help="number of games or comparisons")
    parser.add_argument("--size", type=int, default=20, help="alarms: pairs of games in a comparison")
    parser.add_argument("--repeat", type=int, default=3, help="scaling, dask: number of runs in turn; the least counts")
    parser.add_argument("--native", action="store_true", help="speed: with machine code")
    parser.add_argument("--jobs", type=int, default=1, help="alarms: number of processes")
    arguments = parser.parse_args()
    arguments.games = arguments.games or GAMES.get(arguments.what, 0)
    COMMANDS[arguments.what](arguments)


if __name__ == "__main__":
    main()
