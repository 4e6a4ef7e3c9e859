"""Messages and exit statuses for exceptions. A user's mistake shows no traceback."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_dsl.diagnostics import Diagnostic, Severity, SourceError
from regelwerk_dsl.render import render_all, render_line
from regelwerk_runtime.errors import ChoiceError, GivenError, RecordError, RuleError, SavedError

from ..errors import InputError, UsageError
from .console import Screen

FINE, PROBLEMS, USAGE, FAULT = range(4)  # exit status


def show_problem(error: Exception, screen: Screen) -> int:
    """Says what went wrong on the error stream.

    Returns:
        The exit status.
    """
    match error:
        case SourceError():
            show_diagnostics(error.diagnostics, screen, to_error=True)
            screen.note(summary(error.diagnostics), style="bad")
            return PROBLEMS
        case UsageError():
            screen.refuse(str(error), error.help)
            return USAGE
        case InputError():
            screen.refuse(str(error), error.help)
            return PROBLEMS
        case RuleError():
            from rich.text import Text

            screen.err.print(Text(str(error)), soft_wrap=True)
            return PROBLEMS
        case RecordError() | SavedError() | GivenError() | ChoiceError():
            screen.refuse(str(error))
            return PROBLEMS
        case OSError() if error.filename is not None:
            screen.refuse(f"{error.filename}: {(error.strerror or str(error)).lower()}")
            return USAGE
        case UnicodeDecodeError():
            screen.refuse(f"a file is not UTF-8: {error.reason} at byte {error.start}", "save it as UTF-8")
            return PROBLEMS
        case _:
            screen.refuse(
                f"this is a fault of regelwerk, not of yours: {type(error).__name__}: {error}",
                "the same with --traceback shows where; please report it",
            )
            return FAULT


def show_diagnostics(
    diagnostics: Iterable[Diagnostic], screen: Screen, *, oneline: bool = False, to_error: bool = False
) -> None:
    """Prints diagnostics in their long form, or a line each."""
    found = list(diagnostics)
    if not found:
        return
    console = screen.err if to_error else screen.out
    colour = console.is_terminal and not console.no_color
    text = "\n".join(map(render_line, found)) if oneline else render_all(found, colour=colour) + "\n"
    console.file.write(text + "\n")
    console.file.flush()


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors and 1 warning`; "" when there is nothing."""
    found = list(diagnostics)
    errors = sum(1 for diagnostic in found if diagnostic.severity is Severity.ERROR)
    parts = [counted(n, name) for n, name in ((errors, "error"), (len(found) - errors, "warning")) if n]
    return " and ".join(parts)


def counted(number: int, name: str, several: str = "") -> str:
    """`1 file`, `2 files`, `1,200 choices`."""
    return f"{number:,} {name if number == 1 else several or name + 's'}"
