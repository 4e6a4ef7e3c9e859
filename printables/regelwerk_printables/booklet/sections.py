"""What the booklet adds to the chapters: cards, errata, what is different, sources, contents and index, as elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from unicodedata import normalize

from .alike import shared_text
from .elements import Columns, Element, Heading, Inline, Marked, Paragraph, Words
from .facts import Data, Facts
from .kana import index_key, index_row
from .words import joined, word


def cards_section(facts: Facts) -> Iterator[Element]:
    """Every card with its copies and text, type by type; cards that print the same stand together."""
    if not facts.game["cards"]:
        return
    yield Heading((Inline(word(facts.language, "cards")),), 1, "cards")
    yield Columns(2)
    for kind in facts.game["card_types"]:
        cards = [card for card in facts.game["cards"] if card["type"] == kind["name"]]
        if not cards:
            continue
        label = facts.own(kind["labels"])
        count = word(facts.language, "printed", kind["cards"])
        yield Heading((Inline(label[:1].upper() + label[1:]), Inline(f" · {count}")), 2, f"cards.{kind['name']}")
        alike = [list(group) for _, group in groupby(cards, key=lambda card: _likeness(facts, card))]
        for group, text in _collapsed(facts, alike):
            yield from _entry(facts, group, text)


def _likeness(facts: Facts, card: Data) -> tuple[str, bool]:
    return facts.own(card["texts"]), facts.card_differs(card)


def _collapsed(facts: Facts, groups: Sequence[list[Data]]) -> Iterator[tuple[list[Data], str]]:
    """The groups with their texts; those of one family that differ in a word only are one."""
    for _, several in groupby(groups, key=lambda group: (group[0]["family"], facts.card_differs(group[0]))):
        family = list(several)
        texts = [facts.own(group[0]["texts"]) for group in family]
        titles = [facts.card_name(group[0]) for group in family]
        shared = shared_text(titles, texts) if len(family) > 1 and all(texts) else None
        if shared is None:
            yield from zip(family, texts, strict=True)
        else:
            yield [card for group in family for card in group], shared


def _entry(facts: Facts, cards: list[Data], text: str) -> Iterator[Element]:
    """Cards with one text: their names with copies, then the text."""
    language = facts.language
    names = []
    for card in cards:
        name = facts.card_name(card)
        names.append(word(language, "copies", name, card["copies"]) if card["copies"] > 1 or text else name)
    words: Words = (Inline(joined(language, names), bold=bool(text)),)
    if text:
        words += (Inline("\n" + text),)
    anchors = tuple(f"card.{card['key']}" for card in cards)
    entry = Paragraph(
        words, anchors=anchors, small=True, whole=bool(text), index=tuple(map(facts.card_name, cards)) if text else ()
    )
    shown = Marked((entry,)) if facts.card_differs(cards[0]) else entry
    yield from facts.with_doubt([id_ for card in cards for id_ in card["messages"]], [shown])


def errata_section(facts: Facts) -> Iterator[Element]:
    """The errata that apply, each with the cards it changes; then those that were left out."""
    errata = facts.game["errata"]
    if not errata:
        return
    language = facts.language
    yield Heading((Inline(word(language, "errata")),), 1, "errata")
    for one in errata:
        if one["applied"]:
            cards = _cards_of(facts, one)
            title = facts.own(one["titles"])
            shown = word(language, "erratum of", joined(language, cards), title) if cards else title
            yield Paragraph((Inline(shown),), label="•", depth=1)
    left_out = [facts.own(one["titles"]) for one in errata if not one["applied"]]
    if left_out:
        yield Paragraph((Inline(word(language, "left out", joined(language, left_out))),), small=True)


def _cards_of(facts: Facts, change: Data) -> list[str]:
    keys = {part for step in change["changes"] for part in step["key"]}
    return [facts.card_name(card) for card in facts.game["cards"] if card["key"] in keys]


def changes_section(facts: Facts, pages: Iterable[int]) -> Iterator[Element]:
    """The chosen variants, where their marks are, and the cards that differ."""
    chosen = [one for one in facts.game["variants"] if one["applied"]]
    if not chosen:
        return
    language = facts.language
    yield Heading((Inline(word(language, "changes")),), 1, "changes")
    for one in chosen:
        yield Paragraph((Inline(facts.own(one["titles"])),), label="•", depth=1)
    numbers = joined(language, map(str, sorted(set(pages))))
    if facts.base is not None and numbers:
        yield Paragraph((Inline(word(language, "marked", numbers)),))
    if facts.base is not None:
        cards = [facts.card_name(card) for card in facts.game["cards"] if facts.card_differs(card)]
        if cards:
            yield Paragraph((Inline(word(language, "changed cards", joined(language, cards))),))


def sources_section(facts: Facts) -> Iterator[Element]:
    """The documents that the rules come from, and what was filled in where they are silent."""
    documents, added = facts.game["documents"], facts.game["reconstructed"]
    if not documents and not added:
        return
    language = facts.language
    yield Heading((Inline(word(language, "sources")),), 1, "sources")
    for document in documents:
        yield Paragraph((Inline(facts.own(document["titles"])),), label="•", depth=1, small=True)
    if added:
        yield Heading((Inline(word(language, "reconstructed")),), 2, "reconstructed")
    for one in added:
        what, value, why = (facts.own(one["texts"][part]) for part in ("what", "value", "why"))
        head, rest = word(language, "colon", what[:1].upper() + what[1:], "\0").split("\0")
        tail = f"{value}{rest} – {why}" if why else value + rest
        yield Paragraph((Inline(head, bold=True), Inline(tail)), label="•", depth=1, small=True)


def index_section(facts: Facts, terms: Mapping[str, Iterable[int]]) -> Iterator[Element]:
    """Every term with its pages, in the order of the language."""
    if not terms:
        return
    yield Columns(1)
    yield Heading((Inline(word(facts.language, "index")),), 1, "index")
    yield Columns(2)
    last = ""
    for term in sorted(terms, key=index_key if facts.language == "ja" else _order):
        first = index_row(term) if facts.language == "ja" else _order(term)[0][:1]
        pages = joined(facts.language, map(str, sorted(set(terms[term]))))
        yield Paragraph((Inline(f"{term}\u00a0\u00a0"), Inline(pages, bold=True)), small=True, tight=first == last)
        last = first


def _order(term: str) -> tuple[str, str]:
    """Letters without their accents."""
    bare = "".join(char for char in normalize("NFKD", term.casefold()) if char.isalnum() or char == " ")
    return bare, term
