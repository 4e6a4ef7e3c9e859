"""Measures of a match: declared figures, read by name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..engine.blame import as_rule_error
from ..engine.state import read_uncounted
from ..errors import RuleError
from ..tables.measure import VALUE, Measure

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..tables.game import Game


def recorded(game: Game) -> dict[str, Measure]:
    """The measures that a simulation records, by name: the game's own, then `value` if the game declares it."""
    found = {one.name: one for one in game.measures}
    if game.value is not None:
        found[VALUE] = Measure(VALUE, True, {}, game.value)
    return found


def figure(engine: Engine, measure: Measure, player: int = 0) -> int:
    """The present value of a measure; the player is ignored for a measure of the whole game.

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


def broken_figures(engine: Engine) -> list[tuple[Measure, RuleError]]:
    """The measures, `value` among them, that break in a position, each with its first error."""
    found = []
    for measure in recorded(engine.game).values():
        try:
            for player in range(engine.s.players if measure.of_player else 1):
                figure(engine, measure, player)
        except RuleError as error:
            found.append((measure, error))
    return found


def measure_named(game: Game, name: str, player: int | None) -> Measure:
    """The measure with this name.

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
