"""The command `regelwerk`: arguments go in, an exit status comes out. Every command has a file in `commands/`.

Exit status: 0 fine, 1 the input has problems, 2 wrong usage, 3 a fault of ours.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable
from typing import Any, NoReturn

from .commands import COMMANDS
from .terminal.console import Screen, use_utf8
from .terminal.problems import show_problem

TRACEBACK = "--traceback"
PRINTS = "print"  # the command whose lines are kept
COMPLETION = "_REGELWERK_COMPLETE"  # a shell sets it when it asks what could stand next


def __getattr__(name: str) -> Any:
    if name == "app":
        from .app import make_app

        return make_app()
    raise AttributeError(f"module {__name__} has no attribute {name}")


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
        if arguments[:1] == [PRINTS]:
            from .printing.lines import print_again

            known = print_again(arguments)
            if known is not None:
                return known
        from .app import make_app  # only now: what reads command lines is slow to load

        make_app(_wanted(arguments))(arguments, prog_name="regelwerk", obj=arguments)
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
    import os

    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue


def run() -> NoReturn:
    """The entry point."""
    sys.exit(main(sys.argv[1:]))
