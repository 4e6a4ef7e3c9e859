"""Parts that the booklet adds to the chapters: changes by variants, errata, sources and index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from unicodedata import normalize

from regelwerk_compiler.checked.prose import TableInsert

from .elements import Columns, Element, Inline, Paragraph, Words, join
from .facts import Facts
from .kana import index_key, index_row, read
from .references import References, page_links


def changes_section(references: References, pages: Iterable[int]) -> Iterator[Element]:
    """The chosen variants, where their marks are, and the values, chapters and cards that differ.

    Args:
        references: of the booklet.
        pages: those that have marks.
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
        yield _told(facts, "marked", links)
    for line in dict.fromkeys(_values(facts)):
        yield Paragraph((Inline(line),), label="•", depth=1)
    changed = [
        references.refer("#" + chapter.name, "")
        for chapter in facts.game.chapters
        if any(block.id and facts.block_differs(block) for block in chapter.blocks)
    ]
    if changed:
        yield _told(facts, "changed chapters", join(changed, facts.comma))
    kept = {chapter.name for chapter in facts.game.chapters}
    dropped = [facts.own(one.titles) for one in facts.base.chapters if one.name not in kept]
    if dropped:
        yield _told(facts, "dropped chapters", (Inline(facts.joined(dropped)),))
    cards = [facts.card_name(card) for card in facts.game.cards if facts.card_differs(card)]
    if cards:
        yield _told(facts, "changed cards", (Inline(facts.joined(cards)),))


def _told(facts: Facts, key: str, words: Words) -> Paragraph:
    before, after = facts.word(key, "\0").split("\0")
    return Paragraph((Inline(before), *words, Inline(after)))


def _values(facts: Facts) -> Iterator[str]:
    """The cells that differ, of the tables that chapters show: `Goods: plum, price 5 → 7`."""
    for table in facts.game.inserts():
        if isinstance(table, TableInsert):
            for row, heading, old, new in facts.differences(table.name, table.columns):
                cell = facts.joined([row, facts.word("of", heading, facts.word("then", old, new))])
                yield facts.word("colon", facts.caption(table.name), cell)


def errata_section(facts: Facts) -> Iterator[Element]:
    """The errata that apply, each with the cards it changes; then those that were left out."""
    errata = facts.game.errata
    if not errata:
        return
    yield facts.heading("errata")
    applied = [one for one in errata if one.applied]
    for number, one in enumerate(applied, 1):
        keys = {part for step in one.changes for part in step.key}
        cards = [facts.card_name(card) for card in facts.game.cards if card.key in keys]
        title = facts.own(one.titles)
        shown = facts.word("erratum of", facts.joined(cards), title) if cards else title
        keep = number == len(applied) - 1  # else the last one could stand alone
        paragraph = Paragraph((Inline(shown),), label="•", depth=1, small=True, keep=keep)
        yield from facts.with_doubt([f"erratum.{one.name}.title"], [paragraph])
    left_out = [facts.own(one.titles) for one in errata if not one.applied]
    if left_out:
        yield Paragraph((Inline(facts.word("left out", facts.joined(left_out))),), small=True)


def sources_section(facts: Facts) -> Iterator[Element]:
    """The documents that the rules come from, and what was filled in where they are silent."""
    documents, added = facts.game.documents, facts.game.reconstructed
    if not documents and not added:
        return
    yield facts.heading("sources")
    yield Columns(2)
    for document in documents:
        yield Paragraph((Inline(facts.own(document.titles)),), fine=True, hanging=True)
    if added:
        yield facts.heading("reconstructed", 2)
    for one in added:
        what, value, why = (facts.own(one.texts[part]) for part in ("what", "value", "why"))
        head, rest = facts.word("colon", what[:1].upper() + what[1:], "\0").split("\0")
        tail = facts.word("because", value + rest, why) if why else value + rest
        yield Paragraph((Inline(head, bold=True), Inline(tail)), fine=True)


def index_entries(facts: Facts, terms: Mapping[str, Iterable[int]]) -> list[Paragraph]:
    """Every term with its pages, in the order of the language."""
    found: list[Paragraph] = []
    last = ""
    pages: dict[str, set[int]] = defaultdict(set)
    spelled = {term.casefold(): term for term in sorted(terms)}  # `place` rather than `Place`, if there are both
    for term, own in terms.items():
        pages[spelled[term.casefold()]].update(own)
    is_japanese = facts.language == "ja"
    spoken = {term: read(term, facts.readings) for term in pages}
    order = {term: index_key(said) if is_japanese else _order(said) for term, said in spoken.items()}
    for term in sorted(pages, key=lambda term: (order[term], term)):
        first = index_row(spoken[term]) if is_japanese else str(order[term][0])[:1]
        words = (Inline(f"{term}\u00a0\u00a0"), *page_links(facts, pages[term]))
        found.append(Paragraph(words, fine=True, tight=first == last, hanging=True, undivided=True))
        last = first
    return found


def _order(term: str) -> tuple[str, str]:
    """Letters without their accents."""
    bare = "".join(char for char in normalize("NFKD", term.casefold()) if char.isalnum() or char == " ")
    return bare, term
