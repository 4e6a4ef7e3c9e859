"""Measures: the figures that a game declares, for simulations to record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.state import BaseState

VALUE = "value"
"""The name under which the declared `value of p` is recorded beside the measures; no measure has it."""


@dataclass(frozen=True)
class Measure:
    """A declared figure.

    Attributes:
        name: as it is declared.
        of_player: whether there is one for each player; else there is one for the whole game.
        titles: what it is called, by language.
        read: the figure, from the state and a player; for the whole game any player will do. Call it by
            `views.measured.figure`, which bounds its steps and says what went wrong.
    """

    name: str
    of_player: bool
    titles: Mapping[str, str]
    read: Callable[[BaseState, int], int]

    def title(self, lang: str | None = None) -> str:
        """Its title in a language of the game, the first one by default."""
        return self.titles.get(lang or "") or next(iter(self.titles.values()))
