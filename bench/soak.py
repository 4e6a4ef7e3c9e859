"""`make soak GAMES=10000`: many random games of each game and variant with all checks on, with counts at the end.

Every few decisions a match is copied, saved, loaded, pickled and guessed, and must stay the same; invariants are
checked after each choice. `--every 0 --invariants 10` plays many more games in the same time: matches are not examined,
and invariants are checked after every tenth choice and at the end. The number of players changes from game to game.

`--native` plays games in machine code, with invariants after each choice, and examines one moment of every
`--every`-th of them in Python, where the whole game is replayed and must end in the same way. This needs a C compiler,
and is some 15 times as fast.

A game with a fault is shortened to few choices that still show it, and kept as a record under `out/soak`, which
`regelwerk replay` repeats. Exits with 1 if something was wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import regelwerk
from regelwerk.loading.source import bundled_games, source_of
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.variants import trials
from regelwerk_runtime.batch.soak import Soaked, SoakJob, replay_choices, soak, soak_native_game
from regelwerk_runtime.tables.game import Game as Rules
from rich.console import Console
from rich.progress import track
from shrink import shrink

SHOWN = 20
KEPT = 3  # records of each game
PAUSE = 60.0
"""Seconds between two lines of counts, if there is no terminal for a progress bar."""


def told(title: str, total: Soaked, seconds: float) -> str:
    """The counts in a line."""
    ends = ", ".join(f"{count:,} {reason}" for reason, count in total.ends.most_common())
    return (
        f"{title}: {total.games:,} games ({ends}), {total.decisions:,} choices, "
        f"{total.moments:,} moments examined, {len(total.faults):,} faults, {seconds:,.0f} s"
    )


def wishes(names: list[str], variants: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each game without variants, and with each of its variants and those that it needs."""
    for name in names:
        yield name, ()
        if variants:
            yield from ((name, one.variants) for one in trials(check_game(source_of(name).folder)) if one.variants)


def natively(game: regelwerk.Game, jobs: list[SoakJob], workers: int | None) -> Iterator[Soaked]:
    """Soaks with the native build of a game."""
    native = game.native()
    _soak_one.native = native  # type: ignore[attr-defined]  # the processes are forks, and inherit it
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        yield from pool.imap(_soak_one, jobs, 50)


def _soak_one(job: SoakJob) -> Soaked:
    return soak_native_game(_soak_one.native, job)  # type: ignore[attr-defined]


def keep(rules: Rules, job: SoakJob, choices: tuple[int, ...], name: str, folder: Path) -> str:
    """Writes the record of a game with a fault, shortened to the choices that show it; returns a line about it."""
    what = replay_choices(rules, job, choices)[1]
    if not what:
        return "the choices alone do not show it again"
    short = shrink(choices, lambda some: replay_choices(rules, job, some)[1] == what)
    match, _ = replay_choices(rules, job, short)
    if match is None:
        return f"{what}, before the first choice"
    path = folder / f"{name}-{job.players}-{job.seed}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(match.record()) + "\n", encoding="utf-8")
    return f"{what}, after {len(short)} choices: {path}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="", help="a game; by default all bundled ones")
    parser.add_argument("--games", type=int, default=1000, help="number of games, of each game")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; by default all cores")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument(
        "--every", type=int, default=200, help="decisions between two examinations of a match; 0: never"
    )
    parser.add_argument("--invariants", type=int, default=1, help="choices between two checks of invariants")
    parser.add_argument("--native", action="store_true", help="play games in machine code")
    parser.add_argument("--variants", action="store_true", help="each variant too, with this number of games each")
    parser.add_argument("--out", type=Path, default=Path("out/soak"), help="folder for records of games with faults")
    arguments = parser.parse_args()
    console = Console(highlight=False)
    failed = False
    names = [arguments.game] if arguments.game else list(bundled_games())
    for name, variants in wishes(names, arguments.variants):
        game = regelwerk.load(name, variants=variants)
        title = " with ".join([game.title, *variants])
        players = list(game.players)
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        jobs = [SoakJob(players[seed % len(players)], seed, arguments.every, arguments.invariants) for seed in seeds]
        total, start = Soaked(), time.perf_counter()
        results = natively(game, jobs, arguments.jobs) if arguments.native else soak(game.rules, jobs, arguments.jobs)
        shown = start
        for result in track(results, title, len(jobs), console=console, disable=not console.is_terminal):
            total.add(result)
            if not console.is_terminal and time.perf_counter() - shown > PAUSE:
                shown = time.perf_counter()
                console.print(told(title, total, shown - start), soft_wrap=True)
        console.print(told(title, total, time.perf_counter() - start), soft_wrap=True)
        for fault in total.faults[:SHOWN]:
            console.print(f"  {fault}", soft_wrap=True)
        for job, choices in total.broken[:KEPT]:
            console.print(f"  {keep(game.rules, job, choices, game.name, arguments.out)}", soft_wrap=True)
        failed = failed or bool(total.faults)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
