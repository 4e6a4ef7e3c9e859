"""Values, numbers, names and patterns in words: the one way for cards, booklet, layouts and terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from regelwerk_runtime.tables.capitals import capital

from ..model.types import (
    PLAYER,
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    Type,
)
from .languages import digits, plural_digits
from .marks import Icon, Mark, Pattern, SlotPart, Style, runs_of
from .values import Run, Slot, Value

Slots = Mapping[int, tuple[Value, Type]]  # the values of a pattern with their types, by number
Segment = str | Mark | Slot  # of a text with its slots filled in
NO_BINDERS: Mapping[int, str] = {}


class Names(Protocol):
    """The names of values: `CheckedGame` knows them, and the compiler while it makes one."""

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """The name of a member, in a form where there is one; None if there is no such member."""

    def card_name(self, key: str, language: str) -> str | None:
        """The name of a card; None if there is no such card."""

    def word(self, key: str, language: str) -> str:
        """A word that every language needs: `yes`, `no`, `none`, `and`, `comma`, `player`."""


class Say:
    """Words for values in one language. A room that lists or leaves out in another way overrides `listed` or `none`."""

    def __init__(self, names: Names, language: str) -> None:
        self.names = names
        self.language = language

    @property
    def none(self) -> str:
        """The words for no value, and for a set without members."""
        return self.names.word("none", self.language)

    def number(self, value: int, *, unit: bool = False) -> str:
        """A number as the language writes it: digits are grouped from 10,000 on, amounts in a unit always."""
        return digits(value, self.language, always=unit)

    def name(self, key: str, type_: Type, form: str = "") -> str:
        """The name of a member (in a form of its name), card or player; another key is shown as it is."""
        match type_:
            case MemberType(table) if type_ != PLAYER:
                found = self.names.member_name(table, key, self.language, form)
            case CardType() | PileType() | PlaceType():
                found = self.names.card_name(key, self.language)
            case OptionalType(of) | SetType(of):
                return self.name(key, of, form)
            case _:
                found = None
        return key if found is None else found

    def begun(self, text: str) -> str:
        """A text as it begins a sentence, a title or a heading: with a capital letter."""
        return capital(text, self.language)

    def listed(self, items: Iterable[str]) -> str:
        """`a, b and c`"""
        found = list(items)
        if len(found) < 2:
            return "".join(found)
        comma, and_ = (self.names.word(key, self.language) for key in ("comma", "and"))
        return comma.join(found[:-1]) + and_ + found[-1]

    def value(self, value: Value, type_: Type, form: str = "") -> str:
        """A value of a type, as plain data, in words.

        Args:
            value: see `game.Value`; players also by their names.
            type_: its type.
            form: another form of the names of members, where they have one.
        """
        if value is None:
            return self.none
        match type_:
            case OptionalType(of):
                return self.value(value, of, form)
            case BoolType():
                return self.names.word("yes" if value else "no", self.language)
            case MemberType(PLAYER.enum):
                player = self.names.word("player", self.language)
                return player.format(value + 1) if isinstance(value, int) else str(value)
            case IntType() | MemberType() if isinstance(value, int):  # of a range members are numbers
                return self.number(value, unit=isinstance(type_, IntType) and type_.unit is not None)
            case MemberType() | CardType() | PlaceType() if isinstance(value, str):
                return self.name(value, type_, form)
            case SetType(of) if isinstance(value, Sequence):
                return self.listed(self.value(one, of, form) for one in value) or self.none
            case PileType() if isinstance(value, Sequence):
                return self.listed(self.name(str(one), type_) for one in value) or self.none
            case PerType(of, key) if isinstance(value, Mapping):
                pairs = (f"{self.name(at, key)} {self.value(one, of, form)}" for at, one in value.items())
                return self.listed(pairs) or self.none
            case _:
                return str(value)

    def fill(self, pattern: Pattern, values: Slots) -> str:
        """A pattern with the values of its slots."""
        return words_of(self.parts(pattern, values))

    def parts(self, pattern: Pattern, values: Slots, binders: Mapping[int, str] = NO_BINDERS) -> list[Segment]:
        """The same part by part; `binders` are those of the slots that have one, by number."""
        return [part if isinstance(part, str | Style | Icon) else self._slot(part, values, binders) for part in pattern]

    def sentence(self, segments: list[Segment]) -> list[Segment]:
        """The parts of a sentence on paper: a value that begins it gets a capital letter, words stay as written."""
        for at, part in enumerate(segments):
            if isinstance(part, Slot):
                return [*segments[:at], replace(part, words=(self.begun(part.words[0]),)), *segments[at + 1 :]]
            if isinstance(part, Icon) or (isinstance(part, str) and any(map(str.isalnum, part))):
                break
        return segments

    def _slot(self, part: SlotPart, values: Slots, binders: Mapping[int, str]) -> Slot:
        at, told = (part, "") if isinstance(part, int) else part
        binder = binders.get(at, "")
        value, type_ = values[at]
        if isinstance(told, str):
            return Slot((self.value(value, type_, told),), type_, binder)
        number = abs(value) if isinstance(value, int) else 0
        wording = int(plural_digits(self.language)[number if number < 200 else 100 + number % 100])
        return Slot((told[min(wording, len(told) - 1)],), type_, binder, plural=True)


def slots_of(pattern: Pattern) -> set[int]:
    """The numbers of the slots that a pattern has."""
    return {part if isinstance(part, int) else part[0] for part in pattern if isinstance(part, int | tuple)}


def words_of(segments: Iterable[Segment]) -> str:
    """The plain words of a text, including those of its values."""
    return "".join(run.words for run in looks_of(segments))


def looks_of(segments: Iterable[Segment]) -> tuple[Run, ...]:
    """The same with its marks."""
    return runs_of(one.words[0] if isinstance(one, Slot) else one for one in segments)
