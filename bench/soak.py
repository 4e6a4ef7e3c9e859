"""`make soak GAMES=10000`: many random games with every check on, on all cores, with counts at the end.

At every few decisions a match is copied, saved, loaded, pickled and guessed, and must be the same again; invariants are
looked at after each choice. `--every 0 --invariants 10` plays many more games in the same time: matches are not
examined, and invariants are looked at after every tenth choice and at the end. The number of players goes round. Exits
with 1 when something was wrong.
"""

from __future__ import annotations

import argparse
import sys
import time

import regelwerk
from regelwerk.loading.source import bundled_games
from regelwerk_runtime.batch.soak import Soaked, SoakJob, soak
from rich.console import Console
from rich.progress import track

SHOWN = 20
PAUSE = 60.0
"""Seconds between two lines of counts, where there is no terminal for a progress bar."""


def told(title: str, total: Soaked, seconds: float) -> str:
    """The counts in a line."""
    ends = ", ".join(f"{count:,} {reason}" for reason, count in total.ends.most_common())
    return (
        f"{title}: {total.games:,} games ({ends}), {total.decisions:,} choices, "
        f"{total.moments:,} moments examined, {len(total.faults):,} faults, {seconds:,.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="", help="a game; all bundled games without")
    parser.add_argument("--games", type=int, default=1000, help="number of games, of each game")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; all cores without")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--every", type=int, default=200, help="look closely at every so many decisions; 0: never")
    parser.add_argument("--invariants", type=int, default=1, help="look at invariants after every so many choices")
    arguments = parser.parse_args()
    console = Console(highlight=False)
    failed = False
    for name in [arguments.game] if arguments.game else list(bundled_games()):
        game = regelwerk.load(name)
        players = list(game.players)
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        jobs = [SoakJob(players[seed % len(players)], seed, arguments.every, arguments.invariants) for seed in seeds]
        total, start = Soaked(), time.perf_counter()
        results = soak(game.rules, jobs, arguments.jobs)
        shown = start
        for result in track(results, game.title, len(jobs), console=console, disable=not console.is_terminal):
            total.add(result)
            if not console.is_terminal and time.perf_counter() - shown > PAUSE:
                shown = time.perf_counter()
                console.print(told(game.title, total, shown - start), soft_wrap=True)
        console.print(told(game.title, total, time.perf_counter() - start), soft_wrap=True)
        for fault in total.faults[:SHOWN]:
            console.print(f"  {fault}", soft_wrap=True)
        failed = failed or bool(total.faults)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
