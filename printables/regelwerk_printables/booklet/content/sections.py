"""Parts of a booklet that follow its cards: errata, sources and index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from unicodedata import normalize

from regelwerk_compiler.checked.prose import Change

from .elements import Columns, Element, Heading, Inline, Paragraph
from .facts import Facts
from .kana import index_key, index_row, read
from .references import page_links
from .words import joined, word


def errata_section(facts: Facts) -> Iterator[Element]:
    """The errata that apply, each with the cards it changes; then those that were left out."""
    errata = facts.game.errata
    if not errata:
        return
    language = facts.language
    yield Heading((Inline(word(language, "errata")),), 1, "errata")
    applied = [one for one in errata if one.applied]
    for number, one in enumerate(applied, 1):
        cards = _cards_of(facts, one)
        title = facts.own(one.titles)
        shown = word(language, "erratum of", joined(language, cards), title) if cards else title
        keep = number == len(applied) - 1  # else the last one could stand alone
        paragraph = Paragraph((Inline(shown),), label="•", depth=1, small=True, keep=keep)
        yield from facts.with_doubt([f"erratum.{one.name}.title"], [paragraph])
    left_out = [facts.own(one.titles) for one in errata if not one.applied]
    if left_out:
        yield Paragraph((Inline(word(language, "left out", joined(language, left_out))),), small=True)


def _cards_of(facts: Facts, change: Change) -> list[str]:
    keys = {part for step in change.changes for part in step.key}
    return [facts.card_name(card) for card in facts.game.cards if card.key in keys]


def sources_section(facts: Facts) -> Iterator[Element]:
    """The documents that the rules come from, and what was filled in where they are silent."""
    documents, added = facts.game.documents, facts.game.reconstructed
    if not documents and not added:
        return
    language = facts.language
    yield Heading((Inline(word(language, "sources")),), 1, "sources")
    yield Columns(2)
    for document in documents:
        yield Paragraph((Inline(facts.own(document.titles)),), fine=True, hanging=True)
    if added:
        yield Heading((Inline(word(language, "reconstructed")),), 2, "reconstructed")
    for one in added:
        what, value, why = (facts.own(one.texts[part]) for part in ("what", "value", "why"))
        head, rest = word(language, "colon", what[:1].upper() + what[1:], "\0").split("\0")
        tail = word(language, "because", value + rest, why) if why else value + rest
        yield Paragraph((Inline(head, bold=True), Inline(tail)), fine=True)


def index_entries(facts: Facts, terms: Mapping[str, Iterable[int]]) -> list[Paragraph]:
    """Every term with its pages, in the order of the language."""
    found: list[Paragraph] = []
    last = ""
    pages: dict[str, set[int]] = defaultdict(set)
    spelled = {term.casefold(): term for term in sorted(terms)}  # `place` rather than `Place`, if there are both
    for term, own in terms.items():
        pages[spelled[term.casefold()]].update(own)
    spoken = {term: read(term, facts.readings) for term in pages}
    for term in sorted(pages, key=lambda term: _place(facts.language, term, spoken[term])):
        first = index_row(spoken[term]) if facts.language == "ja" else _order(spoken[term])[0][:1]
        words = (Inline(f"{term}\u00a0\u00a0"), *page_links(facts.language, pages[term]))
        found.append(Paragraph(words, fine=True, tight=first == last, hanging=True, undivided=True))
        last = first
    return found


def _place(language: str, term: str, spoken: str) -> tuple[object, str]:
    return (index_key(spoken) if language == "ja" else _order(spoken)), term


def _order(term: str) -> tuple[str, str]:
    """Letters without their accents."""
    bare = "".join(char for char in normalize("NFKD", term.casefold()) if char.isalnum() or char == " ")
    return bare, term
