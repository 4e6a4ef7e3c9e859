"""Results of a search about an option."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judged:
    """The judgement of an option by a search.

    Attributes:
        index: the index of the option.
        visits: the number of playouts that took it.
        worth: its worth to the player in 0..1, near 1 for a clear win: the mean of these playouts or, if options are
            compared in the same guesses, the mean of the most promising option plus the lead over it.
    """

    index: int
    visits: int
    worth: float
