"""The toolkit's own words in every language that it knows: `locale/LANG.po`.

Words with a key (`text.and`, `booklet.contents`) are entries with that `msgctxt`; whole sentences, which the code has
in English, are entries without. `messages.pot` is the template: it has the English words. A new language is one file;
an entry that it has not filled in is English. One that is empty on purpose has the flag `empty`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from pathlib import Path
from typing import NamedTuple

import polib
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.results import Results
from regelwerk_dsl.source import SourceFile, Span, digest_of

from .catalogues.files import line_of, parse_catalogue

ENGLISH = "en"
FOLDER = Path(__file__).parent / "locale"
EMPTY = "empty"
_GAP = re.compile(r"\{([^{}]*)\}")
_PLURALS = re.compile(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?\s*")

OWN = Results()  # the entries of files


class OwnEntry(NamedTuple):
    """One of our own words or sentences in the language of a file.

    Attributes:
        key: "" for a sentence.
        source, plural: the English words, and those for many; "" where no number decides.
        words: those of the language, for many if there is a plural; None if it has not filled them in.
        note: what they are for.
    """

    key: str
    source: str
    plural: str
    words: str | None
    note: str


def own_word(language: str, key: str, *values: object) -> str:
    """A word or phrase with its values (without any: as it is), in English where there is none in the language.

    One that has a plural is in the form that goes with its first value.

    Raises:
        KeyError: there is no such key.
    """
    entry = own_entries()[key]
    if entry.plural:
        number = values[0]
        assert isinstance(number, int)
        found = own_translations(language).npgettext(key, entry.source, entry.plural, number)
    else:
        found = own_words(language)[key]
    return found.format(*values) if values else found


@cache
def own_words(language: str) -> Mapping[str, str]:
    """All words with a key, some of them empty, those with a plural in it; in English where a language has none."""
    template = {key: entry.plural or entry.source for key, entry in own_entries().items()}
    known = language_with_words(language)
    if known in ("", ENGLISH):
        return template
    return template | {one.key: one.words for one in _entries(f"{known}.po") if one.key and one.words is not None}


@cache
def own_missing(language: str) -> tuple[OwnEntry, ...]:
    """The template's entries that a language does not have, and that are English in it."""
    known = language_with_words(language)
    if known == ENGLISH:
        return ()
    found = _entries(f"{known}.po") if known else ()
    there = {(entry.key, entry.source) for entry in found if entry.words is not None}
    return tuple(entry for entry in _entries("messages.pot") if (entry.key, entry.source) not in there)


def own_total() -> int:
    """The number of entries of the template."""
    return len(_entries("messages.pot"))


def check_gaps(words: str, source: str, *, all_of_them: bool = True) -> None:
    """Checks that a translation of own words has the gaps of the English ones.

    Raises:
        ValueError: it has others, or lacks one where it must have `all_of_them`; the message says which.
    """
    rest = _GAP.sub("", words)
    if "{" in rest or "}" in rest:
        raise ValueError("a `{` without its `}`" if "{" in rest else "a `}` without its `{`")
    wanted, found = dict.fromkeys(_GAP.findall(source)), dict.fromkeys(_GAP.findall(words))
    for gap in found:
        if gap not in wanted:
            raise ValueError(f"there is no slot `{{{gap}}}` in the source text")
    missing = [f"`{{{gap}}}`" for gap in wanted if gap not in found]
    if missing and all_of_them:
        raise ValueError(f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")


@cache
def own_translations(language: str) -> NullTranslations:
    """The sentences of the code in a language, as gettext has them; English without a catalogue."""
    known = language_with_words(language)
    if known in ("", ENGLISH):
        return NullTranslations()
    return GNUTranslations(io.BytesIO(_catalogue(f"{known}.po").to_binary()))


@cache
def own_entries() -> Mapping[str, OwnEntry]:
    """The template's entry of each key, in its order."""
    return {entry.key: entry for entry in _entries("messages.pot") if entry.key}


@cache
def own_languages() -> frozenset[str]:
    """The languages that have a catalogue, without English."""
    return frozenset(file.name.removesuffix(".po") for file in FOLDER.iterdir() if file.name.endswith(".po"))


@cache
def language_with_words(language: str) -> str:
    """The language whose words a language uses: itself, for `de-AT` `de`; "" if we have none."""
    base = language.replace("_", "-").partition("-")[0]
    return next((one for one in (language, base) if one == ENGLISH or one in own_languages()), "")


@cache
def _entries(name: str) -> tuple[OwnEntry, ...]:
    """The entries of one file of own words; errors as for `_catalogue`."""
    digest = digest_of(_source(name).text)
    if (known := OWN.get(digest)) is None:
        known = [
            (entry.msgctxt or "", entry.msgid, entry.msgid_plural, _words(entry), entry.comment)
            for entry in _catalogue(name)
        ]
        OWN.keep(digest, known)
    return tuple(OwnEntry(*entry) for entry in known)


def _words(entry: polib.POEntry) -> str | None:
    if not entry.translated() and EMPTY not in entry.flags:
        return None
    return entry.msgstr_plural[max(entry.msgstr_plural)] if entry.msgid_plural else entry.msgstr


def _source(name: str) -> SourceFile:
    path = FOLDER / name
    return SourceFile(str(path), path.read_bytes().decode("utf-8", "replace"))


@cache
def _catalogue(name: str) -> polib.POFile:
    """One file of own words.

    Raises:
        SourceError: E0605 (it is no catalogue), E0606 (a word has other gaps than in English).
    """
    diagnostics, source = Diagnostics(), _source(name)
    file = parse_catalogue(source, diagnostics)
    if file is not None:
        _check(file, source, diagnostics)
    if file is None or diagnostics.has_errors:
        raise SourceError(diagnostics.sorted())
    return file


def _check(file: polib.POFile, source: SourceFile, diagnostics: Diagnostics) -> None:
    lines = source.text.split("\n")

    def report(code: str, line: int, what: str, help_: str) -> None:
        at = source.line_starts[line - 1]
        diagnostics.report(code, Span(source, at, at + len(source.line(line))), what, help=help_)

    forms = file.metadata.get("Plural-Forms", "")
    if forms and not _are_plurals(forms):
        line = next((at for at, text in enumerate(lines, 1) if "Plural-Forms" in text), 1)
        help_ = "for example `nplurals=2; plural=(n != 1);`"
        report("E0605", line, f"this is not a catalogue: `{forms}` are not plural forms", help_)
    for entry in file:
        sources = (entry.msgid, entry.msgid_plural) if entry.msgid_plural else (entry.msgid,)
        for said in (entry.msgstr, *entry.msgstr_plural.values()):
            try:
                if said and entry.translated():
                    check_gaps(said, " ".join(sources), all_of_them=len(sources) == 1)
            except ValueError as error:
                what = f"`{entry.msgctxt or entry.msgid}`: {error}"
                report("E0606", line_of(entry, "msgstr", lines), what, f"the source says: {sources[-1]}")


def _are_plurals(forms: str) -> bool:
    """True if plural forms choose, for each number, a form that exists."""
    found = _PLURALS.fullmatch(forms)
    try:
        if found is None:
            return False
        choose = c2py(found[2])
        return all(0 <= choose(number) < int(found[1]) for number in range(200))
    except (ArithmeticError, RecursionError, ValueError):
        return False
