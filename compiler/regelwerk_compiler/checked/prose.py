"""Chapters, worked examples, changes and sources of the checked game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from regelwerk_dsl.grammar.inserts import Insert

from ..model.ids import MessageId
from .values import Position, Words


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or list of a chapter; or what stands there instead of words.

    Attributes:
        id: `chapter.selling.2`; "" if it has no words.
        texts: its words; if it has none, the inserts as they are written.
        inserts: what it shows; empty if it has words.
    """

    id: str
    texts: Words
    where: Position
    inserts: tuple[Insert, ...] = ()


@dataclass(frozen=True, slots=True)
class Titled:
    """Something that an author gave a title; `title` as the source has it."""

    name: str
    title: str
    titles: Words
    cites: tuple[str, ...]
    where: Position


@dataclass(frozen=True, slots=True)
class Chapter(Titled):
    """A chapter of the rules; `prose` is what its author wrote."""

    prose: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Scenario(Titled):
    """A worked example; its texts are left out if a variant has changed it.

    Attributes:
        why, so: the texts before and after it; empty for none.
        asides: the texts within it, each with the number of steps that it follows.
        left_out: whether it is for more or fewer players than a variant allows.
    """

    why: Words
    so: Words
    asides: tuple[tuple[int, Words], ...] = field(default=(), kw_only=True)
    left_out: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Invariant:
    title: str
    cites: tuple[str, ...]
    where: Position


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that an erratum or variant changed, in the author's words."""

    key: tuple[str, ...]
    old: str | None
    new: str | None
    cites: tuple[str, ...]
    where: Position


@dataclass(frozen=True, slots=True)
class Change(Titled):
    """An erratum or a variant; `applied` if it is one of those that were chosen, with `changes`, what it changed."""

    applied: bool
    changes: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Untranslated:
    """A text that a language does not have as it should.

    Attributes:
        id: the message.
        reason: `missing`; `fuzzy`: made from other words than the source has now, or marked so; `slots`: it has slots
            that the source does not have, or a plural with more or fewer wordings than the language; then the source
            text is shown. `stale`: the rule under it has changed, the words have not.
        where: where the source stands.
        source: the words of the source.
        words: the translation in doubt.
        said: what is wrong, in words.
        printed: whether it may stand on paper.
        line: where the translation stands in its catalogue, from 1; 0 where there is none.
    """

    id: MessageId
    reason: str
    where: str
    source: str
    words: str
    said: str
    printed: bool
    line: int


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text of a layout in another language, with the words that it was translated from."""

    source: str
    words: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document that rules come from."""

    id: str
    title: str
    titles: Words
    language: str


@dataclass(frozen=True, slots=True)
class Reconstructed:
    """A choice made where the documents are silent; `texts` has `what`, `value` and `why` by language."""

    what: str
    value: str
    why: str
    where: str
    texts: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class Statement:
    """A numbered statement of the documents; `not_implemented` says why no rule cites it, "" for one that is."""

    id: str
    documents: tuple[str, ...]
    place: str
    gloss: str
    kind: str
    not_implemented: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the documents leave open; `texts` has what players ask, and its answer, by language."""

    id: str
    gloss: str
    base: str
    variant: str
    texts: Mapping[str, Words]
