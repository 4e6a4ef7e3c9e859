"""Translations of a game by message id, each with the words of the source that it was made from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polib
from msgspec import Struct, field
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.remembered import remembered
from regelwerk_dsl.results import Results
from regelwerk_dsl.source import SourceFile, Span, digest_of

from ...checked.languages import is_language
from ...model.ids import MessageId
from .files import line_of, parse_catalogue, read_catalogue_source
from .merging import merged

MARK = "rule: "  # begins the comment that tells what the rule under an instruction meant when it was translated


Id = MessageId | str  # as it was made, or as catalogues have it


class Entry(NamedTuple):
    """One translation: the source text it was made from, its words, where it stands.

    Attributes:
        source: the words of the source that were translated.
        words: the translation; "" if there is none yet.
        line: where the translation stands in its file, from 1.
        fuzzy: whether somebody has to look at it again; it is not used then.
        mark: what the rule under an instruction meant when it was translated; "" if that is not recorded.
        previous: the words that a fuzzy translation was made from; "" if they are not noted.
    """

    source: str
    words: str
    line: int
    fuzzy: bool = False
    mark: str = ""
    previous: str = ""


class Catalogue(Struct):
    """One language's translations by message id.

    Attributes:
        source: its file.
        changes: the errata and variants that apply, the last first. What a change rewords has an entry of its own,
            `id@change`; what several reword in different clauses is put together from theirs; else the source text is
            used.
    """

    language: str
    source: SourceFile | None = None
    entries: dict[str, Entry] = field(default_factory=dict)
    changes: tuple[str, ...] = ()

    def entry(self, id_: Id, source: str) -> Entry | None:
        """The entry of a message: that of the last change that has put these words there, else the message's own."""
        key = str(id_)
        base = self.entries.get(key)
        found = [entry for change in self.changes if (entry := self.entries.get(f"{key}@{change}")) is not None]
        for entry in found:
            if carried_over(entry, source) is not None:
                return entry
        if base is not None and len(found) > 1 and base.source.split() != source.split():
            return _together(base, found, source) or base
        return base

    def find(self, id_: Id, source: str | None = None) -> str | None:
        """A translation that may be used: one that is not fuzzy, of the words that the source has now.

        Args:
            id_: the message.
            source: the words of the source; None if they are not to be compared.
        """
        entry = self.entries.get(str(id_)) if source is None else self.entry(id_, source)
        if entry is None or not entry.words or entry.fuzzy:
            return None
        return entry.words if source is None else carried_over(entry, source)

    def form(self, id_: str, form: str, source: str) -> str | None:
        """Another form of a name (`City.berlin|in`), or None; the name in the source if the form is fuzzy or old."""
        entry = self.entry(f"{id_}|{form}", source)
        if entry is None or not entry.words:
            return None
        return source if entry.fuzzy else carried_over(entry, source) or source

    def place(self, id_: Id | None, words: str) -> Span | None:
        """The place of the translation of a message that has some words, or any translation; None if there is none."""
        own = self.entries if id_ is None else (*(f"{id_}@{change}" for change in self.changes), str(id_))
        for key in own:
            entry = self.entries.get(key)
            if entry is not None and self.source is not None and words in entry.words:
                start = self.source.line_starts[entry.line - 1]
                at = self.source.text.find(words, start, start + 2 * len(entry.words) + len(words) + 100)
                return Span(self.source, at, at + len(words)) if at >= 0 else self.span(entry.line)
        return None

    def span(self, line: int) -> Span:
        """A line of its file, from 1; for a text that begins below its `msgstr ""`, the line in which it begins."""
        assert self.source is not None
        line = min(line, len(self.source.line_starts))
        below = line + 1 <= len(self.source.line_starts) and self.source.line(line + 1).startswith('"')
        if below and self.source.line(line).strip() == 'msgstr ""':
            line += 1
        start = self.source.line_starts[line - 1]
        return Span(self.source, start, start + len(self.source.line(line)))


def _together(base: Entry, entries: Sequence[Entry], source: str) -> Entry | None:
    """An entry for a source text that several changes have reworded, made of theirs; None if they conflict, in the
    sources or in the translation."""
    words: str | None = entries[0].words
    made: str | None = entries[0].source
    for entry in entries[1:]:
        made = None if made is None else merged(base.source, made, entry.source)
        words = None if words is None else merged(base.words, words, entry.words)
    if made is None or made.split() != source.split() or not words or not all(entry.words for entry in entries):
        return None
    return Entry(source, words, base.line, fuzzy=any(entry.fuzzy for entry in (base, *entries)))


NUMBER_SLOT = re.compile(r"\{\s*(-?\d[\d_]*)\s*(?=[|:}])")  # `{5}`, `{5: stone | stones}`


def carried_over(entry: Entry, source: str) -> str | None:
    """The words of an entry for a source text that is the same but for the numbers in its slots; None for any other.

    A card that said `{5}` and now says `{6}` needs no new translation: the number is taken over.
    """
    if entry.source.split() == source.split():
        return entry.words
    numbers = changed_numbers(entry.source, source)
    return None if numbers is None else with_numbers(entry.words, numbers)


def changed_numbers(old: str, new: str) -> dict[str, str] | None:
    """The numbers in slots that have changed, each with the new one, if nothing else differs; else None."""
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


READ = Results()  # the entries of files without problems


def load_catalogue(folder: Path, language: str, diagnostics: Diagnostics, start: Span) -> Catalogue | None:
    """One catalogue of a game: `locale/LANG.po`, entries by `msgctxt`; empty without a file.

    Errors: E0604 (there is no such language: None), and those of `read_catalogue`.
    """
    if not is_language(language):
        help_ = "write for example `en`, `de`, `ja`"
        diagnostics.report("E0604", start, f"`{language}` is not a language code", help=help_)
        return None
    catalogue = Catalogue(language)
    source = read_catalogue_source(folder, language, diagnostics)
    if source is None:
        return catalogue
    digest = digest_of(source.text)
    known = READ.get(digest)
    entries = None if known is None else {id_: Entry(*values) for id_, values in known.items()}
    if entries is None:
        found = Diagnostics()
        entries = _entries(source, found)
        diagnostics.extend(found.items)
        if entries is not None and not found.items:
            READ.keep(digest, {id_: [*entry] for id_, entry in entries.items()})
    if entries is not None:
        catalogue.source, catalogue.entries = source, dict(entries)
    return catalogue


@remembered
def _entries(source: SourceFile, diagnostics: Diagnostics) -> dict[str, Entry] | None:
    """The entries of a catalogue that are used, by their ids; None after a report."""
    file = parse_catalogue(source, diagnostics)
    if file is None:
        return None
    lines = source.text.split("\n")
    return {
        entry.msgctxt: Entry(
            entry.msgid,
            entry.msgstr,
            line_of(entry, "msgstr", lines),
            entry.fuzzy,
            mark_in(entry),
            entry.previous_msgid or "",
        )
        for entry in file
        if not entry.obsolete and entry.msgctxt and not entry.msgid_plural
    }


def mark_in(entry: polib.POEntry) -> str:
    """The meaning that the rule under an entry had when it was translated; "" if it is not recorded."""
    return next((note.removeprefix(MARK) for note in entry.tcomment.splitlines() if note.startswith(MARK)), "")
