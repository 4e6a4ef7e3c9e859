"""Messages and exit statuses for exceptions; a user's mistake shows no traceback."""

from __future__ import annotations

import os
from collections.abc import Iterable

from regelwerk_dsl.diagnostics import Diagnostic, Severity, SourceError
from regelwerk_dsl.render import render_all, render_line
from regelwerk_runtime.errors import ChoiceError, GivenError, RecordError, RuleError, SavedError
from regelwerk_simulation.errors import SimulationError

from ..errors import InputError, UsageError, reason_of
from .console import INTERNAL, PROBLEMS, USAGE, OutputError, Screen, counted

MOST_SHOWN = 100  # most diagnostics in their long form
MOST_LINES = 1_000  # most diagnostics of one line each


def show_problem(error: Exception, screen: Screen) -> int:
    """Reports an error on the error stream.

    Returns:
        The exit status.
    """
    match error:
        case SourceError():
            show_diagnostics(error.diagnostics, screen, to_error=True)
            screen.note(summary(error.diagnostics), style="bad")
            return PROBLEMS
        case InputError():
            screen.refuse(str(error), error.help)
            return USAGE if isinstance(error, UsageError) else PROBLEMS
        case SimulationError():
            screen.refuse(str(error), error.help)
            return PROBLEMS
        case RuleError():
            from rich.text import Text  # slow to import

            screen.err.print(Text(str(error)), soft_wrap=True)
            return PROBLEMS
        case RecordError() | SavedError() | GivenError() | ChoiceError():
            screen.refuse(str(error))
            return PROBLEMS
        case OutputError():
            help = "give it a file on a disk with room, or a terminal"
            screen.refuse(f"the {error.filename} cannot be written: {reason_of(error)}", help)
            return PROBLEMS
        case OSError() if error.filename is not None:
            screen.refuse(f"{os.fsdecode(error.filename)}: {reason_of(error)}")
            return USAGE
        case FileNotFoundError():
            screen.refuse("the current folder no longer exists", "change to another one")
            return PROBLEMS
        case OSError():
            screen.refuse(f"input or output failed: {reason_of(error)}")
            return PROBLEMS
        case MemoryError():
            screen.refuse("there is not enough memory")
            return PROBLEMS
        case UnicodeDecodeError():
            screen.refuse(f"a file is not UTF-8: {error.reason} at byte {error.start}", "save it as UTF-8")
            return PROBLEMS
        case _:
            screen.refuse(
                f"internal error of regelwerk: {type(error).__name__}: {error}",
                "run it again with --traceback to see where, and please report it",
            )
            return INTERNAL


def show_diagnostics(
    diagnostics: Iterable[Diagnostic], screen: Screen, *, oneline: bool = False, to_error: bool = False
) -> None:
    """Prints diagnostics in their long form or on a line each; if there are too many, errors first, and the number
    left.
    """
    every, most = list(diagnostics), MOST_LINES if oneline else MOST_SHOWN
    if not every:
        return
    errors_first = sorted(every, key=lambda item: item.severity is not Severity.ERROR) if len(every) > most else every
    found = errors_first[:most]
    console = screen.err if to_error else screen.out
    colour = console.is_terminal and not console.no_color
    text = "\n".join(map(render_line, found)) if oneline else render_all(found, colour=colour) + "\n"
    if len(every) > most:
        text += f"... and {summary(errors_first[most:])} more\n"
    screen.rendered(text + "\n", to_error)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """The numbers of errors and warnings, such as `2 errors and 1 warning`; "" if there are none."""
    found = list(diagnostics)
    errors = sum(1 for diagnostic in found if diagnostic.severity is Severity.ERROR)
    parts = [counted(n, name) for n, name in ((errors, "error"), (len(found) - errors, "warning")) if n]
    return " and ".join(parts)
