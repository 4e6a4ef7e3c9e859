"""`regelwerk icons WORD...`: search for icons of layouts and texts, by words of their names."""

from __future__ import annotations

import click
from regelwerk_printables.icons import authors, find

from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.options import json_option

SHOWN = 60  # most icons listed in a terminal


@click.command("icons")
@click.argument(
    "words", nargs=-1, required=True, metavar="WORD...", help="A word or the beginning of one; all must occur."
)
@json_option
def icons(words: tuple[str, ...], json: bool) -> int:
    """Find icons by words of their names, and show their authors.

    The icons are those of game-icons.net. Layouts show one as `shape: NAME`, texts as `:NAME:`. Exits with 1 if none is
    found.
    """
    screen = Screen()
    found = find(words)
    if json:
        screen.json([{"name": name, "author": authors()[name]} for name in found])
    else:
        for name in found[:SHOWN]:
            screen.say(f"{name}  {authors()[name]}")
        more = f", {SHOWN} of them shown: add a word" if len(found) > SHOWN else ""
        screen.note(f"{counted(len(found), 'icon')}{more}", style="good" if found else "bad")
    return FINE if found else PROBLEMS
