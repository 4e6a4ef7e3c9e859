"""Texts with typed slots: of cards, and of chapters with the tables, worked examples and pictures that they show.

A block of a chapter is what stands between blank lines: a paragraph, a heading, a list. The lines of a paragraph are
joined, so that an author may wrap them freely; a heading ends with its line. Inserts such as `{{ table Good }}` and
`{{ scenario sale }}` are blocks without words.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import INSERT, INSERT_LINE, INSERTS, Insert, PictureInsert, read_insert
from regelwerk_dsl.parse import parse_text
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.syntax.nodes import relocate

from ..declare.collect import Declarations
from ..model import tree
from ..model import types as ty
from ..model.ids import MessageId
from ..model.symbols import Block
from ..model.texts import slot_value
from .coerce import as_numbers, resolve_expr, retyped
from .scope import Resolver, Scope, known_type


def resolve_text(scope: Scope, id_: MessageId, text: syn.Text | None) -> tree.TypedText | None:
    """A text with its typed slots under the id of its message. Errors: E0601 (a slot that cannot be shown)."""
    if text is None:
        return None
    found: dict[str, tree.TExpr] = {}
    for slot in text.slots:
        value = resolve_expr(scope, slot.value)
        type_ = known_type(scope, value)
        if slot.plurals and (numbers := as_numbers(scope, type_)) is not None:
            value, type_ = retyped(value, numbers), numbers
        if isinstance(type_, ty.OptionalType):
            can = isinstance(
                type_.inner, ty.CardType | ty.MemberType | ty.IntType | ty.BoolType
            )  # the catalogue words none
        else:
            can = isinstance(type_, ty.IntType | ty.MemberType | ty.CardType | ty.BoolType | ty.SetType | ty.ErrorType)
        if not can:
            kept = isinstance(type_, ty.TextType)
            help_ = "give the words to the column `name` and show the member, or show them in a layout" if kept else ""
            scope.error(slot, "E0601", f"{ty.describe(type_)} cannot be shown in a text", help=help_)
        elif slot.plurals and not isinstance(type_, ty.IntType | ty.ErrorType):
            scope.error(slot, "E0602", f"a plural needs a number, but this is {ty.describe(type_)}")
        found.setdefault(slot_value(slot), value)
    return tree.TypedText(id_, text, [*found.values()])


def resolve_card_texts(resolver: Resolver) -> None:
    """The texts of every card. Their slots may name `this` and the binders of its family. Errors: those of slots."""
    for kind in resolver.game.card_types.values():
        for card in kind.cards:
            if resolver.unchanged.has(card):
                continue
            scope = Scope(resolver)
            card.this = scope.bind("this", kind.type, card.span)
            card.locals = [scope.bind(name, type_, card.span) for name, type_ in card.binders]
            shared = card.title is None and kind.title is not None
            title = ("cardtype", kind.name, "title") if shared else ("card", card.family, "title")
            own = {
                "title": resolve_text(scope, MessageId(title), card.title or kind.title),
                "text": resolve_text(scope, MessageId(("card", card.family, "text")), card.text),
            }
            card.texts = {part: text for part, text in own.items() if text is not None}
            fields = {
                name: resolve_text(scope, MessageId((kind.name, name, "text")), field.decl.text)
                for name, field in kind.fields.items()
            }
            card.field_texts = {name: text for name, text in fields.items() if text is not None}
        if all(card.title is not None for card in kind.cards):  # nothing shows the common title: it may be wrong too
            scope = Scope(resolver)
            scope.bind("this", kind.type, kind.span)
            resolve_text(scope, MessageId(()), kind.title)


OWN_LINE = re.compile(r"\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|\||>|={3,}|-{3,})")  # begins a line that is not joined
ENDED_LINE = re.compile(r"\s*(?:#{1,6}\s|={3,}\s*$|-{3,}\s*$)")  # takes no line after it: a heading, a rule
PICTURE = "picture"  # its name is one of the game's layouts, which the compiler does not read


def resolve_chapters(resolver: Resolver) -> None:
    """The blocks of all chapters. Errors: those of inserts and of slots."""
    _check_inserts(resolver)
    same = resolver.unchanged.among(resolver.unchanged.game.prose, resolver.table.chapters, "chapter ")
    for name, chapter in resolver.table.chapters.items():
        resolver.game.prose[name] = same.get(name) or [*_blocks(resolver, chapter)]


class _Written(Struct, frozen=True):
    """The words of a block with its lines joined.

    Attributes:
        words: they begin the line `line` of a text of their own, if nothing else is known.
        at: for each of its lines a position in `words`, and where that stands in the file; () for words that a change
            has put there.
        changes: the places of the amendments that have reworded it.
    """

    words: str
    line: int
    at: tuple[tuple[int, int], ...]
    changes: tuple[Span, ...]

    def moved(self, offset: int) -> int:
        """The offset in the file of a position in `words`."""
        start, place = self.at[max(bisect_right(self.at, (offset, sys.maxsize)) - 1, 0)]
        return place + max(offset - start, 0)


def _blocks(resolver: Resolver, chapter: syn.ChapterDecl) -> Iterator[Block]:
    """The blocks of a chapter in order; those with words are numbered from 1."""
    number, whole = 0, chapter.span.source
    for block in _parts(chapter):
        words, before = block.words, "\n" * (block.line - 1)
        source = SourceFile(whole.name, before + words, whole.local)
        span = Span(source, len(before), len(before) + len(words))

        def in_file(offset: int, block: _Written = block, first: int = len(before)) -> int:
            return block.moved(offset - first)

        place = Span(whole, in_file(span.start), in_file(span.end)) if block.at else span
        if INSERTS.fullmatch(words):
            written = whole.text[whole.text.rfind("\n", 0, place.start) + 1 : place.end] if block.at else words
            read = (one for found in INSERT.finditer(words) if (one := read_insert(found)) is not None)
            yield Block("", written, place, inserts=tuple(_for_players(one, *resolver.game.players) for one in read))
            continue
        number += 1
        id_ = MessageId(("chapter", chapter.name.name, str(number)))
        found = Diagnostics()
        text = parse_text(source, span, found)
        resolver.diagnostics.extend(item.moved(whole, in_file) if block.at else item for item in found.items)
        text = relocate(text, whole, in_file) if block.at else _with_slots_of(text, chapter.passages)
        typed = resolve_text(Scope(resolver), id_, text)
        assert typed is not None
        typed.markdown = True
        yield Block(str(id_), typed.source, place, typed, changes=block.changes)


def _for_players(insert: Insert, low: int, high: int) -> Insert:
    """An insert as the game shows it: a set-up for more or fewer players than a variant has is that of the variant."""
    if isinstance(insert, PictureInsert) and insert.setup:
        return dataclasses.replace(insert, setup=min(max(insert.setup, low), high))
    return insert


def _with_slots_of(text: syn.Text, passages: Iterable[syn.Passage]) -> syn.Text:
    """A text in which the slots that changes have put there stand where these write them, for messages about them."""
    texts = (passage.text for passage in passages if passage.text is not None)
    slots = {part.span.text: part for new in texts for part in new.parts if not isinstance(part, str)}
    return replace(
        text, parts=tuple(part if isinstance(part, str) else slots.get(part.span.text, part) for part in text.parts)
    )


def _parts(chapter: syn.ChapterDecl) -> Iterator[_Written]:
    """The words of each block."""
    raw = chapter.span.text.splitlines(keepends=True)
    starts = [chapter.span.start + sum(map(len, raw[:number])) + _indent(line) for number, line in enumerate(raw)]
    lines = [line.strip() for line in raw]
    at = 0
    for first, block in _parted(chapter.prose):
        written = [line.rstrip() for line in block.splitlines() if line.strip()]
        if not written:
            continue
        joined, places, ended = "", list[int](), True
        for line in written:
            own = ended or OWN_LINE.match(line)
            ended = ENDED_LINE.match(line) is not None
            joined += ("\n" if own else " ") * bool(joined)
            places.append(len(joined) + _indent(line) * bool(own))
            joined += line if own else line.strip()
        here = [line.strip() for line in written]
        found = next((n for n in range(at, len(lines)) if lines[n : n + len(here)] == here), None)
        if found is not None:  # not where a change has put it
            at = found
        known = () if found is None else tuple(zip(places, starts[found:], strict=False))
        changes = (one.span for one in chapter.passages if _is_in(one, first, first + len(block)))
        yield _Written(joined, chapter.span.line + at, known, tuple(changes))


def _is_in(passage: syn.Passage, first: int, end: int) -> bool:
    """True if a part of a passage is in a range of the prose; of one that was left out, its place."""
    left_out = passage.first == passage.end and first <= passage.first <= end
    return left_out or max(passage.first, first) < min(passage.end, end)


def _parted(prose: str) -> Iterator[tuple[int, str]]:
    """The pieces of prose between blank lines and around lines of inserts, each with where it begins."""
    cuts = [0, *(end for found in INSERT_LINE.finditer(prose) for end in found.span()), len(prose)]
    for first, last in pairwise(cuts):
        for piece in re.split(r"(\n[ \t]*\n+)", prose[first:last]):
            yield first, piece
            first += len(piece)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _check_inserts(resolver: Resolver) -> None:
    """Checks the inserts of chapters, as written and as changed.

    Errors: E0115 (no table, scenario or picture, or not alone on its line), E0201 (no such name or column).
    """
    table, scope = resolver.table, Scope(resolver)
    names = {
        "table": [name for name, decl in table.enums.items() if isinstance(decl, syn.TableDecl | syn.MapDecl)],
        "scenario": list(table.scenarios),
    }
    for chapter in resolver.unchanged.other_chapters(table):
        texts = (passage.text for passage in chapter.passages if passage.text is not None)
        first = chapter.span.text.index('"""', chapter.span.text.index("\n"))  # after its title
        for span, start in ((chapter.span, first), *((text.span, 0) for text in texts)):
            for found in INSERT.finditer(span.text, start):
                if not chapter.passages or found.group() in chapter.prose:  # else a change has taken it out
                    _check_insert(scope, chapter, span, found, names)


def _check_insert(
    scope: Scope, chapter: syn.ChapterDecl, span: Span, found: re.Match[str], names: dict[str, list[str]]
) -> None:
    """An insert in the words of a chapter, or in those that a change puts there; `span` is where they stand."""

    def part(start: int, end: int) -> Span:
        return Span(span.source, span.start + start, span.start + end)

    kind, name, enums = found["kind"], found["name"], scope.resolver.table.enums
    name_span = part(*found.span("name"))
    if kind not in names and not (kind == PICTURE and name):
        what = "a chapter can show a table, a scenario or a picture here"
        help_ = "write `{{ table NAME }}`, `{{ scenario NAME }}` or `{{ picture NAME }}`"
        scope.error(part(*found.span()), "E0115", what, help=help_)
    elif kind == "table" and name in enums and name not in names[kind]:
        help_ = f"a chapter shows tables and maps: declare `table {name}:` with a row for each member, or write a list"
        scope.error(name_span, "E0115", f"`{name}` is an enum, which has no columns to show", help=help_)
    elif kind in names and name not in names[kind]:
        scope.unknown(name, name_span, kind, names[kind])
    elif kind == PICTURE and not _is_picture(found, name_span, scope, names["scenario"]):
        pass  # it is reported
    elif not all(map(_alone, [found] if span is chapter.span else _same(chapter, found))):
        what, help_ = "what a chapter shows needs a line of its own", "start a new line before and after it"
        scope.error(part(*found.span()), "E0115", what, help=help_)
    elif kind == "table" and found["columns"] is not None:
        columns = list(scope.game.enums[name].fields) if name in scope.game.enums else []
        for column in re.finditer(r"[^,]+", found["columns"]):
            wanted, at = column.group().strip(), found.start("columns")
            if wanted not in columns:
                scope.unknown(wanted, part(at + column.start(), at + column.end()), f"column of {name}", columns)


def _same(chapter: syn.ChapterDecl, insert: re.Match[str]) -> list[re.Match[str]]:
    """An insert that a change brings, where it stands in the changed chapter."""
    return [one for one in INSERT.finditer(chapter.prose) if one.group() == insert.group()]


def _is_picture(found: re.Match[str], span: Span, scope: Scope, scenarios: list[str]) -> bool:
    """True if the position that a picture shows exists; else an error is reported.

    Its drawing and its views belong to the layouts, which the compiler does not read.
    """
    picture, text = read_insert(found), found["name"]
    low, high = scope.game.players
    if not isinstance(picture, PictureInsert):
        help = "write `picture board`, `picture board of setup for 3` or `picture board of SCENARIO`"
        scope.error(span, "E0115", f"`{text}` is not the name of a picture", help=help)
    elif picture.scenario and picture.scenario not in scenarios:
        at = span.start + text.rindex(picture.scenario)
        place = Span(span.source, at, at + len(picture.scenario))
        scope.unknown(picture.scenario, place, "scenario", scenarios)
    elif picture.setup and not low <= picture.setup <= high and not _has_other_players(scope.resolver.table, span):
        help = f"write `setup for {min(max(picture.setup, low), high)}`"
        scope.error(span, "E0115", not_for(picture.setup, low, high), help=help)
    else:
        return True
    return False


def pictures_in(trees: Iterable[syn.SourceTree]) -> Iterator[tuple[PictureInsert, Span]]:
    """The pictures that chapters and changes show, each with the place of the name of its drawing."""
    for tree_ in trees:
        comments = {comment.span.line for comment in tree_.comments}
        for whole in (one.span for one in tree_.declarations if isinstance(one, syn.ChapterDecl | syn.ChangeDecl)):
            for found in INSERT.finditer(whole.text):
                picture, at = read_insert(found), whole.start + found.start("name")
                if isinstance(picture, PictureInsert):
                    place = Span(whole.source, at, at + len(picture.drawing))
                    if place.line not in comments:
                        yield picture, place


def _has_other_players(table: Declarations, span: Span) -> bool:
    """True if a change amends the range of players, and the words are outside of any change."""
    changes = [change.span for change in table.changes.values()]

    def is_changed(one: Span) -> bool:
        return any(one.source is whole.source and whole.start <= one.start < whole.end for whole in changes)

    players = table.players
    return (
        players is not None and not is_changed(span) and (is_changed(players.low.span) or is_changed(players.high.span))
    )


def _alone(found: re.Match[str]) -> bool:
    """True if an insert shares its line with other inserts only."""
    text = found.string
    line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
    return not INSERT.sub("", line).replace('"""', "").strip()


def not_for(players: int, low: int, high: int) -> str:
    """The message about a wrong number of players: the game is for 1 player, for 3 players, for 2 to 4 players."""
    number = f"{low} to {high}" if low < high else str(high)
    return f"the game is for {number} {'player' if high == 1 else 'players'}, not {players}"
