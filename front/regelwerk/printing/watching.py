"""Watch mode: printing whenever a file of the game changes, until interrupted."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from regelwerk_dsl.disk import real
from watchfiles import watch

from ..loading.cache import SOURCES
from ..loading.compiling import make_checked
from ..terminal.console import Screen
from ..terminal.problems import show_problem
from .making import make_files
from .order import Order
from .printout import report

WAIT = 50  # milliseconds to wait for further changes, since editors write a file in several steps


def keep_printing(order: Order, folder: Path, screen: Screen) -> None:
    """Prints after each change until interrupted; problems are reported."""
    game = real(order.source.folder)
    files = [Path(variant) for variant in order.source.variants if Path(variant).is_file()]
    with suppress(KeyboardInterrupt):  # the way to stop it, at any point
        print_once(order, folder, screen)
        screen.note(f"watching {order.source.folder.as_posix()}; Ctrl+C stops")
        for changes in watch(game, *files, debounce=10 * WAIT, step=WAIT):
            if any(_matters(Path(path), real(folder)) for _, path in changes):
                print_once(order, folder, screen)


def _matters(path: Path, out: Path) -> bool:
    """True if a file can affect what is printed; our own output does not."""
    return (path.suffix in SOURCES or "art" in path.parts) and not path.is_relative_to(out)


def print_once(order: Order, folder: Path, screen: Screen) -> None:
    """Prints from the current sources and shows the time taken. Problems are reported."""
    started = time.perf_counter()
    try:
        report(make_files(order, make_checked(order.source)), folder, screen)
    except Exception as error:
        show_problem(error, screen)
    screen.note(f"{time.perf_counter() - started:.1f} s")
