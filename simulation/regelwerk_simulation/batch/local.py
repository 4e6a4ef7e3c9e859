"""Workers on this machine: separate processes, or this one."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

from regelwerk_dsl.temporary import temporary_folder

from ..errors import SimulationError
from .plan import Batch, Order, too_long
from .tasks import Tasks
from .worker import LENGTH, Done, Failed, Place, Worker, receive, send

DEATHS = 3
"""Consecutive times that a worker process may end by itself."""

Answer = Done | Exception | None
"""Games that were played, the error that ends the run, or None if a process has finished."""
PAUSE = 0.5
"""Seconds between checks of the running games."""

IGNORE = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"  # Ctrl+C is for the parent process
WORKER = f"{IGNORE}; from regelwerk_simulation.batch.worker import main; main()"


def play_here(order: Order, tasks: Tasks) -> Iterator[Done]:
    """Plays in this process."""
    worker = Worker(order)
    while (games := tasks.next()) is not None:
        done = worker.play(games)
        tasks.done(games, done.seconds)
        yield done


def play_locally(order: Order, tasks: Tasks, jobs: int, minutes: float) -> Iterator[Done]:
    """Plays in several processes; yields results as they are ready.

    The processes are started fresh, without the memory of this one, and end with it, however it ends. One that ends by
    itself is replaced, and its games are played again.

    Args:
        order: the order.
        tasks: the games.
        jobs: number of processes.
        minutes: the most time a game may take.

    Raises:
        SimulationError: a process ended by itself repeatedly, or a game took longer.
    """
    answers: SimpleQueue[Answer] = SimpleQueue()
    with temporary_folder() as folder:
        sent = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
        servers = [_Server(order.batch, sent, tasks, answers, folder / str(number)) for number in range(jobs)]
        watch = _Watch(servers, minutes, answers)
        for thread in (*servers, watch):
            thread.start()
        left = jobs
        try:
            while left:
                answer = answers.get()
                if answer is None:
                    left -= 1
                elif isinstance(answer, Exception):
                    raise answer
                else:
                    yield answer
        finally:
            tasks.stop()
            watch.end()
            for server in servers:
                server.end()
            for thread in (*servers, watch):
                thread.join()


class _Server(threading.Thread):
    """Keeps one process busy."""

    def __init__(self, batch: Batch, order: bytes, tasks: Tasks, answers: SimpleQueue[Answer], path: Path) -> None:
        super().__init__(daemon=True)
        self._batch = batch
        self._order = order
        self._tasks = tasks
        self._answers = answers
        self._path = path
        self._place = Place(path)
        self._playing = False
        self._waited = 0.0
        self._watched: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._guard = threading.Lock()

    def run(self) -> None:
        """Gets games to play until there are none left."""
        try:
            deaths = 0
            while not self._ended and (games := self._tasks.next()) is not None:
                try:
                    done = self._ask(games)
                except (EOFError, OSError):
                    self._bury()
                    self._tasks.back(games)
                    deaths += 1
                    self._check(deaths)
                    continue
                deaths = 0
                self._tasks.done(games, done.seconds)
                self._answers.put(done)
        except Exception as error:
            self._answers.put(error)
        finally:
            self.end()
            self._answers.put(None)

    def end(self) -> None:
        """Ends the process at once."""
        with self._guard:
            self._ended = True
        self._bury()

    def waited(self, seconds: float) -> float:
        """The time that the present game has taken, with `seconds` added."""
        if not self._playing:
            self._watched = None
        elif self._watched != (game := self._place.told()):
            self._watched, self._waited = game, 0.0
        else:
            self._waited += seconds
            return self._waited
        return 0.0

    def game(self) -> str:
        """The present game, with what is needed to play it again."""
        return self._batch.told(self._place.told())

    def _bury(self) -> None:
        """Waits for the end of a process that no longer answers, so that a new one can replace it."""
        with self._guard:
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _ask(self, games: range) -> Done:
        """Has some games played.

        Raises:
            EOFError, OSError: the process has ended.
        """
        process = self._begun()
        assert process.stdin is not None and process.stdout is not None
        stdin: BinaryIO = process.stdin  # type: ignore[assignment]
        self._place.make(games.start)
        self._playing = True
        try:
            send(stdin, games)
            answer = receive(process.stdout)  # type: ignore[arg-type]
        finally:
            self._playing = False
        if isinstance(answer, OSError):
            where = f"{answer.filename} " if answer.filename else ""
            raise SimulationError(f"a worker cannot continue: {where}{answer.strerror or answer}") from answer
        if isinstance(answer, Failed):
            raise RuntimeError(f"a worker failed:\n{answer.story}")
        assert isinstance(answer, Done)
        return answer

    def _begun(self) -> subprocess.Popen[bytes]:
        """The process, started if there is none."""
        with self._guard:
            if self._ended:
                raise EOFError
            if self._process is None or self._process.poll() is not None:
                alone = [sys.executable, "-P"]  # -P: import nothing from the current folder
                command = [*alone, "-c", WORKER, str(self._path)]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                assert self._process.stdin is not None
                self._process.stdin.write(LENGTH.pack(len(self._order)) + self._order)
            return self._process

    def _check(self, deaths: int) -> None:
        """Gives up on a process that ends repeatedly.

        Raises:
            SimulationError: it has ended too often.
        """
        if self._ended or deaths < DEATHS or self._process is None:
            return
        status = self._process.wait()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise SimulationError(
            f"a worker process ended {how}, {deaths} times, most recently in {self.game()}",
            "it may have run out of memory; the same command continues from here, also with fewer --jobs",
        )


class _Watch(threading.Thread):
    """Ends the run if a game takes too long, whatever its process is doing."""

    def __init__(self, servers: Sequence[_Server], minutes: float, answers: SimpleQueue[Answer]) -> None:
        super().__init__(daemon=True)
        self._servers = servers
        self._minutes = minutes
        self._answers = answers
        self._ended = threading.Event()

    def run(self) -> None:
        """Checks all games from time to time."""
        last = time.monotonic()
        while not self._ended.wait(PAUSE):
            now = time.monotonic()
            passed, last = min(now - last, 4 * PAUSE), now  # a suspended run has not played
            for server in self._servers:
                if server.waited(passed) > 60 * self._minutes:
                    self._answers.put(too_long(server.game(), self._minutes))
                    return

    def end(self) -> None:
        """Stops checking."""
        self._ended.set()
