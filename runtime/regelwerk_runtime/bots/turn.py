"""A bot's memory of its own turn, to avoid going round in circles, and its ranking of options by looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..views.facade import Facade
from .hints import favourites
from .look import DECIDED, Found, Look, Spot, found_at
from .seat import Seat
from .trial import Trial


@dataclass(frozen=True)
class Asked:
    """A choice that the bot has made: its number, the question, what its player saw, and the option."""

    number: int
    question: tuple[Any, ...] = ()
    view: Facade | None = None
    index: int = 0

    @cached_property
    def position(self) -> Sequence[int]:
        """The position as its player saw it; computed only if the question is repeated."""
        return self.view.vector() if self.view is not None else ()


class Turn:
    """The choices that a bot has made since another player's last choice."""

    def __init__(self) -> None:
        self.made: list[Asked] = []
        self.asked = Asked(0)

    def open_options(self, seat: Seat, engine: Trial) -> list[int]:
        """The options that have not led back to this question in this position before; all of them if each has.

        Args:
            seat: the seat that has to choose.
            engine: the engine of a guess at this moment.
        """
        self._forget(seat.number)
        self.asked = here = Asked(seat.number, (engine.site, engine.frames(), tuple(engine.options)), seat.view())
        same = [asked for asked in self.made if asked.question == here.question]
        taken = {asked.index for asked in same if asked.position == here.position}
        return [index for index in range(seat.count) if index not in taken] or list(range(seat.count))

    def add(self, index: int) -> None:
        """Records the option taken after the last call of `open_options`."""
        self.made.append(replace(self.asked, index=index))

    def add_only(self, number: int) -> None:
        """Records a choice with a single option."""
        self._forget(number)
        self.made.append(Asked(number))

    def _forget(self, number: int) -> None:
        """Forgets all choices before another player's last choice."""
        self.made = [asked for asked in self.made if asked.number < number]
        if self.made and self.made[-1].number != number - 1:
            self.made.clear()


def ranked(looks: Sequence[Look], indices: Sequence[int]) -> list[int]:
    """Options from best to worst, judged by several guesses together; equal ones keep their order.

    Options that only lead back to the same question come last, unless all others lose or break the rules. Among the
    best, those that the game prefers come first, then those with the best choices after their effect, then those that
    leave the best rival least.
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
    """Options of equal worth, from best to worst; equal ones keep their order."""
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
    """For each option, the positions it leads to in several guesses.

    The choices after an option are made in the first guess and repeated in the others: choosing anew in each guess
    would use knowledge of what is hidden.
    """
    first, *others = looks
    spots = first.at(indices, beyond)
    return dict(zip(indices, zip(spots, *[look.along(spots, beyond) for look in others], strict=True), strict=True))


def _summed(same: Sequence[Spot]) -> Found:
    """The worth of an option, summed over several guesses; it moves on if it does in any of them."""
    found = [found_at(spot) for spot in same]
    return Found(sum(one.worth for one in found), any(one.moves for one in found))
