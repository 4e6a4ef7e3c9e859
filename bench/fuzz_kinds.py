"""Kinds of inputs of `make fuzz` that are texts: by themselves, and as files of whole games."""

from __future__ import annotations

import io
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "dsl"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import yaml
from fuzz_inputs import CARDS, CLASSICS, SIZES, Kind, altered, derived, mutated, some_of
from fuzz_matches import play
from lark_parser import lark_instead, parsed
from polib import POFile
from regelwerk.main import main
from regelwerk_compiler.driver import Options, check_game, compile_checked
from regelwerk_compiler.variants import check_variants
from regelwerk_compiler.words.catalogues.entries import load_catalogue
from regelwerk_compiler.words.catalogues.files import parse_catalogue, read_file
from regelwerk_compiler.words.catalogues.updating import update_catalogue
from regelwerk_dsl.data.csv import parse_csv
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.data.manifest import load_manifest, read_statements
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics
from regelwerk_dsl.files import decode
from regelwerk_dsl.format.format import FormatError, format_source
from regelwerk_dsl.parse import PIECES, parse_source
from regelwerk_dsl.source import NO_SPAN, SourceFile
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.sheets import read_sheet

ROOT = Path(__file__).resolve().parents[1]
GAMES = [path.parent for path in sorted(CARDS.rglob("game.yaml"))]
SHEETS = sorted((ROOT / "printables" / "regelwerk_printables" / "sheets").glob("*.yaml"))
FRAME = "players 2..2\nstate:\n    n: 0..9 = 0\nplay at most 10:\n    finish\noutcome for p:\n    most n\n"
OWN = "name: own\ntitle: Own\nsources: [own.regel]\n"
MARGIN = re.compile(r"^(?=[^\s#)\]}])", re.MULTILINE)
ENTRY = re.compile(r"^(?=[\w-]|    ?[\w-])", re.MULTILINE)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parts(pattern: str, cut: re.Pattern[str]) -> list[list[str]]:
    """The files of all games that match a pattern, each cut into parts."""
    return [cut.split(read(path)) for path in sorted(CARDS.rglob(pattern))]


def told(diagnostics: Iterable[Diagnostic]) -> None:
    """Checks that every diagnostic has words, and a place within its file."""
    for item in diagnostics:
        assert item.code and item.message
        for span in (item.span, *(label.span for label in item.labels)):
            assert str(span) and 0 <= span.start <= span.end <= len(span.source.text), f"{item.code} is outside"


def decoded(text: str, diagnostics: Diagnostics, name: str = "own.regel") -> SourceFile | None:
    return decode(text.encode("utf-8", "surrogatepass"), name, diagnostics)


def declarations(rng: random.Random) -> str:
    """Some declarations of a game or of the grammar, most of them with changes."""
    text = some_of(rng.choice(parts("*.regel", MARGIN)), rng, 4) if rng.random() < 0.6 else derived(rng)
    return mutated(text, rng) if rng.random() < 0.8 else text


# ---- texts alone


class Parse(Kind):
    """Declarations, parsed twice: by themselves, and from the cache at another place."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        return "", declarations(rng)

    def use(self, subject: str, text: str) -> None:
        read, found, again = Diagnostics(), Diagnostics(), Diagnostics()
        source = decoded(text, read)
        if source is not None:
            PIECES.clear()
            parse_source(source, found)
            parse_source(SourceFile("moved", f"#\n{source.text}"), again)
            there = [(item.code, item.span.start - 2, item.message) for item in again]
            assert [(item.code, item.span.start, item.message) for item in found] == there, "differs elsewhere"
        for diagnostics in (read, found, again):
            told(diagnostics)


class LarkToo(Kind):
    """The same, parsed by Lark too."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        return "", declarations(rng)

    def use(self, subject: str, text: str) -> None:
        source = decoded(text, Diagnostics())
        if source is not None:
            with lark_instead():
                wanted = parsed(source.text)
            assert parsed(source.text) == wanted, "not what Lark says"


class Format(Kind):
    """The same, formatted."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        return "", declarations(rng)

    def use(self, subject: str, text: str) -> None:
        source = decoded(text, Diagnostics())
        with suppress(FormatError):
            if source is not None:
                try:
                    made = format_source(source.text)
                except FormatError as error:
                    assert error.diagnostics.items, str(error)
                    raise
                assert format_source(made) == made, "formatting again changes it"


class Csv(Kind):
    """Tables."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        head, *rows = rng.choice(parts("*.csv", re.compile(r"(?<=\n)")))
        return "", mutated(head + some_of(rows, rng, 6), rng)

    def use(self, subject: str, text: str) -> None:
        found = Diagnostics()
        source = decoded(text, found, "own.csv")
        if source is not None:
            for values in (None, frozenset({"price", "payment", "start"})):
                parse_csv(source, found, values)
        told(found)


class Manifests(Kind):
    """`game.yaml` and `sources.yaml`."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        game = rng.choice(GAMES)
        if rng.random() < 0.5 or not (game / "sources.yaml").exists():
            return str(game), mutated(read(game / "game.yaml"), rng)
        head, *entries = re.split(r"(?m)^(?=\S|  - )", read(game / "sources.yaml"))
        return "", mutated(head + "".join(entries[:2]) + some_of(entries, rng, 5), rng)

    def use(self, subject: str, text: str) -> None:
        found = Diagnostics()
        source = decoded(text, found, "own.yaml")
        if source is not None and subject:
            load_manifest(Path(subject), found, "game", {Path(subject) / "game.yaml": source.text})
        elif source is not None:
            read_statements(source, found)
        told(found)


class Catalogues(Kind):
    """Translations."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        head, *entries = rng.choice(parts("*.po", re.compile(r"(?<=\n\n)")))
        return "", mutated(head + some_of(entries or [""], rng, 5), rng)

    def use(self, subject: str, text: str) -> None:
        (self.folder / "locale").mkdir(exist_ok=True)
        (self.folder / "locale" / "de.po").write_bytes(text.encode("utf-8", "surrogatepass"))
        found = Diagnostics()
        load_catalogue(self.folder, "de", found, NO_SPAN)
        told(found)
        file = read_file(self.folder, "de", "own", "Own")
        before = translations(file)
        made, _ = update_catalogue(file, [], language="de")
        again = parse_catalogue(SourceFile("again.po", str(made)), Diagnostics())
        assert again is not None and translations(again) == before, "a translation is lost"


def translations(file: POFile) -> Counter[tuple[str | None, ...]]:
    """The translations, used or not."""
    words = ((entry.msgctxt, entry.msgid, entry.msgstr, *entry.msgstr_plural.values()) for entry in file)
    return Counter(one for one in words if any(one[2:]))


class Layouts(Kind):
    """Layouts, a few entries of each, and sheets."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        if rng.random() < 0.3:
            return "sheet", mutated(read(rng.choice(SHEETS)), rng)
        entries = rng.choice(parts("print/*.yaml", ENTRY))
        at = rng.randrange(len(entries))
        head = next((one for one in entries[at::-1] if one[:1].isalpha()), "")
        return "layout", mutated(head + "".join(entries[at + 1 : at + rng.randint(2, 5)]), rng)

    def use(self, subject: str, text: str) -> None:
        found = Diagnostics()
        source = decoded(text, found, "own.yaml")
        if source is not None and subject == "sheet":
            read_sheet(source, found)
        elif source is not None:
            layout = read_layout(source, found)
            if layout is not None:
                build_layout([layout], self.folder, found)
        told(found)


# ---- whole games


def check(folder: Path, memory: dict[Path, str]) -> None:
    result = check_game(folder, memory=memory)
    told(result.diagnostics)
    if result.game is not None:
        told(check_variants(result) if len(result.sources) == 1 else [])  # large games have very many
        made = compile_checked(result, Options())
        told(made.diagnostics)
        if made.module is not None:
            play(made.module)


class Grammar(Kind):
    """Whole games with declarations derived from the grammar."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        return "", FRAME + "\n".join(derived(rng) for _ in range(rng.randint(1, 4)))

    def use(self, subject: str, text: str) -> None:
        memory = {self.folder / "game.yaml": OWN, self.folder / "own.regel": text}
        check(self.folder, {path.resolve(): text for path, text in memory.items()})


class Sources(Kind):
    """Whole games with a changed source, most of them small ones."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        game = rng.choice(CLASSICS if rng.random() < 0.9 else GAMES)
        path = rng.choice(sorted(game.rglob("*.regel")))
        return str(path), mutated(read(path), rng)

    def use(self, subject: str, text: str) -> None:
        path = Path(subject)
        folder = next(one for one in path.parents if (one / "game.yaml").exists())
        check(folder, {path: text})


class Files(Kind):
    """Whole games with a changed table, manifest or catalogue."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        game = rng.choice(CLASSICS if rng.random() < 0.9 else GAMES)
        path = rng.choice([path for end in ("csv", "yaml", "po") for path in sorted(game.rglob(f"*.{end}"))])
        return str(path), mutated(read(path), rng)

    def use(self, subject: str, text: str) -> None:
        path = Path(subject)
        game = next(one for one in path.parents if (one / "game.yaml").exists())
        folder = self.folder / game.name
        if not folder.exists():
            folder.mkdir()
            for one in sorted(game.rglob("*")):
                if one.is_file():
                    (folder / one.relative_to(game)).parent.mkdir(parents=True, exist_ok=True)
                    (folder / one.relative_to(game)).write_bytes(one.read_bytes())
        changed = folder / path.relative_to(game)
        changed.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            check(folder, {})
        finally:
            changed.write_bytes(path.read_bytes())


class Paper(Kind):
    """Games with changed layouts, as text or as data, printed with one of the options."""

    DRAWN = ROOT / "tests" / "cases" / "design"
    FORMS = ("", "--png", "--tts", "--sheet single", "--sheet a4-fold", "--sheet gamecrafter", "--cut", "--together")

    def make(self, rng: random.Random) -> tuple[str, str]:
        text = read(rng.choice(sorted(self.DRAWN.glob("right/*.yaml"))))
        if rng.random() < 0.6:
            data = yaml.safe_load(text)
            for _ in range(rng.choice((1, 1, 2, 3))):
                data = altered(data, rng, SIZES)
            text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=1000)
        else:
            text = mutated(text, rng)
        return rng.choice(self.FORMS), text

    def use(self, subject: str, text: str) -> None:
        folder = self.folder / "game"
        if not folder.exists():
            shutil.copytree(self.DRAWN / "harbour", folder)
            (folder / "print").mkdir()
        (folder / "print" / "own.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
        for product in ("cards", "parts"):
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                status = main(
                    ["print", str(folder), product, "--proof", *subject.split(), "-o", str(self.folder / "out")]
                )
            assert status in (0, 1, 2) and said.getvalue(), said.getvalue()
