"""`regelwerk fmt PATH…`: the formatter of sources."""

from __future__ import annotations

from pathlib import Path

import click
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.disk import files_below, read_bytes
from regelwerk_dsl.files import decode
from regelwerk_dsl.format.format import FormatError, format_source
from regelwerk_dsl.writing import write_whole

from ..errors import UsageError, reason_of
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

    Keeps comments and meaning. Files with syntax errors are left alone.
    """
    screen = Screen()
    changed = broken = 0
    files = [file for path in paths for file in _files(path)]
    for file in files:
        try:
            data = read_bytes(file)
            formatted = _formatted(data, str(file)).encode()
            if formatted == data:
                continue
            if not check:
                write_whole(file, formatted)
        except FormatError as error:
            show_diagnostics(error.diagnostics, screen, to_error=True)
            if not error.diagnostics.items:
                screen.refuse(f"{file}: {error}")
            broken += 1
            continue
        except OSError as error:
            screen.refuse(f"{file}: {reason_of(error)}")
            broken += 1
            continue
        changed += 1
        screen.say(f"would change {file}" if check else str(file))
    done = "would change" if check else "changed"
    screen.note(f"{counted(len(files), 'file')}, {changed} {done}" + (f", {broken} with errors" if broken else ""))
    return PROBLEMS if broken or (check and changed) else FINE


def _formatted(data: bytes, name: str) -> str:
    """The formatted source; raises FormatError if it is not text or has errors."""
    diagnostics = Diagnostics()
    source = decode(data, name, diagnostics)
    if source is None:
        raise FormatError("this is not a text file", diagnostics)
    return format_source(source.text, name)


def _files(path: str) -> list[Path]:
    """The sources that a path stands for: the file, all files below a folder, or those of a game. Links are skipped."""
    place = Path(path)
    if place.exists() and not place.is_dir():
        return [place]
    folder = place if place.is_dir() else find_game(path)
    below = files_below(folder)
    files = sorted(Path(entry.path) for entry in below if entry.name.endswith(SUFFIX) and not entry.is_symlink())
    if not files:
        raise UsageError(f"there are no {SUFFIX} files in {path}")
    return files
