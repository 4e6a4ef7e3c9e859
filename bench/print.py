"""`make bench`: cards on paper compared with a script that draws the same cards by hand, in one run.

Decks of 1,000 and 10,000 plain cards with Japanese text are printed by the layout engine, imposition and the PDF
writer, and by `bench/paper/bare.py`, which uses only the PDF library. Each run is a process of its own; time is the
least processor time of several runs, memory the most resident memory. When cards are printed again, the program's cache
records that their layout fits its schema. Then a card of a game's own design is compared with a plain one.
`docs/measured.md` quotes the figures of other tools for the same cards.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from regelwerk_printables.fonts import face
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent / "paper"
DECKS = (1_000, 10_000)


def measured(*command: str, cache: str | None = None) -> tuple[float, float, str]:
    """Processor time in seconds, mebibytes and output of a process.

    `cache` is a folder for bytecode: both sides run like installed programs, whose modules are already compiled.
    """
    environment = dict(os.environ)
    if cache is not None:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = cache
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--repeats",
        type=int,
        default=5,
        help="number of measurements; the least one counts",
    )
    parser.add_argument("--bare", type=Path, default=HERE / "bare.py", help="the script to compare with")
    parser.add_argument("--game", default="itc", help="a game with a design of its own")
    wished = parser.parse_args()
    table = Table("cards", "ours s", "bare s", "ratio", "ours MiB", "bare MiB", "ratio", title="plain cards")
    times: dict[int, float] = {}
    bare: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        target, cache = str(Path(folder) / "out.pdf"), str(Path(folder) / "cache")
        fonts = [str(face(name).path) for name in ("gothic", "sans")]
        for count in DECKS:
            deck = Path(folder) / f"{count}.json"
            deck.write_text(measured(str(HERE / "deck.py"), str(count))[2], encoding="utf-8")
            known = str(Path(folder) / "known.json")
            first = str(HERE / "ours.py"), str(deck), target
            again = *first, known
            runs = first, again, (str(wished.bare), str(deck), target, *fonts)
            if count == min(DECKS):
                for run in runs:  # for the bytecode and the records of the cache
                    measured(*run, cache=cache)
            found: list[list[tuple[float, float, str]]] = [[] for _ in runs]
            for _ in range(wished.repeats):  # in turn, so that all are affected alike by a busy machine
                for side, run in zip(found, runs, strict=True):
                    side.append(measured(*run, cache=cache))
            least = [[min(run[at] for run in side) for at in (0, 1)] for side in found]
            by_hand = least[-1]
            times[count], bare[count] = least[0][0], by_hand[0]
            for name, (seconds, memory) in zip((f"{count:,}", "printed again"), least[:-1], strict=True):
                table.add_row(
                    name, f"{seconds:.2f}", f"{by_hand[0]:.2f}", f"{seconds / by_hand[0]:.2f}",
                    f"{memory:.0f}", f"{by_hand[1]:.0f}", f"{memory / by_hand[1]:.2f}",
                )  # fmt: skip
        small, large = DECKS
        each = (times[large] - times[small]) / (large - small)
        own = min(float(measured(str(HERE / "own.py"), wished.game, target)[2]) for _ in range(wished.repeats))
    console = Console()
    console.print(table)
    console.print(f"{large:,} cards take {times[large] / times[small]:.1f} times as long as {small:,}.")
    console.print(
        f"A card of {wished.game} takes {own * 1e3:.2f} ms, {own / each:.1f} times a plain one ({each * 1e3:.2f} ms)."
    )


if __name__ == "__main__":
    main()
