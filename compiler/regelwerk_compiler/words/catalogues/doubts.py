"""Check of a catalogue: texts that are missing, in doubt or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..texts import check_wordings, parse_pattern
from .entries import Catalogue, carried_over
from .wanted import Wanted

MISSING, FUZZY, STALE, SLOTS = "missing", "fuzzy", "stale", "slots"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One text that a language does not have as it should.

    Attributes:
        id: the message.
        reason: `missing`; `fuzzy`: made from other words than the source has now, or marked so; `stale`: the rule under
            it has changed, the words have not; `slots`: it has slots that the source does not have, or a plural with
            more or fewer wordings than the language.
        where: where the source stands.
        source: the words of the source.
        words: the translation in doubt.
        said: what is wrong, in words.
        printed: whether it stands on paper.
        line: where the translation stands in its catalogue, from 1; 0 where there is none.
    """

    id: str
    reason: str
    where: str
    source: str
    words: str = ""
    said: str = ""
    printed: bool = True
    line: int = 0


def doubts_of(wanted: Iterable[Wanted], catalogue: Catalogue) -> list[Doubt]:
    """What is not in order in one language, in the order of the texts. Each text has one reason, the gravest."""
    found = []
    for one in wanted:
        reason, said = _reason(one, catalogue)
        if reason:
            entry = catalogue.entries.get(one.id)
            words, line = (entry.words, entry.line) if entry is not None else ("", 0)
            found.append(Doubt(one.id, reason, one.where, one.source, words, said, one.printed, line))
    return found


def _reason(one: Wanted, catalogue: Catalogue) -> tuple[str, str]:
    entry = catalogue.entries.get(one.id)
    if entry is None or not entry.words:
        return MISSING, "there is no translation"
    words = carried_over(entry, one.source)
    if words is None:
        return FUZZY, f"it was made from: {entry.source}"
    if entry.fuzzy:
        return FUZZY, "it is marked as fuzzy"
    if one.values is not None:
        try:
            check_wordings(parse_pattern(words, list(one.values)), catalogue.language)
        except ValueError as error:
            return SLOTS, str(error)
    if one.mark and entry.mark and entry.mark != one.mark:
        return STALE, "the rule under it has changed"
    return "", ""
