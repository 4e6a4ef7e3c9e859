"""Hidden values that follow from others: an invariant such as `all p in Player have known[p] is knows(p)` says what
they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING

from ..engine.state import forget_all
from ..errors import RuleError
from .numbers import Cell

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..tables.game import Game, Var

Condition = Callable[["BaseState"], bool]
Indexed = tuple[Cell, tuple[int, ...]]
"""A value, with the members that are its indices."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A variable whose values follow from others.

    Attributes:
        value: computes the value at some indices.
        bounds: the least and the greatest value.
        hidden: the values that the guessing player neither sees nor remembers.
        known: those that he knows.
    """

    value: Callable[..., int]
    bounds: tuple[int, int]
    hidden: Sequence[Indexed]
    known: Sequence[Indexed]

    def fill(self, s: BaseState) -> bool:
        """Computes the hidden values; False if one cannot be computed or is out of bounds."""
        low, high = self.bounds
        try:
            for cell, index in self.hidden:
                value = self.value(s, *index)
                if not low <= value <= high:
                    return False
                cell.write(s, value)
        except (LookupError, ArithmeticError, ValueError, RuleError):
            return False
        forget_all(s)
        return True

    def holds(self, s: BaseState) -> bool:
        """True if the known values are those that follow."""
        try:
            return all(cell.read(s) == self.value(s, *index) for cell, index in self.known)
        except (LookupError, ArithmeticError, ValueError, RuleError):
            return False


@dataclass(frozen=True, slots=True)
class Derivations:
    """The variables whose values follow from others.

    Attributes:
        vars: each variable, after those from which it follows.
        told: the invariants that say so.
    """

    vars: dict[Var, Derived]
    told: Sequence[Condition]

    def fill(self, s: BaseState) -> bool:
        """Computes all hidden values; False if one cannot be computed."""
        return all(one.fill(s) for one in self.vars.values())

    def checks(self, invariants: Sequence[Condition]) -> list[Condition]:
        """The same as some invariants, as long as the hidden values are computed."""
        return [*(one for one in invariants if one not in self.told), *(one.holds for one in self.vars.values())]


def derived_of(
    game: Game,
    s: BaseState,
    invariants: Sequence[Condition],
    kept: Sequence[Condition],
    knows: Callable[[Var, tuple[int, ...], BaseState], bool],
) -> Derivations:
    """The variables that follow from others, by invariants that are kept.

    Args:
        game: the game.
        s: the truth.
        invariants: all of its invariants.
        kept: those that the guess keeps.
        knows: whether the guessing player sees or remembers a value.
    """
    tables = game.tables
    by_name = {entry.name: entry for entry in tables.vars}
    told = {number: invariants[number] for number, _, _ in game.derived if invariants[number] in kept}
    found: dict[Var, Derived] = {}
    for number, name, value in game.derived:
        if number not in told:
            continue
        entry = by_name[name]
        lows = [tables.members(dim)[0] for dim in entry.dims]
        hidden: list[Indexed] = []
        known: list[Indexed] = []
        for index in tables.indices(entry.dims, s.players):
            one = (Cell(entry, tables.flat(entry.dims, index)), tuple(map(add, lows, index)))
            (known if knows(entry, index, s) else hidden).append(one)
        found[entry] = Derived(value, tables.bounds(entry), hidden, known)
    return Derivations(found, [*told.values()])
