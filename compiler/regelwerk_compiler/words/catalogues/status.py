"""Status of the catalogues of a game: how many of its texts are translated, and which are not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk_dsl.diagnostics import Diagnostics, SourceError

from ...checked.prose import Untranslated
from ..words import Words
from .collecting import Collected
from .doubts import FUZZY, Doubt, doubts_of
from .entries import Catalogue, load_catalogues
from .files import read_file
from .wanted import Wanted, language_wants, wanted_of


@dataclass(frozen=True, slots=True)
class LanguageStatus:
    """How far one language is.

    Attributes:
        language: its code.
        total: how many texts it should have.
        doubts: those that it does not have as it should.
        words_left: how many words of the source those have.
    """

    language: str
    total: int
    doubts: list[Doubt]
    words_left: int


def status_of(collected: Collected, folder: Path, language: str) -> LanguageStatus:
    """How far one language is, variants included.

    Raises:
        SourceError, CatalogueError: its catalogue cannot be read.
    """
    wanted = wanted_by(collected, folder, language)
    file = read_file(folder, language, collected.game.name, collected.game.title)
    before = {entry.msgctxt: entry.previous_msgid for entry in file if entry.previous_msgid and not entry.obsolete}
    doubts = [
        replace(one, said=f"it was made from: {before[one.id]}") if one.reason == FUZZY and one.id in before else one
        for one in doubts_of(wanted, _catalogue(collected, folder, language))
    ]
    return LanguageStatus(language, len(wanted), doubts, sum(len(doubt.source.split()) for doubt in doubts))


def wanted_by(collected: Collected, folder: Path, language: str) -> list[Wanted]:
    """What one language should have."""
    return language_wants(collected.game, collected.wanted, _catalogue(collected, folder, language))


def _catalogue(collected: Collected, folder: Path, language: str) -> Catalogue:
    """A catalogue as it lies in the folder: no change of the game has touched it."""
    diagnostics = Diagnostics()
    found = load_catalogues(folder, [language], diagnostics, collected.manifest.span)
    if diagnostics.has_errors:
        raise SourceError(diagnostics.sorted())
    return found[0]


def untranslated(words: Words) -> dict[str, tuple[Untranslated, ...]]:
    """For each language of a game but its first, what is not translated as it should be."""
    wanted = wanted_of(words)
    return {
        catalogue.language: tuple(
            Untranslated(one.id, one.reason, one.where, one.source, one.printed)
            for one in doubts_of(language_wants(words.game, wanted, catalogue), catalogue)
        )
        for catalogue in words.texts.catalogues[1:]
    }
