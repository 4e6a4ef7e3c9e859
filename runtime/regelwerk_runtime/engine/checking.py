"""Engines for special positions: checked after every decision, or loaded from bytes that may have been altered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..errors import RuleError
from .blame import MEANS
from .engine import NATURE, Engine
from .zones import misplaced

if TYPE_CHECKING:
    from ..tables.game import Game
    from .state import BaseState


def fault(game: Game, s: BaseState) -> RuleError | None:
    """The first broken invariant, misplaced card or value out of range; None if there is none."""
    lost = misplaced(s)
    if lost:
        return RuleError(f"the cards are in disorder: {lost}")
    found = outside(game, s)
    if found:
        return RuleError(found)
    return broken(game.invariants, s)


def outside(game: Game, s: BaseState) -> str:
    """The first variable with an invalid value, in words; "" if there is none."""
    tables = game.tables
    for entry, low, high, none in tables.limits:
        values = getattr(s, entry.slot)
        if not isinstance(values, list):
            values = (values,)
        if not values or (min(values) >= low and max(values) <= high):
            continue
        for at, value in enumerate(values):
            if not low <= value <= high and value != none:
                return f"{tables.element_name(entry, at)} is {value}, outside {low}..{high}"
    for kept in tables.kept:
        for card in kept.cards:
            if s.where[card] not in kept.zones and kept.is_set(s, card):
                name, where = kept.entry.name, " or ".join(kept.entry.while_in)
                return f"{name}[{tables.copy_keys[card]}] is set, but the card is not in {where}"
    return ""


def broken(invariants: Sequence[tuple[str, Callable[[BaseState], bool], str]], s: BaseState) -> RuleError | None:
    """The first of some invariants that does not hold; None if all do."""
    for title, holds, where in invariants:
        if not holds(s):
            error = RuleError(f"the invariant “{title}” is broken")
            file, _, line = where.rpartition(":")
            error.file, error.line = (file, int(line)) if line.isdigit() else (where, 0)
            return error
    return None


class CheckedEngine(Engine):
    """An engine that checks after every decision that the invariants hold and each card is in one zone.

    Decisions of nature are not checked, since without explicit chance play does not stop there.
    """

    __slots__ = ()

    def begin(self, setup: bool = True) -> None:
        """As `Engine.begin`, checked; properties, which read no state, are checked only here."""
        super().begin(setup)
        self.check(properties=True)

    def play(self, index: int) -> None:
        """As `Engine.play`, checked."""
        super().play(index)
        self.check()

    def check(self, *, properties: bool = False) -> None:
        """Checks the present position.

        Args:
            properties: whether to check the properties of the game, too.

        Raises:
            RuleError: an invariant is broken, a card is misplaced, or a value is out of range.
        """
        try:
            error = fault(self.game, self.s) if self.site != NATURE else None
            if error is None and properties:
                error = broken(self.game.properties, self.s)
        except Exception as raised:
            raise self.broken(raised) from None
        if error is not None:
            raise self.broken(error)


class Loaded:
    """Turns anything that emitted code raises into a rule error.

    Altered bytes can hold values that are in range but cannot be reached by play.
    """

    __slots__ = ()

    def broken(self, error: Exception) -> Exception:
        """As `Engine.broken`; what would be a fault of this program is a fault of the saved match."""
        if not isinstance(error, (RuleError, *MEANS)):
            what = f"the position was loaded from a saved match, and the rules do not fit it ({type(error).__name__})"
            error = RuleError(what).with_traceback(error.__traceback__)
        return super().broken(error)  # type: ignore[misc,no-any-return]


class LoadedEngine(Loaded, Engine):
    """An engine at a loaded position."""

    __slots__ = ()


class LoadedCheckedEngine(Loaded, CheckedEngine):
    """The same, checked."""

    __slots__ = ()
