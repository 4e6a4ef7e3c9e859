"""The checked game: what paper, editors and other programs read, as typed data.

`build` makes it from the compiler's tables, `encode` and `decode` turn it to JSON and back. Texts that exist in several
languages are dictionaries by language. Prose is Markdown with its slots filled in, block by block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from regelwerk_dsl.grammar.inserts import Insert

from ..model.ids import MessageId
from ..model.types import PerType, Type
from . import prose
from .values import NOT_FIXED, NotFixed, Position, Run, SharedText, Value, Words


@dataclass(frozen=True, slots=True)
class Unit:
    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table with its name in `headings`. Without `printed` it is shown only where it is named."""

    name: str
    type: Type
    headings: Words
    printed: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A member of a table with its values by column.

    Attributes:
        names: None in a range, whose members are numbers.
        of: in a sum or a map, the table that it comes from; "" for a member of its own.
    """

    key: str
    values: Mapping[str, Value]
    names: Words | None = None
    of: str = ""


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
    """A field of the cards of a type. Without `printed` it is shown only where a layout names it.

    `default` is the value of cards that set none; None if each sets it, or if the default is none.
    """

    name: str
    labels: Words
    type: Type
    printed: bool = True
    default: Value = None


@dataclass(frozen=True, slots=True)
class CardType:
    """A type of cards; `cards` is how many are printed, copies counted."""

    name: str
    label: str
    labels: Words
    fields: tuple[CardField, ...]
    cards: int
    cites: tuple[str, ...]
    where: Position


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter, or a name that a family of cards takes its members from."""

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
    binders: tuple[Param, ...]
    cards: tuple[str, ...]
    titles: Mapping[str, SharedText]
    texts: Mapping[str, SharedText]


@dataclass(frozen=True, slots=True)
class Card:
    """One card definition.

    Attributes:
        key: its name, for a member of a family `theft.asia`.
        family: the declared card that it belongs to; its own name if it stands alone.
        wording: where its text comes from: `written`, `composed`, `none` (it does nothing that needs words) or
            `missing` (it does, and has none).
        messages: the ids of its texts.
        acts: whether it does or answers anything of its own; a card that only has or computes values does not.
        binding: in a family, the keys of the members that it stands for, by the family's names.
        marked: its text with bold and italic words and icons, in the languages in which it has any.
        titled, told: the fields that its title and its text show in slots, or say in a text of their own.
        conditions: of a text that begins with when the card can be played, that sentence and the rest.
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
    messages: tuple[MessageId, ...]
    where: Position
    acts: bool
    binding: Mapping[str, Value]
    titled: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    marked: Mapping[str, tuple[Run, ...]] = field(default_factory=dict)
    conditions: Mapping[str, tuple[tuple[Run, ...], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the state; `seen` as it is declared: `all`, `owner`, `remembered all`, ..."""

    name: str
    labels: Words
    indices: tuple[Type, ...]
    type: Type
    seen: str
    where: Position

    @property
    def element(self) -> tuple[tuple[Type, ...], Type]:
        """The indices and the type of a single value; the key of a `per` is the last index."""
        if isinstance(self.type, PerType):
            return (*self.indices, self.type.key), self.type.value
        return self.indices, self.type


@dataclass(frozen=True, slots=True)
class Declaration:
    """A define, an effect, an event, the setup or the play.

    Attributes:
        kind: define, effect, event or frame.
        says, offer, text: its sentences in the words of the source, slots in braces; None if it has none.
        value: the value of a define that never changes; for one with parameters a value for each member, by key.
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


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure that simulations record.

    Attributes:
        labels: its name in reports.
        of_player: whether there is one for each player; else there is one for the whole game.
    """

    name: str
    labels: Words
    of_player: bool
    where: Position


@dataclass(frozen=True, slots=True)
class Die:
    """Dice that the rules roll: how many at once; with sides of a row of a table, its table and key, else ""."""

    sides: int
    count: int
    table: str = ""
    key: str = ""


@dataclass(frozen=True)
class CheckedGame:
    """A game without errors, in words and numbers.

    Attributes:
        version: of the game, as its maker counts; "" for none.
        players: the fewest and the most.
        languages: the first is the one that the sources are written in.
        words: those that every text needs, by language: `yes`, `no`, `none`, `and`, `comma`, `player`.
        untranslated: by language, without the first.
        printed: the texts of layouts, by language and name.
    """

    schema: int
    name: str
    title: Words
    version: str
    players: tuple[int, int]
    minutes: tuple[int, ...]
    age: int | None
    languages: tuple[str, ...]
    words: Mapping[str, Words]
    units: tuple[Unit, ...]
    tables: Mapping[str, Table]
    card_types: tuple[CardType, ...]
    cards: tuple[Card, ...]
    families: tuple[Family, ...]
    state: tuple[Variable, ...]
    declarations: tuple[Declaration, ...]
    measures: tuple[Measure, ...]
    chapters: tuple[prose.Chapter, ...]
    scenarios: tuple[prose.Scenario, ...]
    invariants: tuple[prose.Invariant, ...]
    errata: tuple[prose.Change, ...]
    variants: tuple[prose.Change, ...]
    documents: tuple[prose.Document, ...]
    statements: tuple[prose.Statement, ...]
    questions: tuple[prose.Question, ...]
    reconstructed: tuple[prose.Reconstructed, ...]
    untranslated: Mapping[str, tuple[prose.Untranslated, ...]]
    printed: Mapping[str, Mapping[str, prose.PrintedText]]
    dice: tuple[Die, ...] = ()

    @cached_property
    def cards_by_key(self) -> Mapping[str, Card]:
        return {card.key: card for card in self.cards}

    @cached_property
    def rows_by_key(self) -> Mapping[str, Mapping[str, Row]]:
        """The rows of each table by their keys."""
        return {name: {row.key: row for row in table.rows} for name, table in self.tables.items()}

    def own(self, texts: Words, language: str) -> str:
        """A text in a language, else in the first language of the game; "" if it has neither."""
        return texts.get(language) or texts.get(self.languages[0], "")

    # ---- names, for `Say`

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """The name of a member; None if there is no such member. Other forms are known to the compiler only."""
        row = self.rows_by_key.get(table, {}).get(key)
        return None if row is None else row.key if row.names is None else self.own(row.names, language)

    def card_name(self, key: str, language: str) -> str | None:
        """The name of a card; None if there is no such card."""
        card = self.cards_by_key.get(key)
        return None if card is None else self.own(card.names, language)

    def word(self, key: str, language: str) -> str:
        """A word that every language needs."""
        return self.words.get(language, self.words[self.languages[0]])[key]

    def inserts(self) -> Iterable[Insert]:
        """Everything that chapters show, in order."""
        return (insert for chapter in self.chapters for block in chapter.blocks for insert in block.inserts)
