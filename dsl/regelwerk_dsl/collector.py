"""The garbage collector, paused while much is made of which little becomes garbage: trees, tables, drawings."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage is collected within; afterwards it is again, if it was before.

    What was made counts as old afterwards, so that it is not searched at once.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_freeze_count() == 0:  # else somebody has set objects apart
                gc.freeze()
                gc.unfreeze()
            gc.enable()
