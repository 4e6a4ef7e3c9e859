"""A pause of the garbage collector, for work that makes many objects and little garbage: trees, tables, drawings."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Disables the garbage collector within the block and restores it afterwards.

    Objects made in the block join the oldest generation, so that they are not scanned soon afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_freeze_count() == 0:  # else the program has frozen objects of its own
                gc.freeze()
                gc.unfreeze()
            gc.enable()
