"""A trial reading of a font in a separate process, which ends if a small file takes all time or memory."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from .own import read_face

SECONDS, MEMORY = 60, 4 << 30
"""Most processor time, and most bytes of additional memory; the largest kanji fonts take a tenth of these."""
PATIENCE = 10 * SECONDS
"""Seconds after which a trial that waits for something ends."""
TOO_MUCH = 3


def try_font(path: Path) -> None:
    """Raises ValueError for a font that takes too much to read. Tries it only on Linux."""
    if sys.platform != "linux":
        return
    child = os.fork()
    if not child:
        _try(path)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == TOO_MUCH:
        most = f"{SECONDS} seconds or {MEMORY >> 30} gigabytes"
        raise ValueError(f"reading it takes more than {most}, or crashes")


def _try(path: Path) -> None:
    """Reads a font and ends the process."""
    import resource  # which Windows does not have

    status = 0
    try:
        # A lock that a thread of the parent held stays locked here: no processor time ends that.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        taken = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        limits = (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, taken + MEMORY), (resource.RLIMIT_CORE, 0)
        for kind, most in limits:
            soft, hard = resource.getrlimit(kind)
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(kind, (most, hard))
        with suppress(ValueError):
            read_face(path)
    except MemoryError:
        status = TOO_MUCH
    finally:
        os._exit(status)
