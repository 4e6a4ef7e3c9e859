"""Print-outs: the files made for an order, with diagnostics and gaps, and functions to write and report them."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.disk import holds, open_plain, real
from regelwerk_dsl.writing import replacing, sweep

from ..errors import UsageError
from ..terminal.console import FINE, PROBLEMS, Screen, counted

if TYPE_CHECKING:
    from regelwerk_compiler.model.ids import MessageId
    from regelwerk_dsl.diagnostics import Diagnostic

OWN_WORD = "one of regelwerk's own words"  # the place of a text that is not in the game
PAGE = b'<meta name="generator" content="regelwerk">'  # in booklets and reports
PDF = b">regelwerk</pdf:Producer>"  # in a PDF's metadata, which is not compressed
PNG = slice(16), slice(33, 41), slice(58, 62)  # signature and first header; chunk of the resolution; name of the next
SHOWN = 5  # most texts per language that a message lists


@dataclass(frozen=True, slots=True)
class Gap:
    """A text that is missing in a language, or older than its source or its rule.

    Attributes:
        language: the language.
        id: the message id.
        reason: `missing`, `fuzzy` or `stale`.
        where: its place in the game; "" for regelwerk's own words.
    """

    language: str
    id: MessageId
    reason: str
    where: str

    @property
    def data(self) -> dict[str, str]:
        """The gap as JSON data."""
        return asdict(self) | {"id": str(self.id)}


@dataclass(frozen=True, slots=True)
class Made:
    """A file: its name within the order's folder, its product, its bytes, and its number of pages (0 if not a PDF)."""

    name: str
    product: str
    data: bytes = field(repr=False)
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Printout:
    """The result of an order.

    Attributes:
        files: the files to write; none if problems prevent it.
        diagnostics: errors in layouts and sheets, and texts that do not fit.
        gaps: texts that are missing or stale in a language.
        notes: remarks for people, which do not affect the exit status.
        failed: whether the exit status reports a problem.
    """

    files: list[Made] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: bool = False


def write_files(folder: Path, files: Iterable[Made]) -> list[Path]:
    """Writes files into a folder. Files with the same content, and files of another kind, are left as they are.

    Returns:
        Their paths, in the same order.

    Raises:
        UsageError: a file cannot be written; an earlier file in its place is unchanged.
    """
    paths = []
    for made in files:
        path = folder / made.name
        try:
            if not real(path).is_relative_to(real(folder)):
                raise OSError(errno.EINVAL, "it would be outside the folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            sweep(path.parent)
            if not holds(path, made.data):
                _write(path, made.data)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            help = "-o DIR names another folder"
            raise UsageError(f"{path.as_posix()} cannot be written: {reason}", help) from None
        paths.append(path)
    return paths


def _write(path: Path, data: bytes) -> None:
    """Writes a file; an existing one is replaced only if it is of the same kind, as written by `print`."""
    with replacing(path, lambda head: _is_like(head, data, path)) as file:
        file.write(data)


def _is_like(head: bytes, data: bytes, path: Path) -> bool:
    """True if an existing file was written by `print` and may be replaced by the new one.

    Args:
        head: the beginning of the existing file.
        data: the new file.
        path: the path of the file.
    """
    match path.suffix:
        case ".pdf":
            with open_plain(path) as file, mmap(file.fileno(), 0, access=ACCESS_READ) as whole:
                return head.startswith(b"%PDF-") and whole.find(PDF) >= 0
        case ".html":
            return PAGE in head
        case ".png":
            return all(head[part] == data[part] for part in PNG)
        case ".csv":
            columns = data.splitlines()[0].split(b",")
            return head.startswith(b",".join(columns[:5]))  # these precede the fields of cards
        case ".svg":
            return head.startswith(data[: data.index(b" width=")])
        case _:
            return head.startswith(data[: len(b'[\n  {\n    "key')])


def report(printout: Printout, folder: Path, screen: Screen, *, json: bool = False) -> int:
    """Writes the files and reports on them.

    Returns:
        The exit status.
    """
    paths = write_files(folder, printout.files)
    status = PROBLEMS if printout.failed else FINE
    if json:
        files = [
            {"path": path.as_posix(), "product": made.product, "pages": made.pages, "bytes": len(made.data)}
            for path, made in zip(paths, printout.files, strict=True)
        ]
        from regelwerk_dsl.render import to_dict  # loads diagnostics, of which there are none most of the time

        problems, gaps = list(map(to_dict, printout.diagnostics)), [gap.data for gap in printout.gaps]
        screen.json({"files": files, "problems": problems, "doubts": gaps, "notes": printout.notes})
        return status
    if printout.diagnostics:
        from ..terminal.problems import show_diagnostics, summary  # loads diagnostics, as above

        show_diagnostics(printout.diagnostics, screen, to_error=True)
        screen.note(summary(printout.diagnostics), "bad" if printout.failed else "warn")
    for line in _told(printout.gaps):
        screen.note(line, "warn")
    if printout.gaps and printout.failed:
        help_ = (
            "regelwerk translate status lists them (--variant FILE those of a variant in a file), except passages that "
        )
        help_ += "two variants reword; --proof prints anyway"
        screen.refuse("texts are missing or stale, and nothing was printed", help_)
    _show_files(printout, paths, folder, screen)
    for note in printout.notes:
        screen.note(note)
    return status


def _show_files(printout: Printout, paths: list[Path], folder: Path, screen: Screen) -> None:
    """A line for each file; pictures are summed up by folder."""
    many: dict[Path, int] = {}
    for path, made in zip(paths, printout.files, strict=True):
        if made.pages:
            screen.say(f"{path.as_posix()}: {counted(made.pages, 'page')}")
        elif path.parent == folder:
            screen.say(path.as_posix())
        else:
            many[path.parent] = many.get(path.parent, 0) + 1
    for parent, number in many.items():
        screen.say(f"{parent.as_posix()}: {counted(number, 'file')}")


def _told(gaps: list[Gap]) -> list[str]:
    """Lines for people: a total for each language, and some of its texts with their places."""
    said = []
    for language in dict.fromkeys(gap.language for gap in gaps):
        own = [gap for gap in gaps if gap.language == language]
        said.append(f"{language}: {counted_reasons(own)}")
        said += [f"  {gap.id} ({gap.reason}): {gap.where or OWN_WORD}" for gap in own[:SHOWN]]
        if len(own) > SHOWN:
            said.append(f"  and {len(own) - SHOWN} more")
    return said


def counted_reasons(gaps: Iterable[Gap]) -> str:
    """The number of gaps per reason, such as `2 fuzzy, 1 missing`."""
    counts = Counter(gap.reason for gap in gaps)
    return ", ".join(f"{number} {reason}" for reason, number in sorted(counts.items()))
