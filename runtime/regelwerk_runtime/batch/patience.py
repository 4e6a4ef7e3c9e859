"""Patience with games: how long one may take by the clock, looked at between choices."""

from __future__ import annotations

from time import monotonic

MINUTES = 60.0
"""How long a game of a batch may take, unless another bound is asked for: those of searches take seconds to minutes."""


class TooLongError(Exception):
    """A game that takes longer than it may."""


class Patience:
    """The time that a game may take, which begins now."""

    def __init__(self, minutes: float) -> None:
        """Takes how many minutes.

        Raises:
            ValueError: no time at all.
        """
        if not minutes > 0:
            raise ValueError(f"a game takes more than {minutes:g} minutes")
        self._minutes = minutes
        self._end = monotonic() + 60 * minutes

    def check(self) -> None:
        """Looks at the clock.

        Raises:
            TooLongError: the time is over.
        """
        if monotonic() > self._end:
            raise TooLongError(f"the game takes {longer_than(self._minutes)}")


def longer_than(minutes: float) -> str:
    """What a game took that had so many minutes, in words."""
    return f"more than {minutes:g} minute{'' if minutes == 1 else 's'}"
