"""Findings of a search about an option."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judged:
    """The judgement of an option by a search.

    Attributes:
        index: of the option.
        visits: playouts that took it.
        worth: what it is worth to the player, 0..1, near 1 for a clear win: the mean of these playouts, or where
            options are compared in the same guesses, that of the most promising option with the lead over it.
    """

    index: int
    visits: int
    worth: float
