"""A table of the values of a game at random, for a second implementation of rules, and the exceptions that end play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from random_frame import Frame
from random_piles import CHEST, STALL
from random_values import CHIPS, LAND, PLAYER, Said

DECK, SLOT, WASTE, BOX = ("deck",), ("slot",), ("waste",), ("box",)
MIX = ("mix",)
"""A pile of cards of all types."""
MOST_ROUNDS = 10_000
"""The greatest number of rounds of loops between two decisions; a game with more is not compared further."""
MOST_SPENT = 4 * MOST_ROUNDS
"""The number of rounds of a game that are compared."""


class BrokenError(Exception):
    """A broken rule."""


class LeftError(Exception):
    """Play that is not compared: too many rounds, or unknown results of luck."""


class Piece(int):
    """The number of a card."""


@dataclass
class World:
    """The values of the state by variable and indices, the cards of piles from the bottom, the locals of the effect or
    definition under way, and the log."""

    frame: Frame
    state: dict[tuple[Any, ...], Any]
    piles: dict[tuple[Any, ...], list[Piece]]
    marks: list[int]
    veiled: set[int] = field(default_factory=set)
    """The cards in the box that came from places hidden from somebody, and are therefore unknown there."""
    camps: list[list[int]] = field(default_factory=list)
    """The chips of each player, from the bottom."""
    spare: list[int] = field(default_factory=list)
    """The chips in the box."""
    worn: list[int] = field(default_factory=list)
    sworn: set[int] = field(default_factory=set)
    rounds: int = 0
    spent: int = 0
    """The rounds of the whole game."""
    burnt: int = 0
    """What has been used up of the limit of `play`."""
    reason: str = "play ended"
    """The cause of the end of the game."""
    locals: dict[str, Any] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    """The locals of the effects that wait for the current one."""
    holding: int = 0
    """The number of running effects after whose end waiting events are handled."""
    waiting: list[tuple[Any, list[Any]]] = field(default_factory=list)
    log: list[tuple[int | None, Said]] = field(default_factory=list)
    """Sentences, and the player who alone reads each."""
    rolled: list[tuple[str, int]] = field(default_factory=list)
    """What was rolled, by its type."""
    turn: Callable[[int], object] | None = None
    """Called at the beginning of each turn."""
    acted: set[int] = field(default_factory=set)
    """The cards whose ability began, or which answered an event, since the last look."""
    heard: list[str] | None = None
    """The whole log of the match, which states what was rolled; none if rolls are decisions."""

    @classmethod
    def begun(cls, frame: Frame) -> World:
        state = {
            (name, *at): variable.first
            for name, variable in frame.variables.items()
            for at in product(*(frame.kinds[index].numbers for index in variable.indices))
        }
        piles: dict[tuple[Any, ...], list[Piece]] = {DECK: [*map(Piece, range(len(frame.cards)))], SLOT: [], BOX: []}
        piles |= {WASTE: []} if frame.refills else {}
        piles |= {MIX: []} if frame.mixes else {}
        marks = [0] * len(frame.cards)
        players = frame.kinds[PLAYER].numbers
        piles |= {("hand", player): [] for player in players}
        piles |= {(STALL, player): [] for player in players if frame.stalls}
        piles |= {(CHEST, land): [] for land in frame.kinds[LAND].numbers if frame.chests}
        world = cls(frame, state, piles, marks)
        world.camps, world.spare, world.worn = [[] for _ in players], [*range(len(frame.chips))], [0] * len(frame.chips)
        return world

    def move(self, card: Piece, to: tuple[Any, ...], *, below: bool = False) -> None:
        """Moves a card on top of a pile, below it, or into the place; a chip among other cards, or into the box."""
        if card >= CHIPS and to == BOX:
            self.camp(card - CHIPS, None)
            return
        before = self.lies(card)
        self.piles[before].remove(card)
        if to != before:
            self.veiled.discard(card)
            self.veiled |= {card} if to == BOX and before[0] in self.frame.seen else set()
        if self.frame.marks == "kept" and card < CHIPS and not {before[0], to[0]} <= {*self.frame.marked}:
            self.marks[card] = 0
        if to[0] in (*SLOT, STALL) and self.piles[to]:
            raise BrokenError
        self.piles[to].insert(0 if below else len(self.piles[to]), card)

    def lies(self, card: Piece) -> tuple[Any, ...]:
        """The place of a card."""
        return next(at for at, cards in self.piles.items() if card in cards)

    def camp_of(self, chip: int) -> int | None:
        """The player who holds a chip; nobody if it lies in the box or among other cards."""
        return next((player for player, chips in enumerate(self.camps) if chip in chips), None)

    def camp(self, chip: int, to: int | None, *, below: bool = False, mixed: bool = False) -> None:
        """Moves a chip to a player, among the other cards, or into the box."""
        before, piece = self.camp_of(chip), Piece(chip + CHIPS)
        if before is None and piece in self.mixed:
            self.mixed.remove(piece)
        else:
            (self.spare if before is None else self.camps[before]).remove(chip)
        if self.frame.kept_in_camp and None in (before, to):
            self.worn[chip] = 0
        if mixed:
            self.mixed.append(piece)
            return
        lies = self.spare if to is None else self.camps[to]
        lies.insert(0 if below else len(lies), chip)

    @property
    def mixed(self) -> list[Piece]:
        """The pile of all types of cards."""
        return self.piles.get(MIX, [])

    @property
    def mixed_chips(self) -> list[int]:
        """The chips in it, from the bottom."""
        return [piece - CHIPS for piece in self.mixed if piece >= CHIPS]

    @contextmanager
    def calling(self, given: dict[str, Any]) -> Iterator[None]:
        """Gives an effect or a definition locals of its own."""
        self.calls.append(self.locals)
        self.locals = given
        try:
            yield
        finally:
            self.locals = self.calls.pop()

    def apart(
        self, cards: list[Piece], scope: dict[str, str], shown: Callable[[Piece], tuple[Any, ...]] | None = None
    ) -> list[Piece]:
        """Cards on offer, without those that readable locals cannot distinguish from an earlier one."""
        first: dict[tuple[Any, ...], Piece] = {}
        for card, look in zip(cards, self.looks(cards, scope, shown), strict=True):
            first.setdefault(look, card)
        return [*first.values()]

    def looks(
        self, cards: list[Piece], scope: dict[str, str], shown: Callable[[Piece], tuple[Any, ...]] | None = None
    ) -> list[tuple[Any, ...]]:
        """What tells cards on offer from each other, with the locals that may be read, as it is declared; first their
        place in the order of cards.

        Args:
            cards: those on offer.
            scope: the types of the locals.
            shown: the values that the words of an option show.

        Raises:
            LeftError: a local is one of several copies, and what follows may read it or not; or one of them acts, and
                it cannot be told whether it does still.
        """
        keys = [self.frame.card(card).key for card in cards]
        found = list[tuple[Any, ...]]()
        for card, key in zip(cards, keys, strict=True):
            visible = {name: value for name, value in self.locals.items() if name in scope}
            for given in [visible, *self.calls] if keys.count(key) > 1 else ():
                if any(_is_or_holds(value, card) for name, value in given.items() if name != "this"):
                    raise LeftError
            noted = (*(_is_or_holds(value, card) for value in self._notes()), card - CHIPS in self.sworn)
            acts = any(given.get("this") == card for given in [self.locals, *self.calls])
            if acts and self.holding and self.locals.get("this") != card and keys.count(key) > 1:
                raise LeftError  # an ability with nothing left to do may have ended before waiting events are handled
            mark = self.marks[card] if card < CHIPS else self.worn[card - CHIPS]
            found.append((self.kinds[key], noted, mark, acts, shown(card) if shown else ()))
        return found

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The places of the keys of cards in the order of cards, in which chips come first."""
        cards = [*self.frame.chips, *self.frame.cards]
        return {card.key: at for at, card in reversed([*enumerate(cards)])}

    @staticmethod
    def ordered(cards: Iterable[int]) -> list[int]:
        """Cards in their order."""
        return sorted(cards, key=lambda card: (card < CHIPS, card))

    def _notes(self) -> list[Any]:
        """The cards that variables refer to: a card, none or several."""
        return [value for (name, *_), value in self.state.items() if name in self.frame.notes]

    def round(self) -> None:
        self.rounds += 1
        self.spent += 1
        if self.rounds > MOST_ROUNDS or self.spent > MOST_SPENT:
            raise LeftError

    def burn(self) -> None:
        """Uses up some of what `play` allows: a choice, a round of `repeat`, or what begins again before it has ended.

        Raises:
            BrokenError: nothing is left.
        """
        self.burnt += 1
        if self.burnt > self.frame.limit:
            raise BrokenError

    def say(self, said: Said, reader: int | None = None) -> None:
        """Adds a sentence to the log, with a capital letter, after the name of the player who alone reads it."""
        names = ("", "") if reader is None else self.frame.said(PLAYER, reader)
        first, second = (
            f"{f'[{name}] ' if name else ''}{words[:1].upper()}{words[1:]}"
            for name, words in zip(names, said, strict=True)
        )
        self.log.append((reader, (first, second)))

    def sentences(self, lang: int, reader: int | None = None) -> list[str]:
        """The log in a language, for everybody together or for one player."""
        return [said[lang] for one, said in self.log if reader is None or one in (None, reader)]

    def told(self) -> str:
        """The value that the next sentence of the match states for the last roll."""
        if self.heard is None or len(self.heard) <= len(self.log):
            raise LeftError
        return self.heard[len(self.log)].removeprefix("Rolled ")


def _is_or_holds(value: Any, card: Piece) -> bool:
    """Whether a value is a card, or a set that contains it."""
    if isinstance(value, frozenset):
        return any(isinstance(one, Piece) and one == card for one in value)
    return isinstance(value, Piece) and value == card


Value = Callable[[World], Any]
