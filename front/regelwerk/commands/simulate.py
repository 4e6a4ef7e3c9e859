"""`regelwerk simulate GAME`: many games by bots, kept as tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regelwerk_runtime.bots.broken_hints import Broken, broken_at_random

from ..game import Game
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..simulating import extras
from ..simulating import simulate as play_batch
from ..terminal.broken import hint_warnings
from ..terminal.console import Screen, counted
from ..terminal.options import (
    COUNT,
    FILE,
    json_option,
    minutes_option,
    native_option,
    option,
    playing_options,
    source_parameters,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from regelwerk_simulation.batch.run import Progress
    from regelwerk_simulation.dataset import Dataset

PAUSE = 60.0
"""Seconds between lines of progress without a terminal."""

SHOWN = 3
"""Most broken games whose messages are shown."""

NO_ROUNDS = "turns and rounds are unknown: let one effect contain a whole round, and let `play` call it"


@click.command("simulate")
@option("--games N", "Number of games (default: 1,000).", COUNT, default=1_000)
@playing_options
@option("--jobs J", "Number of processes (default: one per core).", COUNT)
@option("--tables NAMES", "Tables to write, separated by commas, or all (default: all but decisions).")
@option("--cluster ADDRESS", "Have a Dask scheduler play the games; `local` starts one here.")
@native_option
@minutes_option
@option(
    "-o, --output FILE", "File for the table of games, FILE.parquet; other tables go beside it.", FILE, required=True
)
@json_option
@source_parameters
def simulate(
    source: Source,
    games: int,
    players: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    jobs: int | None,
    tables: str,
    cluster: str,
    native: bool,
    minutes: float | None,
    output: Path,
    json: bool,
) -> None:
    """Play many games with bots and write tables of what happened.

    The same seed gives the same tables, whatever the number of processes. Repeating the command continues an
    interrupted run. Bots with different names change seats from game to game. If the rules of a game break, its row has
    the message and the record.
    """
    screen = Screen()
    with screen.busy(f"Compiling {source.game}"):
        made = load_compiled(source)
        played = Game(made)
        if native and not cluster:
            played.library()
    named = None if not tables else tuple(name.strip() for name in tables.split(",") if name.strip())
    with _progress(screen) as tell:
        dataset = play_batch(
            played,
            games,
            players=players,
            bots=bots,
            seed=seed,
            jobs=jobs,
            tables=named,
            output=output,
            cluster=cluster,
            native=native,
            minutes=minutes,
            tell=tell,
        )
    with dataset:
        run = dataset.run
        reads_hints = any(bot != "random" for bot in run["bots"])
        hints = broken_at_random(made.rules, run["players"], run["seed"]) if reads_hints else {}
        _report(dataset, hints, screen, json=json)
    if not (json or made.turns or made.rounds):
        screen.note(NO_ROUNDS)


def pace(games: int, seconds: float) -> str:
    """The speed of play, or the time per game if games are slow; "" before the first game."""
    if not games:
        return ""
    rate = games / max(seconds, 1e-3)
    return f"{rate:,.1f}/s" if rate >= 1 else f"{1 / rate:,.1f} s a game"


def time_left(games: int, played: int, seconds: float) -> str:
    """The time left for a number of games at the pace so far; "" before the first game."""
    if not played:
        return ""
    left = timedelta(seconds=round(games * seconds / played))
    return f"{left} left"


@contextmanager
def _progress(screen: Screen) -> Iterator[Callable[[Progress], None]]:
    """A progress bar on a terminal, else a line now and then; an interrupted run says how many games are kept."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn  # slow to import
    from rich.progress import Progress as Bar

    began, shown, last = time.monotonic(), time.monotonic(), None
    columns = (TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    is_shown = screen.err.is_terminal
    with Bar(*columns, TimeRemainingColumn(), console=screen.err, transient=True, disable=not is_shown) as bar:
        task = bar.add_task("games", total=None, rate="")

        def tell(progress: Progress) -> None:
            nonlocal shown, last
            last, now = progress, time.monotonic()
            rate = pace(progress.new, now - began)
            bar.update(task, completed=progress.done, total=progress.games, rate=rate)
            if not is_shown and now - shown > PAUSE:
                shown = now
                left = time_left(progress.games - progress.done, progress.new, now - began)
                said = (f"{progress.done:,} of {counted(progress.games, 'game')}", rate, left)
                screen.note(", ".join(filter(None, said)))

        try:
            yield tell
        except (KeyboardInterrupt, SystemExit):
            if last is not None and last.done:
                bar.stop()
                kept = f"{last.done:,} of {counted(last.games, 'game')} are kept"
                screen.note(f"{kept}; the same command continues from there")
            raise


def _report(dataset: Dataset, hints: Broken, screen: Screen, *, json: bool) -> None:
    """Says what was written, and which games, measures and hints broke."""
    with extras():
        from regelwerk_simulation.batch.run import broken_games, broken_measures  # needs extras
        from regelwerk_simulation.dataset import file_of
    broken, run = broken_games(dataset), dataset.run
    files = {name: str(file_of(dataset.path, name)) for name in dataset.tables}
    if json:
        said = {key: run[key] for key in ("game", "variants", "without", "players", "bots", "seed", "games")}
        measures = {name: number for name, number, _ in broken_measures(dataset)}
        lines = [{"hint": kind, "where": place, "message": error.message} for (place, kind), error in hints.items()]
        said |= {"broken": len(broken), "broken_measures": measures, "broken_hints": lines}
        screen.json({**said, "files": files})
        return
    for number, message in broken[:SHOWN]:
        screen.note(f"game {number} broke: {message}", style="warn")
    if len(broken) > SHOWN:
        screen.note(
            f"… and {counted(len(broken) - SHOWN, 'other game')}; the column error of games has all", style="warn"
        )
    for name, number, taken in broken_measures(dataset):
        screen.note(f"`{name}` broke {number:,} of {taken:,} times; `regelwerk run` says why", style="warn")
    for line in hint_warnings(hints, "in random games"):
        screen.note(line, style="warn")
    what = f"{counted(run['games'], 'game')} of {counted(run['players'], 'player')}, seed {run['seed']}"
    screen.note(f"{dataset.path}: {what}; tables {', '.join(dataset.tables)}")
