"""Translations of a game by message id, each with the words of the source that it was made from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import polib
from babel import UnknownLocaleError
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span

from ..languages import locale_of
from .reading import CatalogueError, line_of, read_po

MARK = "rule: "  # begins the comment that tells what the rule under an instruction meant when it was translated


class Entry(NamedTuple):
    """One translation: the source text it was made from, its words, where it stands.

    Attributes:
        source: the words of the source that were translated.
        words: the translation; "" where there is none yet.
        line: where the translation stands in its file, from 1.
        fuzzy: whether somebody has to look at it again; it is not used then.
        mark: what the rule under an instruction meant when it was translated; "" where nobody wrote it down.
    """

    source: str
    words: str
    line: int
    fuzzy: bool = False
    mark: str = ""


@dataclass(slots=True)
class Catalogue:
    """One language's translations by message id."""

    language: str
    source: SourceFile | None = None
    entries: dict[str, Entry] = field(default_factory=dict)

    def find(self, id_: str, source: str | None = None) -> str | None:
        """A translation that may be used: one that nobody doubts, of the words that the source has now.

        Args:
            id_: the message.
            source: the words of the source; None where they are not to be compared.
        """
        entry = self.entries.get(id_)
        if entry is None or not entry.words or entry.fuzzy:
            return None
        return entry.words if source is None else carried_over(entry, source)


NUMBER_SLOT = re.compile(r"\{\s*(-?\d[\d_]*)\s*(?=[|:}])")  # `{5}`, `{5: stone | stones}`


def carried_over(entry: Entry, source: str) -> str | None:
    """The words of an entry for a source text that is the same but for the numbers in its slots; None for any other.

    A card that says `{5}` and now says `{6}` has changed in no language: the number is taken over.
    """
    if entry.source.split() == source.split():
        return entry.words
    numbers = changed_numbers(entry.source, source)
    return None if numbers is None else with_numbers(entry.words, numbers)


def changed_numbers(old: str, new: str) -> dict[str, str] | None:
    """Which number in a slot became which, where nothing else is different; None where something is."""
    before, after = NUMBER_SLOT.split(old), NUMBER_SLOT.split(new)
    same = len(before) == len(after) and all(
        a.split() == b.split() for a, b in zip(before[::2], after[::2], strict=True)
    )
    if not same or len(before) == 1:
        return None
    numbers: dict[str, str] = {}
    for a, b in zip(before[1::2], after[1::2], strict=True):
        if numbers.setdefault(a, b) != b:
            return None
    return numbers


def with_numbers(words: str, numbers: dict[str, str]) -> str:
    """A translation with other numbers in its slots."""
    return NUMBER_SLOT.sub(lambda match: "{" + numbers.get(match[1], match[1]), words)


def load_catalogues(folder: Path, languages: Iterable[str], diagnostics: Diagnostics, start: Span) -> list[Catalogue]:
    """The catalogues of a game: `locale/LANG.po`, entries by `msgctxt`. A language without a file is empty.

    Errors: E0604 (a language that nobody speaks), E0605 (a catalogue that cannot be read).
    """
    found = []
    for language in languages:
        try:
            locale_of(language)
        except (UnknownLocaleError, ValueError):
            diagnostics.report(
                "E0604", start, f"`{language}` is no language code", help="write for example `en`, `de`, `ja`"
            )
            continue
        path = folder / "locale" / f"{language}.po"
        found.append(_load(path, language, diagnostics) if path.is_file() else Catalogue(language))
    return found


def _load(path: Path, language: str, diagnostics: Diagnostics) -> Catalogue:
    source = SourceFile(str(path), path.read_text(encoding="utf-8-sig", errors="replace"))
    catalogue = Catalogue(language, source)
    try:
        file = read_po(path)
    except CatalogueError as error:
        at = source.line_starts[min(error.line, len(source.line_starts)) - 1]
        diagnostics.report("E0605", Span(source, at, at), f"this is no catalogue: {error.reason}")
        return catalogue
    lines = source.text.split("\n")
    for entry in file:
        if not entry.obsolete and entry.msgctxt and not entry.msgid_plural:
            line = line_of(entry, "msgstr", lines)
            catalogue.entries[entry.msgctxt] = Entry(entry.msgid, entry.msgstr, line, entry.fuzzy, mark_in(entry))
    return catalogue


def mark_in(entry: polib.POEntry) -> str:
    """What the rule under an entry meant when it was translated; "" where nobody wrote it down."""
    return next((note.removeprefix(MARK) for note in entry.tcomment.splitlines() if note.startswith(MARK)), "")
