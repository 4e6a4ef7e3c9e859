"""Reader of a game's files, from the disk or from memory, and what paths are allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from .diagnostics import Diagnostics
from .source import SourceFile, Span, source_file

MAX_BYTES = 20_000_000

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
    """The text of a UTF-8 file, its byte order mark taken off.

    Args:
        path: where the file is.
        name: how messages call it.
        diagnostics: gets E0151 (missing, no plain file, too large) or E0152 (not UTF-8).
        cited: where the file is named; a message about a missing file stands there.
        memory: has the texts of some files.
        local: its path from the folder of the game.
    """
    if memory and (text := memory.get(path.resolve())) is not None:
        return source_file(name, text, local)
    where = cited if cited is not None else Span(SourceFile(name, ""), 0, 0)
    try:
        if not path.is_file():
            what = "is a folder, not a file" if path.is_dir() else "does not exist"
            diagnostics.report("E0151", where, f"the file `{name}` {what}")
            return None
        if path.stat().st_size > MAX_BYTES:
            diagnostics.report("E0151", where, f"the file `{name}` is larger than {MAX_BYTES // 1_000_000} megabytes")
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = (
            error.strerror
            if isinstance(error, OSError) and error.strerror
            else "its name has characters that file names cannot have"
        )
        diagnostics.report("E0151", where, f"the file `{name}` cannot be read: {reason}")
        return None
    return decode(data, name, diagnostics, local)


def read_folder(folder: Path, below: str, suffix: str, shown: str, diagnostics: Diagnostics) -> Iterator[SourceFile]:
    """The texts of all files with an ending in a folder of a game, in the order of their names.

    Args:
        folder: the game's folder.
        below: the folder in it, with `/`.
        suffix: how the files' names end, such as `.yaml`.
        shown: how messages call the game's folder.
        diagnostics: gets E0151, E0152 and E0157; a file with errors is left out.
    """
    for path in sorted((folder / below).glob(f"*{suffix}")):
        relative = f"{below}/{path.name}"
        name = f"{shown}/{relative}" if shown not in ("", ".") else relative
        if inside(folder, relative, Span(SourceFile(name, ""), 0, 0), diagnostics) is not None:
            source = read_source(path, name, diagnostics, local=relative)
            if source is not None:
                yield source


def decode(data: bytes, name: str, diagnostics: Diagnostics, local: str = "") -> SourceFile | None:
    """The text of UTF-8 bytes; after E0152 at the first byte that is none, None."""
    try:
        return source_file(name, data.decode("utf-8-sig"), local)
    except UnicodeDecodeError as error:
        readable = SourceFile(name, data.decode("utf-8-sig", errors="replace"))
        bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        start = len(data[bom : max(bom, error.start)].decode("utf-8", errors="replace"))
        diagnostics.report(
            "E0152",
            Span(readable, start, start + 1),
            "this file is not UTF-8 text",
            help="save it in the encoding UTF-8",
        )
        return None


def inside(folder: Path, relative: str, span: Span, diagnostics: Diagnostics) -> Path | None:
    """The file that a relative path names inside the folder; None after E0157 where it leads out, also by a link."""
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
    found = folder.joinpath(*path.parts)
    try:
        resolved = found.resolve()
        if resolved.is_relative_to(folder.resolve()):
            return found
    except (OSError, RuntimeError, ValueError):
        pass
    diagnostics.report("E0157", span, f"`{relative}` is a link that leads out of the game's folder")
    return None
