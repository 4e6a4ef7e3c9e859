"""Reader of a game's files, from the disk or from memory.

Paths must lie in the game's folder; a link that leads out of it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from .characters import CONTROL, UNSEEN, lookalikes, name_of
from .diagnostics import Diagnostics
from .disk import read_bytes, real
from .source import SourceFile, Span, source_file

Memory = Mapping[Path, str]
"""Texts that stand in place of files, such as an editor's unsaved buffers, by the resolved paths of the files."""

NO_MEMORY: Memory = MappingProxyType({})


def read_source(
    path: Path,
    name: str,
    diagnostics: Diagnostics,
    cited: Span | None = None,
    memory: Memory = NO_MEMORY,
    local: str = "",
) -> SourceFile | None:
    """The text of a UTF-8 file without its byte order mark; None after a report.

    Args:
        path: where the file is, without links: the result of `inside` or `real`.
        name: its name in messages.
        diagnostics: gets E0151 (missing, not a plain file, too large), E0152 (not UTF-8) and what `checked` reports.
        cited: where the file is named; a message about a missing file stands there.
        memory: texts that stand in place of files.
        local: its path from the folder of the game.
    """
    if memory and (text := memory.get(path)) is not None:
        return checked(source_file(name, text, local), diagnostics)
    where = cited if cited is not None else Span(SourceFile(name, ""), 0, 0)
    try:
        data = read_bytes(path, linked=False)
    except OSError as error:
        report_unread(name, error, where, diagnostics)
        return None
    return decode(data, name, diagnostics, local)


def report_unread(name: str, error: OSError, where: Span, diagnostics: Diagnostics) -> None:
    """Reports a file that cannot be read: E0151."""
    what = "does not exist" if isinstance(error, FileNotFoundError) else error.strerror or str(error)
    told = what if what.startswith(("is ", "does ", "has ")) else f"cannot be read: {what}"
    diagnostics.report("E0151", where, f"the file `{name}` {told}")


def read_inside(
    folder: Path,
    relative: str,
    name: str,
    diagnostics: Diagnostics,
    cited: Span | None = None,
    memory: Memory = NO_MEMORY,
) -> SourceFile | None:
    """The text of a file of a game by its path in the folder of the game, with `/`; see `read_source` and `inside`."""
    path = inside(folder, relative, cited or Span(SourceFile(name, ""), 0, 0), diagnostics)
    return None if path is None else read_source(path, name, diagnostics, cited, memory, relative)


def read_folder(folder: Path, below: str, suffix: str, shown: str, diagnostics: Diagnostics) -> Iterator[SourceFile]:
    """The texts of all files with an ending in a folder of a game, in the order of their names.

    Args:
        folder: the game's folder.
        below: the folder in it, with `/`.
        suffix: how the files' names end, such as `.yaml`.
        shown: the game's folder as shown in messages.
        diagnostics: gets E0151, E0152, E0157 and E0161; a file with errors is left out.
    """
    for path in sorted((folder / below).glob(f"*{suffix}")):
        relative = f"{below}/{path.name}"
        name = f"{shown}/{relative}" if shown not in ("", ".") else relative
        source = read_inside(folder, relative, name, diagnostics)
        if source is not None:
            yield source


def decode(data: bytes, name: str, diagnostics: Diagnostics, local: str = "") -> SourceFile | None:
    """The text of UTF-8 bytes; None after E0152 at the first invalid byte, or after E0161."""
    try:
        return checked(source_file(name, data.decode("utf-8-sig"), local), diagnostics)
    except UnicodeDecodeError as error:
        readable = SourceFile(name, data.decode("utf-8-sig", errors="replace"))
        start = len(error.object[: error.start].decode())  # without the byte order mark
        diagnostics.report(
            "E0152",
            Span(readable, start, start + 1),
            "this file is not UTF-8 text",
            help="save it in the encoding UTF-8",
        )
        return None


def checked(source: SourceFile, diagnostics: Diagnostics, span: Span | None = None) -> SourceFile | None:
    """The source if its text has no control characters, else None after E0161 at the first of them.

    The first invisible character is W0161, the first word that mixes alphabets is W0162.

    Args:
        source: the text.
        diagnostics: gets the messages.
        span: where the text is written, if it was written with escapes.
    """
    if found := CONTROL.search(source.text):
        what = f"the control character {name_of(found[0])} cannot stand in a text"
        diagnostics.report("E0161", span or Span(source, *found.span()), what, help="remove it")
        return None
    if source.text.isascii():
        return source
    if found := UNSEEN.search(source.text):
        what = f"the character {name_of(found[0][0])} is invisible here"
        diagnostics.report("W0161", span or Span(source, *found.span()), what, help="remove it")
    if found := next(lookalikes(source.text), None):
        what = f"the word `{found[0]}` mixes alphabets: some of its letters only look like Latin ones"
        diagnostics.report("W0162", span or Span(source, *found.span()), what, help="type it again")
    return source


def inside(folder: Path, relative: str, span: Span, diagnostics: Diagnostics) -> Path | None:
    """The file that a relative path names inside the folder; None after E0157 where it leads out, also by a link.

    The path is that of the file itself, without links. Whoever reads it does so with `linked=False`.
    """
    path = PurePosixPath(relative)
    odd = "\\" in relative or ":" in relative or any(not char.isprintable() for char in relative)
    if path.is_absolute() or ".." in path.parts or odd or not path.parts:
        diagnostics.report(
            "E0157",
            span,
            f"`{relative}` leads out of the game's folder",
            help="name a file in or below this folder, with `/` between folders",
        )
        return None
    try:
        if (found := real(folder.joinpath(*path.parts))).is_relative_to(real(folder)):
            return found
    except (OSError, ValueError):
        pass
    diagnostics.report("E0157", span, f"`{relative}` is a link that leads out of the game's folder")
    return None
