"""The facts of a checked game for its booklet in a language: words, differences from the base, and link targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import Formatter

from regelwerk_compiler.checked.game import Card, CheckedGame, Column, Family
from regelwerk_compiler.checked.game import Table as GameTable
from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import Value
from regelwerk_compiler.checked.values import Words as Texts
from regelwerk_compiler.model.ids import PARTS
from regelwerk_compiler.model.types import PLAYER, CardType, IntType, MemberType, Type
from regelwerk_compiler.words.own import own_word
from regelwerk_dsl.source import Span

from .elements import Element, Heading, Icons, Inline, Marked, Table, Words, join, no_icon


class BookletSay(Say):
    """Values in words for tables rather than sentences. `named` are the ids of the names used."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts.game, facts.language)
        self._facts = facts
        self.named: dict[str, None] = {}

    def name(self, key: str, type_: Type, form: str = "") -> str:
        match type_:
            case MemberType(table) if type_ != PLAYER:
                self.named[f"{table}.{key}"] = None
            case CardType() if key in self._facts.game.cards_by_key:
                self.named |= dict.fromkeys(map(str, self._facts.game.cards_by_key[key].messages))
        return super().name(key, type_, form)

    @property
    def none(self) -> str:
        return self._facts.word("none")

    def listed(self, items: Iterable[str]) -> str:
        return self._facts.joined(items)


Place = Callable[[str | None, str], Span | None]  # id of a text or None for any, words -> their place in a translation


def no_place(id_: str | None, words: str) -> None:
    """No place, for texts in the language of the sources, which know their own places."""


@dataclass(eq=False)
class Facts:
    """The facts of a game in one language.

    Attributes:
        game: the checked game.
        language: one of the game's.
        base: the game to compare with: differences from it are marked. None: nothing is marked.
        doubts: on a proof, the faults of texts, by the ids of these.
        readings: the readings of words in kana.
        icons: gives the icons of texts by name; None for an unknown one.
        place: gives the place of words in the translation of a text.
        sourced: the booklet has its sources.
    """

    game: CheckedGame
    language: str
    base: CheckedGame | None = None
    doubts: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    icons: Icons = no_icon
    place: Place = no_place
    sourced: bool = False

    @cached_property
    def say(self) -> BookletSay:
        return BookletSay(self)

    def own(self, texts: Texts) -> str:
        """A text in the language; in the first one of the game if there is none."""
        return self.game.own(texts, self.language)

    @property
    def title(self) -> str:
        return self.own(self.game.title) or self.game.name

    @cached_property
    def families(self) -> Mapping[str, Family]:
        """The families of cards by name."""
        return {family.name: family for family in self.game.families}

    # ---- the booklet's own words -------------------------------------------------------------------------------------

    def word(self, key: str, *values: object) -> str:
        """A heading or phrase that no game needs to translate, with its values; in English for unknown languages."""
        return own_word(self.language, f"booklet.{key}", *values)

    def phrase(self, key: str, *values: Words, bold: bool = False) -> Words:
        """A phrase whose values have styles of their own; the words between them may be bold."""
        found: list[Inline] = []
        for text, gap, _, _ in Formatter().parse(self.word(key)):
            found += [Inline(text, bold=bold)] if text else []
            found += values[int(gap)] if gap else ()
        return tuple(found)

    @property
    def comma(self) -> str:
        """The sign between the parts of a list."""
        return own_word(self.language, "text.comma")

    def joined(self, parts: Iterable[str]) -> str:
        """Parts in a row, separated as in the language: by semicolons if they contain commas."""
        found = list(parts)
        return self.between(found).join(found)

    def between(self, parts: Iterable[str]) -> str:
        """The sign between parts in a row."""
        return self.word("semicolon") if any(self.comma in part for part in parts) else self.comma

    def heading(self, key: str, level: int = 1) -> Heading:
        """The heading of a part that the booklet adds to the chapters; its key is the anchor."""
        return Heading((Inline(self.word(key)),), level, key)

    # ---- the game's words --------------------------------------------------------------------------------------------

    def card_text(self, card: Card) -> Words:
        """The text of a card with its marks."""
        language = self.language if self.language in card.texts else self.game.languages[0]
        if language not in card.marked:
            return (Inline(self.own(card.texts)),)
        runs = ((run, self.icons(run.icon) if run.icon else None) for run in card.marked[language])
        return tuple(Inline("" if icon else run.words, run.bold, run.italic, icon=icon) for run, icon in runs)

    def card_name(self, card: Card) -> str:
        """The name of a card within sentences, lists of references and the index."""
        return self.own(card.names)

    def card_title(self, card: Card) -> str:
        """The name of a card where it stands alone."""
        return self.say.begun(self.card_name(card))

    # ---- tables ------------------------------------------------------------------------------------------------------

    def table(self, name: str, columns: Sequence[str] = ()) -> Iterator[Element]:
        """A table of the game: the names of its members, then the given columns (by default all)."""
        table = self.game.tables[name]
        shown = _shown(table, columns)
        self.say.named.clear()
        rows: list[tuple[Words, ...]] = []
        marked = set()
        for number, row in enumerate(table.rows):
            values = (self.say.value(row.values.get(one.name), one.type) for one in shown)
            cells = (self.say.name(row.key, MemberType(name)), *values)
            rows.append(tuple((Inline(cell),) for cell in cells))
            old = self._values_before(name, row.key) if self.base is not None else row.values
            if old is None or any(old.get(one.name) != row.values.get(one.name) for one in shown):
                marked.add(number)
        headings: tuple[Words, ...] = ((), *((Inline(self.own(one.headings)),) for one in shown))
        numbers = (False, *(isinstance(one.type, IntType) for one in shown))
        ids = [f"table.{name}", *(f"table.{name}.{column.name}" for column in shown), *self.say.named]
        made = Table(headings, tuple(rows), numbers, self.caption(name), f"table.{name}", frozenset(marked))
        yield from self.with_doubt(ids, [made])

    def caption(self, name: str) -> str:
        """The caption of a table; "" if it has no label."""
        label = self.own(self.game.tables[name].labels)
        return self.say.begun(label) if label != name else ""

    def differences(self, name: str, columns: Sequence[str] = ()) -> Iterator[tuple[str, str, str, str]]:
        """The cells of some columns that differ from the base: name of the row, heading, old and new value."""
        table = self.game.tables[name]
        for column in _shown(table, columns):
            for row in table.rows:
                before = self._values_before(name, row.key)
                if before is None:
                    continue
                old, new = (self.say.value(one.get(column.name), column.type) for one in (before, row.values))
                if old != new:
                    yield self.say.name(row.key, MemberType(name)), self.own(column.headings), old, new

    def _values_before(self, table: str, key: str) -> Mapping[str, Value] | None:
        """The values of a row in the base; None if it has no such row."""
        row = self.base.rows_by_key.get(table, {}).get(key) if self.base is not None else None
        return row.values if row is not None else None

    # ---- differences and doubts ------------------------------------------------------------------------------

    @cached_property
    def left_out(self) -> frozenset[str]:
        """The names of the worked examples for numbers of players that a variant does not allow."""
        return frozenset(one.name for one in self.game.scenarios if one.left_out)

    def card_differs(self, card: Card) -> bool:
        """True if a card is printed differently in the base, or is new."""
        if self.base is None:
            return False
        old = self.base.cards_by_key.get(card.key)
        return old is None or self._printed(old) != self._printed(card)

    def _printed(self, card: Card) -> tuple[object, ...]:
        return card.copies, card.fields, self.card_name(card), self.own(card.texts)

    @cached_property
    def _blocks_before(self) -> frozenset[str]:
        chapters = self.base.chapters if self.base is not None else ()
        return frozenset(self.own(block.texts) for chapter in chapters for block in chapter.blocks)

    def block_differs(self, block: Block) -> bool:
        """True if a block of a chapter reads differently in the base, or is new."""
        return self.base is not None and self.own(block.texts) not in self._blocks_before

    def with_doubt(self, ids: Iterable[str], elements: Iterable[Element]) -> Iterator[Element]:
        """The elements; framed if one of the texts that they show is in doubt."""
        reasons = dict.fromkeys(self.doubts[id_] for id_ in ids if id_ in self.doubts)
        shown = tuple(elements)
        if reasons and shown:
            yield Marked(shown, ", ".join(reasons))
        else:
            yield from shown


def _shown(table: GameTable, columns: Sequence[str]) -> list[Column]:
    """The given columns that a table has, in the given order; if none are given, all printed ones."""
    by_name = {column.name: column for column in table.columns}
    return [by_name[name] for name in columns or by_name if name in by_name and (columns or by_name[name].printed)]


UNKNOWN_PAGE = 88  # as wide as most page numbers, until the pages are known


def page_anchor(number: int) -> str:
    """The target of links to a whole page."""
    return f"page.{number}"


def page_links(facts: Facts, numbers: Iterable[int]) -> Words:
    """Links to pages by their numbers, each once and in order."""
    links = [(Inline(str(number), bold=True, target=page_anchor(number)),) for number in sorted(set(numbers))]
    return join(links, facts.comma)


@dataclass(eq=False)
class References:
    """The page numbers and titles of all targets of links, as far as they are known.

    Attributes:
        facts: gives names for links without words.
        pages: page numbers by anchor, from the previous pass.
        paged: there are pages, whose numbers are added to links.
    """

    facts: Facts
    pages: Mapping[str, int]
    paged: bool = True

    @cached_property
    def targets(self) -> dict[str, str]:
        """Titles by anchor of everything that a link may lead to."""
        facts, game = self.facts, self.facts.game
        return {
            **{name: facts.word(name) for name in PARTS},
            **{f"card.{card.key}": facts.card_name(card) for card in game.cards},
            **{f"table.{name}": facts.own(table.labels) for name, table in game.tables.items()},
            **{f"scenario.{one.name}": facts.own(one.titles) for one in game.scenarios},
            **{chapter.name: facts.own(chapter.titles) for chapter in game.chapters},
        }

    def refer(self, target: str, text: str) -> Words:
        """The words of a link: its own, or the name of its target, with the page."""
        if not target.startswith("#"):
            return (Inline(text, target=target),)
        name = target[1:]
        if name not in self.targets:  # the compiler has reported it
            return (Inline(text),)
        left_out = {f"scenario.{one}" for one in self.facts.left_out}
        if (name == "sources" and not self.facts.sourced) or name in left_out:
            return (Inline(text or self.targets[name]),)
        shown = text or self.targets[name]
        return (Inline(self.facts.word("page", shown, self.page(name)) if self.paged else shown, target=name),)

    def page(self, anchor: str) -> int:
        return self.pages.get(anchor, UNKNOWN_PAGE)
