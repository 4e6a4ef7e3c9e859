"""`regelwerk fmt PATH…`: the formatter of sources."""

from __future__ import annotations

from pathlib import Path

import click
from regelwerk_dsl.format.format import FormatError, format_source

from ..errors import UsageError
from ..loading.source import find_game
from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.options import option
from ..terminal.problems import show_diagnostics

SUFFIX = ".regel"


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…", help="Files, folders or names of games.")
@option("--check", "Change nothing; exit with 1 if a file would change.")
def fmt(paths: tuple[str, ...], check: bool) -> int:
    """Format sources.

    Comments and meaning stay. Files with syntax errors are left alone.
    """
    screen = Screen()
    changed = broken = 0
    files = [file for path in paths for file in _files(path)]
    for file in files:
        try:
            text = file.read_bytes().decode("utf-8")
            formatted = format_source(text, str(file))
        except FormatError as error:
            show_diagnostics(error.diagnostics, screen, to_error=True)
            if not error.diagnostics.items:
                screen.refuse(f"{file}: {error}")
            broken += 1
            continue
        except UnicodeDecodeError as error:
            screen.refuse(f"{file}: not UTF-8 at byte {error.start}", "save it as UTF-8")
            broken += 1
            continue
        if formatted == text:
            continue
        changed += 1
        screen.say(f"would change {file}" if check else str(file))
        if not check:
            file.write_text(formatted, encoding="utf-8", newline="")
    done = "would change" if check else "changed"
    screen.note(f"{counted(len(files), 'file')}, {changed} {done}" + (f", {broken} with errors" if broken else ""))
    return PROBLEMS if broken or (check and changed) else FINE


def _files(path: str) -> list[Path]:
    """The sources that a path means: itself, those below a folder, or those of a game."""
    place = Path(path)
    if place.is_file():
        return [place]
    folder = place if place.is_dir() else find_game(path)
    files = sorted(folder.rglob(f"*{SUFFIX}"))
    if not files:
        raise UsageError(f"there are no {SUFFIX} files in {path}")
    return files
