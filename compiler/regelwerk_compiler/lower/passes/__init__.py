"""IR in, IR out: one pass a file, run in this order."""

from __future__ import annotations

from collections.abc import Callable

from ...model.ir import Module
from .jumps import thread_jumps
from .liveness import find_live
from .tabulate import tabulate
from .thaw import thaw

PASSES: tuple[Callable[[Module], None], ...] = (thread_jumps, tabulate, find_live, thaw)


def run_passes(module: Module) -> None:
    """Runs all passes over the module."""
    for run in PASSES:
        run(module)
