"""Names of the commands, in the order in which `--help` lists them; each is a function in a file of its own.

A file is imported when its command is needed, because some commands load the compiler.
"""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = (
    *("check", "fmt", "build", "run", "replay", "test", "explain"),
    *("diff", "sources", "try", "play", "print", "icons", "translate"),
    *("simulate", "compare", "query", "report", "new"),
)
OTHERWISE = {"try": "try_", "print": "print_"}  # names that mean something else in Python


def find_command(name: str) -> click.Command:
    """The command with this name."""
    module = OTHERWISE.get(name, name)
    found: click.Command = getattr(import_module(f".{module}", __name__), module)
    return found
