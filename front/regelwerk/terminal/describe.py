"""Facts of a match in words and as tables: one player's view at one moment, and the changes since then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.engine.zones import bag_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import All, Bool, CardRef, Int, Member, Remembered, SetOf, Var, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.facade import Facade, kept_beside
from regelwerk_runtime.views.view import HIDDEN
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from .console import plain_table
from .wording import wording_of

LONG_PILE = 12  # longer piles are counted
LONG_LINE = 70  # longer lines are split
LONG_CELL = 30  # longer values of players become lines
WIDE = 8  # more columns become lines
NARROW = 12  # longer values are not put side by side
FEW = 5  # most values side by side
MANY = 5  # most kinds of cards named that came or went


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of the state.

    Attributes:
        entry: its declaration.
        name: its label.
        index: the names of its indices.
        at: the positions of its indices in their families.
        value: plain data as in `match.view(player).to_dict()`.
        text: the value in words.
        of_card: the key of the card that is its only index; "" if it has others, or if the card has several copies.
    """

    entry: Var | Zone
    name: str
    index: tuple[str, ...]
    value: Any
    text: str
    of_card: str = ""
    at: tuple[int, ...] = ()

    @property
    def is_place(self) -> bool:
        """True if the fact is the card in a place."""
        return isinstance(self.entry, Zone) and self.entry.place

    @property
    def is_told(self) -> bool:
        """True if the value is worth showing: not zero, no, none, an empty set or an empty pile."""
        if isinstance(self.entry, Var) and isinstance(self.entry.type, Member):
            return self.value is not None  # player 0 is a value
        return self.value is HIDDEN or bool(self.value)


class Facts:
    """The facts that one player sees at one moment, or all facts, in the order of the declarations.

    Attributes:
        all: the facts.
        lying: names and indices of the values of cards that lie where they have them (`while in`).
    """

    def __init__(
        self,
        match: Match,
        player: int | None = None,
        lang: str | None = None,
        state: BaseState | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        """Reads all facts at once; they do not change when play continues.

        Args:
            match: the match.
            player: whose view is read; None sees everything.
            lang: language of the names.
            state: another state of this match to read instead of the current one, without hiding anything.
            only: declared names to read; by default all.
        """
        self._match = match
        self._lang = lang
        self._texts = match.game.texts
        self._tr = wording_of(match, lang)
        self._tables = match.game.tables
        facade = match.state if player is None else match.view(player)
        self._only = only
        self._state = match.engine.s if state is None else state
        self._player = player
        self._copies = Counter(self._tables.card_keys)
        self.all = list(self._read(facade if state is None else Facade(match.game, state)))
        where = self._state.where
        self.lying = {
            (kept.entry.name, (card - kept.cards.start,))
            for kept in self._tables.kept
            for card in kept.cards
            if where[card] in kept.zones
        }

    def _read(self, facade: Facade) -> Iterator[Fact]:
        for entry, index, value in facade.elements():
            if self._only is not None and entry.name not in self._only:
                continue
            if isinstance(entry.seen, Remembered) and self._player is not None:
                continue
            of_card = ""
            if len(entry.dims) == 1 and entry.dims[0] in self._match.game.card_types and not is_kept(entry):
                key = self._tables.index_key(entry.dims[0], index[0])
                of_card = key if self._copies[key] == 1 else ""
            name = self._texts.fact(entry.name, self._lang)
            at = tuple(self._at(dim, i) for dim, i in zip(entry.dims, index, strict=True))
            text = self._words(entry, value, self._is_ordered(entry, index))
            if isinstance(entry, Zone) and self._tables.kept and value is not HIDDEN:
                notes = [self._notes(kept) for kept in kept_beside(facade, entry, index)]
                text = self._noted_pile(value if isinstance(value, list) else [value], notes) if any(notes) else text
            yield Fact(entry, name, at, value, text, of_card, index)

    def _notes(self, kept: Mapping[str, Any]) -> list[str]:
        """The notes on a card in its present place, in words."""
        known = (one.entry for one in self._tables.kept if one.entry.name in kept)
        entries = ((entry, kept[entry.name]) for entry in known if is_kept(entry))
        return [f"{self._texts.fact(entry.name, self._lang)} {self._words(entry, value)}" for entry, value in entries]

    def _noted_pile(self, cards: Sequence[Any], notes: Sequence[Sequence[str]]) -> str:
        told = [
            self.noted(self.card(card), note) if note else self.card(card)
            for card, note in zip(cards, notes, strict=True)
        ]
        return self._counted(Counter(told))

    def _at(self, kind: str, position: int) -> str:
        """The name of a member, a player or a card, by its position in its family."""
        number = self._tables.members(kind)[0] + position
        if kind == PLAYER:
            return self._texts.player(number, self._lang, self._match.names)
        return self._texts.show(kind if kind in self._match.game.enums else "card", number, self._lang)

    def _is_ordered(self, entry: Var | Zone, index: tuple[int, ...]) -> bool:
        """True if the top card is decided: with explicit chance it may be left to nature."""
        if not isinstance(entry, Zone) or not self._state.bags:
            return True
        zone = self._tables.zone_number(entry, self._tables.flat(entry.dims, index))
        return not bag_of(self._state, zone, len(self._state.piles[zone]) - 1)

    def _words(self, entry: Var | Zone, value: Any, ordered: bool = True) -> str:
        if value is HIDDEN:
            return self._tr("hidden")
        if value is None:
            return "-"
        if isinstance(entry, Zone):
            is_own = self._player is not None and not isinstance(entry.seen, All)
            return self._pile([value] if entry.place else value or [], ordered, is_own)
        match entry.type:
            case Int(unit=unit):
                return self._texts.show(unit or "int", value, self._lang)
            case Bool():
                return self._texts.show("bool", value, self._lang)
            case SetOf(enum=enum):
                return self.listed([self._key(enum, member) for member in value]) or "-"
            case Member(enum=kind) | CardRef(card_type=kind):
                return self._key(kind, value)

    def _key(self, kind: str, key: Any) -> str:
        return self._at(kind, self._tables.positions[kind][key])

    def _pile(self, cards: Sequence[Any], ordered: bool, is_own: bool) -> str:
        """The cards of a pile in words, or their number; a player's own cards are always listed."""
        if not cards:
            return "-"
        is_long = not is_own and len(cards) > LONG_PILE and len({*cards}) > 1
        if all(card is HIDDEN for card in cards) or (is_long and not ordered):
            return self._cards(len(cards))
        if is_long:
            return self._tr("{cards}, {card} on top", cards=self._cards(len(cards)), card=self.card(cards[-1]))
        return self.named(Counter(cards))

    def _cards(self, number: int) -> str:
        return self._tr.many("{n} card", "{n} cards", number)

    def card(self, key: Any) -> str:
        """The name of a card by its key."""
        return self._texts.show("card", self._tables.card_keys.index(key), self._lang)

    def named(self, cards: Mapping[Any, int]) -> str:
        """Keys of cards with their numbers, in words: `2 Express and Obstacle`."""
        names: Counter[str] = Counter()
        for key, number in cards.items():
            names[self.card(key)] += number
        return self._counted(names)

    def _counted(self, names: Mapping[str, int]) -> str:
        return self.listed(_numbered(names))

    def listed(self, words: Sequence[str]) -> str:
        """A list such as `a, b and c`, as usual in the language."""
        language = self._match.game.languages[self._texts.language(self._lang)]
        return language.comma.join(words[:-1]) + language.and_ + words[-1] if len(words) > 1 else "".join(words)

    def label(self, fact: Fact) -> str:
        """A fact's name with its indices: `stones, Africa, Player A`."""
        return self.comma.join((fact.name, *fact.index))

    def line(self, fact: Fact, text: str) -> str:
        """A value with its indices, without the fact's name: `Africa, Player A: 3`."""
        return self.beside(self.comma.join(fact.index), text) if fact.index else text

    def beside(self, what: str, value: str) -> str:
        """A label and a value: `owner: Player A`."""
        return self._tr("{what}: {value}", what=what, value=value)

    def noted(self, card: str, notes: Sequence[str]) -> str:
        """A card or another name with its notes: `Ship 7 (owner: Player A)`."""
        return self._tr("{card} ({notes})", card=card, notes=self._tr("; ").join(notes))

    # ---- compared
    def changes_to(self, after: Facts) -> Iterator[tuple[str, str, str]]:
        """The differences at a later moment: label, before, after. For piles, the cards that went and came."""
        return ((self.label(old), was, now) for old, was, now in self.changed_to(after))

    def changed_to(self, after: Facts) -> Iterator[tuple[Fact, str, str]]:
        """The same with each earlier fact instead of its label."""
        for old, new in zip(self.all, after.all, strict=True):
            if old.value == new.value or self._only_seen(old, new):
                continue
            if isinstance(old.entry, Zone) and not old.is_place:
                yield old, *self._pile_change(old.value, new.value)
            else:
                yield old, old.text, new.text

    @staticmethod
    def _only_seen(old: Fact, new: Fact) -> bool:
        """True if a card has only come into view or left it, with a value not worth showing."""
        seen = [fact for fact in (old, new) if fact.value is not HIDDEN]
        return isinstance(old.entry, Var) and len(seen) == 1 and not seen[0].is_told

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
        return self._cards(len(old)), self.comma.join(told)

    def _some(self, cards: Sequence[Any]) -> str:
        """The first kinds of some cards, with their numbers."""
        names = Counter(self.card(card) for card in cards if card is not HIDDEN)
        told = _numbered(names)
        if len(told) > MANY:
            more = sum([*names.values()][MANY - 1 :])
            told = [*told[: MANY - 1], self._tr("{n} more", n=more)]
        return self.listed(told)

    @property
    def comma(self) -> str:
        """The separator of lists."""
        return self._match.game.languages[self._texts.language(self._lang)].comma


def _numbered(names: Mapping[str, int]) -> list[str]:
    return [f"{n} {name}" if n > 1 else name for name, n in names.items()]


def is_kept(entry: Var | Zone) -> bool:
    """True if a variable is shown beside the cards of piles and places: it belongs to a card while it is there."""
    return isinstance(entry, Var) and bool(entry.while_in) and len(entry.dims) == 1


def facts_table(facts: Facts, without: Callable[[Fact], bool] = lambda _: False) -> RenderableType:
    """All facts that are neither empty nor completely hidden.

    Notes on a card are shown beside the card if it lies in a place.

    Args:
        facts: the facts to show.
        without: true for facts to leave out because they are shown elsewhere.
    """
    elsewhere = {id(fact) for fact in facts.all if without(fact)}
    words, noted = _with_notes([fact for fact in facts.all if id(fact) not in elsewhere], facts)
    noted |= elsewhere
    words |= dict.fromkeys(elsewhere, "")
    groups: dict[str, list[Fact]] = {}
    for fact in facts.all:
        groups.setdefault(fact.entry.name, []).append(fact)
    groups = {name: group for name, group in groups.items() if not elsewhere.issuperset(map(id, group))}
    hands: list[tuple[str, list[str]]] = []
    boards: list[RenderableType] = []
    lines = plain_table("", "")
    lines.show_header = False
    seats: list[str] = []
    for family in _families(groups, words):
        boards.append(_family(family, words))
        for group in family:
            del groups[group[0].entry.name]
    for group in groups.values():
        if is_kept(group[0].entry):
            continue
        told = [fact for fact in group if fact.is_told and id(fact) not in noted]
        texts = [words.get(id(fact), fact.text) for fact in group]
        if all(fact.value is HIDDEN for fact in told):
            continue
        if group[0].entry.dims == (PLAYER,) and max(map(len, texts)) <= LONG_CELL:
            seats = [fact.index[0] for fact in group]
            hands.append((group[0].name, texts))
        elif _is_board(group):
            boards.append(_board(group))
        else:
            _add_lines(lines, facts, told, words)
    parts = [_grid("", seats, hands)] if hands else []
    parts += boards
    if lines.row_count:
        parts.append(lines)
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def _add_lines(lines: Table, facts: Facts, told: Sequence[Fact], words: Mapping[int, str]) -> None:
    texts = [words.get(id(fact), fact.text) for fact in told]
    parts = [facts.line(fact, text) for fact, text in zip(told, texts, strict=True)]
    apart = sum(map(len, parts)) > LONG_LINE
    for number, line in enumerate(parts if apart else [facts.listed(parts)]):
        lines.add_row("" if number else told[0].name, line)


def _families(groups: Mapping[str, Sequence[Fact]], words: Mapping[int, str]) -> list[list[Sequence[Fact]]]:
    """Groups of facts indexed by the same family and short enough to be put side by side."""
    found: dict[tuple[str, ...], list[Sequence[Fact]]] = {}
    for group in groups.values():
        entry = group[0].entry
        told = [fact for fact in group if fact.is_told and fact.value is not HIDDEN]
        texts = [words.get(id(fact), fact.text) for fact in told]
        is_family = len(entry.dims) == 1 and entry.dims != (PLAYER,) and not group[0].of_card and not is_kept(entry)
        heading = max(map(cell_len, group[0].name.split()), default=0)
        if is_family and told and max(heading, *map(cell_len, texts)) <= NARROW:
            found.setdefault(entry.dims, []).append(group)
    return [family[:FEW] for family in found.values() if len(family) > 1]


def _family(family: Sequence[Sequence[Fact]], words: Mapping[int, str]) -> RenderableType:
    """A row for each member with anything to show, a column for each fact."""
    rows = []
    for facts in zip(*family, strict=True):
        cells = [words.get(id(fact), fact.text) if fact.is_told else "" for fact in facts]
        rows.append((facts[0].index[0], cells))
    return _grid("", [group[0].name for group in family], [row for row in rows if any(row[1])])


def _with_notes(wanted: Sequence[Fact], facts: Facts) -> tuple[dict[int, str], set[int]]:
    """The words for places, with the notes on the card there, and the facts that need no line because of that."""
    notes: dict[str, list[Fact]] = {}
    places: list[Fact] = []
    for fact in wanted:
        if fact.of_card and fact.is_told:
            notes.setdefault(fact.of_card, []).append(fact)
        elif fact.is_place and fact.is_told:
            places.append(fact)
    noted: set[int] = set()

    def said(fact: Fact) -> str:
        own = [note for note in notes.get(fact.value, []) if id(note) not in noted] if fact.is_place else []
        noted.update(map(id, own))
        return facts.noted(fact.text, [facts.beside(note.name, said(note)) for note in own]) if own else fact.text

    return {id(place): said(place) for place in places}, noted


def _is_board(group: Sequence[Fact]) -> bool:
    return len(group[0].entry.dims) == 2 and len({fact.index[1] for fact in group}) <= WIDE


def _board(group: Sequence[Fact]) -> RenderableType:
    rows: dict[str, list[str]] = {}
    for fact in group:
        rows.setdefault(fact.index[0], []).append(fact.text if fact.is_told else "")
    columns = list(dict.fromkeys(fact.index[1] for fact in group))
    return _grid(group[0].name, columns, [row for row in rows.items() if any(row[1])])


def _grid(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
    table = plain_table(title, *columns)
    for name, cells in rows:
        table.add_row(name, *cells)
    return table
