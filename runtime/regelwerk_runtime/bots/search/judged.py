"""Findings of a search about an option."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judged:
    """What a search found out about an option.

    Attributes:
        index: of the option.
        visits: playouts that took it.
        worth: their mean worth to the player, 0..1: near 1 for a clear win.
    """

    index: int
    visits: int
    worth: float
