"""What the booklet adds to the chapters: cards, errata, what is different, sources, contents and index, as elements."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from unicodedata import normalize

from .alike import SLOT, shared_beside, shared_text, shared_title, side_by_side
from .elements import Columns, Element, Heading, Inline, Marked, Paragraph, Words
from .facts import Data, Facts
from .kana import index_key, index_row, read
from .references import page_links
from .words import joined, word

SHORT_NAME = 30  # characters: such a name in a row of others is not parted by the end of a line
BETWEEN = "–"  # the two things that a card is about
_AFTER_SLOT = re.compile(f"(?:{SLOT}[、・と]?)+(?:から|への|での|[にのでへを])([^{SLOT}]+)$")  # a Japanese title


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
        title = word(facts.language, "of kind", label[:1].upper() + label[1:], kind["cards"])
        heading = Heading((Inline(title),), 2, f"cards.{kind['name']}")
        yield from facts.with_doubt([f"cardtype.{kind['name']}"], [heading])
        alike = [list(group) for _, group in groupby(cards, key=lambda card: _likeness(facts, card))]
        for group, text in _collapsed(facts, alike):
            for at, row in enumerate([group] if text else _rows(facts, group)):
                yield from _entry(facts, row, text, tight=at > 0)


def _likeness(facts: Facts, card: Data) -> tuple[str, bool]:
    return facts.own(card["texts"]), facts.card_differs(card)


def _collapsed(facts: Facts, groups: Sequence[list[Data]]) -> Iterator[tuple[list[Data], str]]:
    """The groups with their texts; those of one family that differ in a word only are one."""
    for _, several in groupby(groups, key=lambda group: (group[0]["family"], facts.card_differs(group[0]))):
        family = list(several)
        texts = [facts.own(group[0]["texts"]) for group in family]
        titles = [facts.card_name(group[0]) for group in family]
        shared = _shared(titles, texts, family) if len(family) > 1 and all(texts) else None
        if shared is None:
            yield from zip(family, texts, strict=True)
        else:
            yield [card for group in family for card in group], shared


def _shared(titles: list[str], texts: list[str], groups: list[list[Data]]) -> str | None:
    """One text for all: where titles differ, with a slot for that; under one title, with what differs side by side."""
    if len(set(titles)) > 1:
        return shared_text(titles, texts) or shared_beside(titles, texts)
    copies = {sum(card["copies"] for card in group) for group in groups}
    return side_by_side(texts) if len(copies) == 1 else None  # else nobody could tell how many there are of which


def _rows(facts: Facts, cards: list[Data]) -> list[list[Data]]:
    """Cards that are named only: where names differ in two places, a row for each word that stands in the first."""
    shared = shared_title(tuple(map(facts.card_name, cards))) if len(cards) > 1 else None
    if shared is None or len(shared[1][0]) == 1:
        return [cards]
    named = groupby(zip(shared[1], cards, strict=True), key=lambda pair: pair[0][0])
    rows = [[card for _, card in row] for _, row in named]
    return rows if all(len(row) > 1 for row in rows) else [cards]


def _entry(facts: Facts, cards: list[Data], text: str, *, tight: bool) -> Iterator[Element]:
    """Cards with one text: their names with copies, then the text."""
    words, names = _headed(facts, cards, text) if len(cards) > 1 else _named(facts, cards, text)
    if text:
        words += (Inline("\n" + text),)
    anchors = tuple(f"card.{card['key']}" for card in cards)
    entry = Paragraph(
        words,
        anchors=anchors,
        small=True,
        tight=tight,
        whole=bool(text),
        undivided=not text,
        index=names if text else (),
    )
    shown = Marked((entry,)) if facts.card_differs(cards[0]) else entry
    yield from facts.with_doubt([id_ for card in cards for id_ in card["messages"]], [shown])


def _named(facts: Facts, cards: Sequence[Data], text: str) -> tuple[Words, tuple[str, ...]]:
    """The names of cards with their copies, and what the index lists."""
    copies: dict[str, int] = defaultdict(int)
    for card in cards:
        copies[facts.card_name(card)] += card["copies"]
    counted = [_counted(facts, name, count, bool(text)) for name, count in copies.items()]
    if len(counted) > 1:
        counted = [name.replace(" ", "\u00a0") if len(name) < SHORT_NAME else name for name in counted]
    return (Inline(joined(facts.language, counted), bold=bool(text)),), tuple(copies)


def _headed(facts: Facts, cards: Sequence[Data], text: str) -> tuple[Words, tuple[str, ...]]:
    """The same of several cards: what their names have in common once, then what is different."""
    names = tuple(map(facts.card_name, cards))
    shared = shared_title(names)
    if shared is None:
        return _named(facts, cards, text)
    title, found = shared
    parts = [BETWEEN.join(part) for part in found]
    copies = {card["copies"] for card in cards}
    single = list(dict.fromkeys(one for part in found for one in part))
    if not text and title.endswith(SLOT) and title.count(SLOT) == 1:  # Town 1, 2, 3
        counted = [_counted(facts, part, card["copies"], False) for part, card in zip(parts, cards, strict=True)]
        return (Inline(title.removesuffix(SLOT) + joined(facts.language, counted)),), names
    if len(copies) == 1 and sorted(map(sorted, found)) == sorted(map(sorted, combinations(single, 2))):
        told = word(facts.language, "each pair", copies.pop(), joined(facts.language, single))
    elif len(copies) == 1:
        told = word(facts.language, "each", copies.pop(), joined(facts.language, parts))
    else:
        told = joined(
            facts.language,
            (_counted(facts, part, card["copies"], True) for part, card in zip(parts, cards, strict=True)),
        )
    count = word(facts.language, "printed", sum(card["copies"] for card in cards))
    words = (Inline(f"{title} · {count}", bold=True), Inline(f"\n{told}"))
    return words, (listed,) if (listed := _listed(title)) else names


def _listed(title: str) -> str:
    """How the index lists a title with slots: nothing is looked up below an ellipsis. "" for each card by itself."""
    if not title.startswith(SLOT):
        return title
    return match[1] if (match := _AFTER_SLOT.match(title)) else ""


def _counted(facts: Facts, name: str, copies: int, always: bool) -> str:
    return word(facts.language, "copies", name, copies) if always or copies > 1 else name


def errata_section(facts: Facts) -> Iterator[Element]:
    """The errata that apply, each with the cards it changes; then those that were left out."""
    errata = facts.game["errata"]
    if not errata:
        return
    language = facts.language
    yield Heading((Inline(word(language, "errata")),), 1, "errata")
    applied = [one for one in errata if one["applied"]]
    for number, one in enumerate(applied, 1):
        cards = _cards_of(facts, one)
        title = facts.own(one["titles"])
        shown = word(language, "erratum of", joined(language, cards), title) if cards else title
        keep = number == len(applied) - 1  # else the last one could stand alone
        paragraph = Paragraph((Inline(shown),), label="•", depth=1, small=True, keep=keep)
        yield from facts.with_doubt([f"erratum.{one['name']}.title"], [paragraph])
    left_out = [facts.own(one["titles"]) for one in errata if not one["applied"]]
    if left_out:
        yield Paragraph((Inline(word(language, "left out", joined(language, left_out))),), small=True)


def _cards_of(facts: Facts, change: Data) -> list[str]:
    keys = {part for step in change["changes"] for part in step["key"]}
    return [facts.card_name(card) for card in facts.game["cards"] if card["key"] in keys]


def sources_section(facts: Facts) -> Iterator[Element]:
    """The documents that the rules come from, and what was filled in where they are silent."""
    documents, added = facts.game["documents"], facts.game["reconstructed"]
    if not documents and not added:
        return
    language = facts.language
    yield Heading((Inline(word(language, "sources")),), 1, "sources")
    yield Columns(2)
    for document in documents:
        yield Paragraph((Inline(facts.own(document["titles"])),), fine=True, hanging=True)
    if added:
        yield Heading((Inline(word(language, "reconstructed")),), 2, "reconstructed")
    for one in added:
        what, value, why = (facts.own(one["texts"][part]) for part in ("what", "value", "why"))
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
