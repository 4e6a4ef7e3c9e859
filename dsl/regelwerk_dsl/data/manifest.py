"""Contents of `game.yaml` and `sources.yaml`, with the place of each entry."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct, field

from ..diagnostics import Diagnostics, Label
from ..disk import files_below, real
from ..files import NO_MEMORY, Memory, inside, read_inside
from ..remembered import remembered
from ..source import NO_SPAN, SourceFile, Span
from ..suggest import did_you_mean
from .yaml import Yaml, entries, load_schema, read_yaml

MANIFEST = "game.yaml"
STATEMENTS = "sources.yaml"
MOST_LETTERS = 5_000_000  # of all rules of a game: each takes about a kilobyte while they are compiled


class Entry(Struct, frozen=True):
    """A name or path in a list, with its place."""

    name: str
    span: Span = NO_SPAN

    def __str__(self) -> str:
        return self.name


class Manifest(Struct, frozen=True):
    """The contents of `game.yaml`. `sources` and `csv` are paths of existing files below the folder, written with `/`.

    Attributes:
        folder: the game's folder.
        shown: the folder as shown in messages.
        source: the file itself.
        languages: the first is the language that the sources are written in.
        language_spans: where each of them stands.
        variants: the names on offer, with their places.
        minutes: how long a game takes: a number, or the least and the most; empty if not given.
        age: the least age of players.
        memory: texts that stand in place of files.
    """

    folder: Path
    shown: str
    source: SourceFile
    name: str
    title: str
    sources: tuple[Entry, ...]
    languages: tuple[str, ...]
    language_spans: tuple[Span, ...] = ()
    csv: tuple[Entry, ...] = ()
    variants: tuple[Entry, ...] = ()
    authors: tuple[str, ...] = ()
    version: str = ""
    description: str = ""
    license: str = ""
    minutes: tuple[int, ...] = ()
    age: int | None = None
    span: Span = NO_SPAN
    memory: Memory = field(default_factory=dict)

    def path(self, entry: Entry | str) -> Path:
        return self.folder.joinpath(*str(entry).split("/"))

    def shown_path(self, entry: Entry | str) -> str:
        """The path of a file of the game as shown in messages."""
        return f"{self.shown}/{entry}" if self.shown not in ("", ".") else str(entry)


class Document(Struct, frozen=True):
    """A document that rules come from."""

    id: str
    title: str
    language: str
    year: int | None = None
    note: str = ""
    span: Span = NO_SPAN


class Statement(Struct, frozen=True):
    """A statement of documents at one place; kind: `rule`, `component`, `advice` or `question`."""

    id: str
    documents: tuple[str, ...]
    place: str
    gloss: str
    kind: str = "rule"
    not_implemented: str = ""
    span: Span = NO_SPAN


class Question(Struct, frozen=True):
    """A question that the documents leave open: what the base rules do, and which variant does otherwise.

    `asked` and `answer` are for players, in the booklet.
    """

    id: str
    gloss: str
    base: str
    variant: str = ""
    reason: str = ""
    asked: str = ""
    answer: str = ""
    span: Span = NO_SPAN


class Reconstructed(Struct, frozen=True):
    """A detail that no document gives and that had to be chosen."""

    what: str
    why: str
    where: str
    value: str = ""
    span: Span = NO_SPAN


class Statements(Struct, frozen=True):
    """The contents of `sources.yaml`, in file order."""

    source: SourceFile
    documents: tuple[Document, ...] = ()
    statements: tuple[Statement, ...] = ()
    questions: tuple[Question, ...] = ()
    reconstructed: tuple[Reconstructed, ...] = ()

    @property
    def ids(self) -> dict[str, Statement | Question]:
        """Everything that a `source` line can cite, by id."""
        found: dict[str, Statement | Question] = {entry.id: entry for entry in self.statements}
        return found | {entry.id: entry for entry in self.questions}


def load_manifest(
    folder: Path, diagnostics: Diagnostics, shown: str | None = None, memory: Memory = NO_MEMORY
) -> Manifest | None:
    """The manifest of a folder, or of the folder whose `game.yaml` is given; None after a report.

    Args:
        folder: the game's folder.
        diagnostics: gets E0151 to E0158.
        shown: the folder as shown in messages; by default as it is given.
        memory: texts that stand in place of files, of this one and those that it lists.
    """
    if folder.name == MANIFEST and not folder.is_dir():
        folder = folder.parent
    shown = folder.as_posix() if shown is None else shown
    name = f"{shown}/{MANIFEST}" if shown not in ("", ".") else MANIFEST
    source = read_inside(folder, MANIFEST, name, diagnostics, memory=memory)
    found = read_yaml(source, load_schema("game"), diagnostics, kept=True) if source is not None else None
    if source is None or found is None:
        return None
    before = len(diagnostics)
    data = found.data
    languages = _once(found, "languages", diagnostics) or ["en"]
    variants = _once(found, "variants", diagnostics)
    minutes = data.get("minutes") or []
    if minutes != sorted(minutes):
        diagnostics.report("E0155", found.span("minutes"), "the smaller number of minutes comes first")
    manifest = Manifest(
        folder=folder,
        shown=shown,
        source=source,
        name=data["name"],
        title=data["title"],
        sources=_files(found, "sources", folder, diagnostics, memory),
        languages=tuple(languages),
        language_spans=tuple(found.span("languages", index) for index, _ in enumerate(languages)),
        csv=_files(found, "csv", folder, diagnostics, memory),
        variants=tuple(Entry(name, found.span("variants", i)) for i, name in enumerate(variants)),
        authors=tuple(data.get("authors") or ()),
        version=data.get("version") or "",
        description=data.get("description") or "",
        license=data.get("license") or "",
        minutes=tuple(minutes),
        age=data.get("age"),
        span=found.span(),
        memory=memory,
    )
    return manifest if len(diagnostics) == before else None


def load_sources(manifest: Manifest, diagnostics: Diagnostics) -> list[SourceFile]:
    """The `.regel` files of a game in their order; what cannot be read, or is too much, is reported and left out."""
    found: list[SourceFile] = []
    left = MOST_LETTERS
    for entry in manifest.sources:
        shown = manifest.shown_path(entry)
        source = read_inside(manifest.folder, str(entry), shown, diagnostics, entry.span, manifest.memory)
        if source is None:
            continue
        left -= len(source.text)
        if left < 0:
            what = f"with `{entry}`, the sources have more than {MOST_LETTERS:_} letters"
            diagnostics.report("E0151", entry.span, what, help="move tables to CSV files")
            break
        found.append(source)
    return found


def load_statements(manifest: Manifest, diagnostics: Diagnostics) -> Statements | None:
    """The contents of a game's `sources.yaml`; empty if there is no file, None if it cannot be read."""
    path = manifest.folder / STATEMENTS
    name = manifest.shown_path(STATEMENTS)
    if not path.exists() and not path.is_symlink() and real(path) not in manifest.memory:
        return Statements(SourceFile(name, ""))
    source = read_inside(manifest.folder, STATEMENTS, name, diagnostics, memory=manifest.memory)
    return read_statements(source, diagnostics) if source is not None else None


@remembered
def read_statements(source: SourceFile, diagnostics: Diagnostics) -> Statements | None:
    """The contents of the text of a `sources.yaml`; duplicate ids are E0158, unknown documents E0159."""
    found = read_yaml(source, load_schema("sources"), diagnostics, kept=True)
    if found is None:
        return None
    statements = Statements(
        source,
        tuple(Document(**entry, span=span) for _, entry, span in entries(found, "documents")),
        tuple(_statement(**entry, span=span) for _, entry, span in entries(found, "statements")),
        tuple(Question(**entry, span=span) for _, entry, span in entries(found, "questions")),
        tuple(Reconstructed(**entry, span=span) for _, entry, span in entries(found, "reconstructed")),
    )
    _check_ids(found, statements, diagnostics)
    return statements


def _statement(document: list[str], **rest: Any) -> Statement:
    return Statement(documents=tuple(document), **rest)


def _check_ids(found: Yaml, statements: Statements, diagnostics: Diagnostics) -> None:
    for keys in (("documents",), ("statements", "questions")):
        first: dict[str, Span] = {}
        for key in keys:
            for index, entry, _ in entries(found, key):
                span = found.span(key, index, "id")
                if entry["id"] in first:
                    label = Label(first[entry["id"]], "first listed here")
                    diagnostics.report("E0158", span, f"the id `{entry['id']}` appears twice", labels=(label,))
                first.setdefault(entry["id"], span)
    known = [document.id for document in statements.documents]
    for index, entry, _ in entries(found, "statements"):
        for number, document in enumerate(entry["document"]):
            if document not in known:
                diagnostics.report(
                    "E0159",
                    found.span("statements", index, "document", number),
                    f"there is no document `{document}`",
                    help=did_you_mean(document, known) or "list it under `documents`",
                )


def _once(found: Yaml, key: str, diagnostics: Diagnostics) -> list[str]:
    """The list at a key; duplicates are reported."""
    names: list[str] = list(found.data.get(key) or [])
    for index, name in enumerate(names):
        if name in names[:index]:
            diagnostics.report("E0158", found.span(key, index), f"`{name}` appears twice in this list")
    return names


def _files(found: Yaml, key: str, folder: Path, diagnostics: Diagnostics, memory: Memory) -> tuple[Entry, ...]:
    """The files of a list in order, each once; those of a pattern in the order of their paths."""
    files: dict[str, Entry] = {}
    for index, name in enumerate(_once(found, key, diagnostics)):
        span = found.span(key, index)
        if inside(folder, name, span, diagnostics) is None:
            continue
        if "*" in name or "?" in name:
            matching = _matching(folder, name, memory)
            if not matching:
                help = "`*` stands for any part of a file's name, `**/` for any folders"
                diagnostics.report("E0151", span, f"no file of the game matches `{name}`", help=help)
            for one in matching:
                if inside(folder, one, span, diagnostics) is not None:
                    files.setdefault(one, Entry(one, span))
            continue
        if what := _fault(path := folder / name, memory):
            near = did_you_mean(name, _names(folder, path.suffix))
            diagnostics.report("E0151", span, f"the file `{name}` {what}", help=near)
        files[name] = Entry(name, span)
    return tuple(files.values())


def _fault(path: Path, memory: Memory) -> str:
    """What is wrong with a path that leads to no file, worded to follow its name; "" if it leads to one."""
    try:
        if path.is_file() or real(path) in memory:
            return ""
        if path.exists():
            return "is a folder, not a file" if path.is_dir() else "is not a plain file"
        if path.is_symlink():
            return "is a link that leads to no file"
    except (OSError, ValueError):
        pass
    return "does not exist"


def _matching(folder: Path, pattern: str, memory: Memory) -> list[str]:
    """The paths below the folder, with `/`, that match a pattern of `*`, `?` and `**`; none that begin with a dot."""
    root = real(folder)
    wanted = pattern.replace("[", "[[]").split("/")
    suffix = PurePosixPath(pattern).suffix
    paths = {
        Path(entry.path) for entry in files_below(root, linked=True) if entry.name.endswith(suffix)
    } | memory.keys()
    names = [path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root)]
    return sorted(name for name in names if _matches(name.split("/"), wanted))


def _matches(parts: list[str], pattern: list[str]) -> bool:
    """True if the parts of a path match those of a pattern, in a number of steps that grows with their product."""
    reached = {0}
    for one in pattern:
        if one == "**":
            reached = set(range(min(reached, default=len(parts)), len(parts)))
        else:
            reached = {at + 1 for at in reached if at < len(parts) and fnmatchcase(parts[at], one)}
    return len(parts) in reached and not any(part.startswith(".") for part in parts)


def _names(folder: Path, suffix: str) -> list[str]:
    """The names of the files directly in the folder that have the suffix."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []
