"""Glossary of a booklet: the terms that chapters explain, each with the sentence that does."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TypeVar

from .elements import Columns, Element, Inline, Paragraph, Words, plain, walk
from .facts import Facts, References
from .prose import read_markdown
from .sections import in_order

_ENDS = re.compile(r"(?<=\w\w[.!?])\s+|(?<=[。！？])|$")  # not behind an abbreviation of one letter
_COLONS = (":", "\uff1a")
P = TypeVar("P", bound=Hashable)  # where a term stands: a page, or the title and anchor of a part


def glossary_section(
    facts: Facts,
    terms: Mapping[str, Iterable[P]],
    links: Callable[[Facts, Iterable[P]], Words],
) -> Iterator[Element]:
    """What the terms of the chapters mean, in the order of the language, with where they are explained."""
    explained = explanations(facts)
    known = [term for term in in_order(facts, explained) if term in terms]
    if not known:
        return
    yield Columns(1)
    yield facts.heading("glossary")
    yield Columns(2)
    for term in known:
        words = (
            Inline(term, bold=True),
            Inline(f"\u00a0\u00a0{explained[term]} "),
            *links(facts, list(terms[term])[:1]),
        )
        yield Paragraph(words, fine=True, hanging=True, whole=True)


def explanations(facts: Facts) -> dict[str, str]:
    """The sentence in which each term of the chapters first stands; without the term where that begins it."""
    found: dict[str, str] = {}
    references = References(facts, {}, paged=False)
    for text in (facts.own(block.texts) for one in facts.game.chapters for block in one.blocks if not block.inserts):
        for element in walk(read_markdown(text, references.refer, facts.icons)):
            if isinstance(element, Paragraph):
                for term, sentence in _explained(element.words):
                    found.setdefault(term, sentence)
    return found


def _explained(words: Words) -> Iterator[tuple[str, str]]:
    starts = accumulate((len(inline.text) for inline in words), initial=0)
    text, begin = plain(words), 0
    terms = [(inline.text, at) for inline, at in zip(words, starts, strict=False) if inline.term]
    for end in _ENDS.finditer(text):
        sentence = text[begin : end.start()].strip()
        for term, at in terms:
            if begin <= at < end.start():
                rest = sentence.removeprefix(term)
                is_lead = rest != sentence and rest.startswith(_COLONS)
                yield term, rest[1:].strip() if is_lead else sentence
        begin = end.end()
