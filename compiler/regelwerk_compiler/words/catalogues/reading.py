"""Reading of gettext files, with the line of what is wrong in them.

A quotation mark too few cuts a translation off, and of two entries with one id only the last is seen: both would lose
words in silence, so both are refused, as gettext itself does.
"""

from __future__ import annotations

import re
from pathlib import Path

import polib

WIDTH = 120
_OPENED = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"')
_STRING = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"(?:[^"\\]|\\.)*"')
_UNCLOSED = "a quotation mark is missing, or one within the text has no `\\` before it"


class CatalogueError(ValueError):
    """A gettext file that cannot be read: which, in which line (from 1), and why."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.line = line
        self.reason = reason


def read_po(path: Path) -> polib.POFile:
    """A gettext file.

    Raises:
        CatalogueError: it is none.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
        for number, line in enumerate(map(str.strip, lines), 1):
            if _OPENED.match(line) and not _STRING.fullmatch(line):
                raise CatalogueError(path, number, _UNCLOSED)
        file = polib.pofile(str(path), encoding="utf-8-sig", wrapwidth=WIDTH)
    except UnicodeDecodeError as error:
        raise CatalogueError(path, 1, "it is not UTF-8 text") from error
    except OSError as error:
        found = re.search(r"\(line (\d+)\)(?:: (.*))?$", str(error))
        at, reason = (int(found[1]), found[2]) if found else (1, str(error))
        raise CatalogueError(path, at, reason or "this line belongs to no entry") from error
    known: dict[str, int] = {}
    for entry in file:
        if entry.msgctxt and not entry.obsolete:
            at = line_of(entry, "msgctxt", lines)
            first = known.setdefault(entry.msgctxt, at)
            if first != at:
                raise CatalogueError(path, at, f"`{entry.msgctxt}` has an entry in line {first} already")
    return file


def line_of(entry: polib.POEntry, keyword: str, lines: list[str]) -> int:
    """The line of the file, from 1, in which a part of an entry begins: `msgctxt`, `msgstr`."""
    start = entry.linenum or 1
    ahead = range(start, len(lines) + 1)
    return next((number for number in ahead if lines[number - 1].lstrip().startswith(keyword)), start)
