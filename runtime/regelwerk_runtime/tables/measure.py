"""Measures: figures that a game declares, recorded by simulations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.state import BaseState

VALUE = "value"
"""The name under which the declared `value of p` is recorded beside the measures; no measure may have it."""


@dataclass(frozen=True)
class Measure:
    """A declared figure.

    Attributes:
        name: its declared name.
        of_player: whether it has a value for each player, or one for the whole game.
        titles: its titles, by language.
        read: computes the value from the state and a player (any player for the whole game). Call it through
            `views.measured.figure`, which bounds its steps and explains errors.
    """

    name: str
    of_player: bool
    titles: Mapping[str, str]
    read: Callable[[BaseState, int], int]

    def title(self, lang: str | None = None) -> str:
        """Its title in a language of the game, by default the first one."""
        return self.titles.get(lang or "") or next(iter(self.titles.values()))
