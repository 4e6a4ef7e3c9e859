"""Namespace of layout expressions: a checked game in one language, as the names and values that expressions can use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any

from regelwerk_compiler.checked import game as checked
from regelwerk_compiler.checked import prose
from regelwerk_compiler.checked.play import Place
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import NOT_FIXED, Run, Words
from regelwerk_compiler.model import types
from regelwerk_compiler.model.types import IntType, PerType, Type, strip_optional
from regelwerk_dsl.suggest import did_you_mean

SIGN = "sign"  # the column with what stands for a member in the corner of a plain card

OBSERVER: ContextVar[Callable[[Any, Any], None] | None] = ContextVar("OBSERVER", default=None)
"""Is told the value and the key of every look-up, and of every row or card whose name is shown."""


@contextmanager
def observed(observer: Callable[[Any, Any], None]) -> Iterator[None]:
    """Look-ups are told to an observer."""
    token = OBSERVER.set(observer)
    try:
        yield
    finally:
        OBSERVER.reset(token)


class MissingKeyError(LookupError):
    """What was looked up is not there."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A member of a table: its key, its place from 0, its name in each language, its columns."""

    table: str
    key: str
    at: int
    name: str
    names: Mapping[str, str]
    values: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        """Equal to itself and to its key, so that conditions read `good == "red"`."""
        if isinstance(other, Row):
            return (self.table, self.key) == (other.table, other.key)
        return other == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        _observe(self, "name")
        return self.name


class Per(dict[str, Any]):
    """A number, or another value, for some of the rows of a table, by key; `place` is where the state has them."""

    def __init__(self, values: Mapping[str, Any], rows: Sequence[Row], place: Place | None = None) -> None:
        super().__init__(values)
        self.rows, self.place = rows, place


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Card(checked.Card):
    """A card in one language; its fields lead to rows and other cards. `at` is its place among all cards.

    `changes` are the errata and variants that made it other than it was: kind, name and title.
    """

    title: str
    text: str
    changes: Sequence[Mapping[str, str]]
    at: int
    __eq__, __hash__ = object.__eq__, object.__hash__  # a card is equal to itself

    def __str__(self) -> str:
        _observe(self, "title")
        return self.title


@dataclass(frozen=True, slots=True)
class Styled:
    """A part of a text in bold or italic."""

    text: str
    bold: bool = False
    italic: bool = False


class MarkedText(str):
    """A text in plain words, which expressions see, with its runs in bold and italic and its icons."""

    runs: Sequence[Run] = ()


def lookup(value: Any, key: Any) -> Any:
    """What `value.key` or `value[key]` mean in a layout.

    Raises:
        MissingKeyError: it is not there; the message says what there is.
    """
    if isinstance(key, Row | Card):
        key = key.key
    if isinstance(value, Per):
        key = str(key)  # members of ranges are numbers
    _observe(value, key)
    if isinstance(value, Per) and key not in value and any(row.key == key for row in value.rows):
        return 0  # a `per` holds what is not nothing
    if isinstance(value, dict):
        return _found(value, key, "key")
    if isinstance(value, Card):
        if key in _CARD:
            return getattr(value, key)
        return _found(value.fields, key, f"field of {value.type} cards", _CARD)
    if isinstance(value, Row):
        if key in _ROW and key not in value.values:  # the spaces of a map have a column `at`
            return getattr(value, key)
        return _found(value.values, key, f"column of {value.table}", _ROW)
    if isinstance(value, Table):
        return value.lookup(key)
    if isinstance(value, list | tuple | str) and isinstance(key, int) and not isinstance(key, bool):
        if -len(value) <= key < len(value):
            return value[key]
        raise MissingKeyError(f"there is no entry {key} in a list of {len(value)}")
    if value is None:
        raise MissingKeyError(f"none has no `{key}`", "add `when: … is not none`")
    raise MissingKeyError(f"this value has no `{key}`")


def _observe(value: Any, key: Any) -> None:
    if (observer := OBSERVER.get()) is not None:
        observer(value, key)


_CARD = ("key", "type", "family", "copies", "title", "text", "names", "texts", "fields", "changes", "at")
_ROW = ("key", "name", "names", "at", "table")


class Table(list[Row]):
    """The rows of a table in order; `table.key` is one of them."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self.name = name
        self._rows: dict[Any, Row] = {row.key: row for row in rows}

    def lookup(self, key: Any) -> Row:
        if isinstance(key, int) and not isinstance(key, bool) and key not in self._rows:
            key = str(key)
        return _found(self._rows, key, f"member of {self.name}")  # type: ignore[no-any-return]


def _found(values: Mapping[Any, Any], key: Any, what: str, more: Sequence[str] = ()) -> Any:
    if key in values:
        return values[key]
    near = did_you_mean(str(key), [*map(str, values), *more])
    known = ", ".join(map(str, list(values)[:12]))
    raise MissingKeyError(f"there is no {what} `{key}`", near or (f"there are: {known}" if known else ""))


@dataclass(frozen=True, slots=True)
class Resolver:
    """Turns plain values into what expressions see: keys into rows and cards, numbers of players into their seats."""

    tables: Mapping[str, Table]
    cards: Mapping[str, Card] = field(default_factory=dict)
    players: Sequence[Row] = ()

    def value(self, value: Any, type_: Type) -> Any:
        """A value of a type; what is unknown stays as it is."""
        match type_:
            case types.OptionalType(of):
                return self.value(value, of)
            case types.SetType(of) if isinstance(value, Iterable):
                return [self.value(one, of) for one in value]
            case types.PileType(card) if isinstance(value, Iterable):
                return [self.value(one, card) for one in value]
            case types.PerType(of, key) if isinstance(value, Mapping):
                return Per({name: self.value(one, of) for name, one in value.items()}, self.rows(key))
            case types.PLAYER:
                return self.players[value] if isinstance(value, int) and 0 <= value < len(self.players) else value
            case types.MemberType(table) if isinstance(value, str) and table in self.tables:
                return self.tables[table].lookup(value)
            case types.CardType() | types.PlaceType() if isinstance(value, str):
                return self.cards.get(value, value)
            case _:
                return value

    def rows(self, type_: Type) -> Sequence[Row]:
        """The rows of what is counted by a type: members or players."""
        match type_:
            case types.PLAYER:
                return self.players
            case types.MemberType(table):
                return self.tables.get(table, ())
            case _:
                return ()


class Namespace:
    """A game in one language, as expressions see it.

    Attributes:
        tables: the tables of the game with their rows, by name.
        cards: all cards in the order of the game.
        types: the card types by name.
        rules: the values of the defines that never change.
    """

    def __init__(self, game: checked.CheckedGame, language: str) -> None:
        self.game = game
        self.language = language
        self.tables: dict[str, Table] = {}
        # columns may lead to tables further down: rows first, their values when all tables are there
        for name, table in game.tables.items():
            self.tables[name] = Table(name, [self._row(name, at, row) for at, row in enumerate(table.rows)])
        resolver = Resolver(self.tables)
        for name, table in game.tables.items():
            types = {column.name: column.type for column in table.columns}
            for shown, row in zip(self.tables[name], table.rows, strict=True):
                shown.values.update({name: resolver.value(value, types[name]) for name, value in row.values.items()})
        self.types = {kind.name: kind for kind in game.card_types}
        self._changes = [*self._changes_of("erratum", game.errata), *self._changes_of("variant", game.variants)]
        field_types = {kind.name: {field.name: field.type for field in kind.fields} for kind in game.card_types}
        self.cards = [self._card(at, card, field_types[card.type], resolver) for at, card in enumerate(game.cards)]
        self.rules = {d.name: d.value for d in game.declarations if d.kind == "define" and d.value is not NOT_FIXED}

    def scope(self, words: Mapping[str, str], colors: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
        """The names of a scope that belongs to no card, with the words, colours and data of a layout."""
        game = self.game
        low, high = game.players
        return {
            **self.tables,
            "bold": partial(Styled, bold=True),
            "facts": self.facts,
            "italic": partial(Styled, italic=True),
            "money": self.money,
            "number": self.number,
            "said": game.own,
            "signs": self.signs,
            "cards": self.cards,
            "card_types": [
                {"name": kind.name, "label": self._own(kind.labels), "cards": kind.cards} for kind in game.card_types
            ],
            "colors": colors,
            "data": data,
            "game": {
                "name": game.name,
                "title": self._own(game.title),
                "players": {"low": low, "high": high},
                "errata": self._applied(game.errata),
                "variants": self._applied(game.variants),
            },
            "language": self.language,
            "languages": list(game.languages),
            "players": [],
            "position": None,  # what is printed to be played with shows none
            "rules": self.rules,
            "words": {**words, **translations(words, game, self.language)},
        }

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _own(self, texts: Words) -> str:
        return self.game.own(texts, self.language) or next(iter(texts.values()), "")

    def _applied(self, changes: Sequence[prose.Change]) -> list[dict[str, str]]:
        """The changes that were chosen: name and title."""
        return [{"name": one.name, "title": self._own(one.titles)} for one in changes if one.applied]

    def _row(self, table: str, at: int, row: checked.Row) -> Row:
        names = row.names or {}
        return Row(table, row.key, at, self._own(names) if names else row.key, names, {})

    def _card(self, at: int, card: checked.Card, types: Mapping[str, Type], resolver: Resolver) -> Card:
        own = {one.name: getattr(card, one.name) for one in fields(card)}
        own["fields"] = {name: resolver.value(value, types[name]) for name, value in card.fields.items()}
        text = MarkedText(self._own(card.texts))
        shown = self.language if self.language in card.texts else self.game.languages[0]
        text.runs = card.marked.get(shown, ())
        changes = self._changed_by(card)
        return Card(**own, title=self._own(card.names), text=text, changes=changes, at=at)

    def _changed_by(self, card: checked.Card) -> list[dict[str, str]]:
        """The errata and variants that made a card other than it was: they name it, its family or a text of it, or
        replace the whole that a text of it stands in."""
        if not self._changes:
            return []
        texts = {tuple(message.partition("@")[0].split(".")) for message in card.messages}
        found: dict[str, dict[str, str]] = {}
        for key, change in self._changes:
            family = key[0] == card.family and ".".join(key[:2]) not in self.game.cards_by_key
            member = card.key in (key[0], ".".join(key[:2]))
            if family or member or any(text[: len(key)] == key for text in texts):
                found.setdefault(change["name"], change)
        return list(found.values())

    def _changes_of(
        self, kind: str, changes: Sequence[prose.Change]
    ) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        for change in changes:
            told = {"kind": kind, "name": change.name, "title": self._own(change.titles)}
            yield from ((step.key, told) for step in change.changes if change.applied)

    # ---- functions ---------------------------------------------------------------------------------------------------

    def number(self, value: Any, *, unit: bool = False) -> str:
        """A number as the language writes it, its digits grouped as everywhere: from 10,000 on."""
        if isinstance(value, int):
            return Say(self.game, self.language).number(value, unit=unit)
        return format_number(value, self.language) if isinstance(value, float) else str(value)

    def money(self, value: Any) -> str:
        """An amount in a unit: its digits are grouped from 1,000 on."""
        return self.number(value, unit=True)

    def facts(self, card: Card) -> list[dict[str, str]]:
        """The fields of a card that say something, as pairs of label and text: for a layout that knows no game.

        A field that is at its default says nothing where that is 0, no or nothing, and none that `signs` shows.
        """
        signed = {sign["field"] for sign in self.signs(card)}
        found = []
        for one in self._fields(card):
            value = card.fields[one.name]
            if one.name not in signed and (value or value != one.default) and (text := self._shown(value, one.type)):
                found.append({"name": self._own(one.labels), "text": text})
        return found

    def signs(self, card: Card) -> list[dict[str, Any]]:
        """The signs of a card, such as rank and suit: from the columns `sign` of the tables its fields are members of.

        The member of the smallest table comes last, as a suit does. Where there is a sign, the only plain number among
        the fields is one too. `at` is the place of the member in its table, `field` the name of the field.
        """
        found: list[tuple[int, dict[str, Any]]] = []
        numbers: list[dict[str, Any]] = []
        for one in self._fields(card):
            value = card.fields[one.name]
            if isinstance(value, Row) and value.values.get(SIGN):
                sign = {"text": value.values[SIGN], "at": value.at, "field": one.name}
                found.append((len(self.tables[value.table]), sign))
            elif isinstance(one.type, IntType) and one.type.unit is None:
                numbers.append({"text": self.number(value), "at": 0, "field": one.name})
        found.sort(key=lambda sign: -sign[0])
        return (numbers if found and len(numbers) == 1 else []) + [sign for _, sign in found]

    def _fields(self, card: Card) -> list[checked.CardField]:
        """The printed fields of a card. Whoever asks depends on their values."""
        for one in (found := [one for one in self.types[card.type].fields if one.printed]):
            _observe(card, one.name)
        return found

    def _shown(self, value: Any, type_: Type) -> str:
        if value is None or value is False or value == "":
            return ""
        if value is True:
            return "✓"
        if isinstance(value, Per):
            rows = (row for row in value.rows if value.get(row.key))
            inner = type_.value if isinstance(type_, PerType) else type_
            return ", ".join(f"{row.name} {self._shown(value[row.key], inner)}" for row in rows)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(str, value))
        of = strip_optional(type_)
        return self.number(value, unit=isinstance(of, IntType) and of.unit is not None)


def translations(words: Mapping[str, str], game: checked.CheckedGame, language: str) -> dict[str, str]:
    """The texts of a layout that a language has, made from the words that the layout says now."""
    entries = game.printed.get(language, {})
    return {
        name: entries[name].words
        for name, text in words.items()
        if name in entries and entries[name].source.split() == text.split()
    }


@cache
def format_number(value: float, language: str) -> str:
    """A number with a fraction as a language writes it: `2.5`, `2,5`."""
    from babel import UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        return format_decimal(value, locale=language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return format_decimal(value, locale="en")
