"""The checked game: what paper, editors and other programs read, as typed data.

`build` makes it from the compiler's tables, `dump` and `load` turn it to JSON and back. Texts that exist in several
languages are dictionaries by language. Prose is Markdown with its slots filled in, block by block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import ClassVar

from .type import Player, Type

Value = None | bool | int | str | Sequence["Value"] | Mapping[str, "Value"]
"""A value as plain data: a number, yes or no, the key of a member or card, None for none, a list of keys for a set or
pile, and for a `per` an object from key to value (zeros left out in tables and fields)."""

Words = Mapping[str, str]
"""A text by language."""

SharedText = tuple[str | tuple[str, ...], ...]
"""A text that several cards share, in parts: words that all have, and for each place where they differ the words of
each card, in the order of the cards."""


class NotFixed(Enum):
    """The value of a define that play can change."""

    NOT_FIXED = "not fixed"


NOT_FIXED = NotFixed.NOT_FIXED


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a source file, the file without its folder; written `file:line`. Empty where it is not known."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else ""

    @staticmethod
    def parse(text: str) -> Position:
        file, _, line = text.rpartition(":")
        return Position(file, int(line)) if line.isdigit() else Position()


@dataclass(frozen=True, slots=True)
class Unit:
    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `headings` are its name as it is read."""

    name: str
    type: Type
    headings: Words


@dataclass(frozen=True, slots=True)
class Row:
    """A member of a table with its values by column; `names` is None in a range, whose members are numbers."""

    key: str
    values: Mapping[str, Value]
    names: Words | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Members with values.

    Attributes:
        label: its heading in the words of the source; "" for none.
        labels: its heading, or else its name.
        kind: list, table, sum, range, product or map.
    """

    name: str
    label: str
    labels: Words
    kind: str
    where: Position
    cites: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class CardField:
    name: str
    labels: Words
    type: Type


@dataclass(frozen=True, slots=True)
class CardType:
    """A type of cards; `cards` is how many are printed, copies counted."""

    name: str
    label: str
    labels: Words
    fields: tuple[CardField, ...]
    cards: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Binder:
    """A name that a family of cards takes its members from."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Family:
    """Cards that are declared together: `card theft for each c in City`.

    Attributes:
        name: what it is declared as.
        type: its card type.
        binders: the names that its cards differ in.
        cards: their keys.
        titles, texts: what all of them say, by language; a language is left out where the cards differ in more than
            single values.
    """

    name: str
    type: str
    binders: tuple[Binder, ...]
    cards: tuple[str, ...]
    titles: Mapping[str, SharedText]
    texts: Mapping[str, SharedText]


@dataclass(frozen=True, slots=True)
class Card:
    """One card definition.

    Attributes:
        key: its name, for a member of a family `theft.asia`.
        family: the declared card that it belongs to; its own name where it stands alone.
        wording: how it comes by its text: `written`, `composed`, `none` (it does nothing that needs words) or
            `missing` (it does, and has none).
        messages: the ids of its texts.
        acts: whether it does or answers anything of its own; a card of numbers, say, does not.
        binding: in a family, the keys of the members that it stands for, by the family's names.
    """

    key: str
    family: str
    type: str
    copies: int
    fields: Mapping[str, Value]
    cites: tuple[str, ...]
    names: Words
    texts: Words
    wording: str
    messages: tuple[str, ...]
    where: Position
    acts: bool
    binding: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the state; `seen` as it is declared: `all`, `owner`, ..."""

    name: str
    labels: Words
    indices: tuple[Type, ...]
    type: Type
    seen: str
    where: Position


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Declaration:
    """A define, an effect, an event, the setup or the play.

    Attributes:
        kind: define, effect, event or frame.
        says, offer, text: its sentences in the words of the source, slots in braces; None where it has none.
        value: what a define is that never changes; one that is asked of members has a value for each, by key.
    """

    kind: str
    name: str
    where: Position
    cites: tuple[str, ...]
    params: tuple[Param, ...]
    says: str | None = None
    offer: str | None = None
    text: str | None = None
    value: Value | NotFixed = NOT_FIXED

    @property
    def is_turn(self) -> bool:
        """Whether it is an effect that belongs to a player: its first parameter is one."""
        return self.kind == "effect" and bool(self.params) and isinstance(self.params[0].type, Player)


@dataclass(frozen=True, slots=True)
class TableInsert:
    """`{{ table Good: price, weight }}`; without columns all of them are shown."""

    kind: ClassVar[str] = "table"
    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExampleInsert:
    """`{{ scenario sale: market }}`: a worked example, with the views of the board that it is shown with."""

    kind: ClassVar[str] = "scenario"
    name: str
    views: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureInsert:
    """`{{ picture board of setup for 3: market }}`.

    Attributes:
        drawing: the name of a board or part.
        setup: it is shown as it is set up for so many players; 0 where they are not said; None: not as it is set up.
        scenario: it is shown as it stands at the end of a scenario; "" for none.
        views: the parts of the drawing that are shown; all of it without.
    """

    kind: ClassVar[str] = "picture"
    drawing: str
    setup: int | None
    scenario: str
    views: tuple[str, ...]

    @property
    def name(self) -> str:
        """What stands behind `picture`: `board of setup for 3`."""
        if self.setup is not None:
            return f"{self.drawing} of setup" + (f" for {self.setup}" if self.setup else "")
        return f"{self.drawing} of {self.scenario}" if self.scenario else self.drawing


Insert = TableInsert | ExampleInsert | PictureInsert


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or list of a chapter; or what stands there instead of words.

    Attributes:
        id: `chapter.selling.2`; "" where it has no words.
        texts: its words; where it has none, what is put in as it is written.
        inserts: what is put in; empty where it has words.
    """

    id: str
    texts: Words
    where: Position
    inserts: tuple[Insert, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules; `prose` is what its author wrote."""

    name: str
    title: str
    titles: Words
    cites: tuple[str, ...]
    prose: str
    blocks: tuple[Block, ...]
    where: Position


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    title: str
    titles: Words
    cites: tuple[str, ...]
    where: Position


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
class Change:
    """An erratum or a variant; `applied` where it is one of those that were chosen, then with what it changed."""

    name: str
    title: str
    titles: Words
    cites: tuple[str, ...]
    where: Position
    applied: bool
    changes: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Untranslated:
    """A text that a language does not have as it should.

    Attributes:
        reason: `missing`, `fuzzy`, `slots` (the source text is shown) or `stale` (its rule has changed since).
        printed: whether it may stand on paper.
    """

    id: str
    reason: str
    where: str
    source: str
    printed: bool


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
    """What was chosen where the documents are silent; `texts` has `what`, `value` and `why` by language."""

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
    """A question that the documents answer in two ways."""

    id: str
    gloss: str
    base: str
    variant: str


@dataclass(frozen=True)
class CheckedGame:
    """A game without errors, in words and numbers.

    Attributes:
        players: the fewest and the most.
        languages: the first is the one that the sources are written in.
        words: what every text needs, by language: `yes`, `no`, `none`, `and`, `comma`, `player`.
        untranslated: by language, without the first.
        printed: the texts of layouts, by language and name.
    """

    schema: int
    name: str
    title: Words
    players: tuple[int, int]
    languages: tuple[str, ...]
    words: Mapping[str, Words]
    units: tuple[Unit, ...]
    tables: Mapping[str, Table]
    card_types: tuple[CardType, ...]
    cards: tuple[Card, ...]
    families: tuple[Family, ...]
    state: tuple[Variable, ...]
    declarations: tuple[Declaration, ...]
    chapters: tuple[Chapter, ...]
    scenarios: tuple[Scenario, ...]
    invariants: tuple[Invariant, ...]
    errata: tuple[Change, ...]
    variants: tuple[Change, ...]
    documents: tuple[Document, ...]
    statements: tuple[Statement, ...]
    questions: tuple[Question, ...]
    reconstructed: tuple[Reconstructed, ...]
    untranslated: Mapping[str, tuple[Untranslated, ...]]
    printed: Mapping[str, Mapping[str, PrintedText]]

    @cached_property
    def cards_by_key(self) -> Mapping[str, Card]:
        return {card.key: card for card in self.cards}

    @cached_property
    def rows_by_key(self) -> Mapping[str, Mapping[str, Row]]:
        """The rows of each table by their keys."""
        return {name: {row.key: row for row in table.rows} for name, table in self.tables.items()}

    def own(self, texts: Words, language: str) -> str:
        """A text in a language; in the first of the game where it has none; "" where it has neither."""
        return texts.get(language) or texts.get(self.languages[0], "")

    # ---- names, for `Say`

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """What a member is called; None where there is no such member. Other forms are known to the compiler only."""
        row = self.rows_by_key.get(table, {}).get(key)
        return None if row is None else row.key if row.names is None else self.own(row.names, language)

    def card_name(self, key: str, language: str) -> str | None:
        """What a card is called; None where there is no such card."""
        card = self.cards_by_key.get(key)
        return None if card is None else self.own(card.names, language)

    def word(self, key: str, language: str) -> str:
        """A word that every language needs."""
        return self.words.get(language, self.words[self.languages[0]])[key]

    def inserts(self) -> Iterable[Insert]:
        """Everything that chapters show, in order."""
        return (insert for chapter in self.chapters for block in chapter.blocks for insert in block.inserts)
