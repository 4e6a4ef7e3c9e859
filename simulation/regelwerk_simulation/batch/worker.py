"""Worker of a batch, which plays stretches of games and returns their rows as Parquet files.

In a separate process, `main` gets its orders on the standard input and answers on the standard output: pickled objects,
each after its length. It ends at once when the input ends. A file named on the command line has the number of the
current game, for checks of the time.
"""

from __future__ import annotations

import errno
import os
import pickle
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
"""Most bytes of memory of a separate process, so that no game uses up all memory."""
LENGTH = struct.Struct(">Q")
REASON = [column.name for column in GAMES.columns].index("error")


@dataclass(frozen=True)
class Done:
    """Games that were played.

    Attributes:
        games: the numbers of the games.
        files: the Parquet files of their rows, by table.
        broken: number of games that broke.
        seconds: the time taken.
    """

    games: range
    files: Mapping[str, bytes]
    broken: int
    seconds: float


@dataclass(frozen=True)
class Failed:
    """The failure of a worker, with Python's traceback."""

    story: str


class Worker:
    """Plays games of one batch."""

    def __init__(self, order: Order) -> None:
        self._croupier = Croupier(order)
        self._database = engine(1)

    def play(self, games: range, began: Callable[[int], object] = lambda _game: None) -> Done:
        """Plays some games.

        Args:
            games: their numbers.
            began: called with the number of each game that begins.

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
                except duckdb.IOException:  # its message is long if the disk is full
                    raise OSError(errno.EIO, "cannot be written; is the disk full?", str(path)) from None
                files[name] = path.read_bytes()
        return Done(games, files, broken, time.monotonic() - start)


class Place:
    """The number of the game that a process plays, in a file, so that it can be read whatever the process is doing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _file(self) -> FileIO:
        return FileIO(self._path, "r+")

    def make(self, game: int) -> None:
        """Creates or replaces the file."""
        self._path.write_bytes(LENGTH.pack(game))

    def tell(self, game: int) -> None:
        """Replaces the number."""
        self._file.seek(0)
        self._file.write(LENGTH.pack(game))

    def told(self) -> int:
        """Reads the number."""
        (game,) = LENGTH.unpack(self._path.read_bytes())
        return int(game)


def send(stream: BinaryIO, what: object) -> None:
    """Writes an object to the other side.

    Raises:
        OSError: the other side has ended.
    """
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Reads an object from the other side.

    Raises:
        EOFError: the other side has ended.
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
    _bound_memory()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of bots must not mix with answers
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
    """Limits the memory of this process to `MEMORY`, if the system supports it; a lower limit stays."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY or soft > MEMORY:
            with suppress(OSError, ValueError):  # macOS has other limits
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def _listen(stream: BinaryIO, asked: SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(receive(stream))
    except (EOFError, OSError):
        os._exit(0)  # even in the middle of a game, since nobody waits for it
