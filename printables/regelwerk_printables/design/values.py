"""The values of layout expressions: rows, cards and texts of a game in one language, and the look-up of `value.key`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from regelwerk_compiler.checked import game as checked
from regelwerk_compiler.checked.values import Run
from regelwerk_compiler.model import types
from regelwerk_compiler.model.types import Type
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import Form

if TYPE_CHECKING:
    from regelwerk_compiler.checked.play import Place

OBSERVER: ContextVar[Callable[[Any, Any], None] | None] = ContextVar("OBSERVER", default=None)
"""The function called with the value and key of every look-up, and with every row or card whose name is shown."""


@contextmanager
def observed(observer: Callable[[Any, Any], None]) -> Iterator[None]:
    """Reports look-ups to an observer."""
    token = OBSERVER.set(observer)
    try:
        yield
    finally:
        OBSERVER.reset(token)


class MissingKeyError(LookupError):
    """A look-up of a key that does not exist."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A member of a table: its key, its place from 0, its name in each language, its columns.

    A member of a sum or a map that comes from another table is equal to the row there, its `base`, and has its columns.
    """

    table: str
    key: str
    at: int
    name: str
    names: Mapping[str, str]
    values: dict[str, Any]
    base: Row | None = None

    @property
    def origin(self) -> tuple[str, str]:
        """The table that declares it, and its key."""
        return self.base.origin if self.base is not None else (self.table, self.key)

    def __eq__(self, other: object) -> bool:
        """Equal to itself and to its key, so that conditions can say `good == "red"`."""
        if isinstance(other, Row):
            return self.origin == other.origin
        return other == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        observe(self, "name")
        return self.name


class Per(dict[str, Any]):
    """A number, or another value, for some of the rows of a table, by key; `place` is its place in the state."""

    def __init__(self, values: Mapping[str, Any], rows: Sequence[Row], place: Place | None = None) -> None:
        super().__init__(values)
        self.rows, self.place = rows, place

    @cached_property
    def row_keys(self) -> frozenset[str]:
        """The keys of its rows, including those without a value."""
        return frozenset(row.key for row in self.rows)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Card(checked.Card):
    """A card in one language; its fields refer to rows and other cards. `at` is its index among all cards.

    `condition` says when the card can be played, if its text begins with that, and `effect` is the rest of the text.
    `changes` are the errata and variants that changed it: kind, name and title. In a position, `copy_key` is the key of
    one of several copies, by which variables are indexed, and `base` the card that it is a copy of.
    """

    title: str
    text: str
    condition: str
    effect: str
    changes: Sequence[Mapping[str, str]]
    at: int
    copy_key: str = ""
    base: Card | None = None

    def __eq__(self, other: object) -> bool:
        """Equal to itself and to its copies, but not to the same card in another language."""
        return isinstance(other, Card) and (self.base or self) is (other.base or other)

    def __hash__(self) -> int:
        return id(self.base or self)

    def __str__(self) -> str:
        observe(self, "title")
        return self.title


class Styled(Struct, frozen=True):
    """A part of a text in bold or italic."""

    text: str
    bold: bool = False
    italic: bool = False


class MarkedText(str):
    """A text as plain words, for expressions, with its runs; icons in these are forms, or known by name."""

    runs: Sequence[Run | Form] = ()

    @classmethod
    def of(cls, runs: Sequence[Run]) -> MarkedText:
        """The text of some runs."""
        found = cls("".join(run.words for run in runs))
        found.runs = runs
        return found


def lookup(value: Any, key: Any) -> Any:
    """The value of `value.key` or `value[key]` in a layout.

    Raises:
        MissingKeyError: it does not exist; the message says what there is.
    """
    if isinstance(key, Row | Card):
        copy_key = key.copy_key if isinstance(key, Card) else ""
        key = copy_key if isinstance(value, Per) and copy_key in value else key.key
    if isinstance(value, Per):
        key = str(key)  # members of ranges are numbers
    while isinstance(value, Row) and value.base is not None and key not in value.values and key not in _ROW:
        value = value.base
    observe(value, key)
    if isinstance(value, Per) and key not in value and key in value.row_keys:
        return 0  # a `per` leaves out zeros
    if isinstance(value, dict):
        return _found(value, key, "key")
    if isinstance(value, Card):
        if key in _CARD and not has_own(value, key):
            return getattr(value, key)
        return _found(value.fields, key, f"field of {value.type} cards", _CARD)
    if isinstance(value, Row):
        if key in _ROW and not has_own(value, key):  # the spaces of a map have a column `at`
            return getattr(value, key)
        return _found(value.values, key, f"column of {value.table}", _ROW)
    if isinstance(value, Table):
        return value.lookup(key)
    if isinstance(value, list | tuple | str) and isinstance(key, int) and not isinstance(key, bool):
        if -len(value) <= key < len(value):
            return value[key]
        raise MissingKeyError(f"there is no entry {key} in a list of {len(value)}")
    if value is None:
        raise MissingKeyError(f"the value none has no `{key}`", "add `when: … is not none`")
    raise MissingKeyError(f"this value has no `{key}`")


def has_own(value: Row | Card, key: Any) -> bool:
    """True if a game gives a row a column, or a card a field, of this name: it hides the built-in one.

    The title of a card stays its title.
    """
    return key in value.values if isinstance(value, Row) else key in value.fields and key != "title"


def observe(value: Any, key: Any) -> None:
    if (observer := OBSERVER.get()) is not None:
        observer(value, key)


_CARD = (
    "key", "type", "family", "copies", "title", "text", "condition", "effect", "names", "texts", "fields", "changes",
    "at",
)  # fmt: skip
_ROW = ("key", "name", "names", "at", "table")


class Table(list[Row]):
    """The rows of a table in order; `table.key` gives the one with that key."""

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


class Resolver(Struct, frozen=True):
    """Turns plain values into those that expressions see: keys into rows and cards, numbers of players into their
    seats.
    """

    tables: Mapping[str, Table]
    cards: Mapping[str, Card] = field(default_factory=dict)
    players: Sequence[Row] = ()

    def value(self, value: Any, type_: Type) -> Any:
        """A value of a type; unknown ones are unchanged."""
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
                name, is_copy, _ = value.partition("#")
                found = self.cards.get(name)
                return value if found is None else replace(found, copy_key=value, base=found) if is_copy else found
            case _:
                return value

    def rows(self, type_: Type) -> Sequence[Row]:
        """The rows counted by a type: members or players."""
        match type_:
            case types.PLAYER:
                return self.players
            case types.MemberType(table):
                return self.tables.get(table, ())
            case _:
                return ()
