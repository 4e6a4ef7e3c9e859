"""The gettext files of a game: where they lie, reading and writing them. The same entries give the same bytes.

A missing quotation mark cuts a translation off, and of two entries with one id only the last is used. Both would lose
words without a message, so both are refused, as gettext itself does.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import polib

from ..languages import locale_of

WIDTH = 120
HEADER = (
    "{title}: texts in {language}.\n"
    "Slots in braces stand for values and stay as they are, in any order. {{n: one | several}} are words that follow\n"
    "a number; {{place|in}} is another form of a name, with an entry of its own. The ids tell where a text is used."
)
_OPENED = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"')
_STRING = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"(?:[^"\\]|\\.)*"')
_UNCLOSED = "a quotation mark is missing, or one within the text has no `\\` before it"


class CatalogueError(ValueError):
    """A gettext file that cannot be read: its path, the line (from 1), and the reason."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.line = line
        self.reason = reason


def read_po(path: Path) -> polib.POFile:
    """The entries of a gettext file.

    Raises:
        CatalogueError: the file cannot be read.
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


def catalogue_path(folder: Path, language: str) -> Path:
    """`locale/de.po` of a game."""
    return folder / "locale" / f"{language}.po"


def template_path(folder: Path, name: str) -> Path:
    """`locale/NAME.pot` of a game."""
    return folder / "locale" / f"{name}.pot"


def read_file(folder: Path, language: str, name: str, title: str) -> polib.POFile:
    """The catalogue of a language; a new one where there is none.

    Raises:
        CatalogueError: the file is there and is no gettext file.
    """
    path, new = catalogue_path(folder, language), new_catalogue(name, title, language)
    if not path.is_file():
        return new
    file = read_po(path)
    file.header = file.header or new.header  # what translators' tools need, whatever was deleted
    file.metadata = {**new.metadata, **file.metadata, "Content-Type": new.metadata["Content-Type"]}
    return file


def write_file(path: Path, file: polib.POFile) -> bool:
    """Writes a file at once or not at all.

    Returns:
        Whether anything is different from before.
    """
    file.wrapwidth = WIDTH
    text = f"{file}\n" if not str(file).endswith("\n") else str(file)
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, path)
    return True


def new_catalogue(name: str, title: str, language: str) -> polib.POFile:
    """An empty file with its header; a template without a language."""
    file = polib.POFile(wrapwidth=WIDTH)
    shown = (locale_of(language).get_display_name("en") or language) if language else "any language"
    file.header = HEADER.format(title=title, language=shown)
    file.metadata = {
        "Project-Id-Version": name,
        "Language": language.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    if language:
        file.metadata["Plural-Forms"] = plural_forms(language)
    return file


def plural_forms(language: str) -> str:
    """The header line by which translators' tools know the plurals of a language."""
    from babel.messages.plurals import get_plural

    found = get_plural(str(locale_of(language)))
    return f"nplurals={found.num_plurals}; plural={found.plural_expr};"
