"""Time limits of games, checked between choices."""

from __future__ import annotations

from time import monotonic

MINUTES = 60.0
"""The default time limit of a game in a batch; games of search bots take seconds to minutes."""


class TooLongError(Exception):
    """A game exceeded its time limit."""


class Patience:
    """The time limit of a game, from now on."""

    def __init__(self, minutes: float) -> None:
        """Starts the clock.

        Raises:
            ValueError: `minutes` is not positive.
        """
        if not minutes > 0:
            raise ValueError(f"a limit of {minutes:g} minutes allows no game")
        self._minutes = minutes
        self._end = monotonic() + 60 * minutes

    def check(self) -> None:
        """Checks the clock.

        Raises:
            TooLongError: the time is over.
        """
        if monotonic() > self._end:
            raise TooLongError(f"the game takes {longer_than(self._minutes)}")


def longer_than(minutes: float) -> str:
    """A text that says that a game exceeded its limit: `more than 60 minutes`."""
    return f"more than {minutes:g} minute{'' if minutes == 1 else 's'}"
