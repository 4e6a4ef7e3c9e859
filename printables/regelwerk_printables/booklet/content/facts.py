"""Words of a checked game for its booklet in one language, and what differs from the game without variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from regelwerk_compiler.checked.game import Card, CheckedGame, Column, Family
from regelwerk_compiler.checked.game import Table as GameTable
from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.type import Amount, CardOf, Member, Number, Optional, Per, SetOf, Type
from regelwerk_compiler.checked.values import Value, Words
from regelwerk_compiler.words.own import own_word

from . import elements
from .elements import Doubted, Element, Heading, Inline, Table


class BookletSay(Say):
    """Values in words as tables have them: in a row rather than in a sentence."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts.game, facts.language)
        self._facts = facts

    @property
    def none(self) -> str:
        return self._facts.word("none")

    def listed(self, items: Iterable[str]) -> str:
        return self._facts.joined(items)


@dataclass(eq=False)
class Facts:
    """What a game says of itself in one language.

    Attributes:
        game: the checked game.
        language: one of the game's.
        base: the game that marks are about: what differs from it is marked. None: nothing is.
        doubts: on a proof, what is wrong with texts, by their ids.
        readings: how words are read, in kana.
    """

    game: CheckedGame
    language: str
    base: CheckedGame | None = None
    doubts: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def say(self) -> Say:
        return BookletSay(self)

    def own(self, texts: Words) -> str:
        """A text in the language; in the first one of the game where it is not there."""
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

    @property
    def comma(self) -> str:
        """What separates the parts of a list."""
        return own_word(self.language, "text.comma")

    def joined(self, parts: Iterable[str]) -> str:
        """Parts in a row, as the language separates them: by semicolons where there are commas in them."""
        found = list(parts)
        return self.between(found).join(found)

    def between(self, parts: Iterable[str]) -> str:
        """What stands between parts in a row."""
        return self.word("semicolon") if any(self.comma in part for part in parts) else self.comma

    def heading(self, key: str, level: int = 1) -> Heading:
        """The heading of a part that the booklet adds to the chapters; links lead to it by its key."""
        return Heading((Inline(self.word(key)),), level, key)

    # ---- the game's words --------------------------------------------------------------------------------------------

    def card_name(self, card: Card) -> str:
        return self.own(card.names)

    # ---- tables ------------------------------------------------------------------------------------------------------

    def table(self, name: str, columns: Sequence[str] = ()) -> Table:
        """A table of the game: the names of its members, then the columns asked for (all where none is)."""
        table = self.game.tables[name]
        shown = _shown(table, columns)
        rows: list[tuple[elements.Words, ...]] = []
        marked = set()
        for number, row in enumerate(table.rows):
            values = (self.say.value(row.values.get(one.name), one.type) for one in shown)
            cells = (self.say.name(row.key, Member(name)), *values)
            rows.append(tuple((Inline(cell),) for cell in cells))
            old = self._values_before(name, row.key) if self.base is not None else row.values
            if old is None or any(old.get(one.name) != row.values.get(one.name) for one in shown):
                marked.add(number)
        headings: tuple[elements.Words, ...] = ((), *((Inline(self.own(one.headings)),) for one in shown))
        numbers = (False, *(isinstance(one.type, Number | Amount) for one in shown))
        return Table(headings, tuple(rows), numbers, self.caption(name), f"table.{name}", frozenset(marked))

    def caption(self, name: str) -> str:
        """What a table is called, "" where it has no words for that."""
        label = self.own(self.game.tables[name].labels)
        return label[:1].upper() + label[1:] if label != name else ""

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
                    yield self.say.name(row.key, Member(name)), self.own(column.headings), old, new

    def _values_before(self, table: str, key: str) -> Mapping[str, Value] | None:
        """The values of a row in the base; None where it has no such row."""
        row = self.base.rows_by_key.get(table, {}).get(key) if self.base is not None else None
        return row.values if row is not None else None

    # ---- what differs, what is in doubt ------------------------------------------------------------------------------

    def card_differs(self, card: Card) -> bool:
        """Whether a card prints something else than in the base, or is new."""
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
        """Whether a block of a chapter reads otherwise than in the base, or is new."""
        return self.base is not None and self.own(block.texts) not in self._blocks_before

    def with_doubt(self, ids: Iterable[str], elements: Iterable[Element]) -> Iterator[Element]:
        """The elements; framed where one of the texts that they show is in doubt."""
        reasons = dict.fromkeys(self.doubts[id_] for id_ in ids if id_ in self.doubts)
        shown = tuple(elements)
        if reasons and shown:
            yield Doubted(shown, ", ".join(reasons))
        else:
            yield from shown

    def texts_of_table(self, name: str, columns: Sequence[str] = ()) -> Iterator[str]:
        """The ids of the texts that `table` shows: its label, the headings, and all names in its cells."""
        table = self.game.tables[name]
        shown = _shown(table, columns)
        yield f"table.{name}"
        yield from (f"table.{name}.{column.name}" for column in shown)
        for row in table.rows:
            yield f"{name}.{row.key}"
            for column in shown:
                yield from self._texts_of_value(row.values.get(column.name), column.type)

    def _texts_of_value(self, value: Value, type_: Type) -> Iterator[str]:
        """The ids of the names that `value` shows."""
        match type_:
            case Member(table) if isinstance(value, str):
                yield f"{table}.{value}"
            case CardOf() if isinstance(value, str) and value in self.game.cards_by_key:
                yield from self.game.cards_by_key[value].messages
            case Optional(of):
                yield from self._texts_of_value(value, of)
            case SetOf(of) if isinstance(value, Sequence):
                for one in value:
                    yield from self._texts_of_value(one, of)
            case Per(of, key) if isinstance(value, Mapping):
                for at, one in value.items():
                    yield from self._texts_of_value(at, key)
                    yield from self._texts_of_value(one, of)


def _shown(table: GameTable, columns: Sequence[str]) -> list[Column]:
    """The columns asked for that a table has, in that order; all of them where none is asked for."""
    by_name = {column.name: column for column in table.columns}
    return [by_name[name] for name in columns or by_name if name in by_name]
