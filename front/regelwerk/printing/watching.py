"""An order goes in; it is printed, and printed again whenever a file of its game changes, until it is interrupted."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ..loading.cache import SOURCES
from ..loading.compilation import checked_anew
from ..terminal.console import Screen
from ..terminal.problems import show_problem
from .drawn import LAYOUTS, Drawn
from .making import Workshop
from .order import Order
from .reporting import report
from .running import make_with

WAIT = 50  # milliseconds without another change: editors write a file in several steps


def keep_printing(order: Order, folder: Path, screen: Screen) -> None:
    """Prints until somebody stops it. What is wrong is told, and the next change is waited for."""
    from watchfiles import watch

    watcher = Watcher(order)
    game = order.source.folder.resolve()
    files = [Path(variant) for variant in order.source.variants if Path(variant).is_file()]
    with suppress(KeyboardInterrupt):  # the way to stop it, wherever it comes
        watcher.print_to(folder, screen)
        screen.note(f"watching {order.source.folder.as_posix()}; Ctrl+C stops")
        for changes in watch(game, *files, debounce=10 * WAIT, step=WAIT):
            paths = {Path(path) for _, path in changes}
            if any(_matters(path, folder.resolve()) for path in paths):
                watcher.forget(paths, game)
                watcher.print_to(folder, screen)


def _matters(path: Path, out: Path) -> bool:
    """Whether a file can change what is printed; what we write ourselves does not."""
    return (path.suffix in SOURCES or "art" in path.parts) and not path.is_relative_to(out)


class Watcher:
    """A game that is printed again and again: the design, the checked game and drawn cards are kept between."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.drawn = Drawn()
        self.game: dict[str, object] | None = None

    def forget(self, changed: Iterable[Path], game: Path) -> None:
        """Drops what the changed files are part of."""
        for path in changed:
            below = path.relative_to(game).parts if path.is_relative_to(game) else ()
            if below[:1] in ((LAYOUTS,), ("art",)):
                self.drawn.forget_design()
            if below[:1] != ("art",) and below[:2] != (LAYOUTS, "sheets"):
                self.game = None  # layouts have words of their own that catalogues translate

    def print_to(self, folder: Path, screen: Screen) -> None:
        """Prints once, and says how long it took; what is wrong is told."""
        started = time.perf_counter()
        try:
            if self.game is None:
                self.game = dict(checked_anew(self.order.source))
            printout = make_with(Workshop(self.order, self.game, drawn=self.drawn))
            report(printout, folder, screen)
        except Exception as error:
            show_problem(error, screen)
        screen.note(f"{time.perf_counter() - started:.1f} s")
