"""Errors of simulations for users; importing this module loads nothing else."""

from __future__ import annotations


class SimulationError(ValueError):
    """A request to a simulation that cannot be met because of its files or processes.

    Attributes:
        help: what to do; "" if the message suffices.
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help
