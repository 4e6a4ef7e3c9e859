"""Updating of gettext files: every wanted text gets an entry, and no translation is lost.

Entries are found by their id alone: a changed text never takes over the translation of another. Where the words have
changed, the translation stays, marked as fuzzy, with the words that it was made from (`#|`). Where only a number in a
slot has, it is taken over. Where the rule under an instruction has, the entry is fuzzy too, with a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import polib

from ...checked.languages import whole_tags
from ...model.ids import MessageId
from .entries import MARK, changed_numbers, mark_in, with_numbers
from .files import WIDTH
from .wanted import Wanted

RULE_NOTE = "The rule under this text has changed, the words have not: does the translation still say what happens?"
BOTH_NOTE = "The rule under this text has changed, and so have the words: does the translation still say what happens?"


def update_catalogue(
    file: polib.POFile,
    wanted: Iterable[Wanted],
    *,
    language: str,
    reviewed: bool = False,
    unfit: Collection[str] = (),
) -> tuple[polib.POFile, Counter[str]]:
    """A new file with every text that is wanted, in that order, and what became of the old one.

    Args:
        file: the catalogue so far; its entries are changed.
        wanted: what it should hold.
        language: its language, for the plurals; "" for a template.
        reviewed: whether rules that have changed leave their translations as they are.
        unfit: variants whose texts are not known now; their entries stay as they are.

    Returns:
        The file, and how many entries are `new`, `fuzzy` (that were not before), `carried` (a number was taken over),
        `moved` (to another place of their chapter), `left over`.
    """
    texts = list(wanted)
    counts: Counter[str] = Counter()
    current, given_up, others = _by_id(file)
    homes = _homes(texts, current)
    fresh = polib.POFile(wrapwidth=WIDTH)
    fresh.header, fresh.metadata, fresh.metadata_is_fuzzy = file.header, file.metadata, file.metadata_is_fuzzy
    for one in texts:
        home = homes.get(one.id)
        entry = current.pop(home) if home is not None else given_up.pop(one.id, None)
        if entry is None:
            entry = polib.POEntry(msgctxt=str(one.id), msgid=one.source)
            counts["new"] += 1
        elif home not in (None, one.id):
            counts["moved"] += 1
        entry.obsolete = False
        counts += _bring(entry, one, language, reviewed)
        _annotate(entry, one, language)
        fresh.append(entry)
    for entry in (*current.values(), *given_up.values(), *others):
        if not entry.obsolete and MessageId.parse(entry.msgctxt or "").change in unfit:
            fresh.append(entry)
        elif any((entry.msgstr, *entry.msgstr_plural.values())):
            counts["left over"] += not entry.obsolete
            entry.obsolete = True
            entry.comment, entry.occurrences = "", []  # what translators have said stays, for the day when it is wanted
            fresh.append(entry)
    return fresh, counts


Entries = dict[MessageId, polib.POEntry]


def _by_id(file: polib.POFile) -> tuple[Entries, Entries, list[polib.POEntry]]:
    """The entries that are used and those that are not, by their ids, and those that have no id of their own."""
    current, given_up, others = Entries(), Entries(), []
    for entry in file:
        known, id_ = given_up if entry.obsolete else current, MessageId.parse(entry.msgctxt or "")
        if entry.msgctxt != str(id_) or id_ in known:
            others.append(entry)
        else:
            known[id_] = entry
    return current, given_up, others


def _homes(texts: list[Wanted], current: Entries) -> dict[MessageId, MessageId]:
    """For each text the id under which its entry stands now.

    The blocks of a chapter are counted, so they move when one is put before them: a block with the same words is the
    same block.
    """
    homes = {one.id: one.id for one in texts if one.id in current and not one.id.is_block}
    blocks = [one for one in texts if one.id.is_block]
    free = [id_ for id_ in current if id_.is_block]
    for rank in range(3):
        for one in blocks:
            wanted = _likeness(one.id, one.source)[rank]
            same = (id_ for id_ in free if _likeness(id_, current[id_].msgid)[rank] == wanted)
            found = next(same, None) if one.id not in homes else None
            if found is not None:
                homes[one.id] = found
                free.remove(found)
    return homes


def _likeness(id_: MessageId, words: str) -> tuple[object, ...]:
    """The properties by which two blocks are taken to be one, the surest first: id and words, chapter and words, id."""
    return (id_, words.split()), (id_.parts[:-1], words.split()), id_


def _bring(entry: polib.POEntry, one: Wanted, language: str, reviewed: bool) -> Counter[str]:
    """Gives an entry the words of the source as they are now, and the mark of the rule from which it is translated."""
    counts: Counter[str] = Counter()
    was_fuzzy = entry.fuzzy
    if not was_fuzzy:
        entry.previous_msgid = None  # of a question that is answered
    entry.msgctxt = str(one.id)
    if entry.msgid != one.source:
        counts += _reword(entry, one.source)
    changed = one.mark and entry.msgstr and mark_in(entry) not in ("", one.mark)
    noted = " ".join(entry.comment.split())
    asked = was_fuzzy and any(note in noted for note in (RULE_NOTE, BOTH_NOTE))  # before, and not yet answered
    if reviewed and asked and not entry.previous_msgid:
        entry.previous_msgid = None
        _set_fuzzy(entry, False)
    elif (changed or asked) and not reviewed:
        _set_fuzzy(entry, True)
    note = BOTH_NOTE if entry.previous_msgid else RULE_NOTE
    entry.comment = note if (changed or asked) and not reviewed else ""
    lines = [line for line in entry.tcomment.splitlines() if not line.startswith(MARK)]
    entry.tcomment = "\n".join([*lines, *([MARK + one.mark] if one.mark and language else [])])
    counts["fuzzy"] += entry.fuzzy and not was_fuzzy
    return counts


def _reword(entry: polib.POEntry, source: str) -> Counter[str]:
    numbers = changed_numbers(entry.msgid, source)
    same = entry.msgid.split() == source.split()
    counts: Counter[str] = Counter()
    if not same and numbers is not None:
        entry.msgstr = with_numbers(entry.msgstr, numbers)
        if entry.previous_msgid:
            entry.previous_msgid = with_numbers(entry.previous_msgid, numbers)
        counts["carried"] += bool(entry.msgstr)
    elif not same and entry.msgstr:
        if entry.previous_msgid is None or not entry.fuzzy:
            entry.previous_msgid = entry.msgid
        _set_fuzzy(entry, True)
    entry.msgid = source
    if entry.previous_msgid and entry.previous_msgid.split() == source.split():  # the words are back
        entry.previous_msgid = None
        _set_fuzzy(entry, False)
    return counts


def _set_fuzzy(entry: polib.POEntry, fuzzy: bool) -> None:
    entry.flags = [*(flag for flag in entry.flags if flag != "fuzzy"), *(["fuzzy"] if fuzzy else [])]


def _annotate(entry: polib.POEntry, one: Wanted, language: str) -> None:
    """Adds notes for translators: the purpose of the text, words, an example, its box, the wordings of a number."""
    notes = [one.note, *filter(None, (one.own, one.example and f"For example: {one.example}"))]
    if one.room:
        notes.append(f"Box: {one.room}")
    if language and ":" in one.source and "|" in one.source and one.values is not None:
        tags = whole_tags(language)
        notes.append(f"After the colon of a slot: {' | '.join(tags) if len(tags) > 1 else 'the words as they are'}")
    if entry.comment:
        notes.append(entry.comment)
    entry.comment = "\n".join(" ".join(note.split()) for note in notes)
    if not entry.previous_msgid or not entry.fuzzy:
        entry.previous_msgid = None
    file, _, line = one.where.rpartition(":")
    entry.occurrences = [(file, line)] if file else [(one.where, "")] if one.where else []
