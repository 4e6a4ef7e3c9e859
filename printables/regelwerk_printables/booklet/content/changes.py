"""Chapter of a booklet on what the chosen variants change, and where that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk_compiler.checked.prose import Chapter, TableInsert

from .elements import Element, Heading, Inline, Paragraph, Words
from .facts import Facts
from .references import References, page_links
from .words import comma, joined, word


def changes_section(references: References, pages: Iterable[int]) -> Iterator[Element]:
    """The chosen variants, where their marks are, and the values, chapters and cards that differ.

    Args:
        references: of the booklet.
        pages: those that have marks.
    """
    facts = references.facts
    language = facts.language
    chosen = [one for one in facts.game.variants if one.applied]
    if not chosen:
        return
    yield Heading((Inline(word(language, "changes")),), 1, "changes")
    for one in chosen:
        paragraph = Paragraph((Inline(facts.own(one.titles), bold=True),), label="•", depth=1)
        yield from facts.with_doubt([f"variant.{one.name}.title"], [paragraph])
    if facts.base is None:
        return
    if links := page_links(language, pages):
        yield _told(facts, "marked", links)
    for line in _values(facts):
        yield Paragraph((Inline(line),), label="•", depth=1)
    changed = [
        chapter for chapter in facts.game.chapters if any(one.id and facts.block_differs(one) for one in chapter.blocks)
    ]
    if changed:
        yield _told(facts, "changed chapters", _linked(references, changed))
    kept = {chapter.name for chapter in facts.game.chapters}
    dropped = [facts.own(one.titles) for one in facts.base.chapters if one.name not in kept]
    if dropped:
        yield _told(facts, "dropped chapters", (Inline(joined(language, dropped)),))
    cards = [facts.card_name(card) for card in facts.game.cards if facts.card_differs(card)]
    if cards:
        yield _told(facts, "changed cards", (Inline(joined(language, cards)),))


def _told(facts: Facts, key: str, words: Words) -> Paragraph:
    before, after = word(facts.language, key, "\0").split("\0")
    return Paragraph((Inline(before), *words, Inline(after)))


def _values(facts: Facts) -> Iterator[str]:
    """The cells that differ, of the tables that chapters show: `Goods: plum, price 5 → 7`."""
    language = facts.language
    tables = dict.fromkeys(one for one in facts.game.inserts() if isinstance(one, TableInsert))
    lines: dict[str, None] = {}
    for table in tables:
        for row, heading, old, new in facts.differences(table.name, table.columns):
            cell = joined(language, [row, word(language, "of", heading, word(language, "then", old, new))])
            lines[word(language, "colon", facts.caption(table.name), cell)] = None
    yield from lines


def _linked(references: References, chapters: Iterable[Chapter]) -> Words:
    found: list[Inline] = []
    for chapter in chapters:
        if found:
            found.append(Inline(comma(references.facts.language)))
        found += references.refer("#" + chapter.name, "")
    return tuple(found)
