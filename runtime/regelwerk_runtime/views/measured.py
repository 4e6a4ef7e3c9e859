"""Measures of a match: the figures that a game declares, read by name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..engine.blame import as_rule_error
from ..engine.state import board_key, read_uncounted
from ..errors import RuleError
from ..tables.measure import VALUE, Measure

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..tables.game import Game


def recorded(game: Game) -> dict[str, Measure]:
    """The figures that a simulation records, by name: the game's measures, then `value` if the game declares it."""
    found = {one.name: one for one in game.measures}
    if game.value is not None:
        found[VALUE] = Measure(VALUE, True, {}, game.value)
    return found


def figure(engine: Engine, measure: Measure, player: int = 0) -> int:
    """The present value of a measure; the player is ignored by a measure of the whole game.

    Raises:
        RuleError: it takes too many steps, or an operation in it fails.
    """
    try:
        return read_uncounted(engine.s, measure.read, player)
    except Exception as raised:
        error = as_rule_error(raised, engine.game, engine.count)
        if isinstance(error, RuleError):
            error.label = f"measure.{measure.name}"
        raise error from None


class Figures:
    """The figures of engines of one game and number of players, at any moment of play.

    As long as nothing on the table changes, no figure is worked out again.
    """

    def __init__(self) -> None:
        self._known: dict[str, Sequence[int | None]] = {}
        self._board: Hashable = None
        self._engine: Engine | None = None

    def at(self, engine: Engine) -> Callable[[Measure], Sequence[int | None]]:
        """What reads measures as they stand: for each player, or the one of the whole game; None where one breaks.

        It holds up to the next call.
        """
        if self._has_changed(engine):
            self._known.clear()
        self._engine = engine
        return self._of

    def _of(self, measure: Measure) -> Sequence[int | None]:
        found = self._known.get(measure.name)
        if found is None:
            assert self._engine is not None
            found = self._known[measure.name] = self._worked_out(self._engine, measure)
        return found

    def _has_changed(self, engine: Engine) -> bool:
        """Whether anything on the table is different from the last time."""
        before, self._board = self._board, board_key(engine.s)
        return before != self._board

    def _worked_out(self, engine: Engine, measure: Measure) -> Sequence[int | None]:
        found: list[int | None] = []
        for player in range(engine.s.players if measure.of_player else 1):
            try:
                found.append(int(figure(engine, measure, player)))
            except RuleError:
                found.append(None)
        return found


def measure_named(game: Game, name: str, player: int | None) -> Measure:
    """The measure with a name.

    Raises:
        ValueError: there is no such measure, or a player is missing or superfluous.
    """
    known = recorded(game)
    if name not in known:
        near = get_close_matches(name, known, 1)
        help_ = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known) or 'none'}"
        raise ValueError(f"{game.name} has no measure {name} ({help_})")
    if known[name].of_player is (player is None):
        raise ValueError(f"{name} is a measure of {'a player: say whose' if player is None else 'the whole game'}")
    return known[name]
