"""The blocks of a chapter's prose, each with its typed slots and the id that it is translated by.

A block is what stands between blank lines: a paragraph, a heading, a list. Lines of one paragraph are joined, so that
an author may wrap them as he likes. `{{ table Good }}` and `{{ scenario sale }}` are blocks without words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import INSERT, read_picture_name
from regelwerk_dsl.parse import parse_text
from regelwerk_dsl.source import SourceFile, Span

from ..checked.prose import ExampleInsert, Insert, PictureInsert, TableInsert
from ..model.symbols import Game
from ..resolve.literals import resolve_slots
from ..resolve.resolver import scope_of
from .texts import TypedText, distinct_slots, plain

INSERTS = re.compile(rf"(?:{re.sub(r'[?]P<[a-z]+>', '?:', INSERT.pattern)}\s*)+")
INSERT_LINE = re.compile(rf"^[ \t]*{INSERTS.pattern}$", re.MULTILINE)  # is a block of its own without blank lines too
OWN_LINE = re.compile(r"\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|\||>|={3,}|-{3,})")  # begins a line that is not joined


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a chapter.

    Attributes:
        id: `chapter.selling.2`; "" for what is put in.
        source: the words with their slots, or what is put in as it is written.
        span: where it begins.
        typed: the words as a text; None for what is put in.
        inserts: what is put in.
    """

    id: str
    source: str
    span: Span
    typed: TypedText | None = None
    inserts: tuple[Insert, ...] = ()


def read_chapter(game: Game, chapter: syn.ChapterDecl, diagnostics: Diagnostics) -> list[Block]:
    """The blocks of a chapter in order; those with words are counted from 1.

    Errors: those of slots (E0115, E0201, E0601, ...).
    """
    found: list[Block] = []
    number = 0
    for words, line in _blocks(chapter):
        if INSERTS.fullmatch(words):
            found.append(Block("", words, _span(chapter, words, line), inserts=tuple(_inserts(words))))
            continue
        number += 1
        span = _span(chapter, words, line)
        text = parse_text(span.source, span, diagnostics)
        slots = distinct_slots(text, resolve_slots(scope_of(game, diagnostics), text))
        id_ = f"chapter.{chapter.name.name}.{number}"
        found.append(Block(id_, plain(text), span, TypedText(id_, text, slots)))
    return found


def _inserts(words: str) -> Iterator[Insert]:
    """What a block puts in; what is none of ours is reported elsewhere."""
    for found in INSERT.finditer(words):
        name, more = found["name"], tuple(filter(None, map(str.strip, (found["columns"] or "").split(","))))
        match found["kind"]:
            case "table":
                yield TableInsert(name, more)
            case "scenario":
                yield ExampleInsert(name, more)
            case "picture" if picture := read_picture_name(name):
                yield PictureInsert(picture.drawing, picture.setup, picture.scenario, more)


def is_block(id_: str) -> bool:
    """Whether a message is a block of a chapter, not its title."""
    return id_.startswith("chapter.") and id_.partition("@")[0].rpartition(".")[2].isdigit()


def _blocks(chapter: syn.ChapterDecl) -> Iterator[tuple[str, int]]:
    """Each block's words with its lines joined, and the line of the file where it begins."""
    first = chapter.span.line
    lines = [line.strip() for line in chapter.span.text.splitlines()]
    at = 0
    parted = INSERT_LINE.sub(r"\n\g<0>\n", chapter.prose)
    for block in re.split(r"\n[ \t]*\n+", parted):
        written = [line.rstrip() for line in block.splitlines() if line.strip()]
        if not written:
            continue
        joined = written[0]
        for line in written[1:]:
            joined += f"\n{line}" if OWN_LINE.match(line) else f" {line.strip()}"
        if written[0].strip() in lines[at:]:  # not where a change has put it
            at = lines.index(written[0].strip(), at)
        yield joined, first + at


def _span(chapter: syn.ChapterDecl, words: str, line: int) -> Span:
    """The words as a piece of a file of their own, which has the same lines as the author's."""
    before = "\n" * (line - 1)
    return Span(
        SourceFile(chapter.span.source.name, before + words, chapter.span.source.local),
        len(before),
        len(before) + len(words),
    )
