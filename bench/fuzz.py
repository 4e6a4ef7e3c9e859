"""`make fuzz SECONDS=600 JOBS=2`: broken and nearly sound inputs of every kind, in turn, until the time is over.

Each input must be accepted, or get a diagnostic with a place or the intended error: never another exception, and never
more than `--limit` seconds of processor time. Failing inputs are shrunk by lines and kept under `out/fuzz` with the
traceback; a fault is identified by its exception and the place that raised it, and kept once by each process. The exit
status is 1 if anything failed.

Each kind gets the same time; `--kinds` chooses some, and one that is named twice gets twice the time. `parse`, `format`
and `lark` take some declarations of games or of the grammar, with changes, and `lark` compares the parser with Lark;
`csv`, `manifest`, `catalogue` and `layout` take parts of such files; `spreadsheet`, `picture` and `font` files with
changed parts or bytes; `grammar` whole games derived from the grammar; `source` and `file` whole games with a changed
file, which are played if they are sound; `paper` games with changed layouts, which are printed; `save`, `record` and
`given` matches; `meant` random games, which must play like a second implementation of their rules; `draws` those about
shuffled piles with explicit chance; `texts` cards whose texts are composed; `batch` the `meant` games, for which the
tables of simulations must be right, `bots` the same games, in which greedy bots must choose as docs/bots.md says; and
`native` the same as `batch` in machine code. `native` needs a C compiler and must be chosen explicitly.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import multiprocessing
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent))

import fuzz_files
import fuzz_kinds
import fuzz_matches
from fuzz_inputs import Kind
from regelwerk_dsl.diagnostics import SourceError
from shrink import shrink

KINDS: dict[str, type[Kind]] = {
    "parse": fuzz_kinds.Parse,
    "lark": fuzz_kinds.LarkToo,
    "format": fuzz_kinds.Format,
    "csv": fuzz_kinds.Csv,
    "manifest": fuzz_kinds.Manifests,
    "catalogue": fuzz_kinds.Catalogues,
    "layout": fuzz_kinds.Layouts,
    "grammar": fuzz_kinds.Grammar,
    "source": fuzz_kinds.Sources,
    "file": fuzz_kinds.Files,
    "paper": fuzz_kinds.Paper,
    "spreadsheet": fuzz_files.Spreadsheets,
    "picture": fuzz_files.Pictures,
    "font": fuzz_files.Fonts,
    "save": fuzz_matches.Saves,
    "record": fuzz_matches.Records,
    "given": fuzz_matches.Given,
    "meant": fuzz_matches.Meant,
    "draws": fuzz_matches.Draws,
    "texts": fuzz_matches.CardTexts,
    "batch": fuzz_matches.Batches,
    "bots": fuzz_matches.Bots,
    "native": fuzz_matches.NativeBatches,
}

ANYWHERE = tuple(name for name in KINDS if name != "native")
"""The kinds that need no C compiler."""

TURN = 1.0
"""Seconds for one kind before the next one."""

Run = tuple[list[str], float, int, float, Path]


class TimeOut(BaseException):
    """Raised when an input takes too long."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeOut

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Fuzz:
    """The inputs tried so far, the time that they took, and the faults."""

    def __init__(self, kept: Path, limit: float, seed: int) -> None:
        self.kept, self.limit, self.seed = kept, limit, seed
        self.rng = random.Random(seed)
        self.tried: Counter[str] = Counter()
        self.seconds: dict[str, float] = defaultdict(float)
        self.faults: dict[str, Path] = {}

    def run(self, name: str, kind: Kind, seconds: float) -> None:
        """Tries inputs of one kind for a time."""
        begin = now = time.monotonic()
        while now < begin + seconds:
            self.one(name, kind, *kind.make(self.rng))
            now = time.monotonic()
        self.seconds[name] += now - begin

    def one(self, name: str, kind: Kind, subject: str, text: str) -> None:
        """Tries one input; a new fault is shrunk and kept."""
        self.tried[name] += 1
        found = self.fault(kind, subject, text)
        if found is None or found[0] in self.faults:
            return
        mark, trace = found

        def same(lines: list[str]) -> bool:
            again = self.fault(kind, subject, "\n".join(lines))
            return again is not None and again[0] == mark

        lines = text.split("\n")
        short = lines if "TimeOut" in mark else shrink(lines, same)
        path = self.kept / f"{name}-{hashlib.sha256(mark.encode()).hexdigest()[:8]}-{self.seed}"
        self.kept.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".txt").write_bytes("\n".join(short).encode("utf-8", "surrogatepass"))
        path.with_suffix(".trace").write_text(f"{subject}: {mark}\n{trace}", encoding="utf-8", errors="replace")
        self.faults[mark] = path
        print(f"{name}: {mark}: {path}.txt", flush=True)

    def fault(self, kind: Kind, subject: str, text: str) -> tuple[str, str] | None:
        """The mark of the fault that an input causes, with the traceback; None if it is handled correctly."""
        try:
            with limited(self.limit):
                kind.use(subject, text)
        except SourceError:
            return None
        except (Exception, TimeOut) as error:
            frames = [one for one in traceback.extract_tb(error.__traceback__) if "regelwerk" in one.filename]
            place = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else type(kind).__name__
            if isinstance(error, TimeOut):
                place = ""
            elif isinstance(error, AssertionError):
                place += f" {str(error)[:60]}"
            return f"{type(error).__name__} {place}", "".join(traceback.format_exception(error)[-12:])
        return None


def run(what: Run) -> Fuzz:
    """Tries inputs in one process."""
    names, seconds, number, limit, out = what
    end = time.monotonic() + seconds
    fuzz = Fuzz(out, limit, number)
    logging.disable()  # libraries log what they cannot read
    with tempfile.TemporaryDirectory() as top:
        kinds = {}
        for name in dict.fromkeys(names):
            folder = Path(top) / name
            folder.mkdir()
            kinds[name] = KINDS[name](folder)
        while time.monotonic() < end:
            for name in names:
                fuzz.run(name, kinds[name], min(TURN, end - time.monotonic()))
    return fuzz


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="how long it runs")
    parser.add_argument("--limit", type=float, default=20, help="seconds of processor time that one input may take")
    parser.add_argument("--seed", type=int, default=None, help="seed of the first process; the others follow")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--kinds", default=",".join(ANYWHERE), help="the kinds, with commas between them")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where faults are kept")
    arguments = parser.parse_args()
    names = arguments.kinds.split(",")
    if unknown := [name for name in names if name not in KINDS]:
        parser.error(f"there is no kind {unknown[0]}: {', '.join(KINDS)}")
    first = arguments.seed if arguments.seed is not None else random.SystemRandom().getrandbits(32)
    runs: list[Run] = [
        (names, arguments.seconds, first + job, arguments.limit, arguments.out) for job in range(arguments.jobs)
    ]
    if len(runs) == 1:
        done = [run(runs[0])]
    else:
        with multiprocessing.get_context("spawn").Pool(len(runs)) as pool:
            done = pool.map(run, runs, chunksize=1)
    tried = sum((one.tried for one in done), Counter[str]())
    for name in dict.fromkeys(names):
        seconds = sum(one.seconds[name] for one in done)
        print(f"{name:11} {tried[name]:9,} inputs, {tried[name] / max(seconds, 0.001):8,.1f} a second")
    faults = {mark for one in done for mark in one.faults}
    seeds = ", ".join(str(one.seed) for one in done)
    print(f"seed {seeds}: {tried.total():,} inputs, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
