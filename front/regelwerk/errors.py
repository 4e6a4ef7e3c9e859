"""Errors of usage and input. Errors of the sources and of the rules come from the language and the runtime."""

from __future__ import annotations


class InputError(Exception):
    """A problem with a given file: a record that does not fit, an unreadable file.

    Attributes:
        help: what to do, if possible something to type.
    """

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class UsageError(InputError, ValueError):
    """A request that cannot be met: no such game, a number of players that the game does not allow."""


def reason_of(error: OSError) -> str:
    """The reason of an error, as the end of a sentence."""
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]
