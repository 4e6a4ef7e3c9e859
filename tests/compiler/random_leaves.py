"""The ends of random expressions: locals, literals, reads of the state and of piles, each with what it means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from random_world import (
    BOOL,
    FEW,
    FOUND,
    INT,
    LAND,
    LANDS,
    MEMBERS,
    PLAYER,
    SETS,
    SLOT,
    STATE,
    TOOL,
    WORTH,
    Value,
    World,
    numbers_of,
)


class Made(NamedTuple):
    """An expression: its text, and what it means."""

    text: str
    value: Value


class Callee(NamedTuple):
    """A definition or an effect: its name, the types of its parameters, and what it means."""

    name: str
    params: tuple[str, ...]
    result: str
    value: Callable[..., Any]


class Leaves(ABC):
    """Makes the ends of expressions. `scope` has the locals by name, `defines` the definitions so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.scope: dict[str, str] = {}
        self.defines: list[Callee] = []
        self.made = 0

    def name(self, wish: str) -> str:
        self.made += 1
        return f"{wish}{self.made}"

    @abstractmethod
    def of(self, type_: str, depth: int) -> Made:
        """An expression of a type."""

    def _leaf(self, type_: str, *_: object) -> Made:
        if type_ in (INT, LAND) and self.rng.random() < 0.5 and (field := self._field(type_)):
            return field
        names = [name for name, kind in self.scope.items() if kind == type_ or (type_ == INT and kind == FEW)]
        if names and self.rng.random() < 0.6:
            name = self.rng.choice(names)
            return Made(name, lambda w: w.locals[name])
        if self.rng.random() < 0.6 and type_ != PLAYER:
            return self._read(type_)
        return self._literal(type_)

    def _field(self, type_: str) -> Made | None:
        """What a card has."""
        names = [name for name, kind in self.scope.items() if kind == TOOL]
        if not names:
            return None
        name, values = self.rng.choice(names), WORTH if type_ == INT else FOUND
        return Made(f"{name}.{'worth' if type_ == INT else 'found'}", lambda w: values[w.locals[name]])

    def pile(self, depth: int, *, place: bool = False) -> Made:
        """A pile as the place where its cards are kept; with `place` perhaps the place for one card."""
        word = self.rng.choice(["deck", "hand", "hand", *(["slot"] if place else [])])
        if word != "hand":
            return Made(word, lambda w: (word,))
        player = self.of(PLAYER, depth - 1)
        return Made(f"hand[{player.text}]", lambda w: ("hand", player.value(w)))

    def _cards(self, _: str, depth: int) -> Made:
        """The number of cards in a pile, or the worth of one at an end."""
        pile, word = self.pile(depth), self.rng.choice(["count", "top", "bottom", "slot"])
        if word == "slot":
            return Made("worth_or(slot)", lambda w: WORTH[w.piles[SLOT][0]] if w.piles[SLOT] else -1)
        if word == "count":
            return Made(f"{pile.text}.count", lambda w: len(w.piles[pile.value(w)]))
        end = -1 if word == "top" else 0

        def value(w: World) -> int:
            cards = w.piles[pile.value(w)]
            return WORTH[cards[end]] if cards else -1

        return Made(f"worth_or({pile.text}.{word})", value)

    def _read(self, type_: str) -> Made:
        """A variable of the state."""
        name = self.rng.choice([name for name, (kind, _) in STATE.items() if kind == type_])
        place, text = self.place(name, 1)
        return Made(text, lambda w: w.state[place(w)])

    def place(self, name: str, depth: int) -> tuple[Value, str]:
        """Where a variable stands, with indices at random, and its text."""
        indices = [self.of(index, depth - 1) for index in STATE[name][1]]
        text = f"{name}[{', '.join(index.text for index in indices)}]" if indices else name
        return lambda w: (name, *(index.value(w) for index in indices)), text

    def _literal(self, type_: str) -> Made:
        if type_ == INT:
            number = self.rng.randint(-4, 9)
            return Made(f"({number})" if number < 0 else str(number), lambda w: number)
        if type_ == BOOL:
            answer = self.rng.random() < 0.5
            return Made("yes" if answer else "no", lambda w: answer)
        if type_ in SETS.values():
            kind = LAND if type_ == LANDS else FEW
            members = self.rng.sample(numbers_of(kind), self.rng.randint(1, 3))
            text = ", ".join(self._member(kind, member) for member in members)
            return Made(f"{{{text}}}", lambda w: frozenset(members))
        member = self.rng.choice(numbers_of(type_))
        return Made(self._member(type_, member), lambda w: member)

    def _member(self, type_: str, member: int) -> str:
        if type_ == LAND:
            return f"Land.{MEMBERS[LAND][member]}"
        return f"few_of({member})" if type_ == FEW else "Player.first" + ".next" * member
