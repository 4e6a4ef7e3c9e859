"""Passes over the IR, one a file, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable

from ...model.ir import Module
from .jumps import thread_jumps
from .liveness import find_live
from .tabulate import tabulate
from .unfreeze_locals import unfreeze_locals

PASSES: tuple[Callable[[Module], None], ...] = (thread_jumps, tabulate, find_live, unfreeze_locals)


def run_passes(module: Module) -> None:
    """Runs all passes over the module."""
    for run in PASSES:
        run(module)
