"""The gettext files of a game: where they lie, reading and writing them. The same entries give the same bytes.

A missing quotation mark cuts a translation off, and of two entries with one id only the last is used. Both would lose
words without a message, so both are refused, as gettext itself does.
"""

from __future__ import annotations

import errno
import re
from contextlib import suppress
from pathlib import Path

import polib
from regelwerk_dsl.characters import CONTROL
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.disk import read_bytes, real
from regelwerk_dsl.files import checked, read_inside
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.writing import replacing

from ...checked.languages import locale_of, whole_tags

WIDTH = 120
HEADER = (
    "{title}: texts in {language}.\n"
    "Slots in braces stand for values and stay as they are, in any order. {{n: one | several}} are words that follow\n"
    "a number; {{place|in}} is another form of a name, with an entry of its own. The ids tell where a text is used."
)
_OPENED = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"')
_STRING = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"(?:[^"\\]|\\.)*"')
_STRINGS = re.compile(r'^((?:#[|~] )?)(msg\w+(?:\[\d+\])?) (".*"(?:\n\1".*")*)$', re.MULTILINE)
_FIELD = re.compile("[!-9;-~]{1,100}")  # the name of a field of a header; polib fails on some others
_NO_NAME = "\n" * 5_000  # polib opens what could be the name of a file
TEMPLATE = b'"Language: \\n"'  # what the header of a template has
_UNCLOSED = "a quotation mark is missing, or one within the text has no `\\` before it"


def read_catalogue(folder: Path, language: str, diagnostics: Diagnostics) -> tuple[SourceFile, polib.POFile] | None:
    """The gettext file of a language with its entries; None if there is none, and after a report.

    Errors: E0605 (a file that is no catalogue), and those of `read_inside`.
    """
    source = read_catalogue_source(folder, language, diagnostics)
    file = None if source is None else parse_catalogue(source, diagnostics)
    return None if source is None or file is None else (source, file)


def read_catalogue_source(folder: Path, language: str, diagnostics: Diagnostics) -> SourceFile | None:
    """The text of the gettext file of a language; None if there is none, and after a report."""
    path = catalogue_path(folder, language)
    if not path.exists() and not path.is_symlink():
        return None
    return read_inside(folder, path.relative_to(folder).as_posix(), str(path), diagnostics)


def parse_catalogue(source: SourceFile, diagnostics: Diagnostics) -> polib.POFile | None:
    """The entries of a gettext file; None after a report.

    Errors: E0605 (it is no catalogue).
    """
    try:
        return _read_po(source, diagnostics)
    except _FaultError as fault:
        at = source.line_starts[min(fault.line, len(source.line_starts)) - 1]
        diagnostics.report("E0605", Span(source, at, at), f"this is not a catalogue: {fault}")
        return None


class _FaultError(ValueError):
    """A fault of a gettext file, and its line (from 1)."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def _read_po(source: SourceFile, diagnostics: Diagnostics) -> polib.POFile:
    lines = source.text.split("\n")
    for number, line in enumerate(map(str.strip, lines), 1):
        if _OPENED.match(line) and not _STRING.fullmatch(line):
            raise _FaultError(number, _UNCLOSED)
    try:
        file = polib.pofile(source.text + _NO_NAME, wrapwidth=WIDTH)
    except OSError as error:
        found = re.search(r"\(line (\d+)\)(?:: (.*))?$", str(error))
        at, reason = (int(found[1]), found[2]) if found else (1, str(error))
        raise _FaultError(at, reason or "this line belongs to no entry") from error
    known: dict[str, int] = {}
    for entry in file:
        if entry.msgctxt and not entry.obsolete:
            at = line_of(entry, "msgctxt", lines)
            first = known.setdefault(entry.msgctxt, at)
            if first != at:
                raise _FaultError(at, f"`{entry.msgctxt}` has an entry in line {first} already")
        for text in (entry.msgctxt, entry.msgid, entry.msgstr):
            if text and CONTROL.search(text):  # by an escape
                at = source.line_starts[line_of(entry, "msgstr", lines) - 1]
                checked(SourceFile(source.name, text), diagnostics, Span(source, at, at))
    return file


def line_of(entry: polib.POEntry, keyword: str, lines: list[str]) -> int:
    """The line of the file, from 1, in which a part of an entry begins: `msgctxt`, `msgstr`."""
    start = entry.linenum or 1
    ahead = range(start, len(lines) + 1)
    return next((number for number in ahead if lines[number - 1].lstrip().startswith(keyword)), start)


def catalogue_path(folder: Path, language: str) -> Path:
    """`locale/de.po` of a game."""
    return folder / "locale" / f"{language}.po"


def languages_in(folder: Path) -> list[str]:
    """The languages that a game has a catalogue of, listed in its `game.yaml` or not."""
    return sorted(path.stem for path in (folder / "locale").glob("*.po"))


def template_path(folder: Path, name: str) -> Path:
    """`locale/NAME.pot` of a game."""
    return folder / "locale" / f"{name}.pot"


def read_file(folder: Path, language: str, name: str, title: str) -> polib.POFile:
    """The catalogue of a language; a new one where there is none.

    Raises:
        SourceError: the file exists and is not a gettext file.
    """
    diagnostics, new = Diagnostics(), new_catalogue(name, title, language)
    found = read_catalogue(folder, language, diagnostics)
    if diagnostics.has_errors:
        raise SourceError(diagnostics.sorted())
    if found is None:
        return new
    _, file = found
    file.header = file.header or new.header  # what translators' tools need, whatever was deleted
    fields = {name: words for name, words in file.metadata.items() if _FIELD.fullmatch(name)}
    file.metadata = {**new.metadata, **fields, "Content-Type": new.metadata["Content-Type"]}
    return file


def write_file(path: Path, file: polib.POFile, game: Path | None = None) -> bool:
    """Writes a file; one without a language replaces only a template. Texts that stay keep their line breaks.

    Args:
        path: where.
        file: the entries.
        game: the folder that it must lie in, if it must.

    Returns:
        True if the file differs from before.

    Raises:
        OSError: it cannot be written.
    """
    if game is not None and not real(path).is_relative_to(real(game)):
        raise OSError(errno.EMLINK, "it is a link that leads out of the game's folder", str(path))
    file.wrapwidth = WIDTH
    data = f"{str(file).removesuffix(chr(10))}\n".encode()
    with suppress(OSError):
        before = read_bytes(path)
        data = _wrapped_as(before.decode(errors="replace"), data.decode()).encode()
        if before == data:
            return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, lambda head: bool(file.metadata["Language"]) or TEMPLATE in head, named=game is None) as out:
        out.write(data)
    return True


def _wrapped_as(before: str, text: str) -> str:
    """A catalogue in which texts are divided into lines as they were before: other programs have other widths."""
    lines = {_joined(found): found[0] for found in _STRINGS.finditer(before)}
    return _STRINGS.sub(lambda found: lines.get(_joined(found), found[0]), text)


def _joined(text: re.Match[str]) -> tuple[str, ...]:
    """A text of a catalogue without its line breaks."""
    start, keyword, strings = text.groups()
    return start, keyword, "".join(line.removeprefix(start)[1:-1] for line in strings.split("\n"))


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
    from babel.messages.plurals import get_plural  # slow to import, and only what writes catalogues needs it
    from babel.plural import to_gettext

    found = get_plural(str(locale_of(language)))
    if found.num_plurals != len(whole_tags(language)):  # older rules than those for the wordings of slots
        return f"{to_gettext(locale_of(language).plural_form)};".replace(";;", ";")
    return f"nplurals={found.num_plurals}; plural={found.plural_expr};"
