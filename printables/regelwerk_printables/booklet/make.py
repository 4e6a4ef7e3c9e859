"""The checked game as data in, finished pages, their outline and what is wrong with them out.

Page numbers stand in links, contents and index, and these take room themselves: the booklet is laid out again until
nothing moves any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.inserts import read_picture_name

from ..design.model import NO_WORDS, Wordlist
from ..design.situations import Situations
from ..drawing import MM_PER_PT, WHITE, Bookmark, Box, Drawing, Group, Item, Link, Mm, Page, Rect, Tagged
from ..typeset import Span, set_text
from .elements import Columns, Element, Heading, Inline, Marked, Picture
from .examples import example_title, worked_example
from .facts import Data, Facts
from .flow import Draft, column_width, draw_page, fill_pages
from .look import ACCENT, INSIDE, PAGE_HEIGHT, PAGE_WIDTH, SOFT, TEXT_WIDTH, Look, look_of
from .piece import Piece
from .pieces import Builder
from .problems import Problems
from .prose import Insert, read_inserts, read_markdown
from .references import References
from .sections import cards_section, changes_section, errata_section, index_section, sources_section
from .stage import NO_VIEW, Played, Position, Stage
from .words import joined, word

MOST_PASSES = 6
COVERS = ("cover", "board")  # the picture on the first page: the first of these that the design has


class Made(NamedTuple):
    """A booklet.

    Attributes:
        pages: of A5, the cover first.
        bookmarks: chapters and their headings.
        problems: E1010 (a word is wider than its column), E1011 (a character that no font has), E1040 to E1043
            (a picture, a link, a scenario or a view is not there).
    """

    pages: list[Page]
    bookmarks: list[Bookmark]
    problems: list[Diagnostic]


def pages(
    game: Data,
    language: str,
    played: Sequence[Played] = (),
    *,
    base: Data | None = None,
    pictures: Mapping[str, Drawing] | None = None,
    situations: Situations | None = None,
    positions: Mapping[str, Position] | None = None,
    doubts: Mapping[str, str] | None = None,
    words: Wordlist = NO_WORDS,
) -> Made:
    """The booklet of a game in one language.

    Args:
        game: the checked game, as `to_dict` gives it.
        language: one of its languages.
        played: what the scenarios that chapters show did, each with `name`, `players`, `situation`, `steps`, `results`,
            and `positions` (`start`, `before`, `after`) for pictures.
        base: the same game without the variants chosen; what differs has a bar beside it.
        pictures: the drawings that chapters name; `cover`, else `board`, stands on the first page.
        situations: draws boards and parts in a position; without it, examples have tables only.
        positions: those that pictures of chapters show, by `PictureName.of`, each `{"players", "facts"}`; that of a
            set-up also has `chosen`: whether players chose something in it.
        doubts: for a proof, what is wrong with texts, by their ids, such as `fuzzy`; these are framed.
        words: how words are divided, and read in Japanese.
    """
    facts = Facts(game, language, base, doubts or {}, words.readings)
    stage = Stage(situations, {one["name"]: one for one in played}, positions or {})
    book = _Book(facts, look_of(language, words.divisions), stage, pictures or {})
    layout = _Layout()
    for _ in range(MOST_PASSES):
        found = book.lay_out(layout)
        if found.agrees(layout):
            break
        layout = found
    layout = book.lay_out(layout)
    return book.finish(layout)


@dataclass(slots=True)
class _Layout:
    """Where everything came to stand in one pass."""

    drafts: list[Draft] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    terms: dict[str, set[int]] = field(default_factory=dict)
    outline: list[tuple[str, int, str, int]] = field(default_factory=list)  # title, level, anchor, page
    marked: set[int] = field(default_factory=set)

    def agrees(self, other: _Layout) -> bool:
        same_pages = self.pages == other.pages and self.terms == other.terms and self.marked == other.marked
        return same_pages and self.outline == other.outline


@dataclass(eq=False)
class _Book:
    """One booklet while it is made."""

    facts: Facts
    look: Look
    stage: Stage
    pictures: Mapping[str, Drawing]
    problems: Problems = field(default_factory=Problems)

    def lay_out(self, before: _Layout) -> _Layout:
        """One pass, with the page numbers of the pass before."""
        self.problems = Problems()
        references = References.of(self.facts)
        references.pages = before.pages
        builder = Builder.start(self.look, TEXT_WIDTH)
        front = self._contents(builder, before)
        body = self._pieces(builder, [*self._chapters(references), *self._added(before)])
        drafts = fill_pages(_in_order([*front, *body]), first=2)
        for text, excess in builder.too_wide.items():
            self.problems.too_wide(self.facts, text, excess)
        for char, text in builder.missing.items():
            self.problems.missing(self.facts, char, text)
        return _read(drafts)

    def _pieces(self, builder: Builder, elements: Sequence[Element]) -> Iterator[Piece]:
        """The pieces of elements, in columns as wide as these say."""
        columns = 1
        for element in elements:
            if isinstance(element, Columns):
                columns = element.count
            narrow = builder if columns == 1 else builder.narrower(column_width(columns))
            yield from narrow.pieces([element])

    def _chapters(self, references: References) -> Iterator[Element]:
        yield Columns(1, own_page=True)
        for chapter in self.facts.game["chapters"]:
            title = Heading((Inline(self.facts.own(chapter["titles"])),), 1, chapter["name"])
            yield from self.facts.with_doubt([f"chapter.{chapter['name']}.title"], [title])
            for number, block in enumerate(chapter["blocks"]):
                elements = tuple(self._block(block, references))
                if elements and self.facts.block_differs(chapter, number):
                    elements = (Marked(elements),)
                yield from self.facts.with_doubt([block["id"]], elements)

    def _block(self, block: Data, references: References) -> Iterator[Element]:
        text = self.facts.own(block["texts"])
        inserts = read_inserts(text)
        if not inserts:
            lost = len(references.lost)
            yield from read_markdown(text, references.refer)
            for name in references.lost[lost:]:
                self.problems.lost_link(block, text, name, references.targets)
        for insert in inserts:
            yield from self._insert(insert, block, text, references)

    def _insert(self, insert: Insert, block: Data, text: str, references: References) -> Iterator[Element]:
        match insert.kind:
            case "table":
                table = self.facts.table(insert.name, insert.columns)
                ids = self.facts.texts_of_table(insert.name, insert.columns)
                yield from self.facts.with_doubt(ids, [table])
            case "scenario":
                scenario = next(one for one in self.facts.game["scenarios"] if one["name"] == insert.name)
                played = self.stage.played.get(insert.name)
                if played is None:
                    self.problems.not_played(block, text, insert.name)
                self._check_views("", insert, block, text)
                away = references.refer(f"#scenario.{insert.name}", example_title(self.facts, scenario))
                scenes = self.stage.example(insert.name, insert.columns)
                example = worked_example(self.facts, scenario, played, scenes, away)
                yield from self.facts.with_doubt([f"scenario.{insert.name}.title"], [example])
            case _:
                yield from self._picture(insert, block, text)

    def _picture(self, insert: Insert, block: Data, text: str) -> Iterator[Element]:
        """A drawing as it is printed, or with what lies on it in a position."""
        wanted = read_picture_name(insert.name)
        drawing = self.pictures.get(wanted.drawing) if wanted is not None else None
        if wanted is None or drawing is None:
            self.problems.no_picture(block, text, wanted.drawing if wanted else insert.name, self.pictures)
        elif not wanted.of and not insert.columns:
            yield Picture(drawing, wanted.drawing.replace("_", " "))
        elif wanted.of not in self.stage.positions:
            self.problems.not_played(block, text, wanted.scenario or "setup")
        elif self._check_views(wanted.drawing, insert, block, text):
            yield from self.stage.picture(self.facts, wanted, insert.columns)

    def _check_views(self, board: str, insert: Insert, block: Data, text: str) -> bool:
        """Whether all views that are asked for are there."""
        known = [*self.stage.views(board), *([] if board else [NO_VIEW])]
        for name in insert.columns:
            if name not in known:
                self.problems.no_view(block, text, name, known)
        return set(insert.columns) <= set(known)

    def _added(self, before: _Layout) -> Iterator[Element]:
        facts = self.facts
        yield from changes_section(facts, before.marked)
        yield from cards_section(facts)
        back = [*errata_section(facts), *sources_section(facts)]
        if back:
            yield Columns(1)
            yield from back
        yield from index_section(facts, before.terms)

    def _contents(self, builder: Builder, before: _Layout) -> Iterator[Piece]:
        """The table of contents: chapters, and the headings below them."""
        title = Heading((Inline(word(self.facts.language, "contents")),), 1, "contents", outlined=False)
        yield from builder.heading(title)
        for name, level, anchor, page in before.outline:
            if level <= 2:
                yield _contents_line(builder, self.look, name, level, anchor, page)

    # ---- drawing -------------------------------------------------------------------------------------------------

    def finish(self, layout: _Layout) -> Made:
        chapter = ""
        found = [self._cover()]
        for draft in layout.drafts:
            titles = [one.piece.outline[0] for one in draft.placed if one.piece.outline and one.piece.outline[1] == 1]
            first = draft.placed[0].piece
            begins = first.outline is not None and first.outline[1] == 1
            found.append(draw_page(draft, self.look, "" if begins else first.chapter or chapter))
            chapter = titles[-1] if titles else chapter
        bookmarks = [Bookmark(self.facts.title, 0, 0)]
        contents = Bookmark(word(self.facts.language, "contents"), 0, 1, "contents")
        bookmarks.append(contents)
        last = 0
        for name, level, anchor, page in layout.outline:
            last = min(level - 1, last + 1)
            bookmarks.append(Bookmark(name, last, page - 1, anchor))
        return Made(found, bookmarks, self.problems.found)

    def _cover(self) -> Page:
        """The first page: title, for how many, with which variants, and a picture."""
        facts, look = self.facts, self.look
        low, high = facts.game["players"]
        key = "players" if low != high else "players alone"
        lines = [word(facts.language, "rules"), word(facts.language, key, low, high)]
        chosen = [facts.own(one["titles"]) for one in facts.game["variants"] if one["applied"]]
        if chosen:
            lines.append(word(facts.language, "variants", joined(facts.language, chosen)))
        title = set_text([Span(facts.title, color=WHITE)], look.title, TEXT_WIDTH)
        band = Mm(max(62.0, title.height + 46))
        items: list[Item] = [
            Tagged("Artifact", (Rect(Box(Mm(0), Mm(0), PAGE_WIDTH, band), fill=ACCENT),)),
            Tagged("Title", title.items(INSIDE, Mm(band - 12 - title.height))),
        ]
        y = band + 9.0
        for line in lines:
            setting = set_text([Span(line, color=SOFT)], replace(look.ragged, size=look.section.size), TEXT_WIDTH)
            items.append(Tagged("P", setting.items(INSIDE, Mm(y))))
            y += setting.height + 2.2
        drawing = next((self.pictures[name] for name in COVERS if name in self.pictures), None)
        if drawing is not None:
            piece = Builder.start(look, TEXT_WIDTH).picture(Picture(drawing, facts.title))
            scale = min(1.0, (PAGE_HEIGHT - 16 - y - 6) / piece.height)  # what is left below the words
            left, top = Mm(INSIDE + TEXT_WIDTH * (1 - scale) / 2), Mm(PAGE_HEIGHT - 16 - scale * piece.height)
            whole = (
                piece.draw(INSIDE, top)
                if scale == 1
                else [Group(tuple(piece.draw(Mm(0), Mm(0))), left, top, scale=scale)]
            )
            items.append(Tagged("Figure", tuple(whole), alt=facts.title))
        return Page(PAGE_WIDTH, PAGE_HEIGHT, tuple(items))


def _in_order(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces as they are written: each anchor where it comes first, for what is shown twice is linked to there.

    Those that may be moved know their chapter.
    """
    known: set[str] = set()
    chapter = ""
    for piece in pieces:
        again = known.intersection(piece.anchors)
        known.update(piece.anchors)
        if piece.outline is not None and piece.outline[1] == 1:
            chapter = piece.outline[0]
        found = replace(piece, anchors=tuple(name for name in piece.anchors if name not in again)) if again else piece
        yield found if found.away is None else replace(found, chapter=chapter)


def _read(drafts: list[Draft]) -> _Layout:
    """Where anchors, terms and headings of the filled pages stand."""
    found = _Layout(drafts)
    terms: dict[str, set[int]] = defaultdict(set)
    for draft in drafts:
        for placed in draft.placed:
            piece = placed.piece
            for anchor in piece.anchors:
                found.pages.setdefault(anchor, draft.number)
            for term in piece.terms:
                terms[term].add(draft.number)
            if piece.outline is not None:
                title, level = piece.outline
                anchor = piece.anchors[0] if piece.anchors else ""
                found.outline.append((title, level, anchor, draft.number))
            if piece.marked:
                found.marked.add(draft.number)
    found.terms = dict(terms)
    return found


def _contents_line(builder: Builder, look: Look, name: str, level: int, anchor: str, page: int) -> Piece:
    """A heading on the left, its page on the right."""
    style = replace(look.ragged, bold=level == 1)
    left = Mm(0 if level == 1 else 5)
    room = Mm(builder.width - left - 12)
    setting = builder.set((Inline(name),), style, room)
    number = set_text([Span(str(page))], replace(style, align="right"), Mm(12))
    high = Mm(max(1, len(setting.lines)) * style.leading * style.size * MM_PER_PT)

    def draw(x: Mm, y: Mm) -> Iterator[Item]:
        yield from setting.items(Mm(x + left), y)
        yield from number.items(Mm(x + builder.width - 12), Mm(y + setting.height - number.height))
        if anchor:
            yield Link(Box(x, y, builder.width, high), anchor)

    return Piece(high, draw, Mm(1.6 if level == 1 else 0), part=next(builder.numbers), role="TOCI")
