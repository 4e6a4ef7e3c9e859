"""The glossary of a booklet: the meanings of terms, in the words of the game or of the sentences that explain them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from msgspec.structs import replace
from regelwerk_compiler.checked.prose import Block, Chapter
from regelwerk_compiler.model.ids import GLOSSARY

from .elements import Columns, Element, Heading, Inline, Marked, Paragraph, Words, plain, walk
from .facts import Facts, References
from .prose import read_markdown
from .sections import P, in_order

_ENDS = re.compile(r"(?<=\w\w[.!?])\s+|(?<=[。！？])|$")  # not after an abbreviation of one letter
_COLONS = (":", "\uff1a")


def glossary_section(
    references: References,
    terms: Mapping[str, Iterable[P]],
    links: Callable[[Facts, Iterable[P]], Words],
) -> Iterator[Element]:
    """The meanings of terms, in the order of the language, with the places of their explanations.

    They come from a chapter `glossary`; without one, from the sentences of other chapters with these terms.
    """
    facts = references.facts
    own = next((one for one in facts.game.chapters if one.name == GLOSSARY), None)
    if own is not None:
        heading, meanings = Heading((Inline(facts.own(own.titles)),), 1, GLOSSARY), dict(_written(references, own))
    else:
        explained = {term: _Meaning((Inline(said),)) for term, said in explanations(facts).items() if term in terms}
        heading, meanings = facts.heading(GLOSSARY), explained
    if not meanings:
        return
    places = {term.casefold(): list(found)[:1] for term, found in terms.items()}
    yield Columns(1)
    yield heading
    yield Columns(2)
    for term in in_order(facts, meanings):
        at, meaning = places.get(term.casefold(), []), meanings[term]
        said = (Inline("\u00a0\u00a0"), *meaning.words, *((Inline(" "), *links(facts, at)) if at else ()))
        entry = Paragraph((Inline(term, bold=True), *said), fine=True, hanging=True, whole=True)
        changed = meaning.block is not None and facts.block_differs(meaning.block)
        shown: Element = Marked((entry,)) if changed else entry
        yield from facts.with_doubt([meaning.block.id] if meaning.block is not None else [], [shown])


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The meaning of a term; `block` is the block of the game that gives it."""

    words: Words
    block: Block | None = None


def _written(references: References, chapter: Chapter) -> Iterator[tuple[str, _Meaning]]:
    """The terms at the beginning of paragraphs of a chapter, and the words after the colon."""
    facts = references.facts
    for block in (one for one in chapter.blocks if not one.inserts):
        for element in walk(read_markdown(facts.own(block.texts), references.refer, facts.icons)):
            if isinstance(element, Paragraph) and element.words and element.words[0].term:
                term, *rest = element.words
                said = [replace(one, text=one.text.lstrip("".join(_COLONS)).lstrip()) for one in rest[:1]]
                yield term.text, _Meaning((*said, *rest[1:]), block)


def explanations(facts: Facts) -> dict[str, str]:
    """The sentence in which each term of the chapters first occurs, without the term if it begins with that."""
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
