"""Status of the catalogues of a game: the texts of a language that are translated, missing, in doubt or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, field
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.suggest import did_you_mean

from ...checked.marks import read_marks
from ...checked.prose import Untranslated
from ...model.ids import MessageId
from ..own import check_gaps, own_missing
from ..texts import icons_in, other_icons, translated_pattern
from ..words import Words
from .entries import Catalogue, Entry, carried_over, load_catalogue
from .wanted import WORD, Collected, Wanted, wanted_in, wanted_of


class LanguageStatus(Struct, frozen=True):
    """The progress of one language.

    Attributes:
        language: its code.
        total: how many texts it should have.
        doubts: those that it does not have as it should.
        words_left: how many words of the source those have.
        own_missing: how many of the toolkit's own words are English in it.
        unknown: the contexts of translations that belong to no text, each with its line and what to do.
    """

    language: str
    total: int
    doubts: list[Untranslated]
    words_left: int
    own_missing: int = 0
    unknown: list[tuple[str, int, str]] = field(default_factory=list)


def status_of(
    collected: Collected, folder: Path, language: str, wanted_here: Iterable[Wanted] | None = None
) -> LanguageStatus:
    """The progress of one language, variants included.

    Args:
        collected: all texts.
        folder: the folder of the game.
        language: the language.
        wanted_here: the texts that are counted; all by default.

    Raises:
        SourceError: its catalogue cannot be read.
    """
    catalogue = _catalogue(collected, folder, language)
    every = wanted_in(collected.game, collected.wanted, catalogue)
    wanted = every if wanted_here is None else wanted_in(collected.game, wanted_here, catalogue)
    doubts = _doubts(wanted, catalogue)
    left = sum(len(doubt.source.split()) for doubt in doubts)
    unknown = _unknown(collected, every, catalogue)
    return LanguageStatus(language, len(wanted), doubts, left, len(own_missing(language)), unknown)


def _unknown(collected: Collected, wanted: Iterable[Wanted], catalogue: Catalogue) -> list[tuple[str, int, str]]:
    """The contexts of translations that belong to no text of the game or of a variant that it declares."""
    ids = [one.id for one in wanted]
    known, changes = {one._replace(form="") for one in ids}, {one.name.name for one in collected.game.changes}
    found = []
    for context, entry in catalogue.entries.items():
        id_ = MessageId.parse(context)
        elsewhere = id_.change and (id_.change not in changes or id_.change in collected.unfit)
        if entry.words and not elsewhere and id_._replace(form="") not in known:
            missing = [str(one) for one in ids if (there := catalogue.entries.get(str(one))) is None or not there.words]
            near = did_you_mean(context, missing) or did_you_mean(context, map(str, ids))
            found.append((context, entry.line, near or "`translate update` keeps it at the end of the file, unused"))
    return found


def wanted_by(collected: Collected, folder: Path, language: str) -> list[Wanted]:
    """The texts that one language should have."""
    return wanted_in(collected.game, collected.wanted, _catalogue(collected, folder, language))


def _catalogue(collected: Collected, folder: Path, language: str) -> Catalogue:
    """A catalogue as it lies in the folder: no change of the game applies to it."""
    diagnostics = Diagnostics()
    found = load_catalogue(folder, language, diagnostics, collected.manifest.span)
    if found is None or diagnostics.has_errors:
        raise SourceError(diagnostics.sorted())
    return found


def untranslated(words: Words) -> dict[str, tuple[Untranslated, ...]]:
    """For each language of a game but its first, what is not translated as it should be."""
    wanted = wanted_of(words)
    return {
        catalogue.language: tuple(_doubts(wanted_in(words.game, wanted, catalogue), catalogue))
        for catalogue in words.texts.catalogues[1:]
    }


def _doubts(wanted: Iterable[Wanted], catalogue: Catalogue) -> list[Untranslated]:
    """The doubtful texts of one language, in their order, each with its gravest reason."""
    found = []
    for one in wanted:
        entry = catalogue.entry(one.id, one.source)
        reason, said = _reason(one, entry, catalogue.language)
        if reason:
            words, line = (entry.words, entry.line) if entry is not None else ("", 0)
            found.append(Untranslated(one.id, reason, one.where, one.source, words, said, one.printed, line))
    return found


def _reason(one: Wanted, entry: Entry | None, language: str) -> tuple[str, str]:
    if entry is None or not entry.words:
        return "missing", "there is no translation"
    words = carried_over(entry, one.source)
    if words is None or entry.fuzzy:
        before = entry.previous or (entry.source if words is None else "")
        return "fuzzy", f"it was made from: {before}" if before else "it is marked as fuzzy"
    if one.values is not None or one.id.kind == WORD:
        try:
            if one.values is None:
                check_gaps(words, one.source)
            else:
                pattern = translated_pattern(words, list(one.values), one.shown, language)
                if wrong := other_icons(one.icons, icons_in(read_marks(pattern, str))):
                    return "slots", wrong
        except ValueError as error:
            return "slots", str(error)
    if one.mark and entry.mark and entry.mark != one.mark:
        return "stale", "the rule under it has changed"
    return "", ""
