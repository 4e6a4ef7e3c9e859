"""The games still to be played, handed out in stretches that take a few seconds each."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from threading import Lock

FIRST = 4
"""Games in a stretch until the pace is known."""
MOST = 1_000
"""Most games in a stretch, whose rows are in memory."""
SECONDS = (2.0, 60.0)
"""Bounds of the duration of a stretch, a fiftieth of the time so far; it is lost if a worker ends."""
SHARE = 50
TAIL = 8
"""Towards the end stretches get shorter by this factor, so that nobody waits long for the last one."""


class Tasks:
    """Stretches of games for several workers. Their sizes depend on the clock, the games themselves do not.

    Safe for use by several threads.
    """

    def __init__(self, missing: Iterable[range], workers: int) -> None:
        self._waiting = deque(missing)
        self._workers = workers
        self._lock = Lock()
        self._began = time.monotonic()
        self._pace: float | None = None  # games per second of one worker

    def next(self) -> range | None:
        """Some games to play; None if there are none left."""
        with self._lock:
            if not self._waiting:
                return None
            part = self._waiting.popleft()
            size = self._size()
            if len(part) > size:
                self._waiting.appendleft(part[size:])
            return part[:size]

    def back(self, games: range) -> None:
        """Returns games that were handed out but not played."""
        with self._lock:
            self._waiting.appendleft(games)

    def done(self, games: range, seconds: float) -> None:
        """Reports the time that some games have taken."""
        with self._lock:
            pace = len(games) / max(seconds, 1e-6)
            self._pace = pace if self._pace is None else (self._pace + pace) / 2

    def stop(self) -> None:
        """Stops handing out games."""
        with self._lock:
            self._waiting.clear()

    def _size(self) -> int:
        if self._pace is None:
            return FIRST
        low, high = SECONDS
        usual = self._pace * min(max((time.monotonic() - self._began) / SHARE, low), high)
        left = sum(map(len, self._waiting)) / (2 * self._workers)
        return int(min(max(min(usual, left), usual / TAIL, 1), MOST))
