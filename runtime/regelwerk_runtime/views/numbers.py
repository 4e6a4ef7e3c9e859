"""Hidden values of variables: drawn within their ranges, and then changed at random until no invariant is broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.state import forget_all
from ..tables.game import Bool, Int, Member, SetOf, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..engine.chance import Stream
    from ..engine.state import BaseState
    from ..tables.layout import Tables

FEWEST_STEPS = 64
STEPS_PER_CELL = 16
MOST_STEPS = 384
"""Changes that are tried until no invariant is broken."""
MIXING = 6
"""Further changes per value, which make its first value irrelevant."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hidden value of a variable.

    Attributes:
        entry, at: the variable, and the position in its array.
        owner: for an array that keeps each owner's sum, the owner; else -1.
    """

    entry: Var
    at: int
    owner: int = -1

    def read(self, s: BaseState) -> int:
        value = getattr(s, self.entry.slot)
        found: int = value[self.at] if self.entry.dims else value
        return found

    def write(self, s: BaseState, value: int) -> None:
        if self.entry.dims:
            getattr(s, self.entry.slot)[self.at] = value
        else:
            setattr(s, self.entry.slot, value)

    @property
    def range(self) -> tuple[int, int] | None:
        """The range of a number that is never none; None for other values."""
        kind = self.entry.type
        return (kind.low, kind.high) if isinstance(kind, Int) and not kind.optional else None

    def shares_sum(self, other: Cell) -> bool:
        """True if an amount can go from one to the other."""
        if self.range is None or other.range is None or self.owner != other.owner:
            return False
        return self.owner < 0 or self.entry is other.entry


def drawn(tables: Tables, s: BaseState, entry: Var, player: int, stream: Stream) -> int:
    """A random value of a variable that a player does not see."""
    kind = entry.type
    if isinstance(kind, Bool) and not kind.optional:
        return stream.below(2) == 1
    low, high = tables.bounds(entry)
    if isinstance(kind, SetOf):
        if kind.enum == PLAYER:
            high = (1 << s.players) - 1
        return stream.below(high + 1)
    if isinstance(kind, Member) and kind.enum == PLAYER:
        high = s.players - 1
    none = tables.none(entry)
    others = entry.name in tables.owners  # excluding the player, who would otherwise see what it controls
    value = low + stream.below(high - low + 1 - others + (none is not None))
    value += others and value >= player
    return none if none is not None and value > high else value


def settle(
    s: BaseState,
    cells: Sequence[Cell],
    draw: Callable[[Cell], int],
    invariants: Sequence[Callable[[BaseState], bool]],
    stream: Stream,
) -> bool:
    """Changes hidden values at random until no invariant is broken, and then further; False if that fails.

    One value is drawn again, two values of a variable change places, or an amount goes from one number to another, so
    that sums are kept. A change stays unless it breaks more invariants than before. So in the long run all values that
    can be reached without breaking an invariant are equally likely.

    Args:
        s: the state to be changed.
        cells: the hidden values.
        draw: a random value for one of them.
        invariants: conditions which return False if they are broken or cannot be evaluated.
        stream: what is drawn from.
    """
    checks = list(invariants)
    broken = _broken(checks, s, len(checks))
    for _ in range(min(MOST_STEPS, FEWEST_STEPS + STEPS_PER_CELL * len(cells))):
        if not broken:
            break
        broken = _step(s, cells, draw, checks, broken, stream)
    for _ in range(0 if broken else MIXING * len(cells)):
        _step(s, cells, draw, checks, 0, stream)
    return not broken


def _step(
    s: BaseState,
    cells: Sequence[Cell],
    draw: Callable[[Cell], int],
    checks: list[Callable[[BaseState], bool]],
    broken: int,
    stream: Stream,
) -> int:
    """Tries one change; returns how many conditions are broken then, `broken` of them before."""
    one, other = cells[stream.below(len(cells))], cells[stream.below(len(cells))]
    old, gift = one.read(s), other.read(s)
    if stream.below(3) == 0:
        if one.owner >= 0:
            return broken
        one.write(s, draw(one))
    elif one is other:
        return broken
    elif one.shares_sum(other):
        assert one.range and other.range
        low, high = max(one.range[0], old + gift - other.range[1]), min(one.range[1], old + gift - other.range[0])
        value = low + stream.below(high - low + 1)
        one.write(s, value)
        other.write(s, old + gift - value)
    elif one.entry is other.entry and one.owner == other.owner:
        one.write(s, gift)
        other.write(s, old)
    else:
        return broken
    forget_all(s)
    now = _broken(checks, s, broken)
    if now > broken:
        one.write(s, old)
        other.write(s, gift)
        forget_all(s)
        return broken
    return now


def _broken(checks: list[Callable[[BaseState], bool]], s: BaseState, most: int) -> int:
    """The number of conditions that are broken, at most `most` + 1; these come first from now on."""
    count = 0
    for at, holds in enumerate(checks):
        if not holds(s):
            checks.insert(0, checks.pop(at))
            count += 1
            if count > most:
                break
    return count
