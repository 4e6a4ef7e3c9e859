"""Exceptions of play, each with a message for the author or the player."""

from __future__ import annotations


class RuleError(Exception):
    """The game's own rules broke: a value out of range, fuel spent, a choice without options.

    Functions called by emitted code raise it without its place, which the engine adds.

    Attributes:
        message: what is wrong, in one line.
        label: the running effect or card ability (`theft.play`), or "".
        file, line: the source line, or "" and 0.
        by: the erratum or variant that contains this line, in words, or "".
        excerpt: that line with the statement marked, or "".
        out_of_range: the variable whose range a value exceeds, True for a value outside any variable, else False.
        amended: the amended values and bounds that contribute to a value out of range, in words.
        decision: number of choices made before.
        choice: the choice that led here, in words, or "".
        command: a command line that replays up to this point, or "".
    """

    def __init__(self, message: str, out_of_range: str | bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.label = ""
        self.file = ""
        self.line = 0
        self.by = ""
        self.excerpt = ""
        self.out_of_range = out_of_range
        self.amended: tuple[str, ...] = ()
        self.decision = 0
        self.choice = ""
        self.command = ""
        self.placed = False

    @property
    def where(self) -> str:
        """`file:line`, or "" when it is not known."""
        return f"{self.file}:{self.line}" if self.file else ""

    def __str__(self) -> str:
        if not self.placed:
            return self.message
        place = " ".join(part for part in (f"in {self.label}" if self.label else "", self.where) if part)
        place += f" ({self.by})" if self.by else ""
        lines = [f"rule error: {self.message}"]
        if place:
            lines.append(f"  --> {place}")
        lines += [self.excerpt] if self.excerpt else []
        lines += [f"  because of {words}" for words in self.amended]
        lines.append(f"  at decision {self.decision}" + (f": {self.choice}" if self.choice else ""))
        if self.command:
            lines.append(f"  replay: {self.command}")
        return "\n".join(lines)


FAULTS = (RuleError, LookupError, ArithmeticError, ValueError)
"""The exceptions that a rule, a declared value or a hint may raise."""


class GameOver(Exception):  # noqa: N818 - emitted code raises it by this name
    """A rule says `finish` where play cannot stop; the engine ends the game."""


class ChoiceError(ValueError):
    """An option that is not on offer: foreign, stale or misspelt; or the game is over."""


class GivenError(ValueError):
    """A given position that does not fit the game: an unknown name, index, value or card."""


class SavedError(ValueError):
    """Bytes that are not a saved match of this game."""


class RecordError(ValueError):
    """A record that cannot be read or does not fit the game.

    Attributes:
        message: what is wrong.
        line: line of the record, from 1; 0 if it is not about one line.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message
