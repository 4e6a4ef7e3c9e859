"""A bot that looks one choice ahead, to the end of what it brings about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.chance import draw, key_of, mix, seed_key
from .look import DECIDED, Found, Look
from .seat import Seat

GUESSES = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that the bot has made: its number, the question, the position if it was asked before, and the option."""

    number: int
    question: tuple[Any, ...] = ()
    position: tuple[Any, ...] = ()
    index: int = 0


class GreedyBot:
    """Takes the option that brings it the greatest `value`, averaged over a few guesses of what it does not know.

    An option is judged once the choices that belong to it are made as well (see `Look`). Between equals it prefers the
    one that allows most in its next choices, then the one that leaves the best rival least, then one by luck of its
    own. An option that breaks the rules is the worst. It does not take again what has led back to the same question in
    the same position during its turn. Guesses depend on seed, seat and number of choices only: two matches that look
    alike to this player are played alike.
    """

    def __init__(self, player: int, seed: int, guesses: int = GUESSES) -> None:
        self.player = player
        self.guesses = guesses
        self.base = mix(seed_key(seed) ^ key_of(f"greedy bot {player}"))
        self.turn: list[Asked] = []

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        self._go_on(seat.number)
        if seat.count == 1:
            self.turn.append(Asked(seat.number))
            return 0
        lucks = [draw(self.base, seat.number * self.guesses + n) for n in range(self.guesses)]
        looks = [Look(seat.guess(luck).engine, luck) for luck in lucks]
        engine = looks[0].engine
        question = (engine.site, tuple(engine.stack), tuple(engine.options))
        again = any(asked.question == question for asked in self.turn)
        position = tuple(seat.view().vector()) if again else ()  # going round begins with the same question
        taken = {asked.index for asked in self.turn if (asked.question, asked.position) == (question, position)}
        indices = [index for index in range(seat.count) if not again or index not in taken]
        index = self._best(looks, indices or list(range(seat.count)), seat.number)
        self.turn.append(Asked(seat.number, question, position, index))
        return index

    def _go_on(self, number: int) -> None:
        """Forgets all but the choices that have led here without one of another player."""
        self.turn = [asked for asked in self.turn if asked.number < number]
        if self.turn and self.turn[-1].number != number - 1:
            self.turn.clear()

    def _best(self, looks: list[Look], indices: list[int], number: int) -> int:
        """The best of some options."""
        found = _summed([look.at(indices) for look in looks])
        if any(one.moves and one.worth > -DECIDED / 2 for one in found):
            indices, found = _those(indices, found, lambda one: one.moves)
        best = max(one.worth for one in found)
        indices, found = _those(indices, found, lambda one: one.worth == best)
        if len(indices) > 1:
            found = _summed([look.at(indices, beyond=True) for look in looks])
            most = max((one.worth, one.rival) for one in found)
            indices, found = _those(indices, found, lambda one: (one.worth, one.rival) == most)
        return min(indices, key=lambda i: mix(self.base ^ mix(number << 20 | i)))


def _summed(looked: Sequence[Sequence[Found]]) -> list[Found]:
    """What options are worth in several guesses together, as sums; an option leads on if it does in any of them."""
    return [
        Found(sum(one.worth for one in same), sum(one.rival for one in same), any(one.moves for one in same))
        for same in zip(*looked, strict=True)
    ]


def _those(
    indices: Sequence[int], found: Sequence[Found], wanted: Callable[[Found], bool]
) -> tuple[list[int], list[Found]]:
    """The options of which something holds, with what was found out about them."""
    pairs = [(index, one) for index, one in zip(indices, found, strict=True) if wanted(one)]
    return [index for index, _ in pairs], [one for _, one in pairs]
