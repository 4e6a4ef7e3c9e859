"""Worker of a batch: it plays stretches of games and answers with their rows as Parquet files.

In a process of its own `main` is told by the standard input what to do, and answers on the standard output: pickled
objects, each behind its length. It ends when the input does, whatever it is doing then. A file, which the command line
names, has the number of the game that it plays, for whoever watches over the time.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import FileIO
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

import duckdb
from regelwerk_dsl.temporary import temporary_folder

from ..dataset import BY_NAME, engine, write_table
from ..tables import GAMES
from .plan import Order
from .play import Croupier

try:
    import resource
except ImportError:  # Windows, where processes have no such limits
    resource = None  # type: ignore[assignment]

MEMORY = 8 << 30
"""Bytes that a process of its own may take, so that no game takes all that there are."""
LENGTH = struct.Struct(">Q")
REASON = [column.name for column in GAMES.columns].index("error")


@dataclass(frozen=True)
class Done:
    """Games that were played.

    Attributes:
        games: which.
        files: the Parquet files of their rows, by table.
        broken: how many of them broke.
        seconds: how long it took.
    """

    games: range
    files: Mapping[str, bytes]
    broken: int
    seconds: float


@dataclass(frozen=True)
class Failed:
    """Why a worker could not play: what Python has to say."""

    story: str


class Worker:
    """Plays for one batch."""

    def __init__(self, order: Order) -> None:
        self._croupier = Croupier(order)
        self._database = engine(1)

    def play(self, games: range, began: Callable[[int], object] = lambda _game: None) -> Done:
        """Plays some games.

        Args:
            games: their numbers.
            began: hears which game begins.

        Raises:
            OSError: their rows cannot be written.
        """
        start = time.monotonic()
        rows = self._croupier.play(games, began)
        broken = sum(row[REASON] is not None for row in rows[GAMES.name])
        files = {}
        with temporary_folder() as folder:
            for name in rows:
                path = folder / name
                try:
                    write_table(path, BY_NAME[name], rows[name], self._database)
                except duckdb.IOException:  # which tells in many words that the disk is full
                    raise OSError(errno.EIO, "cannot be written; is the disk full?", str(path)) from None
                files[name] = path.read_bytes()
        return Done(games, files, broken, time.monotonic() - start)


class Place:
    """The number of the game that a process plays, in a file: it can be read whatever the process is doing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _file(self) -> FileIO:
        return FileIO(self._path, "r+")

    def make(self, game: int) -> None:
        """Makes the file, or makes it anew."""
        self._path.write_bytes(LENGTH.pack(game))

    def tell(self, game: int) -> None:
        """Puts a number in place of the last one."""
        self._file.seek(0)
        self._file.write(LENGTH.pack(game))

    def told(self) -> int:
        """The number."""
        (game,) = LENGTH.unpack(self._path.read_bytes())
        return int(game)


def send(stream: BinaryIO, what: object) -> None:
    """Writes an object to the other side.

    Raises:
        OSError: nobody is there.
    """
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Reads an object from the other side.

    Raises:
        EOFError: nobody is there.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (size,) = LENGTH.unpack(head)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)


def main() -> None:
    """Serves until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who began it
    _bound_memory()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    asked: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    try:
        place = Place(Path(sys.argv[1]))
        worker = Worker(asked.get())
        while True:
            send(answers, worker.play(asked.get(), place.tell))
    except OSError as error:
        send(answers, error)
    except MemoryError:
        send(answers, OSError(errno.ENOMEM, f"its games take more than {MEMORY >> 30} GB of memory"))
    except Exception:
        send(answers, Failed(traceback.format_exc()))


def _bound_memory() -> None:
    """Lets this process take no more than `MEMORY`, where the system sees to it; a lower bound stays."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY or soft > MEMORY:
            with suppress(OSError, ValueError):  # macOS has other bounds
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def _listen(stream: BinaryIO, asked: SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(receive(stream))
    except (EOFError, OSError):
        os._exit(0)  # in the middle of a game too: nobody waits for it any more
