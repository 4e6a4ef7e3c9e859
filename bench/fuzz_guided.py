"""`make fuzz-guided KIND=save SECONDS=600`: inputs of a kind of `make fuzz`, guided by the code that they reach.

Atheris runs each input in modules that record which branches were taken. Inputs that reach new ones are kept in
`out/fuzz/reached/KIND`, from which the next run continues, and changed further: as `make fuzz` changes such inputs, or
byte by byte. Faults are shrunk and kept as in `make fuzz`; the exit status is 1 if anything failed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from contextlib import nullcontext, suppress
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent))

ROOMS = ["regelwerk", "regelwerk_dsl", "regelwerk_compiler", "regelwerk_runtime", "regelwerk_printables"]
ALONE = "--alone"
"""Marks the process that tries inputs, which Atheris ends; the first process waits for it and counts faults."""

with atheris.instrument_imports(include=ROOMS) if ALONE in sys.argv else nullcontext():
    import fuzz
    from fuzz_inputs import Kind

FIRST = 300
"""The number of inputs to begin with."""

LARGEST = 60_000
"""The most bytes of an input."""


class Inputs:
    """Inputs as bytes: the number of a subject, and the text."""

    def __init__(self, kind: Kind, rng: random.Random) -> None:
        self.kind = kind
        self.made = [kind.make(rng) for _ in range(FIRST)]
        self.subjects = sorted({subject for subject, _ in self.made})[:256]

    def data(self, subject: str, text: str) -> bytes:
        number = self.subjects.index(subject) if subject in self.subjects else 0
        return bytes([number]) + text.encode(
            self.kind.encoding, "surrogatepass" if self.kind.encoding == "utf-8" else "replace"
        )

    def read(self, data: bytes) -> tuple[str, str]:
        subject = self.subjects[data[0] % len(self.subjects)] if data else self.subjects[0]
        return subject, data[1:].decode(self.kind.encoding, "surrogateescape")

    def changed(self, data: bytes, most: int, seed: int) -> bytes:
        """Data with a change that suits the kind, or with any change of bytes."""
        rng = random.Random(seed)
        if rng.random() < 0.6:
            subject, text = self.read(data)
            with suppress(Exception):  # the input is too broken for such a change
                return self.data(subject, self.kind.change(subject, text, rng))[:most]
        return bytes(atheris.Mutate(data, most))


def run(name: str, seconds: int, seed: int, limit: float, out: Path) -> None:
    """Tries inputs until the time is over; ends the process."""
    with tempfile.TemporaryDirectory() as top:
        kind = fuzz.KINDS[name](Path(top))
        tried = fuzz.Fuzz(out, limit, seed)
        inputs = Inputs(kind, tried.rng)
        reached = out / "reached" / name
        reached.mkdir(parents=True, exist_ok=True)
        for number, (subject, text) in enumerate(inputs.made):
            (Path(top) / "first").mkdir(exist_ok=True)
            (Path(top) / "first" / str(number)).write_bytes(inputs.data(subject, text))

        def one(data: bytes) -> None:
            tried.one(name, kind, *inputs.read(data))

        options = [
            f"-max_total_time={seconds}",
            f"-seed={seed or 1}",
            f"-max_len={LARGEST}",
            "-timeout=600",
            "-rss_limit_mb=0",
        ]
        atheris.Setup([sys.argv[0], *options, str(reached), f"{top}/first"], one, custom_mutator=inputs.changed)
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*fuzz.KINDS], help="the kind of inputs")
    parser.add_argument("--seconds", type=int, default=600, help="how long it runs")
    parser.add_argument("--limit", type=float, default=20, help="seconds of processor time that one input may take")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first inputs and of the changes")
    parser.add_argument(
        "--out", type=Path, default=Path("out/fuzz"), help="folder for faults, and for inputs that reach new code"
    )
    parser.add_argument(ALONE, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        run(arguments.kind, arguments.seconds, arguments.seed, arguments.limit, arguments.out)
    before = {*arguments.out.glob("*.txt")}
    subprocess.run([sys.executable, *sys.argv, ALONE], check=False)
    faults = {*arguments.out.glob("*.txt")} - before
    print(f"{arguments.kind}: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
