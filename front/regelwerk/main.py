"""The command `regelwerk` and its exit status. Every command has a file in `commands/`.

Exit status: 0 fine, 1 the input has problems, 2 wrong usage, 3 a fault of ours.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable
from typing import Annotated, NoReturn

import typer

from .commands import COMMANDS, find_command
from .terminal.console import Screen, use_utf8
from .terminal.problems import show_problem

TRACEBACK = "--traceback"
COMPLETION = "_REGELWERK_COMPLETE"  # a shell sets it when it asks what could stand next


def _show_version(wanted: bool) -> None:
    if wanted:
        from . import __version__  # it is looked up when it is asked for

        print(__version__)
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which version this is.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option(TRACEBACK, help="Show where in Python an error arose. Also after a command.")
    ] = False,
) -> None:
    """Rules compiler and card toolkit for board games."""


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with some of the commands, or all of them: each takes its time to load."""
    made = typer.Typer(
        name="regelwerk",
        help="Rules compiler and card toolkit for board games.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_root)
    for name in names:
        made.command(name=name)(find_command(name))
    return made


def _wanted(arguments: list[str]) -> Iterable[str]:
    """The one command that a command line names; all of them for help, for completion and for mistakes."""
    if COMPLETION in os.environ or not arguments or arguments[0] not in COMMANDS:
        return COMMANDS
    return arguments[:1]


def main(arguments: list[str]) -> int:
    """Runs one command line.

    Args:
        arguments: without the program's name.

    Returns:
        The exit status.
    """
    use_utf8()
    wants_traceback = TRACEBACK in arguments
    arguments = [argument for argument in arguments if argument != TRACEBACK]
    try:
        make_app(_wanted(arguments))(arguments, prog_name="regelwerk")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 0
    except Exception as error:
        if wants_traceback:
            traceback.print_exc()
        return show_problem(error, Screen())
    return 0


def _forget_output() -> None:
    """The reader has gone (`regelwerk run | head`): nothing more is written, not even when Python shuts down."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue


def run() -> NoReturn:
    """The entry point."""
    sys.exit(main(sys.argv[1:]))
