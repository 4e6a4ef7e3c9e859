"""The command `regelwerk` and its exit status. Every command has a file in `commands/`.

Exit status: 0 success, 1 problems in the input, 2 usage error, 3 internal error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import NoReturn

import click

from .commands import COMMANDS, find_command
from .terminal.completion import VARIABLE, completion_options
from .terminal.console import Screen, use_utf8
from .terminal.problems import show_problem

TRACEBACK = "--traceback"


class _Commands(click.Group):
    """The commands, listed in their order."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(self.commands)


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from . import __version__  # it is looked up when it is asked for

        click.echo(__version__)
        context.exit()


def make_group(names: Iterable[str] = COMMANDS) -> click.Group:
    """The command line with some of the commands, or all of them: each takes its time to load."""
    version = click.Option(
        ["--version"], is_flag=True, expose_value=False, callback=_show_version, help="Show the version."
    )
    shows_errors = click.Option(
        [TRACEBACK], is_flag=True, expose_value=False, help="Show the Python traceback of an error; with any command."
    )
    group = _Commands(
        "regelwerk",
        {name: find_command(name) for name in names},
        help="Rules compiler and card toolkit for board games.",
        params=[version, shows_errors],
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    return completion_options(group)


def _wanted(arguments: list[str]) -> Iterable[str]:
    """The one command that a command line names; all of them for help, for completion and for mistakes."""
    if VARIABLE in os.environ or not arguments or arguments[0] not in COMMANDS:
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
        return make_group(_wanted(arguments)).main(arguments, prog_name="regelwerk", standalone_mode=False) or 0
    except SystemExit as end:  # a shell has asked for completions
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        _forget_output()
        return 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Exception as error:
        if wants_traceback:
            import traceback  # hardly ever needed

            traceback.print_exc()
        return show_problem(error, Screen())


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
