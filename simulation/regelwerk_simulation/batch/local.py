"""Workers on this machine: processes of their own, or this one."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import BinaryIO

from ..errors import SimulationError
from .plan import Order
from .tasks import Tasks
from .worker import LENGTH, Done, Failed, Worker, receive, send

DEATHS = 3
"""So often in a row a worker may end by itself."""

WORKER = "from regelwerk_simulation.batch.worker import main; main()"


def play_here(order: Order, tasks: Tasks) -> Iterator[Done]:
    """Plays in this process."""
    worker = Worker(order)
    while (games := tasks.next()) is not None:
        done = worker.play(games)
        tasks.done(games, done.seconds)
        yield done


def play_locally(order: Order, tasks: Tasks, jobs: int) -> Iterator[Done]:
    """Plays in so many processes; answers come as they are ready.

    The processes are begun afresh, without what this one has in memory, and end with it, however it ends. One that
    ends by itself is replaced, and what it was playing is played again.

    Raises:
        SimulationError: a process ended by itself again and again.
    """
    answers: SimpleQueue[Done | Exception | None] = SimpleQueue()
    servers = [_Server(pickle.dumps(order, pickle.HIGHEST_PROTOCOL), tasks, answers) for _ in range(jobs)]
    for server in servers:
        server.start()
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
        for server in servers:
            server.end()
        for server in servers:
            server.join()


class _Server(threading.Thread):
    """Keeps one process busy."""

    def __init__(self, order: bytes, tasks: Tasks, answers: SimpleQueue[Done | Exception | None]) -> None:
        super().__init__(daemon=True)
        self._order = order
        self._tasks = tasks
        self._answers = answers
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._guard = threading.Lock()

    def run(self) -> None:
        """Has all games played that it gets."""
        try:
            deaths = 0
            while not self._ended and (games := self._tasks.next()) is not None:
                try:
                    done = self._ask(games)
                except (EOFError, OSError):
                    self._bury()
                    self._tasks.back(games)
                    deaths += 1
                    self._check(deaths, games)
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
        """Ends the process, whatever it is doing."""
        with self._guard:
            self._ended = True
        self._bury()

    def _bury(self) -> None:
        """Waits for the end of a process that answers no more, so that a new one takes its place."""
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
        send(stdin, games)
        answer = receive(process.stdout)  # type: ignore[arg-type]
        if isinstance(answer, OSError):
            raise SimulationError(f"a worker cannot go on: {answer}") from answer
        if isinstance(answer, Failed):
            raise RuntimeError(f"a worker failed:\n{answer.story}")
        assert isinstance(answer, Done)
        return answer

    def _begun(self) -> subprocess.Popen[bytes]:
        """The process; a new one where there is none."""
        with self._guard:
            if self._ended:
                raise EOFError
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-P", "-c", WORKER]  # -P: no program comes from the current folder
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                assert self._process.stdin is not None
                self._process.stdin.write(LENGTH.pack(len(self._order)) + self._order)
            return self._process

    def _check(self, deaths: int, games: range) -> None:
        """Gives up on a process that ends again and again.

        Raises:
            SimulationError: it does.
        """
        if self._ended or deaths < DEATHS or self._process is None:
            return
        status = self._process.wait()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise SimulationError(
            f"a worker process ended {how}, {deaths} times, playing games {games.start:,} to {games.stop - 1:,}",
            "it may have run out of memory; the same command goes on from here, also with fewer --jobs",
        )
