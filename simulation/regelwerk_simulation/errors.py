"""Errors of simulations that are for people; nothing else is loaded with them."""

from __future__ import annotations


class SimulationError(ValueError):
    """A request to a simulation that cannot be met, with the files or processes as they are.

    Attributes:
        help: something to do; "" where the message says it all.
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help
