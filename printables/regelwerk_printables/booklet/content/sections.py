"""Parts that the booklet adds to the chapters: changes by variants, errata, sources and index."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar
from unicodedata import lookup, name, normalize

from regelwerk_dsl.grammar.inserts import TableInsert

from .elements import Columns, Element, Heading, Inline, Paragraph, Words, join, plain, walk
from .facts import Facts, References, page_links

# ---- the order of Japanese terms in the index ------------------------------------------------------------------------
# Latin letters and digits come first, then kana, then kanji. Kana are in the order of the syllables: katakana as
# hiragana, a long vowel as that vowel, small and voiced ones beside the plain ones. A game can say how its words are
# read; other kanji come after the kana in the order of JIS X 0208, whose first part is arranged by the most usual
# reading.

Key = tuple[tuple[tuple[int, int], ...], str]

_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
_ROWS = "あかさたなはまやらわ"


def read(term: str, readings: Mapping[str, str]) -> str:
    """A term whose words are replaced by their readings, if they have one, the longest words first."""
    if not readings:
        return term
    words = sorted(readings, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), lambda match: readings[match[0]], term)


@cache
def index_key(term: str) -> Key:
    """The key by which terms are sorted; terms with equal places are ordered as written."""
    return tuple(map(_place, plain_kana(term))), term


def plain_kana(term: str) -> str:
    """A term with its kana as large, unvoiced hiragana."""
    found = ""
    for char in normalize("NFKC", term.casefold()):
        if "ァ" <= char <= "ヶ":
            char = chr(ord(char) - 0x60)
        if char == "ー" and found:
            vowel = re.fullmatch("HIRAGANA LETTER .*([AIUEO])", name(found[-1], ""))
            char = lookup(f"HIRAGANA LETTER {vowel[1]}") if vowel else char
        found += char.translate(_SMALL)
    return "".join(char for char in normalize("NFD", found) if char not in "\u3099\u309a")


def index_row(term: str) -> str:
    """The group of a term in the index: a row of the syllables, `漢` for kanji, "" for all else."""
    first = plain_kana(term)[:1]
    if "ぁ" <= first <= "ん":
        return max(row for row in _ROWS if row <= first)
    return "漢" if "一" <= first <= "鿿" or first == "々" else ""


def _place(char: str) -> tuple[int, int]:
    if "ぁ" <= char <= "ゖ":
        return 1, ord(char)
    if char < "\u3000":
        return 0, ord(char)
    return 2, int.from_bytes(char.encode("euc_jp", "replace"), "big")


# ---- sections --------------------------------------------------------------------------------------------------------


def changes_section(references: References, pages: Iterable[int]) -> Iterator[Element]:
    """The chosen variants, the pages with change bars, and the values, chapters and cards that differ.

    Args:
        references: the references of the booklet.
        pages: the pages with change bars.
    """
    facts = references.facts
    chosen = [one for one in facts.game.variants if one.applied]
    if not chosen:
        return
    yield facts.heading("changes")
    for one in chosen:
        paragraph = Paragraph((Inline(facts.own(one.titles), bold=True),), label="•", depth=1)
        yield from facts.with_doubt([f"variant.{one.name}.title"], [paragraph])
    if facts.base is None:
        return
    if links := page_links(facts, pages):
        yield Paragraph(facts.phrase("marked", links))
    for caption, row, heading, *values in dict.fromkeys(changed_cells(facts)):
        cell = facts.joined([row, facts.word("of", heading, facts.word("then", *values))])
        yield Paragraph((Inline(facts.word("colon", caption, cell)),), label="•", depth=1)
    changed = [
        references.refer("#" + chapter.name, "")
        for chapter in facts.game.chapters
        if any(block.id and facts.block_differs(block) for block in chapter.blocks)
    ]
    if changed:
        yield Paragraph(facts.phrase("changed chapters", join(changed, facts.comma)))
    kept = {chapter.name for chapter in facts.game.chapters}
    dropped = [facts.own(one.titles) for one in facts.base.chapters if one.name not in kept]
    if dropped:
        yield Paragraph((Inline(facts.word("dropped chapters", facts.joined(dropped))),))
    cards = [facts.card_name(card) for card in facts.game.cards if facts.card_differs(card)]
    if cards:
        yield Paragraph((Inline(facts.word("changed cards", facts.joined(cards))),))


def changed_cells(facts: Facts) -> Iterator[tuple[str, str, str, str, str]]:
    """The cells that differ in the tables that chapters show: caption, row, heading, old and new value."""
    for table in facts.game.inserts():
        if isinstance(table, TableInsert):
            for cell in facts.differences(table.name, table.columns):
                yield facts.caption(table.name), *cell


def errata_section(facts: Facts) -> Iterator[Element]:
    """The errata that apply, each with the cards it changes; then those that were left out."""
    errata = facts.game.errata
    if not errata:
        return
    yield facts.heading("errata")
    applied = [one for one in errata if one.applied]
    if applied:
        yield Paragraph((Inline(facts.word("errata told")),), small=True, keep=True)
    for number, one in enumerate(applied, 1):
        keys = {part for step in one.changes for part in step.key}
        cards = [facts.card_name(card) for card in facts.game.cards if card.key in keys]
        title = facts.own(one.titles)
        shown = facts.word("erratum of", facts.joined(cards), title) if cards else title
        keep = number == len(applied) - 1  # else the last one could be alone on a page
        paragraph = Paragraph((Inline(shown),), label="•", depth=1, small=True, keep=keep)
        yield from facts.with_doubt([f"erratum.{one.name}.title"], [paragraph])
    left_out = [facts.own(one.titles) for one in errata if not one.applied]
    if left_out:
        yield Paragraph((Inline(facts.word("left out", facts.joined(left_out))),), small=True)


def questions_section(facts: Facts) -> Iterator[Element]:
    """Players' questions with answers, except those to which a chosen variant gives another answer."""
    chosen = {one.name for one in facts.game.variants if one.applied}
    asked = [one for one in facts.game.questions if one.texts["asked"] and one.variant not in chosen]
    if not asked:
        return
    yield Columns(1)
    yield facts.heading("questions")
    yield Columns(2)
    for one in asked:
        question, answer = (facts.own(one.texts[part]) for part in ("asked", "answer"))
        words = (Inline(question, bold=True), Inline("\n" + answer))
        paragraph = Paragraph(words, small=True, whole=True)
        yield from facts.with_doubt([f"question.{one.id}.asked", f"question.{one.id}.answer"], [paragraph])
    yield Columns(1)


def sources_section(facts: Facts) -> Iterator[Element]:
    """The documents that the rules come from, and the rules that were reconstructed where these are silent."""
    documents, added = facts.game.documents, facts.game.reconstructed
    if not documents and not added:
        return
    yield Columns(1)
    yield facts.heading("sources")
    yield Columns(2)
    for document in documents:
        yield Paragraph((Inline(facts.own(document.titles)),), fine=True, hanging=True)
    if added:
        yield facts.heading("reconstructed", 2)
    for one in added:
        what, value, why = (facts.own(one.texts[part]) for part in ("what", "value", "why"))
        tail = facts.word("because", value, why) if why else value
        words = facts.phrase("colon", (Inline(facts.say.begun(what), bold=True),), (Inline(tail),), bold=True)
        yield Paragraph(words, fine=True)


P = TypeVar("P", bound=Hashable)  # the place of a term: a page, or the title and anchor of a part


def index_entries(
    facts: Facts, terms: Mapping[str, Iterable[P]], links: Callable[[Facts, Iterable[P]], Words]
) -> list[Paragraph]:
    """Every term with links to its places, in the order of the language."""
    found: list[Paragraph] = []
    last = ""
    pages: dict[str, dict[P, None]] = defaultdict(dict)
    spelled = {term.casefold(): term for term in sorted(terms)}  # `place` rather than `Place`, if there are both
    for term, own in terms.items():
        pages[spelled[term.casefold()]].update(dict.fromkeys(own))
    for term in in_order(facts, pages):
        spoken = read(term, facts.readings)
        first = index_row(spoken) if facts.language == "ja" else _order(spoken)[0][:1]
        words = (Inline(f"{term}\u00a0\u00a0"), *links(facts, pages[term]))
        found.append(Paragraph(words, fine=True, tight=first == last, hanging=True, undivided=True))
        last = first
    return found


def in_order(facts: Facts, terms: Iterable[str]) -> list[str]:
    """Terms in the order of the language."""
    spoken = {term: read(term, facts.readings) for term in terms}
    order = {term: index_key(said) if facts.language == "ja" else _order(said) for term, said in spoken.items()}
    return sorted(spoken, key=lambda term: (order[term], term))


def places(shown: Iterable[Element]) -> dict[str, dict[tuple[str, str], None]]:
    """The places of terms, for the index of something without pages: the title of the part, and an anchor."""
    found: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    headings: dict[str, tuple[str, str]] = {}
    part = ("", "")
    for element in walk(shown):
        if isinstance(element, Heading) and element.anchor:
            part = plain(element.words), element.anchor
            headings[part[0]] = part
        elif isinstance(element, Paragraph):
            terms = (*element.index, *(inline.entry for inline in element.words if inline.term))
            place = (part[0], element.anchors[0]) if element.anchors else part
            for term in terms if part[1] else ():
                found[term][place] = None
    for term in found.keys() & headings.keys():  # a chapter of its own
        found[term][headings[term]] = None
    return found


def part_links(facts: Facts, parts: Iterable[tuple[str, str]]) -> Words:
    """Links to parts by their titles."""
    return join([(Inline(title, target=anchor),) for title, anchor in parts], facts.comma)


def _order(term: str) -> tuple[str, str]:
    """The sort key of a term: letters without accents, and numbers by value, preceded by the count of their digits."""
    bare = "".join(char for char in normalize("NFKD", term.casefold()) if char.isalnum() or char == " ")
    return re.sub(r"[0-9]+", lambda number: f"{len(number[0].lstrip('0')):04}{number[0].lstrip('0')}", bare), term
