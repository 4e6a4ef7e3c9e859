"""Declarations of games at random: enums, tables, cards and variables, with members and values."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from random_cells import Cells, Kind
from random_values import (
    BOOL,
    BOUNDS,
    CARD,
    CHIPS,
    COINS,
    FEW,
    GOOD,
    HELPERS,
    HIGH,
    INT,
    LAND,
    LANDS,
    LANDS_KEYS,
    LIES,
    LOW,
    PLAYER,
    PLAYERS,
    SEATS,
    SET,
    SET_MARK,
    SORT,
    TOOL,
    VARIABLES,
    Said,
)


class Column(NamedTuple):
    """A column of an enum or a field of a card type: its values by number."""

    owner: str
    name: str
    type: str
    values: tuple[Any, ...]
    index: str = ""
    """The enum of the entries of a `per`."""


class Variable(NamedTuple):
    """A variable of the state with its initial value."""

    type: str
    indices: tuple[str, ...]
    first: Any


class Card(NamedTuple):
    """A card: its key, its title, and the binders of its family with their values."""

    key: str
    title: Said
    bound: dict[str, int]


class Chip(NamedTuple):
    """A card of a type with many copies: its key, its title, and its size."""

    key: str
    title: Said
    size: int


class Frame(Cells):
    """The declarations of a game; `lines` are their sources."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.abroad = dict[str, str]()
        """The Polish words of texts."""
        self.speaks = rng.random() < 0.35
        """Whether the game has Polish too."""
        self.forms = False
        """Whether texts use another form of the names of lands."""
        lands = LANDS_KEYS
        if self.varied and rng.random() < 0.3:
            lands = (*LANDS_KEYS, "reef", "dune")[: rng.randint(5, 6)]
            self.changes.append(f"add enum Land: {', '.join(lands[len(LANDS_KEYS) :])}")
        self.kinds = {
            LAND: self._named(LAND, lands),
            FEW: _range(rng.choice([0, 1, 3])),
            PLAYER: Kind((0, 1, 2), ("0", "1", "2"), SEATS, PLAYERS),
        }
        self.names = [] if rng.random() < 0.7 else ["Ann", "benno", "Čeněk"]
        if self.names:
            self.kinds[PLAYER] = self.kinds[PLAYER]._replace(words=tuple((name, name) for name in self.names))
        self.explicit = rng.random() < 0.4
        """Whether rolls are decisions of nature."""
        self.shuffles = not self.explicit and rng.random() < 0.5
        self.refills = self.shuffles and rng.random() < 0.6
        """Whether the deck is refilled from another pile when a draw finds it empty."""
        self.limit = 100_000
        """How many choices and rounds `play` allows, after all changes."""
        self.cards: list[Card] = []
        self.marks = rng.choice(["", "always", "seen", "kept"])
        """Whether cards have a number in the state: always, always and seen with the card, or while they lie in a hand
        or somewhere else."""
        self.columns: list[Column] = []
        self.products: dict[str, tuple[tuple[str, str], dict[tuple[int, int], int]]] = {}
        """The parts of products, and the members by the numbers of these."""
        self.wholes: dict[str, int] = {}
        """Sums and maps that contain the lands, with the number of the first one."""
        self.neighbours: dict[int, frozenset[int]] = {}
        """The roads of a map."""
        self.variables = {name: Variable(*parts[:3]) for name, parts in VARIABLES.items()}
        self.notes: list[str] = []
        """The variables that refer to cards."""
        self.seen: dict[str, str] = {}
        """Who sees a hidden variable: `nobody`, `its player` or `others`."""
        self.remembered: dict[str, str] = {}
        """Who remembers a variable that no view shows: `all`, `others` or `its player`."""
        self._begin_otherwise()
        self.lines += [
            f"players {self._players()}",
            f"enum Land: {', '.join(LANDS_KEYS)}",
            f"enum Few = {self.kinds[FEW].keys[0]}..{self.kinds[FEW].keys[-1]}",
            f"unit Coins = {self.bounded(COINS, LOW, HIGH)}",
        ]
        self.bounds |= {name: self.bounds[COINS] for name, one in self.variables.items() if one.type == COINS}
        self.state = [self._declared(name, *parts) + self.hidden(name) for name, parts in VARIABLES.items()]
        refilled = " refilled from waste" if self.refills else ""
        self.state += [
            f"    load: {self.bounded('load', LOW, HIGH)} per Land",
            f"    deck: pile of Tool = all{self.hidden('deck', 0.5)}{refilled}",
        ]
        self.state += [f"    waste: pile of Tool{self.hidden('waste', 0.3)}"] if self.refills else []
        self.state += [f"    hand[Player]: pile of Tool{self.hidden('hand', 0.7)}"]
        self.state += [f"    slot: place for Tool{self.hidden('slot', 0.3)}"]
        self.variables["load"] = Variable(INT, (LAND,), 0)
        self._owned()
        self._notes()
        self.chips: list[Chip] = []
        self.kept_in_camp = False
        """Whether chips have wear only while they lie with a player."""
        self.mixes = self.chests = self.stalls = False
        """Whether there is a pile of cards of all types, one of cards for each land, and a place for each player."""
        self.marked = ("hand", "slot")
        """The places in which cards have a number of their own, if they have it only in some."""
        if rng.random() < 0.6:
            self._table()

    @property
    def languages(self) -> list[str]:
        """The languages of the game; texts can be collected only from a game that is complete without its variants."""
        named = ("add enum", "add table", *(["add card"] if SORT in self.kinds else []))
        whole = not any(line.startswith(named) for line in self.changes)
        return ["en", "pl"] if self.speaks and whole else ["en"]

    @property
    def members(self) -> list[str]:
        """The enums whose members are values of variables and sets."""
        return [*self.kinds]

    @property
    def fixed(self) -> list[str]:
        """The enums other than `Player`; their members are known before a game begins."""
        return [kind for kind in self.kinds if kind != PLAYER]

    @property
    def text(self) -> str:
        kept = {"kept": f" while in {' or '.join(self.marked)}", "seen": " seen with its card"}.get(self.marks, "")
        there = " or ".join(f"({LIES[name]})" for name in self.marked)
        marks = [f"    mark[Tool]: {LOW}..{HIGH} = 0{kept}", SET_MARK.format(there=there)] if self.marks else []
        ors = [f"define {k.lower()}_or(x: {k}?, y: {k}) -> {k} = if x is none then y else x" for k in self.members]
        ors += [f"define {whole.lower()}_of(x: {whole}) -> {whole} = x" for whole in self.wholes]
        return "\n".join([*self.lines, HELPERS, *ors, "state:", *self.state, *marks])

    def columns_of(self, type_: str, owners: Sequence[str]) -> list[Column]:
        return [column for column in self.columns if column.type == type_ and column.owner in owners]

    def card(self, number: int) -> Card | Chip:
        """A card of any type."""
        return self.cards[number] if number < CHIPS else self.chips[number - CHIPS]

    def key(self, kind: str, number: int) -> str:
        """The form of a number, a member or a card in keys of options."""
        if kind == INT:
            return str(number)
        if kind in (TOOL, CARD):
            return self.card(number).key
        return self.kinds[kind].keys[self.kinds[kind].numbers.index(number)]

    def said(self, kind: str, number: int) -> Said:
        """The form of a number, a member or a card in sentences."""
        if kind == INT:
            return str(number), str(number)
        if kind in (TOOL, CARD):
            return self.card(number).title
        return self.kinds[kind].words[self.kinds[kind].numbers.index(number)]

    def named(self, words: str) -> Said:
        """A name with its translation."""
        self.abroad[words] = f"{words}owo"
        return words, self.abroad[words]

    def _named(self, name: str, keys: tuple[str, ...]) -> Kind:
        return Kind(tuple(range(len(keys))), keys, tuple(f"{name}.{key}" for key in keys), tuple(map(self.named, keys)))

    def add_kind(self, name: str, kind: Kind) -> None:
        """An enum, and variables for its members."""
        self.kinds[name] = kind
        first, some = self.rng.choice(kind.numbers), self.rng.sample(kind.numbers, min(2, len(kind.numbers)))
        word, set_of = name.lower(), SET + name
        texts = ", ".join(self.literal(name, number) for number in some)
        for variable, type_, indices, value, text in (
            (word, name, (), first, self.literal(name, first).removeprefix("few_of")),
            (f"{word}s", set_of, (), frozenset(some), f"{{{texts}}}"),
            (f"per_{word}", INT, (name,), 4, "4"),
            (f"some_{word}", f"{name}?", (PLAYER,), None, "none"),
        ):
            self.variables[variable] = Variable(type_, indices, value)
            self.state.append(self._declared(variable, type_, indices, value, text) + self.hidden(variable))

    def _owned(self) -> None:
        """A player for each land, who may be the only one to see or remember a number of it."""
        self.variables["boss"] = Variable(PLAYER, (LAND,), 0)
        self.state.append(f"    boss[{LAND}]: {PLAYER}{self.hidden('boss')}")
        self.variables["vault"] = Variable(INT, (LAND,), 3)
        way = self.rng.choice(["", "seen", "seen", "remembered"])
        if way:
            self.seen["vault"] = "its boss" if way == "seen" else "nobody"
        by = f" {way} by its boss" if way else ""
        self.state.append(f"    vault[{LAND}]: {self.bounded('vault', LOW, HIGH)} = 3{by}")

    def _notes(self) -> None:
        """Variables that refer to cards."""
        for name, type_, indices, first, text in (
            ("kept", f"{TOOL}?", (), None, "none"),
            ("lent", f"{TOOL}?", (PLAYER,), None, "none"),
            ("told", SET + TOOL, (PLAYER,), frozenset[int](), "empty"),
        ):
            if self.rng.random() < 0.35:
                self.notes.append(name)
                self.variables[name] = Variable(type_, indices, first)
                self.state.append(self._declared(name, type_, indices, first, text) + self.hidden(name))

    # ---- visibility
    def hidden(self, name: str, often: float = 0.15) -> str:
        """The text after a variable or a pile that somebody cannot see in full."""
        if self.rng.random() > often:
            return ""
        indices = (
            (PLAYER,) if name in ("hand", "stall") else self.variables[name].indices if name in self.variables else ()
        )
        self.seen[name] = self.rng.choice(["nobody", *(["its player", "others"] if PLAYER in indices else [])])
        if name in self.variables and self.rng.random() < 0.3:  # which no view shows
            by = self.seen[name].replace("nobody", "all")
            self.seen[name], self.remembered[name] = "nobody", by
            return f" remembered by {by}"
        return f" seen by {self.seen[name]}"

    def sees(self, viewer: int | None, name: str, player: int | None) -> bool:
        """Whether a player sees a variable or a pile; without a player everything is seen.

        What only its boss sees belongs to the boss.
        """
        match self.seen.get(name):
            case "nobody":
                return viewer is None
            case "its player" | "its boss":
                return viewer in (None, player)
            case "others":
                return viewer is None or viewer != player
        return True

    # ---- changes by a variant
    def _players(self) -> str:
        """How many may play, three among them."""
        low, high = self.rng.choice([(3, 3), (2, 4), (3, 5)])
        self.players = low, high
        if self.varied and self.rng.random() < 0.3:
            self.players = self.rng.randint(1, 3), self.rng.randint(3, 6)
            for word, before, after in zip(("low", "high"), (low, high), self.players, strict=True):
                if before != after:
                    self.changes.append(f"amend players.{word}: {before} -> {after}")
        return f"{low}..{high}"

    def _declared(self, name: str, type_: str, indices: tuple[str, ...], first: Any, text: str) -> str:
        """The line of a variable."""
        index = f"[{', '.join(indices)}]" if indices else ""
        if INT in type_:
            type_ = type_.replace(INT, self.bounded(name, *BOUNDS.get(name, (LOW, HIGH))))
            if self.rng.random() < 0.15 and not any(line.startswith(f"amend {name}.initial") for line in self.changes):
                text = self.defined(INT, text, first) if first is not None else text
        return f"    {name}{index}: {type_} = {text}"

    def _begin_otherwise(self) -> None:
        """Changes the initial values of some numbers."""
        for name in ("n", "m", "purse", "grid") if self.varied else ():
            before, after = self.variables[name], self.rng.randint(-9, 9)
            if self.rng.random() < 0.4 and after != before.first:
                self.variables[name] = before._replace(first=after)
                self.changes.append(f"amend {name}.initial: {before.first} -> {after}")

    # ---- tables
    def _table(self) -> None:
        keys = ("jam", "oil", "tea", "rye", "fig")[: self.rng.randint(2, 5)]
        kind = self._named(GOOD, keys)
        columns = [
            ("price", INT, ""),
            ("heavy", BOOL, ""),
            ("makes", LANDS, ""),
            ("needs", INT, LAND),
            ("best", "Land?", ""),
            ("home", LAND, ""),
            ("size", FEW, ""),
            ("after", "Good?", ""),
            ("leads", SET + GOOD, ""),
        ]
        cells: list[list[str]] = [[key] for key in keys]
        added = self.rng.randint(1, len(keys) - 1) if self.varied and self.rng.random() < 0.3 else 0
        heads = ["key"]
        self.kinds[GOOD] = kind
        for name, type_, index in self.rng.sample(columns, self.rng.randint(3, len(columns))):
            heads.append(f"{name}: {type_}{f' per {index}' if index else ''}")
            values = []
            for row in cells:
                is_new = row in cells[len(cells) - added :]
                path = f"Good.{row[0]}.{name}"
                cell, value = self.cell(type_, index) if is_new else self.changed(path, type_, index)
                row.append(cell)
                values.append(value)
            self.columns.append(Column(GOOD, name, type_, tuple(values), index))
        lines = [f"    {' | '.join(row)}" for row in [heads, *cells]]
        if added:
            columns = " | ".join(head.partition(":")[0] for head in heads)
            self.changes += ["add table Good:", f"    {columns}", *lines[-added:]]
        self.lines += ["table Good:", *lines[: len(lines) - added]]
        self.add_kind(GOOD, kind)


def _range(low: int) -> Kind:
    numbers = tuple(range(low, low + 6))
    keys = tuple(map(str, numbers))
    return Kind(numbers, keys, tuple(f"few_of({key})" for key in keys), tuple((key, key) for key in keys))
