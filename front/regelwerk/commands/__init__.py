"""The commands by name, in the order in which `--help` lists them; each is a function in a file of its own.

A file is imported when its command is wanted: what others need must not keep a quick one waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

COMMANDS = {
    "check": "check",
    "fmt": "fmt",
    "build": "build",
    "run": "run",
    "replay": "replay",
    "test": "test",
    "explain": "explain",
    "diff": "diff",
    "sources": "sources",
    "try": "try_.try_card",
    "play": "play",
    "print": "print_",
    "translate": "translate",
    "new": "new",
}


def find_command(name: str) -> Callable[..., Any]:
    """The function of a command."""
    module, _, function = COMMANDS[name].partition(".")
    found: Callable[..., Any] = getattr(import_module(f".{module}", __name__), function or module)
    return found
