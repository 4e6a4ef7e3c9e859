"""Short signs for the pieces and cards on families of places, as one player sees them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Any, TypeGuard

from regelwerk_compiler.checked.game import Card, CheckedGame, Row, Table
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import Value
from regelwerk_compiler.model.types import IntType, MemberType, SetType
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Bool, Int, Member, SetOf, Var, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.facade import kept_beside
from regelwerk_runtime.views.view import HIDDEN

from ..hints import Hints
from ..table import player_name
from .labels import labels_of, shortened

SHORT = 2  # columns of a sign made from a name
WIDEST = 7  # most columns of a place
LABEL = 4  # columns of a card or of a thing on a place
TELLING_APART = ("", "'", '"', "*", "°")  # after the letters of players, one for each kind of piece
KEPT = ("*", "°", '"', "'")  # after cards, one for each variable that is yes for them


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a place, such as `A` or `A338+`; in the colour of its player, if any."""

    text: str
    player: int | None = None


Index = tuple[str, ...]


def keys_of(value: Value) -> list[str]:
    """The keys in a list or set of members; numbers of a range as texts."""
    return [str(one) for one in value] if isinstance(value, Sequence) and not isinstance(value, str) else []


def numbered(value: Value) -> dict[str, int]:
    """The numbers other than 0 of members, by key."""
    if not isinstance(value, Mapping):
        return {}
    return {str(key): number for key, number in value.items() if isinstance(number, int) and number}


class Lying:
    """The facts of a view, and the signs for them on places."""

    def __init__(self, match: Match, player: int, lang: str | None, game: CheckedGame, hints: Hints) -> None:
        """Reads the player's present view; `void` has the variables, with positions of indices, that do not count."""
        positions: dict[tuple[str, Index], tuple[int, ...]] = {}
        self.game, self.hints, self.player = game, hints, player
        self.language = match.game.texts.language(lang)
        self._match, self._lang = match, lang
        self._tables = match.game.tables
        self._labels: dict[tuple[str, int], dict[str, str]] = {}
        self.facts: dict[tuple[str, Index], Any] = {}
        self.entries: dict[str, Var | Zone] = {}
        self._copies: dict[tuple[str, Index], Any] = {}  # cards in places, by the keys that index variables
        self._kept: dict[tuple[str, Index], Mapping[str, Any]] = {}  # what these cards have while they are there
        view = match.view(player)
        for (entry, at, value), (_, _, copy_key) in zip(view.elements(), view.apart().elements(), strict=True):
            index = tuple(self._tables.index_key(dim, i) for dim, i in zip(entry.dims, at, strict=True))
            self.entries[entry.name] = entry
            self.facts[entry.name, index] = value
            if isinstance(entry, Zone) and entry.place:
                self._copies[entry.name, index] = copy_key
                self._kept[entry.name, index] = dict(*kept_beside(view, entry, at))
            if entry.name in hints.only:
                positions[entry.name, index] = at
        self.void = frozenset((name, at) for (name, index), at in positions.items() if not self.counts(name, index))

    def of(self, seat: int) -> Lying:
        """The same for one player: the facts with him as the first of two indices, without that index."""
        own = copy(self)
        own.entries = {
            name: replace(entry, dims=entry.dims[1:])
            for name, entry in self.entries.items()
            if len(entry.dims) == 2 and entry.dims[0] == PLAYER
        }
        own.facts = {
            (name, index[1:]): value
            for (name, index), value in self.facts.items()
            if name in own.entries and index[0] == str(seat)
        }
        own._copies = {(name, index[1:]): key for (name, index), key in self._copies.items() if name in own.entries}
        own._kept = {(name, index[1:]): kept for (name, index), kept in self._kept.items() if name in own.entries}
        return own

    def name(self, table: str, key: str) -> str:
        """The name of a member."""
        return self.game.member_name(table, key, self.language) or key

    def short(self, table: str, key: str, cells: int) -> str:
        """The name of a member in a few columns, distinct from those of the other members."""
        asked = table, cells
        if asked not in self._labels:
            rows = self.game.tables[table].rows if table in self.game.tables else ()
            self._labels[asked] = labels_of((self.name(table, row.key) for row in rows), cells)
        name = self.name(table, key)
        return self._labels[asked].get(name) or shortened(name, cells)

    def label(self, entry: str) -> str:
        """The label of a state variable."""
        return self._match.game.texts.fact(entry, self._lang)

    def counts(self, entry: str, index: Index) -> bool:
        """True if a value counts, which another variable can deny."""
        other = self.hints.only.get(entry)
        return other is None or self.facts.get((other, index)) is True

    # ---- signs
    @cached_property
    def letters(self) -> str:
        """The letters of the players, seat by seat: the initials of their names if all differ, else A, B and so on."""
        names = [self.player_name(seat) for seat in self.seats]
        initials = [name[:1].upper() for name in names]
        apart = self._match.names and len(set(initials)) == len(initials)
        return "".join(initials) if apart else ascii_uppercase

    @property
    def all_letters(self) -> str:
        """The range of letters, such as `A–D`."""
        first, last = self.letters[0], self.letters[len(self.seats) - 1]
        return f"{first}–{last}" if first != last else first

    def player_name(self, seat: int) -> str:
        """A player's name, or `Player A`."""
        return player_name(self._match, seat, self._lang)

    @property
    def seats(self) -> range:
        return range(self._match.setup.players)

    def on(self, table: str) -> dict[str, list[Mark]]:
        """The signs on the members of a family, by key, in the order of the declarations."""
        found: dict[str, list[Mark]] = defaultdict(list)
        for entry in self.lying_on(table):
            for (name, index), value in self.facts.items():
                if name == entry.name and value is not None and self.counts(name, index):
                    for key, mark in self._marks(entry, table, index, value):
                        found[key].append(mark)
        return found

    def lying_on(self, table: str) -> list[Var | Zone]:
        """The variables and zones that put signs on the members of a family."""
        return [entry for entry in self.entries.values() if self._lies_on(entry, table)]

    def _lies_on(self, entry: Var | Zone, table: str) -> bool:
        if isinstance(entry, Zone):
            return entry.dims == (table,)
        if isinstance(entry.type, Member | SetOf) and entry.type.enum == table:
            return len(entry.dims) < 2
        if entry.dims != (table,):
            return False
        if isinstance(entry.type, Member) and entry.type.enum == PLAYER:
            return True
        is_meant = entry.name in self.hints.signs or any(table == product.name for product in self.products)
        return is_meant and isinstance(entry.type, Bool | Int | Member)

    def _marks(self, entry: Var | Zone, table: str, index: Index, value: Any) -> Iterator[tuple[str, Mark]]:
        if isinstance(entry, Zone):
            if value:
                place = entry.name, index
                yield index[0], self._cards(value, self._copies.get(place), self._kept.get(place, {}))
            return
        if value is HIDDEN:
            return
        sign = self.sign(entry, table)
        if isinstance(entry.type, Member | SetOf) and entry.type.enum == table:
            mark = self._mark(entry, index, sign)
            yield from ((str(key), mark) for key in (value if isinstance(value, list) else [value]))
        elif isinstance(entry.type, Member):
            kind = entry.type.enum
            is_player = kind == PLAYER
            yield index[0], self._of_player(value, sign) if is_player else Mark(sign + self.short(kind, value, SHORT))
        elif value:
            yield index[0], Mark(sign if value is True else f"{sign}{value}")

    def _mark(self, entry: Var, index: Index, sign: str) -> Mark:
        if entry.dims == (PLAYER,):
            return self._of_player(int(index[0]), sign)
        return Mark(sign if not index else self.short(entry.dims[0], index[0], SHORT) + sign)

    def _of_player(self, player: int, sign: str) -> Mark:
        return Mark(f"{self.letters[player]}{sign}", player)

    def sign(self, entry: Var | Zone, table: str) -> str:
        """The sign of a variable; among several that are shown by letters of players, later ones have an additional
        mark.
        """
        if entry.name in self.hints.signs:
            return self.hints.signs[entry.name]
        if self.is_players(entry):
            others = [one.name for one in self.lying_on(table) if self.is_players(one)]
            return TELLING_APART[min(others.index(entry.name), len(TELLING_APART) - 1)]
        numbers = [one for one in self.lying_on(table) if self._has_values(one, table)]
        is_clear = bool(entry.dims) and (entry.dims != (table,) or numbers == [entry])
        return "" if is_clear else shortened(self.label(entry.name), SHORT)

    @staticmethod
    def _has_values(entry: Var | Zone, table: str) -> TypeGuard[Var]:
        """True if it puts numbers or names on places, not only signs."""
        return isinstance(entry, Var) and entry.dims == (table,) and isinstance(entry.type, Int | Member)

    def is_players(self, entry: Var | Zone) -> bool:
        """True if letters of players represent it."""
        owned = isinstance(entry, Var) and isinstance(entry.type, Member) and entry.type.enum == PLAYER
        return entry.dims == (PLAYER,) or owned

    def _cards(self, value: Any, copy_key: Any, kept: Mapping[str, Any]) -> Mark:
        """The sign of a card in a place (owner, name or number, what it has there, `+` if something lies with it), or
        the number of cards in a pile. `copy_key` says which copy of the card lies there.
        """
        if isinstance(value, list):
            return Mark(f"{len(value)}")
        if value is HIDDEN:
            return Mark("?")
        card = self.game.cards_by_key[value]
        named = self.hints.cards.get(card.type)
        name = self.game.own(card.names, self.language)
        owner: int | None = None
        more = "".join(self._kept_sign(name, value) for name, value in kept.items())
        for (entry, index), lies in self.facts.items():
            if index == (copy_key,) and self.entries[entry].dims[0] == card.type and self.counts(entry, index):
                if isinstance(self.entries[entry], Zone):
                    more += "+" if lies else ""
                elif self.is_players(self.entries[entry]) and isinstance(lies, int):
                    owner = lies
        letter = self.letters[owner] if owner is not None else ""
        room = max(1, min(LABEL, WIDEST - len(letter) - len(more)))
        text = str(card.fields[named]) if named else shortened(name, room)
        return Mark(f"{letter}{text}{more}", owner)

    def _kept_sign(self, name: str, value: Any = None) -> str:
        """The sign after a card for a value that it has where it lies: yes, a member, a number or something else."""
        entry = self._tables.entries[name]
        assert isinstance(entry, Var)
        yes_or_no = [kept.entry.name for kept in self._tables.kept if isinstance(kept.entry.type, Bool)]
        is_bool = name in yes_or_no
        sign = self.hints.signs.get(name) or (KEPT[min(yes_or_no.index(name), len(KEPT) - 1)] if is_bool else ":")
        if isinstance(entry.type, Int):
            return f"{sign}{value}" if isinstance(value, int) else sign
        if isinstance(entry.type, Member) and isinstance(value, str):
            return sign + self.short(entry.type.enum, value, SHORT)
        return sign

    def legend(self, table: str) -> Iterator[tuple[str, str]]:
        """Signs with their meanings."""
        lying = self.lying_on(table)
        places = {entry.name for entry in lying if isinstance(entry, Zone) and entry.place}
        for one in (kept.entry for kept in self._tables.kept if places & {*kept.entry.while_in}):
            yield self._kept_sign(one.name), self.label(one.name)
        for entry in lying:
            sign = self.sign(entry, table)
            if self.is_players(entry):
                yield self.all_letters.replace("–", f"{sign}–") + sign, self.label(entry.name)
                continue
            if isinstance(entry, Var) and (sign or isinstance(entry.type, Int)):
                yield sign or "1", self.label(entry.name)
            if self._has_values(entry, table) and isinstance(entry.type, Member):
                kind = entry.type.enum
                lies = {value for (name, _), value in self.facts.items() if name == entry.name}
                rows = self.game.tables[kind].rows if kind in self.game.tables else ()
                keys = [row.key for row in rows if row.key in lies]
                yield from ((self.short(kind, key, SHORT), self.name(kind, key)) for key in keys)

    # ---- things on places
    @cached_property
    def products(self) -> list[Table]:
        """The families of places that are products of two or more others."""
        return [table for table in self.game.tables.values() if table.kind == "product" and len(table.columns) > 1]

    def standing(self, product: Table) -> tuple[str, dict[str, str]]:
        """A table whose columns include those of a product, and for each place the row of it that is there."""
        parts = [(column.name, column.type) for column in product.columns]
        places = {tuple(row.values[name] for name, _ in parts): row.key for row in product.rows}
        for other in self.game.tables.values():
            if other is not product and set(parts) <= {(column.name, column.type) for column in other.columns}:
                at = ((places.get(tuple(row.values[name] for name, _ in parts)), row.key) for row in other.rows)
                return other.name, {place: key for place, key in at if place is not None}
        return "", {}

    def marked_by_tables(self, product: Table) -> tuple[dict[str, str], dict[str, str]]:
        """Labels for places that rows of tables name in their only column of such places.

        Returns:
            For each place the labels: names of rows, or, if its rows have no names, the shortened label of their table
            and the side that they face; and the meanings of shortened labels.
        """
        found: dict[str, dict[str, None]] = defaultdict(dict)
        asked = [(table, column) for table in self.game.tables.values() if (column := self._column_of(table, product))]
        titles = {table.name: self.game.own(table.labels, self.language) for table, _ in asked}
        labels = labels_of(titles.values(), SHORT)
        legend = {}
        for table, column in asked:
            is_named = any(self.name(table.name, row.key) != row.key for row in table.rows)
            for row in table.rows:
                sign = labels[titles[table.name]]
                label = self.short(table.name, row.key, LABEL) if is_named else sign + self._side_of(table, row)
                found[str(row.values[column])][label] = None
            if not is_named:
                legend[labels[titles[table.name]]] = titles[table.name]
        return {place: " ".join(texts) for place, texts in found.items()}, legend

    def _side_of(self, table: Table, row: Row) -> str:
        """The initials of the members in the only other column that holds members, such as `N`; "" if there is none."""
        places = {product.name for product in self.products}
        types = ((one.name, one.type.member if isinstance(one.type, SetType) else one.type) for one in table.columns)
        kinds = [(name, of.enum) for name, of in types if isinstance(of, MemberType) and of.enum not in places]
        if len(kinds) != 1:
            return ""
        name, kind = kinds[0]
        value = row.values[name]
        keys = keys_of(value) if isinstance(value, Sequence) and not isinstance(value, str) else [str(value)]
        return "".join(self.short(kind, key, 1) for key in keys if value is not None).upper()

    def _column_of(self, table: Table, product: Table) -> str:
        """The only column of a table that holds places of a product; "" if there is none, or several."""
        columns = self._columns_of(table, product)
        return columns[0] if len(columns) == 1 else ""

    def _columns_of(self, table: Table, product: Table) -> list[str]:
        if table.kind != "table" or table.name in self.hints.hidden:
            return []
        return [column.name for column in table.columns if column.type == MemberType(product.name)]

    def pairs_by_tables(self, product: Table) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The pairs of places that tables name in their only two columns of such places, after their labels."""
        for table in self.game.tables.values():
            if len(columns := self._columns_of(table, product)) == 2:
                one, other = columns
                pairs = [(str(row.values[one]), str(row.values[other])) for row in table.rows]
                yield self.game.own(table.labels, self.language), pairs

    def own_cards_with(self, family: str) -> Iterator[tuple[str, Card, list[tuple[str, str]]]]:
        """The cards in the player's own piles that name members of a family: label of the pile, card, fields with these
        members.
        """
        fields = {
            kind.name: [one for one in kind.fields if one.type == MemberType(family)] for kind in self.game.card_types
        }
        for (name, index), value in self.facts.items():
            if not isinstance(self.entries[name], Zone) or index != (str(self.player),):
                continue
            if self.entries[name].dims != (PLAYER,):
                continue
            keys = {key for key in (value if isinstance(value, list) else [value]) if key is not HIDDEN}
            for card in (card for card in self.game.cards if card.key in keys and fields[card.type]):
                named = ((self.game.own(one.labels, self.language), card.fields[one.name]) for one in fields[card.type])
                yield self.label(name), card, [(label, key) for label, key in named if isinstance(key, str)]

    def numbers_of(self, card: Card) -> Iterator[tuple[str, str]]:
        """The numbers on a card, each with the label of its field."""
        kind = next(kind for kind in self.game.card_types if kind.name == card.type)
        say = Say(self.game, self.language)
        for one in kind.fields:
            value = card.fields[one.name]
            if isinstance(one.type, IntType) and isinstance(value, int) and value:
                unit = one.type.unit is not None
                yield self.game.own(one.labels, self.language), say.number(value, unit=unit)
