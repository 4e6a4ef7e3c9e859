"""Measures: the figures that a game declares, for simulations to record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from .game import Game


@dataclass(frozen=True)
class Measure:
    """A declared figure.

    Attributes:
        name: as it is declared.
        of_player: whether there is one for each player; else there is one for the whole game.
        titles: what it is called, by language.
        read: the figure, from the state and a player; for the whole game any player will do. It raises RuleError where
            it takes too many steps, which are counted with those that play has taken since the last decision: a copy
            of the state begins to count anew.
    """

    name: str
    of_player: bool
    titles: Mapping[str, str]
    read: Callable[[BaseState, int], int]

    def title(self, lang: str | None = None) -> str:
        """What it is called in a language of the game, the first one by default."""
        return self.titles.get(lang or "") or next(iter(self.titles.values()))


VALUE = "value"
"""The name under which the declared `value of p` is recorded beside the measures; no measure has it."""


def read_measure(game: Game, s: BaseState, name: str, player: int | None) -> int:
    """A figure of a state, or what the declared `value of p` is worth; its steps are counted by themselves.

    Args:
        game: the game.
        s: its state.
        name: of the measure, or `value`.
        player: whose figure; None where there is one for the whole game.

    Raises:
        ValueError: there is no such measure, or it is of a player, or of none.
        RuleError: it takes too many steps.
    """
    measures = {one.name: one for one in game.measures}
    if game.value is not None:
        measures[VALUE] = Measure(VALUE, True, {}, game.value)
    found = measures.get(name)
    if found is None:
        near = get_close_matches(name, measures, 1)
        known = f"did you mean {near[0]}?" if near else f"there are: {', '.join(measures) or 'none'}"
        raise ValueError(f"{game.name} has no measure {name} ({known})")
    if found.of_player is (player is None):
        raise ValueError(f"{name} is a measure of {'a player: say whose' if player is None else 'the whole game'}")
    return found.read(s.copy(), player or 0)
