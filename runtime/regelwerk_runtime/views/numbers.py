"""Hidden values of variables: where they are, and drawing them within their ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..tables.game import Bool, Index, Int, Member, Others, Remembered, SetOf, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..engine.chance import Stream
    from ..engine.state import BaseState
    from ..tables.layout import Tables


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


def owner_dim(entry: Var) -> int | None:
    """Which index of a variable is the player whose values keep their sum."""
    seen = entry.seen.by if isinstance(entry.seen, Remembered) else entry.seen
    if isinstance(seen, Index):
        return seen.i
    return entry.dims.index(PLAYER) if isinstance(seen, Others) else None


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
