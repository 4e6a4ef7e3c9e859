"""A chapter's prose goes in; its blocks come out, each with its typed slots and the id it is translated by.

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

from ..checked.game import ExampleInsert, Insert, PictureInsert, TableInsert
from ..model import tree
from ..model.symbols import Game
from ..resolve.resolver import scope_of
from ..resolve.slots import resolve_slots
from .texts import plain, slot_values

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
        text: the words as a text; None for what is put in.
        slots: the typed values of its distinct slots.
        inserts: what is put in.
    """

    id: str
    source: str
    span: Span
    text: syn.Text | None = None
    slots: tuple[tree.TExpr, ...] = ()
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
        typed = resolve_slots(scope_of(game, diagnostics), text)
        written = [" ".join(slot.value.span.text.split()) for slot in text.slots]
        slots = tuple(typed[written.index(name)] for name in slot_values(text))
        found.append(Block(f"chapter.{chapter.name.name}.{number}", plain(text), span, text, slots))
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


def shown_by(game: Game, kind: str) -> dict[str, set[str]]:
    """The tables or scenarios that some chapter shows, and the columns of a table that it names; none: all of them."""
    shown: dict[str, set[str]] = {}
    for chapter in game.chapters:
        for found in INSERT.finditer(chapter.prose):
            picture = read_picture_name(found["name"]) if found["kind"] == "picture" and kind == "scenario" else None
            if picture is not None and picture.scenario:
                shown.setdefault(picture.scenario, set())  # its title stands below the picture
            if found["kind"] == kind and found["name"]:
                columns = {name.strip() for name in (found["columns"] or "").split(",") if name.strip()}
                before = shown.get(found["name"])
                shown[found["name"]] = columns if before is None else before | columns if before and columns else set()
    return shown


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
    return Span(SourceFile(chapter.span.source.name, before + words), len(before), len(before) + len(words))
