"""Chapters: the blocks of their prose with typed slots, and the tables, worked examples and pictures that they show.

A block is what stands between blank lines: a paragraph, a heading, a list. The lines of a paragraph are joined, so that
an author may wrap them freely. Inserts such as `{{ table Good }}` and `{{ scenario sale }}` are blocks without words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.grammar.inserts import INSERT, read_picture_name
from regelwerk_dsl.parse import parse_text
from regelwerk_dsl.source import SourceFile, Span

from ..checked.prose import ExampleInsert, Insert, PictureInsert, TableInsert
from ..model.symbols import Block
from .scope import Resolver, Scope
from .slots import resolve_text

INSERTS = re.compile(rf"(?:{re.sub(r'[?]P<[a-z]+>', '?:', INSERT.pattern)}\s*)+")
INSERT_LINE = re.compile(rf"^[ \t]*{INSERTS.pattern}$", re.MULTILINE)  # is a block of its own without blank lines too
OWN_LINE = re.compile(r"\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|\||>|={3,}|-{3,})")  # begins a line that is not joined
PICTURE = "picture"  # its name is one of the game's layouts, which the compiler does not read


def resolve_chapters(resolver: Resolver) -> None:
    """The blocks of all chapters. Errors: those of inserts and of slots."""
    _check_inserts(resolver)
    for name, chapter in resolver.table.chapters.items():
        resolver.game.prose[name] = [*_blocks(resolver, chapter)]


def _blocks(resolver: Resolver, chapter: syn.ChapterDecl) -> Iterator[Block]:
    """The blocks of a chapter in order; those with words are numbered from 1."""
    number = 0
    for words, line in _parts(chapter):
        # the words as a piece of a file of their own, which has the same lines as the author's
        before = "\n" * (line - 1)
        source = SourceFile(chapter.span.source.name, before + words, chapter.span.source.local)
        span = Span(source, len(before), len(before) + len(words))
        if INSERTS.fullmatch(words):
            yield Block("", words, span, inserts=tuple(_inserts(words)))
            continue
        number += 1
        id_ = f"chapter.{chapter.name.name}.{number}"
        text = resolve_text(Scope(resolver), id_, parse_text(source, span, resolver.diagnostics))
        assert text is not None
        yield Block(id_, text.source, span, text)


def _inserts(words: str) -> Iterator[Insert]:
    """What a block shows; what is no insert is reported by `_check_inserts`."""
    for found in INSERT.finditer(words):
        name, more = found["name"], tuple(filter(None, map(str.strip, (found["columns"] or "").split(","))))
        match found["kind"]:
            case "table":
                yield TableInsert(name, more)
            case "scenario":
                yield ExampleInsert(name, more)
            case "picture" if picture := read_picture_name(name):
                yield PictureInsert(picture.drawing, picture.setup, picture.scenario, more)


def _parts(chapter: syn.ChapterDecl) -> Iterator[tuple[str, int]]:
    """The words of each block with its lines joined, and the line of the file where it begins."""
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


def _check_inserts(resolver: Resolver) -> None:
    """Errors: E0115 (no table, scenario or picture, or not alone on its line), E0201 (no such name or column)."""
    table, scope = resolver.table, Scope(resolver)
    names = {
        "table": [name for name, decl in table.enums.items() if isinstance(decl, syn.TableDecl | syn.MapDecl)],
        "scenario": list(table.scenarios),
    }
    for chapter in table.chapters.values():
        for found in INSERT.finditer(chapter.span.text):
            kind, name = found["kind"], found["name"]
            name_span = _part(chapter, *found.span("name"))
            if kind not in names and not (kind == PICTURE and name):
                what = "a chapter shows a table, a scenario or a picture here"
                help_ = "write `{{ table NAME }}`, `{{ scenario NAME }}` or `{{ picture NAME }}`"
                scope.error(_part(chapter, *found.span()), "E0115", what, help=help_)
            elif kind in names and name not in names[kind]:
                scope.unknown(name, name_span, kind, names[kind])
            elif kind == PICTURE and not _is_picture(name, name_span, scope, names["scenario"]):
                pass  # it is reported
            elif not _alone(chapter.span.text, found):
                what, help_ = "what a chapter shows stands on a line of its own", "begin a new line before and after it"
                scope.error(_part(chapter, *found.span()), "E0115", what, help=help_)
            elif kind == "table" and found["columns"] is not None:
                columns = list(scope.game.enums[name].fields) if name in scope.game.enums else []
                for column in re.finditer(r"[^,]+", found["columns"]):
                    wanted, at = column.group().strip(), found.start("columns")
                    if wanted not in columns:
                        span = _part(chapter, at + column.start(), at + column.end())
                        scope.unknown(wanted, span, f"column of {name}", columns)


def _part(chapter: syn.ChapterDecl, start: int, end: int) -> Span:
    """A part of a chapter, by positions in its text."""
    return Span(chapter.span.source, chapter.span.start + start, chapter.span.start + end)


def _is_picture(text: str, span: Span, scope: Scope, scenarios: list[str]) -> bool:
    """Whether the position that a picture shows exists, else it is reported.

    Its drawing and its views are the layouts', which the compiler does not read.
    """
    picture = read_picture_name(text)
    low, high = scope.game.players
    if picture is None:
        help = "write `picture board`, `picture board of setup for 3` or `picture board of SCENARIO`"
        scope.error(span, "E0115", f"`{text}` names no picture", help=help)
    elif picture.scenario and picture.scenario not in scenarios:
        at = span.start + text.rindex(picture.scenario)
        place = Span(span.source, at, at + len(picture.scenario))
        scope.unknown(picture.scenario, place, "scenario", scenarios)
    elif picture.setup and not low <= picture.setup <= high:
        what = f"the game is for {low} to {high} players, not {picture.setup}"
        scope.error(span, "E0115", what, help=f"write `setup for {min(max(picture.setup, low), high)}`")
    else:
        return True
    return False


def _alone(text: str, found: re.Match[str]) -> bool:
    """Whether an insert shares its line with other inserts only."""
    line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
    return not INSERT.sub("", line).replace('"""', "").strip()
