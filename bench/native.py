"""`make bench-native`: random games in Python and in machine code, in one run, so that ratios are reliable.

Both are driven by `engine.restart(seed)` and `engine.play(index)`; playouts choose at random in the library itself.
Figures are medians of measurements of a fraction of a second of processor time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import regelwerk
from rich.console import Console
from rich.table import Table

Play = Callable[[random.Random], int]
GAMES = (
    *("pig", "tic_tac_toe", "connect_four", "kuhn_poker", "liars_dice", "hearts", "goofspiel"),
    *("itc", "auf_achse", "tokyo_metro"),
)
USUAL = 4
COLUMNS = ("random games", "players", "Python", "native", "ratio", "playouts", "ratio", "copy us", "built in s")


def driven(engine: Any, rng: random.Random) -> int:
    """Plays one game option by option; returns the number of decisions."""
    pick = rng.random
    engine.restart(rng.getrandbits(30))
    while options := engine.options:
        engine.play(int(pick() * len(options)))
    return int(engine.count)


def played_out(engine: Any, rng: random.Random) -> int:
    """Plays one game by one call; returns the number of decisions."""
    engine.restart(rng.getrandbits(30))
    engine.playout(rng.getrandbits(30))
    return int(engine.count)


def rate(play: Play, seconds: float, seed: int) -> float:
    """Decisions a second over many games."""
    rng, count, start = random.Random(seed), 0, time.process_time()
    while (used := time.process_time() - start) < seconds:
        count += play(rng)
    return count / used


def row(name: str, seconds: float, rounds: int) -> list[str]:
    """The figures of a game."""
    game = regelwerk.load(name)
    players = USUAL if name == "hearts" or (USUAL in game.players and max(game.players) < 10) else game.players[0]
    start = time.perf_counter()
    built = game.native()
    took = time.perf_counter() - start
    python, native = game.start(players, 0).engine, built.engine(players, 0)
    plays: list[Play] = [
        lambda rng: driven(python, rng),
        lambda rng: driven(native, rng),
        lambda rng: played_out(native, rng),
    ]
    samples = [[rate(play, seconds, number) for play in plays] for number in range(rounds)]
    slow, fast, fastest = (statistics.median(column) for column in zip(*samples, strict=True))
    native.restart(1)
    begin = time.process_time()
    for _ in range(20_000):
        native.copy()
    copy = (time.process_time() - begin) / 20_000 * 1e6
    ratios = [statistics.median(one[at] / one[0] for one in samples) for at in (1, 2)]
    figures = [f"{slow:,.0f}", f"{fast:,.0f}", f"{ratios[0]:.1f}", f"{fastest:,.0f}", f"{ratios[1]:.1f}"]
    return [name, str(players), *figures, f"{copy:.1f}", f"{took:.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games; by default a choice of bundled ones")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=5, help="number of measurements")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(COLUMNS):
        table.add_column(column, justify="right" if number else "left")
    for name in arguments.games:
        table.add_row(*row(name, arguments.seconds, arguments.rounds))
    console.print(table)


if __name__ == "__main__":
    main()
