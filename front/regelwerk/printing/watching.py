"""Watch mode: printing whenever a file of the game changes, until interrupted.

Files are looked at again and again, by name: editors replace files and folders, which ends the system's notices about
them, and those follow links to anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from regelwerk_dsl.disk import files_below, real

from ..loading.cache import PICTURES, SOURCES
from ..loading.compiling import make_checked
from ..terminal.console import OutputError, Screen
from ..terminal.problems import show_problem
from .making import make_files
from .order import Order
from .printout import report

WAIT = 0.05
"""Seconds to wait for further changes, since editors write a file in several steps."""
MOST_WAITS = 10
"""Waits after which it prints although files still change."""
LOOK, SHARE = 0.1, 20
"""Seconds between looks at the files, and at least this many times what a look takes."""

Look = dict[str, tuple[int, int, int]]
"""The identity, size and time of each file, by path."""


def keep_printing(order: Order, folder: Path, screen: Screen) -> None:
    """Prints after each change until interrupted; problems are reported."""
    files = [Path(variant) for variant in order.source.variants if Path(variant).is_file()]
    with suppress(KeyboardInterrupt):  # the way to stop it, at any point
        game = real(order.source.folder)
        looks = changes(game, files, real(folder))
        next(looks)  # before it prints, so that it notices what changes meanwhile
        print_once(order, folder, screen)
        screen.note(f"watching {order.source.folder.as_posix()}; Ctrl+C stops")
        for _ in looks:
            print_once(order, folder, screen)


def changes(game: Path, files: list[Path], out: Path) -> Iterator[None]:
    """Returns at once, and then whenever files that affect what is printed have changed."""
    before = _look(game, files, out)
    yield
    while True:
        started = time.monotonic()
        after = _look(game, files, out)
        if after == before:
            time.sleep(max(LOOK, SHARE * (time.monotonic() - started)))
            continue
        for _ in range(MOST_WAITS):
            before = after
            time.sleep(WAIT)
            after = _look(game, files, out)
            if after == before:
                break
        before = after
        yield


def _look(game: Path, files: list[Path], out: Path) -> Look:
    """The files that can affect what is printed; our own output does not."""
    found: Look = {}
    with suppress(OSError):  # there are too many
        for entry in files_below(game):
            path = Path(entry.path)
            if (path.suffix in SOURCES or PICTURES in path.parts) and not path.is_relative_to(out):
                _note(found, path)
    for path in files:
        _note(found, path)
    return found


def _note(found: Look, path: Path) -> None:
    with suppress(OSError):  # it has just been removed
        status = path.stat()
        found[str(path)] = status.st_ino, status.st_size, status.st_mtime_ns


def print_once(order: Order, folder: Path, screen: Screen) -> None:
    """Prints from the current sources and shows the time taken. Problems are reported.

    Raises:
        BrokenPipeError, OutputError: nobody reads what is said.
    """
    started = time.perf_counter()
    try:
        report(make_files(order, make_checked(order.source)), folder, screen)
    except (BrokenPipeError, OutputError):
        raise
    except Exception as error:
        show_problem(error, screen)
    screen.note(f"{time.perf_counter() - started:.1f} s")
