"""The command line, with some of the commands or all of them, for what reads command lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from .commands import COMMANDS, find_command
from .main import TRACEBACK


def _show_version(wanted: bool) -> None:
    if wanted:
        from . import __version__

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
    """The command line with some of the commands, or all of them."""
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
