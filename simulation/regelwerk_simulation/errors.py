"""Errors of simulations that are for people; nothing else is loaded with them."""

from __future__ import annotations


class SimulationError(ValueError):
    """What was asked of a simulation cannot be done, with the files or processes as they are.

    Attributes:
        help: something to do; "" where the message says it all.
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help
