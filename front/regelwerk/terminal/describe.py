"""Facts of a match in words: what one player sees at one moment, and what has changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import All, Bool, CardRef, Int, Member, SetOf, Var, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.facade import Facade
from regelwerk_runtime.views.view import HIDDEN

from .wording import wording_of

LONG_PILE = 12  # longer ones are counted
MANY = 5  # of more cards that came or went the first ones are named


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of the state.

    Attributes:
        variable: the declared name.
        name: what it is called.
        index: the names of its indices.
        dims: the kinds of its indices.
        value: plain data as in `match.view(player)`.
        text: the value in words.
        of_card: the key of the card that is its only index; "" where it has others, or where that card has equals.
        is_place: whether it is the card that lies in a place.
        is_told: whether there is something to tell: not zero, no, none, an empty set or pile.
    """

    variable: str
    name: str
    index: tuple[str, ...]
    dims: tuple[str, ...]
    value: Any
    text: str
    of_card: str = ""
    is_place: bool = False
    is_told: bool = True


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
        self._single = {key: n == 1 for key, n in Counter(self._tables.card_keys).items()}
        self.all = list(self._read(facade if state is None else Facade(match.game, state)))

    def _read(self, facade: Facade) -> Iterator[Fact]:
        for entry in self._tables.entries.values():
            if self._only is not None and entry.name not in self._only:
                continue
            name = self._texts.fact(entry.name, self._lang)
            of_cards = len(entry.dims) == 1 and entry.dims[0] in self._match.game.card_types
            for index in self._tables.indices(entry.dims, self._match.setup.players):
                at = list(zip(entry.dims, index, strict=True))
                keys = [i if dim == PLAYER else self._tables.index_key(dim, i) for dim, i in at]
                value = facade[entry.name]
                if keys:
                    value = value[tuple(keys) if len(keys) > 1 else keys[0]]
                yield Fact(
                    entry.name,
                    name,
                    tuple(self._index(dim, i) for dim, i in at),
                    entry.dims,
                    value,
                    self._words(entry, value),
                    self._single_card(keys[0]) if of_cards else "",
                    isinstance(entry, Zone) and entry.place,
                    _is_told(entry, value),
                )

    def _single_card(self, key: object) -> str:
        """A card's key; "" where there are equal cards."""
        return key if isinstance(key, str) and self._single.get(key) else ""

    def _index(self, dim: str, i: int) -> str:
        low, _ = self._tables.members(dim)
        return self._member(dim, low + i)

    def _member(self, kind: str, value: int) -> str:
        if kind == PLAYER:
            return self._texts.player(value, self._lang, self._match.names)
        return self._texts.show(kind if kind in self._match.game.enums else "card", value, self._lang)

    def _words(self, entry: Var | Zone, value: Any) -> str:
        if value is HIDDEN:
            return self._tr("hidden")
        if isinstance(entry, Zone):
            return self._pile([value] if entry.place and value is not None else value or [])
        match entry.type:
            case Int(unit=unit):
                return self._texts.show(unit or "int", value, self._lang)
            case Bool():
                return self._texts.show("bool", value, self._lang)
            case SetOf(enum=enum):
                members = sorted(value, key=lambda member: self._tables.positions[enum][member])
                return self.listed([self._key(enum, member) for member in members]) or "-"
            case Member(enum=kind) | CardRef(card_type=kind):
                return "-" if value is None else self._key(kind, value)

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
        return self.named(Counter(cards))

    def _cards(self, number: int) -> str:
        return self._tr.many("{n} card", "{n} cards", number)

    def card(self, key: Any) -> str:
        """The name of a card by its key."""
        return self._texts.show("card", self._tables.card_keys.index(key), self._lang)

    def named(self, cards: Mapping[Any, int]) -> str:
        """Cards by their keys and numbers: `2 Express and Obstacle`."""
        names: Counter[str] = Counter()
        for key, number in cards.items():
            names[self.card(key)] += number
        return self.listed([f"{n} {name}" if n > 1 else name for name, n in names.items()])

    def listed(self, words: Sequence[str]) -> str:
        """`a, b and c`, in the way of the language."""
        language = self._match.game.languages[self._texts.language(self._lang)]
        return language.comma.join(words[:-1]) + language.and_ + words[-1] if len(words) > 1 else "".join(words)

    def label(self, fact: Fact) -> str:
        """`stones, Africa, Player A`"""
        return self._comma.join((fact.name, *fact.index))

    def line(self, fact: Fact, text: str) -> str:
        """`Africa, Player A: 3`, without the name of what is told."""
        return self.beside(self._comma.join(fact.index), text) if fact.index else text

    def beside(self, what: str, value: str) -> str:
        """`owner: Player A`"""
        return self._tr("{what}: {value}", what=what, value=value)

    def noted(self, card: str, notes: Sequence[str]) -> str:
        """A card with what is noted of it: `Ship 7 (owner: Player A)`."""
        return self._tr("{card} ({notes})", card=card, notes=self._tr("; ").join(notes))

    # ---- compared
    def changes_to(self, after: Facts) -> Iterator[tuple[str, str, str]]:
        """What is different at a later moment: label, before, after. Of piles the cards that came or went."""
        for old, new in zip(self.all, after.all, strict=True):
            if old.value == new.value:
                continue
            if isinstance(old.value, list) and isinstance(new.value, list):
                yield self.label(old), *self._pile_change(old.value, new.value)
            else:
                yield self.label(old), old.text, new.text

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


def _is_told(entry: Var | Zone, value: Any) -> bool:
    if isinstance(entry, Var) and isinstance(entry.type, Member):
        return value is not None  # also the first player, whose number is 0
    return value is HIDDEN or bool(value)


def cards_seen(match: Match, player: int) -> list[str]:
    """The keys of the cards that a player sees anywhere but in the box: own ones first, then the open ones."""
    open_ = (key for zone, key in _lying(match, player) if isinstance(zone.seen, All))
    return list(dict.fromkeys([*own_cards(match, player), *open_]))


def own_cards(match: Match, player: int) -> Counter[str]:
    """The keys of the cards that a player sees where not everybody does, such as in his hand, with their numbers."""
    return Counter(key for zone, key in _lying(match, player) if not isinstance(zone.seen, All))


def _lying(match: Match, player: int) -> Iterator[tuple[Zone, str]]:
    """Every card that a player sees in a pile or place, with what is declared of it."""
    tables, view = match.game.tables, match.view(player)
    for zone in tables.zones:
        for index in tables.indices(zone.dims, match.setup.players):
            keys = [i if dim == PLAYER else tables.index_key(dim, i) for dim, i in zip(zone.dims, index, strict=True)]
            lies = view[zone.name]
            for key in keys:
                lies = lies[key]
            cards = [] if lies is None else [lies] if zone.place else lies
            yield from ((zone, card) for card in cards if card is not HIDDEN)
