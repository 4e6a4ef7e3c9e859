"""The games that are still to be played, handed out in stretches that take a few seconds each."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from threading import Lock

FIRST = 4
"""Games in a stretch as long as nobody knows how long one takes."""
MOST = 1_000
"""Games in a stretch; their rows lie in memory."""
SECONDS = (2.0, 60.0)
"""How long a stretch takes: a fiftieth of the time so far, within these bounds. So much is lost with a worker."""
SHARE = 50
TAIL = 8
"""At the end stretches get shorter, down to this part, so that nobody waits long for the last one."""


class Tasks:
    """Stretches of games for several workers. What they hold depends on the clock, what their games are like does not.

    Safe for use by several threads.
    """

    def __init__(self, missing: Iterable[range], workers: int) -> None:
        self._waiting = deque(missing)
        self._workers = workers
        self._lock = Lock()
        self._began = time.monotonic()
        self._pace: float | None = None  # games in a second of one worker

    def next(self) -> range | None:
        """Some games to play; None when there are none left."""
        with self._lock:
            if not self._waiting:
                return None
            part = self._waiting.popleft()
            size = self._size()
            if len(part) > size:
                self._waiting.appendleft(part[size:])
            return part[:size]

    def back(self, games: range) -> None:
        """Games that were handed out and not played."""
        with self._lock:
            self._waiting.appendleft(games)

    def done(self, games: range, seconds: float) -> None:
        """Tells how long some games have taken."""
        with self._lock:
            pace = len(games) / max(seconds, 1e-6)
            self._pace = pace if self._pace is None else (self._pace + pace) / 2

    def stop(self) -> None:
        """Hands out nothing any more."""
        with self._lock:
            self._waiting.clear()

    def _size(self) -> int:
        if self._pace is None:
            return FIRST
        low, high = SECONDS
        usual = self._pace * min(max((time.monotonic() - self._began) / SHARE, low), high)
        left = sum(map(len, self._waiting)) / (2 * self._workers)
        return int(min(max(min(usual, left), usual / TAIL, 1), MOST))
