"""The assembly of a booklet: its content, its pages and their outline.

Page numbers appear in links, contents and index, and these take space themselves: the booklet is laid out again until
nothing moves any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypedDict, Unpack, assert_never

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.model.ids import GLOSSARY
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.grammar.inserts import ExampleInsert, PictureInsert, TableInsert
from regelwerk_dsl.suggest import as_words

from ..design.figures import Figure, Figures
from ..design.model import NO_WORDS, Wordlist
from ..design.situations import Situations
from ..drawing.drawing import Bookmark, Drawing, Page
from .content.cards import cards_section
from .content.elements import Columns, Element, Heading, Icons, Inline, Marked, Paragraph, Picture, Words, no_icon
from .content.examples import example_title, worked_example
from .content.facts import Facts, Place, References, no_place, page_links
from .content.figures import figure_element
from .content.glossary import glossary_section
from .content.prose import read_markdown
from .content.sections import (
    P,
    changes_section,
    errata_section,
    index_entries,
    part_links,
    places,
    questions_section,
    sources_section,
)
from .content.stage import NO_VIEW, Stage
from .layout.flow import BEGINNINGS, Filled, PageEnd, fill_pages
from .layout.front import BACK_COVER, OWN_COVER, contents, cover, cover_words, index_columns, whole_page
from .layout.page import Draft, Piece, draw_page
from .layout.pieces import pieces as pieces_of
from .layout.typesetter import Typesetter
from .look import A5, Look, Paper, look_of
from .problems import Problems

MOST_PASSES = 8
SETTLED = 4  # after this number of passes, pages end at the same places as in the previous pass


class Made(NamedTuple):
    """A booklet.

    Attributes:
        pages: the cover first.
        bookmarks: chapters and their headings.
        has_back: the last page is the back cover.
        problems: E1010 (a word is wider than its column), E1011 (a character that no font has), E1040 to E1044
            (a missing picture, link, scenario, view or step).
    """

    pages: list[Page]
    bookmarks: list[Bookmark]
    problems: list[Diagnostic]
    has_back: bool = False


class Content(NamedTuple):
    """The content of a booklet, before it has pages.

    Attributes:
        lines: the words on its cover below the title.
        cover: the drawing on its first page; None if the design has none.
        has_title: that drawing shows title and lines itself.
        elements: the chapters, then the added parts; links have no page numbers.
        back: the drawing on its last page; None if the layouts have none.
        problems: as those of `Made`, without those of lines and columns.
    """

    lines: list[str]
    cover: Drawing | None
    has_title: bool
    elements: list[Element]
    back: Drawing | None
    problems: list[Diagnostic]


class Given(TypedDict, total=False):
    """The settings of a booklet.

    Attributes:
        base: the same game without the variants chosen; differences from it get a change bar.
        pictures: the drawings that chapters name.
        front: the one of these for the first page, if the layouts draw no such page.
        situations: draws boards and parts in a position; without it, examples have only tables.
        figures: draws cards with numbers, and pictures of the layouts such as the table as it is set up.
        positions: those that pictures of chapters show, by `PictureInsert.of`.
        doubts: for a proof, the faults of texts, such as `fuzzy`, by the ids of the texts; these are framed.
        words: the divisions of words, and their readings in Japanese.
        icons: gives the icons of texts by name; unknown ones are printed as written.
        place: gives the place of words in the translation of a text.
        credits: gives the credits of the icons used so far.
        sourced: include the documents that the rules come from, and the reconstructed rules.
        paper: the size of the pages.
    """

    base: CheckedGame | None
    pictures: Mapping[str, Drawing]
    front: str
    situations: Situations | None
    figures: Figures | None
    positions: Mapping[str, GamePosition]
    doubts: Mapping[str, str]
    words: Wordlist
    icons: Icons
    place: Place
    credits: Callable[[], Sequence[str]]
    sourced: bool
    paper: Paper


def book(game: CheckedGame, language: str, played: Sequence[PlayedScenario] = (), **given: Unpack[Given]) -> Book:
    """The booklet of a game in one of its languages; `played` are the records of the scenarios that chapters show."""
    words = given.get("words", NO_WORDS)
    icons, doubts = given.get("icons", no_icon), given.get("doubts", {})
    place, sourced = given.get("place", no_place), given.get("sourced", False)
    facts = Facts(game, language, given.get("base"), doubts, words.readings, icons, place, sourced)
    scenarios = {one.name: one for one in played}
    stage = Stage(given.get("situations"), scenarios, given.get("positions", {}), given.get("figures"))
    look, credits = look_of(language, words.divisions, given.get("paper", A5)), given.get("credits", tuple)
    return Book(facts, look, stage, given.get("pictures", {}), given.get("front", ""), credits)


def pages(game: CheckedGame, language: str, played: Sequence[PlayedScenario] = (), **given: Unpack[Given]) -> Made:
    """The pages of a booklet, with the arguments of `book`."""
    return book(game, language, played, **given).pages()


def leaflet(facts: Facts, words: Wordlist, shown: Iterable[Element]) -> Made:
    """Pages of a few elements, without cover and contents."""
    look, problems = look_of(facts.language, words.divisions), Problems(facts)
    typesetter = Typesetter(look, look.paper.text_width)
    layout = _read(fill_pages(_in_order(pieces_of(typesetter, shown))), _Layout())
    problems.of_lines(typesetter.too_wide, typesetter.missing)
    bookmarks = [Bookmark(name, level - 1, page - 1, anchor) for name, level, anchor, page in layout.outline]
    return Made([draw_page(draft, look, "") for draft in layout.drafts], bookmarks, problems.found)


@dataclass(slots=True)
class _Layout:
    """The positions of everything in one pass."""

    pages: dict[str, int] = field(default_factory=dict)  # by anchor
    terms: dict[str, dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    outline: list[tuple[str, int, str, int]] = field(default_factory=list)  # title, level, anchor, page
    marked: set[int] = field(default_factory=set)
    drafts: list[Draft] = field(default_factory=list, compare=False)
    ends: frozenset[PageEnd] = field(default=frozenset(), compare=False)  # the places where its pages end
    number: int = field(default=0, compare=False)  # of the pass


@dataclass(eq=False)
class Book:
    """One booklet being made."""

    facts: Facts
    look: Look
    stage: Stage
    pictures: Mapping[str, Drawing]
    front: str
    credits: Callable[[], Sequence[str]]
    problems: Problems = field(init=False)

    def pages(self) -> Made:
        """Its pages, with problems; laid out until nothing moves any more."""
        layout = _Layout()
        for _ in range(MOST_PASSES):
            layout, before = self.lay_out(layout), layout
            if layout == before:
                break
        return self.finish(layout)

    def content(self) -> Content:
        """The content, for a screen."""
        self.problems = Problems(self.facts)
        references = References(self.facts, {}, paged=False)
        shown = [*self._chapters(references), *self._added(references, ())]
        shown += self._index(references, places(shown), part_links)
        own, back = self._own_drawing(OWN_COVER), self._own_drawing(BACK_COVER)
        cover = own or self.pictures.get(self.front)
        lines = [line for line in cover_words(self.facts).values() if line]
        return Content(lines, cover, own is not None, shown, back, self.problems.found)

    def lay_out(self, before: _Layout) -> _Layout:
        """One pass, with the page numbers of the previous pass."""
        self.problems = Problems(self.facts)
        references = References(self.facts, before.pages)
        paper = self.look.paper
        typesetter = Typesetter(self.look, paper.text_width)
        front = contents(typesetter, self.facts, before.outline)
        shown = [*self._chapters(references), *self._added(references, before.marked)]
        body = pieces_of(typesetter, [*shown, *self._index(references, before.terms, page_links)])
        after = int(self._has_page(BACK_COVER))
        kept, known = BEGINNINGS if before.number else 1, before.ends if before.number >= SETTLED else frozenset()
        filled = fill_pages(_in_order([*front, *body]), 2, paper, kept, known, after)
        self.problems.of_lines(typesetter.too_wide, typesetter.missing)
        return _read(filled, before)

    def _chapters(self, references: References) -> Iterator[Element]:
        yield Columns(1)
        for chapter in (one for one in self.facts.game.chapters if one.name != GLOSSARY):
            title = Heading((Inline(self.facts.own(chapter.titles)),), 1, chapter.name)
            yield from self.facts.with_doubt([f"chapter.{chapter.name}.title"], [title])
            for block in chapter.blocks:
                elements = tuple(self._block(block, references))
                if elements and self.facts.block_differs(block):
                    elements = (Marked(elements),)
                yield from self.facts.with_doubt([block.id], elements)

    def _block(self, block: Block, references: References) -> Iterator[Element]:
        for insert in block.inserts:
            match insert:
                case TableInsert(name, columns):
                    yield from self.facts.table(name, columns)
                case ExampleInsert():
                    yield from self._example(insert, block, references)
                case PictureInsert():
                    yield from self._picture(insert, block, references)
                case _:
                    assert_never(insert)
        if not block.inserts:
            yield from read_markdown(self.facts.own(block.texts), references.refer, self.facts.icons)

    def _example(self, insert: ExampleInsert, block: Block, references: References) -> Iterator[Element]:
        if insert.name in self.facts.left_out:
            return
        scenario = next(one for one in self.facts.game.scenarios if one.name == insert.name)
        played = self.stage.played.get(insert.name)
        if played is None:
            self.problems.not_played(block, insert.name)
        self._check_views([*self.stage.views(), NO_VIEW], insert, block)
        away = references.refer(f"#scenario.{insert.name}", example_title(self.facts, scenario))
        example = worked_example(self.facts, scenario, played, self.stage.example(insert), away, self.look.paper)
        yield from self.facts.with_doubt([f"scenario.{insert.name}.title"], [example])

    def _picture(self, insert: PictureInsert, block: Block, references: References) -> Iterator[Element]:
        """A drawing as it is printed, or in a position with the pieces on it."""
        if insert.scenario in self.facts.left_out:
            return
        drawing, key = self.pictures.get(insert.drawing), insert.of
        if self.stage.has_figure(insert.drawing):
            if key and key not in self.stage.positions:
                self.problems.not_played(block, insert.scenario or "setup")
            elif (figure := self.stage.figure(insert)) is not None:
                self._check_steps(figure, insert, block)
                yield figure_element(references, insert, figure, self.stage.caption(self.facts, insert))
        elif drawing is None:
            if not self.stage.is_declared(insert.drawing):  # else its mistakes have been reported when it was drawn
                self.problems.no_picture(block, insert.drawing, [*self.pictures, *self.stage.figure_names()])
        elif not key and not insert.views:
            yield Picture(drawing, as_words(insert.drawing))
        elif key not in self.stage.positions:
            self.problems.not_played(block, insert.scenario or "setup")
        elif self._check_views(self.stage.views(insert.drawing), insert, block):
            yield from self.stage.picture(references, insert)

    def _check_steps(self, figure: Figure, insert: PictureInsert, block: Block) -> None:
        """Reports numbers of a figure that have no words of their own and are not those of steps of the chapter."""
        steps = self._steps(block)
        for label in figure.labels:
            if not label.words and label.number not in steps:
                self.problems.no_step(block, insert.drawing, label.number, len(steps))

    def _steps(self, block: Block) -> set[int]:
        """The numbers of the steps in the chapter of a block."""
        chapter = next(one for one in self.facts.game.chapters if block in one.blocks)
        prose = (self.facts.own(one.texts) for one in chapter.blocks if not one.inserts)
        labels = (
            one.label.rstrip(".")
            for text in prose
            for one in read_markdown(text, References(self.facts, {}).refer, self.facts.icons)
            if isinstance(one, Paragraph)
        )
        return {int(label) for label in labels if label.isdecimal()}

    def _check_views(self, known: Sequence[str], insert: ExampleInsert | PictureInsert, block: Block) -> bool:
        """True if all views of an insert exist; reports the others."""
        unknown = [name for name in insert.views if name not in known]
        for name in unknown:
            self.problems.no_view(block, name, known)
        return not unknown

    def _added(self, references: References, marked: Iterable[int]) -> Iterator[Element]:
        facts = self.facts
        yield from changes_section(references, marked)
        yield from questions_section(facts)
        yield from cards_section(facts)
        yield Columns(1)
        yield from errata_section(facts)
        if facts.sourced:
            yield from sources_section(facts)

    def _index(
        self, references: References, terms: Mapping[str, Iterable[P]], links: Callable[[Facts, Iterable[P]], Words]
    ) -> Iterator[Element]:
        yield from glossary_section(references, terms, links)
        entries = index_entries(self.facts, terms, links)
        if entries:
            yield Columns(1)
            yield self.facts.heading("index")
            yield Columns(index_columns(self.look, entries))
            yield from entries
        if credits := self.credits():
            yield Columns(1)
            yield Paragraph((Inline(self.facts.word("icons", "; ".join(credits))),), fine=True)

    # ---- drawing -------------------------------------------------------------------------------------------------

    def finish(self, layout: _Layout) -> Made:
        chapter = ""
        found = [self._own_page(OWN_COVER) or cover(self.facts, self.look, self.pictures.get(self.front))]
        for draft in layout.drafts:
            titles = [placed.piece.chapter_title for placed in draft.placed]
            found.append(draw_page(draft, self.look, "" if titles[0] else chapter))
            chapter = next(filter(None, reversed(titles)), chapter)
        bookmarks = [Bookmark(self.facts.title, 0, 0), Bookmark(self.facts.word("contents"), 0, 1, "contents")]
        for name, level, anchor, page in layout.outline:
            bookmarks.append(Bookmark(name, min(level - 1, bookmarks[-1].level + 1), page - 1, anchor))
        back = self._own_page(BACK_COVER)
        return Made([*found, back] if back else found, bookmarks, self.problems.found, back is not None)

    def _own_page(self, name: str) -> Page | None:
        """A page that the layouts draw; None if they do not."""
        drawing = self._own_drawing(name)
        return whole_page(drawing, self.look.paper) if drawing is not None else None

    def _has_page(self, name: str) -> bool:
        """True if the layouts have a picture for the first or the last page."""
        return self.stage.figures is not None and name in self.stage.figures.names

    def _own_drawing(self, name: str) -> Drawing | None:
        figures = self.stage.figures
        if figures is None or not self._has_page(name):
            return None
        drawn = figures.picture(name, None, cover_words(self.facts))
        return drawn.drawing if drawn is not None else None


def _in_order(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces in order, each anchor only at its first piece, so that links lead there."""
    known: set[str] = set()
    for piece in pieces:
        yield replace(piece, anchors=tuple(name for name in piece.anchors if name not in known))
        known.update(piece.anchors)


def _read(filled: Filled, before: _Layout) -> _Layout:
    """The positions of anchors, terms and headings on the filled pages."""
    found = _Layout(drafts=filled.drafts, ends=filled.ends, number=before.number + 1)
    for draft in filled.drafts:
        for piece in (placed.piece for placed in draft.placed):
            for anchor in piece.anchors:
                found.pages.setdefault(anchor, draft.number)
            for term in piece.terms:
                found.terms[term][draft.number] = None
            if piece.outline is not None:
                found.outline.append((*piece.outline, "".join(piece.anchors[:1]), draft.number))
            if piece.marked:
                found.marked.add(draft.number)
    for title, _, _, page in found.outline:
        if title in found.terms:  # a term with a chapter of its own
            found.terms[title][page] = None
    return found
