"""A bot's memory of its own turn, by which it does not go round in circles, and its ranking of options by looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .hints import favourites
from .look import DECIDED, Found, Look, Spot, found_at
from .seat import Seat
from .trial import Trial


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that the bot has made: its number, the question, the position if it was asked before, and the option."""

    number: int
    question: tuple[Any, ...] = ()
    position: tuple[Any, ...] = ()
    index: int = 0


class Turn:
    """The choices that a bot has made without one of another player in between."""

    def __init__(self) -> None:
        self.made: list[Asked] = []
        self.question: tuple[Any, ...] = ()
        self.position: tuple[Any, ...] = ()

    def open_options(self, seat: Seat, engine: Trial) -> list[int]:
        """The options that have not led back to this question in this position before; all, if each of them has.

        Args:
            seat: where the bot is to choose.
            engine: of a guess of this moment.
        """
        self._forget(seat.number)
        self.question = (engine.site, engine.frames(), tuple(engine.options))
        again = any(asked.question == self.question for asked in self.made)
        self.position = tuple(seat.view().vector()) if again else ()  # going round begins with the same question
        here = (self.question, self.position)
        taken = {asked.index for asked in self.made if (asked.question, asked.position) == here} if again else ()
        return [index for index in range(seat.count) if index not in taken] or list(range(seat.count))

    def add(self, number: int, index: int) -> None:
        """Notes the option that was taken where `open_options` was asked last."""
        self.made.append(Asked(number, self.question, self.position, index))

    def add_only(self, number: int) -> None:
        """Notes a choice without a choice."""
        self._forget(number)
        self.made.append(Asked(number))

    def _forget(self, number: int) -> None:
        """Forgets all but the choices that have led here without one of another player."""
        self.made = [asked for asked in self.made if asked.number < number]
        if self.made and self.made[-1].number != number - 1:
            self.made.clear()


def ranked(looks: Sequence[Look], indices: Sequence[int]) -> list[int]:
    """Options from the best to the worst, as several guesses together judge them; equal ones stay in their order.

    What leads only back to the same question comes last, unless everything else breaks the rules. Of the best ones
    that comes first which the game prefers, then which allows most beyond its effect, then which leaves the best rival
    least.
    """
    if len(indices) == 1:
        return [*indices]
    found = {index: _summed(spots) for index, spots in _looked(looks, indices, beyond=False).items()}
    some_move = any(one.moves and one.worth > -DECIDED / 2 for one in found.values())

    def place(index: int) -> tuple[bool, int]:
        return found[index].moves or not some_move, found[index].worth

    best = max(place(index) for index in indices)
    first = [index for index in indices if place(index) == best]
    rest = sorted((index for index in indices if place(index) != best), key=place, reverse=True)
    favoured = favourites(first, *[look.engine for look in looks]) if len(first) > 1 else first
    others = [index for index in first if index not in favoured]
    return [*(_ranked_equals(looks, favoured) if len(favoured) > 1 else favoured), *others, *rest]


def _ranked_equals(looks: Sequence[Look], indices: Sequence[int]) -> list[int]:
    """Options that are worth the same, from the best to the worst; equal ones stay in their order."""
    spots = _looked(looks, indices, beyond=True)
    worth = {index: _summed(spots[index]).worth for index in indices}
    most = max(worth.values())
    best = [index for index in indices if worth[index] == most]
    rival = {
        index: sum(look.rival_at(spot) for look, spot in zip(looks, spots[index], strict=True))
        for index in (best if len(best) > 1 else ())
    }
    return sorted(indices, key=lambda i: (worth[i], rival.get(i, 0)), reverse=True)


def _looked(looks: Sequence[Look], indices: Sequence[int], beyond: bool) -> dict[int, tuple[Spot, ...]]:
    """For each option where it leads in each of several guesses.

    The first guess decides what is chosen behind the options: to choose anew in each guess would be to know it.
    """
    first, *others = looks
    spots = first.at(indices, beyond)
    return dict(zip(indices, zip(spots, *[look.along(spots, beyond) for look in others], strict=True), strict=True))


def _summed(same: Sequence[Spot]) -> Found:
    """The worth of an option in several guesses together, as a sum; it leads on if it does in any of them."""
    found = [found_at(spot) for spot in same]
    return Found(sum(one.worth for one in found), any(one.moves for one in found))
