"""A match goes in; what a player sees of it comes out in words: a table of facts, and what has changed since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk_runtime.facade import Facade
from regelwerk_runtime.game import All, Bool, CardRef, Int, Member, SetOf, Var, Zone
from regelwerk_runtime.layout import PLAYER
from regelwerk_runtime.match import Match
from regelwerk_runtime.state import BaseState
from regelwerk_runtime.texts import GROUPED
from regelwerk_runtime.view import HIDDEN
from rich.console import Group, RenderableType
from rich.padding import Padding

from .console import plain_table
from .game import Card, Game
from .wording import wording_of

LONG_PILE = 12  # longer ones are counted
LONG_LINE = 70  # longer ones become several
MANY = 5  # of more cards that came or went the first ones are named
WIDE = 8  # more columns become lines


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of the state.

    Attributes:
        name: the declared name, as words.
        index: the names of its indices.
        dims: the kinds of its indices.
        value: plain data as in `match.view(player)`.
        text: the value in words.
    """

    name: str
    index: tuple[str, ...]
    dims: tuple[str, ...]
    value: Any
    text: str

    def __bool__(self) -> bool:
        """Whether there is something to tell: not zero, no, none, an empty set or pile."""
        return self.value is HIDDEN or bool(self.value)

    @property
    def label(self) -> str:
        """`stones, Africa, Player A`"""
        return ", ".join((self.name, *self.index))


class Facts:
    """What one player sees at one moment, or everything; in the order of the declarations."""

    def __init__(
        self,
        match: Match,
        player: int | None = None,
        lang: str | None = None,
        state: BaseState | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        """Reads all facts at once: they stay as they are when play goes on.

        Args:
            match: where play stands.
            player: who looks; None sees everything.
            lang: language of the names.
            state: other facts of this match, in place of those where it stands; seen by everybody.
            only: declared names that are read; all without.
        """
        self._match = match
        self._lang = lang
        self._texts = match.game.texts
        self._tr = wording_of(match, lang)
        self._tables = match.game.tables
        facade = match.state if player is None else match.view(player)
        self._only = only
        self.all = list(self._read(facade if state is None else Facade(match.game, state)))

    def _read(self, facade: Facade) -> Iterator[Fact]:
        for entry in self._tables.entries.values():
            if self._only is not None and entry.name not in self._only:
                continue
            name = entry.name.replace("_", " ")
            for index in self._tables.indices(entry.dims, self._match.setup.players):
                value = facade[entry.name]
                if entry.dims:
                    keys = [
                        i if dim == PLAYER else self._tables.index_key(dim, i)
                        for dim, i in zip(entry.dims, index, strict=True)
                    ]
                    value = value[tuple(keys) if len(keys) > 1 else keys[0]]
                labels = tuple(self._index(dim, i) for dim, i in zip(entry.dims, index, strict=True))
                yield Fact(name, labels, entry.dims, value, self._words(entry, value))

    def _index(self, dim: str, i: int) -> str:
        low, _ = self._tables.members(dim)
        return self._member(dim, low + i)

    def _member(self, kind: str, value: int) -> str:
        if kind == PLAYER:
            return self._texts.player(value, self._lang, self._match.names)
        return self._texts.show(kind if kind in self._match.game.enums else "card", value, self._lang)

    def _words(self, entry: Var | Zone, value: Any) -> str:
        language = self._match.game.languages[self._texts.language(self._lang)]
        if value is HIDDEN:
            return self._tr("hidden")
        if isinstance(entry, Zone):
            return self._pile([value] if entry.place and value is not None else value or [])
        match entry.type:
            case Int(unit=unit):
                return f"{value:,}".replace(",", language.group) if unit or abs(value) >= 10_000 else str(value)
            case Bool():
                return language.yes if value else language.no
            case SetOf(enum=enum):
                return self.listed([self._key(enum, member) for member in self._ordered(enum, value)]) or "-"
            case Member(enum=kind) | CardRef(card_type=kind):
                return "-" if value is None else self._key(kind, value)

    def _ordered(self, kind: str, members: frozenset[Any]) -> list[Any]:
        positions = self._tables.positions[kind]
        return sorted(members, key=lambda member: positions[member])

    def _key(self, kind: str, key: Any) -> str:
        low, _ = self._tables.members(kind)
        return self._member(kind, low + self._tables.positions[kind][key])

    def _pile(self, cards: Sequence[Any]) -> str:
        if not cards:
            return "-"
        if all(card is HIDDEN for card in cards):
            return self._cards(len(cards))
        if len(cards) > LONG_PILE:
            return self._tr("{cards}, {card} on top", cards=self._cards(len(cards)), card=self.card(cards[-1]))
        return self.listed([f"{n} {name}" if n > 1 else name for name, n in Counter(map(self.card, cards)).items()])

    def _cards(self, number: int) -> str:
        return self._tr.many("{n} card", "{n} cards", number)

    def card(self, key: Any) -> str:
        """The name of a card by its key."""
        return self._texts.show("card", self._tables.card_keys.index(key), self._lang)

    def listed(self, words: Sequence[str]) -> str:
        """`a, b and c`, in the way of the language."""
        language = self._match.game.languages[self._texts.language(self._lang)]
        return language.comma.join(words[:-1]) + language.and_ + words[-1] if len(words) > 1 else "".join(words)

    # ---- as a table
    def table(self) -> RenderableType:
        """Everything that is not empty: what players have in columns, boards in tables, the rest in lines."""
        groups: dict[str, list[Fact]] = {}
        for fact in self.all:
            groups.setdefault(fact.name, []).append(fact)
        groups = {name: facts for name, facts in groups.items() if any(facts)}
        of_players = {name: facts for name, facts in groups.items() if facts[0].dims == (PLAYER,)}
        boards = {name: facts for name, facts in groups.items() if self._is_board(facts)}
        lines = plain_table("", "")
        lines.show_header = False
        for name, facts in groups.items():
            if name not in of_players and name not in boards:
                told = [f"{', '.join(fact.index)}: {fact.text}" if fact.dims else fact.text for fact in facts if fact]
                for number, line in enumerate(told if sum(map(len, told)) > LONG_LINE else [self.listed(told)]):
                    lines.add_row("" if number else name, line)
        parts: list[RenderableType] = []
        if of_players:
            names = [fact.index[0] for fact in next(iter(of_players.values()))]
            parts.append(self._grid("", names, [(name, [f.text for f in facts]) for name, facts in of_players.items()]))
        for name, facts in boards.items():
            columns = list(dict.fromkeys(fact.index[1] for fact in facts))
            rows: dict[str, list[str]] = {}
            for fact in facts:
                rows.setdefault(fact.index[0], []).append(fact.text if fact else "")
            parts.append(self._grid(name, columns, [row for row in rows.items() if any(row[1])]))
        if lines.row_count:
            parts.append(lines)
        return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))

    @staticmethod
    def _is_board(facts: Sequence[Fact]) -> bool:
        return len(facts[0].dims) == 2 and len({fact.index[1] for fact in facts}) <= WIDE

    @staticmethod
    def _grid(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
        table = plain_table(title, *columns)
        for name, cells in rows:
            table.add_row(name, *cells)
        return table

    # ---- compared
    def changes_to(self, after: Facts) -> Iterator[tuple[str, str, str]]:
        """What is different at a later moment: label, before, after. Of piles the cards that came or went."""
        for old, new in zip(self.all, after.all, strict=True):
            if old.value == new.value:
                continue
            if isinstance(old.value, list) and isinstance(new.value, list):
                yield old.label, *self._pile_change(old.value, new.value)
            else:
                yield old.label, old.text, new.text

    def _pile_change(self, old: list[Any], new: list[Any]) -> tuple[str, str]:
        before, after = Counter(old), Counter(new)
        gone, come = [*(before - after).elements()], [*(after - before).elements()]
        tr, told = self._tr, [self._cards(len(new))]
        left, arrived = self._some(gone), self._some(come)
        if left:
            told.append(tr("without {cards}", cards=left))
        if arrived:
            told.append(tr("with {cards}", cards=arrived))
        if not gone and not come:
            told.append(tr("in another order"))
        return self._cards(len(old)), self._comma.join(told)

    def _some(self, cards: Sequence[Any]) -> str:
        """The names of the first few of some cards."""
        names = [self.card(card) for card in cards if card is not HIDDEN]
        if len(names) > MANY:
            names = [*names[: MANY - 1], self._tr("{n} more", n=len(names) - MANY + 1)]
        return self.listed(names)

    @property
    def _comma(self) -> str:
        return self._match.game.languages[self._texts.language(self._lang)].comma


def cards_seen(match: Match, player: int) -> list[str]:
    """The keys of the cards that a player sees anywhere but in the box: own ones first, then the open ones."""
    tables, view = match.game.tables, match.view(player)
    own: dict[str, None] = {}
    open_: dict[str, None] = {}
    for zone in tables.zones:
        for index in tables.indices(zone.dims, match.setup.players):
            found = open_ if isinstance(zone.seen, All) else own
            keys = [i if dim == PLAYER else tables.index_key(dim, i) for dim, i in zip(zone.dims, index, strict=True)]
            lies = view[zone.name]
            for key in keys:
                lies = lies[key]
            cards = [] if lies is None else [lies] if zone.place else lies
            found.update(dict.fromkeys(card for card in cards if card is not HIDDEN))
    return [*own, *(key for key in open_ if key not in own)]


def fields_in_words(game: Game, card: Card, lang: str | None = None) -> str:
    """What a card's fields hold, those left out that hold nothing: `routes: the red route; load: red 3, blue 1`."""
    texts, rules = game.rules.texts, game.rules
    language = rules.languages[texts.language(lang)]
    types = {field["name"]: field["type"] for kind in game.to_dict()["card_types"] for field in kind["fields"]}

    def said(value: Any, words: str) -> str:
        if isinstance(value, bool):
            return language.yes
        if isinstance(value, int):
            return f"{value:,}".replace(",", language.group) if abs(value) >= GROUPED else str(value)
        if isinstance(value, Mapping):
            return language.comma.join(f"{said(key, words)} {said(n, words)}" for key, n in value.items())
        if isinstance(value, list):
            return language.comma.join(said(one, words) for one in value)
        for name in re.findall(r"\w+", words):
            if name in rules.enums and value in rules.enums[name].keys:
                enum = rules.enums[name]
                return texts.show(name, enum.low + enum.keys.index(value), lang)
        return str(value)

    told = [(name, value) for name, value in card.fields.items() if value or (value == 0 and value is not False)]
    return "; ".join(f"{name.replace('_', ' ')}: {said(value, types.get(name, ''))}" for name, value in told)
