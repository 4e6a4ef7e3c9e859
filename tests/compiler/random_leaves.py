"""The leaves of random expressions: locals, literals, reads of the state and of piles, each with its meaning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from random_deck import Deck
from random_frame import Frame
from random_kinds import add_kinds
from random_piles import CHEST, STALL, add_piles
from random_values import BOOL, COINS, FEW, INT, LAND, PILE, PLAYER, SET, TOOL, Said
from random_world import SLOT, Value, World


class Made(NamedTuple):
    """An expression: its text and its meaning."""

    text: str
    value: Value


class Callee(NamedTuple):
    """A definition or an effect: its name, the types of its parameters, and its meaning."""

    name: str
    params: tuple[str, ...]
    result: str
    value: Callable[..., Any]
    offer: Callable[..., Said] | None = None
    """The words of an option that offers it."""
    shown: Callable[..., tuple[Any, ...]] = tuple
    """The values that they show."""


class Leaves(ABC):
    """Generates leaves. `scope` has the locals by name, `defines` the definitions so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.frame = Frame(rng)
        add_kinds(self.frame)
        add_piles(self.frame)
        self.deck = Deck(self.frame, copies=not self.frame.shuffles)
        self.scope: dict[str, str] = {}
        self.defines: list[Callee] = []
        self.made = 0

    def name(self, wish: str) -> str:
        self.made += 1
        return f"{wish}{self.made}"

    @abstractmethod
    def of(self, type_: str, depth: int) -> Made:
        """An expression of a type."""

    @abstractmethod
    def tellable(self, params: tuple[str, ...]) -> bool:
        """Whether something can be told to a rule with such parameters."""

    def local(self, type_: str) -> Made | None:
        """A local of a type, if there is one."""
        names = [name for name, kind in self.scope.items() if kind == type_ or (type_ == INT and kind == FEW)]
        if not names:
            return None
        name = self.rng.choice(names)
        return Made(name, lambda w: w.locals[name])

    def _leaf(self, type_: str, *_: object) -> Made:
        if type_ == BOOL and self.rng.random() < 0.5:
            return self._compared()
        if self.rng.random() < 0.5 and (field := self.field(type_)):
            return field
        if self.rng.random() < 0.6 and (local := self.local(type_)):
            return local
        if self.rng.random() < (0.2 if type_ == PLAYER else 0.6):
            return self._read(type_)
        return self._literal(type_)

    def field(self, type_: str) -> Made | None:
        """A column of a member or a field of a card."""
        card = self.local(TOOL)
        if card and type_ == INT and self.frame.marks and self.rng.random() < 0.3:
            return Made(f"mark[{card.text}]", lambda w: w.marks[card.value(w)])
        columns = self.frame.columns_of(type_, [*self.frame.kinds, *([TOOL] if card else [])])
        if not columns:
            return None
        column = self.rng.choice(columns)
        owner = card if column.owner == TOOL and card else self.of(column.owner, 0)
        text, values = f"{owner.text}.{column.name}", column.values
        if not column.index:
            return Made(text, lambda w: values[owner.value(w)])
        at = self.of(column.index, 0)
        return Made(f"{text}[{at.text}]", lambda w: values[owner.value(w)][at.value(w)])

    def worth(self, card: int) -> int:
        return int(next(column for column in self.frame.columns if column.name == "worth").values[card])

    def pile(self, depth: int, *, place: bool = False) -> Made:
        """A pile as the place where its cards are kept; with `place` perhaps the place for a single card."""
        if self.rng.random() < 0.4 and (given := self.local(PILE)):
            return given
        places = ["slot", *([STALL] if self.frame.stalls else [])] if place else []
        others = [*places, *(["waste"] if self.frame.refills else [])]
        word = self.rng.choice(["deck", "hand", "hand", *others, *([CHEST] if self.frame.chests else [])])
        if word not in ("hand", STALL, CHEST):
            return Made(word, lambda w: (word,))
        whose = self.of(LAND if word == CHEST else PLAYER, depth - 1)
        return Made(f"{word}[{whose.text}]", lambda w: (word, whose.value(w)))

    def _cards(self, _: str, depth: int) -> Made:
        """The number of cards in a pile, or the worth of one at an end."""
        if self.frame.mixes and self.rng.random() < 0.3:
            return Made("mix.count", lambda w: len(w.mixed))
        pile, word = self.pile(depth), self.rng.choice(["count", "top", "bottom", "slot"])
        if word == "slot":
            if self.frame.stalls and self.rng.random() < 0.6:
                whose = self.of(PLAYER, depth - 1)
                pile, word = Made(f"{STALL}[{whose.text}]", lambda w: (STALL, whose.value(w))), ""
            else:
                pile, word = Made("slot", lambda w: SLOT), ""
        if word == "count":
            return Made(f"{pile.text}.count", lambda w: len(w.piles[pile.value(w)]))
        end = -1 if word == "top" else 0

        def value(w: World) -> int:
            cards = w.piles[pile.value(w)]
            return self.worth(cards[end]) if cards else -1

        return Made(f"worth_or({pile.text}{f'.{word}' if word else ''})", value)

    def _compared(self) -> Made:
        """A condition on a local or the state."""
        kind = self.rng.choice([INT, INT, *self.frame.members])
        left, right = self.local(kind) or self._read(kind), self._read(kind) if kind == INT else self._literal(kind)
        if kind == INT or self.rng.random() < 0.4:
            return Made(f"({left.text} < {right.text})", lambda w: left.value(w) < right.value(w))
        if self.rng.random() < 0.4:
            found = self._read(SET + kind)
            return Made(f"({left.text} in {found.text})", lambda w: left.value(w) in found.value(w))
        return Made(f"({left.text} is {right.text})", lambda w: left.value(w) == right.value(w))

    def variable(self, type_: str) -> str | None:
        """The name of a random variable of a type, if there is one."""
        names = [name for name, variable in self.frame.variables.items() if variable.type == type_]
        return self.rng.choice(names) if names else None

    def _read(self, type_: str) -> Made:
        """A read of a variable of the state."""
        name = self.variable(type_)
        if name is None:
            return self._literal(type_)
        place, text = self.place(name, 1)
        return Made(text, lambda w: w.state[place(w)])

    def place(self, name: str, depth: int) -> tuple[Value, str]:
        """The place of a variable with random indices, and its text."""
        indices = [self.of(index, depth - 1) for index in self.frame.variables[name].indices]
        text = f"{name}[{', '.join(index.text for index in indices)}]" if indices else name
        return lambda w: (name, *(index.value(w) for index in indices)), text

    def _literal(self, type_: str) -> Made:
        if type_ == INT:
            number = self.rng.randint(-4, 9)
            return Made(f"({number})" if number < 0 else str(number), lambda w: number)
        if type_ == COINS:
            amount = self.rng.randint(0, 9)
            return Made(f"coins_of({amount})", lambda w: amount)
        if type_ == BOOL:
            answer = self.rng.random() < 0.5
            return Made("yes" if answer else "no", lambda w: answer)
        if type_.startswith(SET):
            kind = type_.removeprefix(SET)
            numbers = self.frame.kinds[kind].numbers
            members = self.rng.sample(numbers, min(self.rng.randint(1, 3), len(numbers)))
            text = ", ".join(self.frame.literal(kind, member) for member in members)
            return Made(f"{{{text}}}", lambda w: frozenset(members))
        members = self.frame.kinds[type_].numbers
        if type_ != TOOL and self.rng.random() < 0.15:
            word, end = self.rng.choice([("first", members[0]), ("last", members[-1])])
            return Made(f"{type_}.{word}", lambda w: end)
        member = self.rng.choice(members)
        return Made(self.frame.literal(type_, member), lambda w: member)
