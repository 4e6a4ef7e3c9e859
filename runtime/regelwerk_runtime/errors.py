"""Exceptions of play, each with a message for the author or the player."""

from __future__ import annotations


class RuleError(Exception):
    """The game's own rules broke: a value out of range, fuel spent, a choice without options.

    Raised bare by what emitted code calls; the engine adds where it happened before anyone sees it.

    Attributes:
        message: what is wrong, in one line.
        label: the effect or card ability under way (`theft.play`), or "".
        file, line: the source line, or "" and 0.
        by: the erratum or variant that this line stands in, in words, or "".
        excerpt: that line with what is to blame marked, or "".
        out_of_range: the variable whose range a value is outside of, True for a value that is stored in none, else
            False.
        amended: the amended values and bounds behind a value that is out of range, in words.
        decision: number of choices made before.
        choice: the choice that led here, in words, or "".
        command: a command line that plays up to this point, or "".
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
"""What a rule, a declared value or a hint may break with."""


class GameOver(Exception):  # noqa: N818 - emitted code raises it by this name
    """A rule says `finish` where it cannot stop; the engine ends the game."""


class ChoiceError(ValueError):
    """An option that is not on offer: foreign, stale, misspelt, or the game is over."""


class GivenError(ValueError):
    """A position that the game does not know: a wrong name, index, value or card."""


class SavedError(ValueError):
    """Bytes that are no saved match of this game."""


class RecordError(ValueError):
    """A record that cannot be read or does not fit the game.

    Attributes:
        message: what is wrong.
        line: line of the record, from 1; 0 when no line is to blame.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message
