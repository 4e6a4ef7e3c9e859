"""Output of a print-out: its files in a folder, and a report on the terminal or as JSON."""

from __future__ import annotations

from pathlib import Path

from regelwerk_dsl.render import to_dict

from ..terminal.console import Screen
from ..terminal.problems import FINE, PROBLEMS, counted, show_diagnostics, summary
from .files import write_files
from .running import Printout
from .translation_gaps import told


def report(printout: Printout, folder: Path, screen: Screen, *, json: bool = False) -> int:
    """Writes the files and tells about them.

    Returns:
        The exit status.
    """
    paths = write_files(folder, printout.files)
    status = PROBLEMS if printout.failed else FINE
    if json:
        files = [
            {"path": path.as_posix(), "product": made.product, "pages": made.pages, "bytes": len(made.data)}
            for path, made in zip(paths, printout.files, strict=True)
        ]
        problems = [to_dict(diagnostic) for diagnostic in printout.diagnostics]
        screen.json({"files": files, "problems": problems, "doubts": printout.gaps, "notes": printout.notes})
        return status
    if printout.diagnostics:
        show_diagnostics(printout.diagnostics, screen, to_error=True)
        screen.note(summary(printout.diagnostics), "bad" if printout.failed else "warn")
    for line in told(printout.gaps):
        screen.note(line, "warn")
    if printout.gaps and printout.failed:
        screen.refuse(
            "texts are missing or stale, and nothing was printed",
            "regelwerk translate status lists them, except passages that two variants reword; --proof prints anyway",
        )
    _show_files(printout, paths, folder, screen)
    for note in printout.notes:
        screen.note(note)
    return status


def _show_files(printout: Printout, paths: list[Path], folder: Path, screen: Screen) -> None:
    """A line for each file; pictures by their folder."""
    many: dict[Path, int] = {}
    for path, made in zip(paths, printout.files, strict=True):
        if made.pages:
            screen.say(f"{path.as_posix()}: {counted(made.pages, 'page')}")
        elif path.parent == folder:
            screen.say(path.as_posix())
        else:
            many[path.parent] = many.get(path.parent, 0) + 1
    for parent, number in many.items():
        screen.say(f"{parent.as_posix()}: {counted(number, 'file')}")
