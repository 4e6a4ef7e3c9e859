"""`make fuzz SECONDS=600`: broken and nearly sound inputs of every kind, in turn, until the time is over.

Each input gets a diagnostic with a place, the error that is meant for it, or is accepted: never another exception, and
never more than `--limit` seconds of processor time. What fails is shrunk by lines and kept under `out/fuzz` with its
traceback; a fault is known by its exception and the place that raised it, and kept once. The exit status is 1 where
anything failed.

Kinds: `grammar` (texts that Hypothesis derives from the grammar), `source` (games with some lines, words or
characters changed), `format`, `csv`, `manifest`, `catalogue`, `layout`, `record`, `save`.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent))

import regelwerk
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from regelwerk_compiler.driver import Options, check_game, compile_checked
from regelwerk_compiler.variants import check_variants
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, SourceError
from regelwerk_dsl.format.format import FormatError, format_source
from regelwerk_dsl.grammar.parser import grammar_text
from regelwerk_dsl.parse import PIECES
from regelwerk_printables.design import load_design
from regelwerk_printables.sheets import load_sheets
from regelwerk_runtime.errors import RecordError, RuleError, SavedError
from regelwerk_runtime.match import Match
from shrink import shrink

CARDS = Path(__file__).resolve().parents[1] / "cards"
GAMES = sorted(path.parent for path in (CARDS / "classics").glob("*/game.yaml"))
SAMPLE = CARDS / "tokyo_metro"
FRAME = "players 2..2\nstate:\n    n: 0..9 = 0\nplay at most 10:\n    finish\noutcome for p:\n    most n\n"
ODD = [
    "\0",
    "\t",
    "\r",
    "\u2028",
    "\ufeff",
    "\udcff",
    '"',
    '"""',
    "{",
    "}",
    "(",
    ")",
    "|",
    "#",
    "\\",
    "9" * 5000,
    "é",
    "::",
]
LAYOUT = {"_INDENT": "\x01", "_DEDENT": "\x02", "_NL": "\n", "_JUNK": "?", "BLANK": " ", "COMMENT": ""}
DRAWN = {
    "NAME": ["n", "p", "x", "Player", "Good", "red", "e", "f", "c", "Deed", "deck", "d"],
    "NUMBER": ["0", "1", "2", "7", "1_000"],
    "STRING": ['"a"', '"{n} of {p}"', '"{n: one | many}"', '""'],
    "PROSE": ['"""\n    Words {n}.\n    """'],
    "DICE": ["d6", "2d6"],
    "COPIES": ["x2", "x30"],
    "SOURCE_ID": ["R1", "R2"],
}
SETTINGS = settings(database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
BATCH = 50
WORD = re.compile(r"\w+|[^\w\s]+")


class TimeOut(BaseException):
    """An input took too long."""


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


# ---- inputs


def mutated(text: str, rng: random.Random, words: list[str]) -> str:
    """The text with one to three changes of lines, words or characters."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(9):
            case 0:
                del lines[at : at + rng.randint(1, 3)]
            case 1:
                lines[at:at] = lines[other : other + rng.randint(1, 5)]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = " " * rng.choice([1, 2, 3, 4, 8]) + lines[at]
            case 4:
                lines[at] = lines[at].lstrip()
            case 5 | 6:
                found = list(WORD.finditer(lines[at]))
                if found:
                    one = rng.choice(found)
                    lines[at] = lines[at][: one.start()] + rng.choice(words) + lines[at][one.end() :]
            case 7:
                place = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + rng.choice(ODD) + lines[at][place + rng.randint(0, 2) :]
            case _:
                lines[at] = re.sub(r"\d+", rng.choice(["0", "-1", "999999999999999999999", "1e9", "x"]), lines[at])
        text = "\n".join(lines)
    return text


def derived(rng: random.Random, count: int) -> list[str]:
    """Texts that the grammar allows, or nearly. It knows nothing of indentation, which is put in afterwards."""
    found: list[str] = []
    lark = Lark(grammar_text(), start="start", parser="lalr")
    fixed = {one.name: st.just(f"{one.pattern.value} ") for one in lark.terminals if one.pattern.type == "str"}
    words = {one.name: st.just(f" {one.name.strip('_').removesuffix('_WORD').lower()} ") for one in lark.terminals}
    signs = {name: st.just(sign) for name, sign in LAYOUT.items()}
    drawn = {name: st.sampled_from([f"{word} " for word in choices]) for name, choices in DRAWN.items()}

    @seed(rng.getrandbits(32))
    @settings(SETTINGS, max_examples=count)
    @given(from_lark(lark, explicit={**words, **fixed, **drawn, **signs}))
    def note(text: str) -> None:
        level, out = 0, ""
        for part in re.split(r"([\x01\x02\n])", text):
            if part in LAYOUT.values():
                level += {"\x01": 1, "\x02": -1}.get(part, 0)
                out += "\n" if part == "\n" else ""
            elif part.strip():
                out += ("    " * level if out.endswith("\n") else "") + part.lstrip(" ")
        found.append(out)

    note()
    return found


# ---- what is done with them


def told(diagnostics: list[Diagnostic]) -> None:
    """Every diagnostic has a place that can be shown."""
    for item in diagnostics:
        str(item.span)
        assert item.code and item.message


def try_game(folder: Path, variants: bool = True) -> None:
    PIECES.clear()
    result = check_game(folder)
    told(result.diagnostics)
    if result.game is not None:
        told(check_variants(result) if variants else [])
        told(compile_checked(result, Options()).diagnostics)


def try_format(path: Path) -> None:
    try:
        text = format_source(path.read_text(encoding="utf-8"))
        assert format_source(text) == text, "formatting again changes it"
    except (FormatError, UnicodeDecodeError):
        pass


def try_layout(folder: Path) -> None:
    diagnostics = Diagnostics()
    load_design(folder, diagnostics, "game")
    load_sheets(folder, "game", diagnostics)
    told(diagnostics.sorted())


class Fuzz:
    """The inputs tried so far, and the faults."""

    def __init__(self, top: Path, kept: Path, limit: float, rng: random.Random) -> None:
        self.top, self.kept, self.limit, self.rng = top, kept, limit, rng
        self.tried: Counter[str] = Counter()
        self.faults: dict[str, Path] = {}
        self.words = sorted({word for path in CARDS.rglob("*.regel") for word in WORD.findall(path.read_text("utf-8"))})
        self.game = regelwerk.load("tokyo_metro")
        match = Match.start(self.game.rules, 3, 1)
        while match.decision is not None and match.number < 40:
            match.choose(self.rng.randrange(len(match.decision.options)))
        self.lines, self.saved = match.record(), match.to_bytes()
        for number, game in enumerate([*GAMES, SAMPLE]):
            shutil.copytree(game, self.top / str(number))

    def run(self, kind: str) -> None:
        """A batch of inputs of one kind."""
        number = self.rng.randrange(len(GAMES))
        game, sample = self.top / str(number), self.top / str(len(GAMES))
        match kind:
            case "grammar":
                own = self.top / "own"
                own.mkdir(exist_ok=True)
                (own / "game.yaml").write_text("name: own\ntitle: Own\nsources: [own.regel]\n")
                for text in derived(self.rng, BATCH):
                    self.one(kind, FRAME + text, own / "own.regel", lambda: try_game(own))
            case "source":
                self.file(kind, self.pick(game, "*.regel"), lambda _: try_game(game))
            case "format":
                self.file(kind, self.pick(self.rng.choice([game, sample]), "*.regel"), try_format)
            case "csv":
                auf_achse = self.top / "csv"
                if not auf_achse.exists():
                    shutil.copytree(CARDS / "auf_achse", auf_achse)
                self.file(kind, self.pick(auf_achse, "*.csv"), lambda _: try_game(auf_achse, variants=False), 4)
            case "manifest":
                self.file(kind, self.pick(sample, "*.yaml", "*/*"), lambda _: try_game(sample, variants=False), 8)
            case "catalogue":
                self.file(kind, self.pick(sample, "*.po"), lambda _: try_game(sample, variants=False), 4)
            case "layout":
                self.file(kind, self.pick(sample / "print", "*.yaml"), lambda _: try_layout(sample), 10)
            case "record":
                for _ in range(BATCH):
                    text = mutated("\n".join(self.lines), self.rng, self.words)
                    self.one(kind, text, self.top / "record", self.replay)
            case "save":
                for _ in range(BATCH):
                    data = bytearray(self.saved)
                    for _ in range(self.rng.randint(1, 3)):
                        data[self.rng.randrange(len(data))] = self.rng.randrange(256)
                    cut = bytes(data) if self.rng.random() < 0.8 else bytes(data[: self.rng.randrange(len(data))])
                    self.one(kind, cut.decode("latin-1"), self.top / "save", self.load)

    def pick(self, folder: Path, pattern: str, inside: str = "") -> Path:
        paths = [path for path in sorted(folder.rglob(pattern)) if not inside or not path.match("print/*")]
        return self.rng.choice(paths)

    def file(self, kind: str, path: Path, does: Callable[[Path], None], count: int = BATCH) -> None:
        text = path.read_text(encoding="utf-8")
        for _ in range(count):
            self.one(kind, mutated(text, self.rng, self.words), path, lambda: does(path))
        path.write_text(text, encoding="utf-8")

    def replay(self) -> None:
        with suppress(RecordError, RuleError):
            Match.replay(self.game.rules, (self.top / "record").read_text("utf-8", "replace").split("\n"))

    def load(self) -> None:
        try:
            match = Match.from_bytes(self.game.rules, (self.top / "save").read_text("utf-8").encode("latin-1"))
            for _ in range(3):
                if match.decision is not None:
                    match.choose(0)
        except (SavedError, RuleError):
            pass

    def one(self, kind: str, text: str, path: Path, does: Callable[[], None]) -> None:
        """Tries one input; a new fault is shrunk and kept."""
        self.tried[kind] += 1
        found = self.fault(text, path, does)
        if found is None or found[0] in self.faults:
            return
        mark, trace = found

        def same(lines: list[str]) -> bool:
            again = self.fault("\n".join(lines), path, does)
            return again is not None and again[0] == mark

        lines = text.split("\n")
        short = lines if "TimeOut" in mark else shrink(lines, same)
        name = self.kept / f"{kind}-{hashlib.sha256(mark.encode()).hexdigest()[:8]}"
        self.kept.mkdir(parents=True, exist_ok=True)
        name.with_suffix(".txt").write_bytes("\n".join(short).encode("utf-8", "surrogatepass"))
        name.with_suffix(".trace").write_text(f"{path.name}: {mark}\n{trace}", encoding="utf-8", errors="replace")
        self.faults[mark] = name
        print(f"{kind}: {mark}: {name}.txt", flush=True)

    def fault(self, text: str, path: Path, does: Callable[[], None]) -> tuple[str, str] | None:
        """The mark of the fault that an input shows, with the traceback; None where it is answered as it should be."""
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            with limited(self.limit):
                does()
        except SourceError:
            return None
        except (Exception, TimeOut) as error:
            frames = [one for one in traceback.extract_tb(error.__traceback__) if "regelwerk" in one.filename]
            place = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "elsewhere"
            if isinstance(error, TimeOut):
                place = ""
            return f"{type(error).__name__} {place}", "".join(traceback.format_exception(error)[-12:])
        return None


KINDS = ("source", "grammar", "format", "csv", "manifest", "catalogue", "layout", "record", "save")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="how long it runs")
    parser.add_argument("--limit", type=float, default=20, help="seconds of processor time that one input may take")
    parser.add_argument("--seed", type=int, default=None, help="repeats a run")
    parser.add_argument("--kind", action="append", choices=KINDS, default=[], help="only this kind; repeatable")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where faults are kept")
    arguments = parser.parse_args()
    number = arguments.seed if arguments.seed is not None else random.SystemRandom().getrandbits(32)
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as top:
        fuzz = Fuzz(Path(top), arguments.out, arguments.limit, random.Random(number))
        kinds, turn = arguments.kind or KINDS, 0
        while time.monotonic() < end:
            fuzz.run(kinds[turn % len(kinds)])
            turn += 1
    counts = ", ".join(f"{count:,} {kind}" for kind, count in fuzz.tried.items())
    print(f"seed {number}: {fuzz.tried.total():,} inputs ({counts}), {len(fuzz.faults)} faults")
    sys.exit(1 if fuzz.faults else 0)


if __name__ == "__main__":
    main()
