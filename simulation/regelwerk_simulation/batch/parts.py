"""The folder in which a batch grows: parts, each with the rows of some games, that become the tables in the end.

The folder stands beside the file of the games, `FILE.parquet.parts`, with a description of the batch and a folder
`FIRST-END` for each part. A part is written under another name and renamed, so it is whole or not there. Whoever
writes holds a lock.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb
from regelwerk_dsl.writing import replacing, write_whole

from ..dataset import BY_NAME, Dataset, DatasetError, copy, engine, file_of, folder_of, holds, literal, write_table
from ..errors import SimulationError
from ..tables import GAMES, LINES, NAMES, RUN, TABLES, Table
from .plan import Batch

try:
    import fcntl
except ImportError:  # without it nobody notices a second run on one file
    fcntl = None  # type: ignore[assignment]

MANIFEST, LOCK, NEW, MERGED = "batch.json", "lock", "new-", "merged"
FORMAT = 1
MEMORY = "1GB"
"""What putting the parts together may take; what is more goes to disk."""

Part = Mapping[str, bytes]
"""The Parquet files of some games by the name of their table."""


class Parts:
    """The parts of a batch on disk; a context in which nobody else writes there."""

    def __init__(self, path: Path, batch: Batch) -> None:
        """Takes the folder of a batch, which is made, or goes on with the one that is there.

        Raises:
            SimulationError: another run writes there, or the parts there are of another batch.
            OSError: nothing can be written there.
        """
        self.path = path
        self.batch = batch
        self.folder = folder_of(path)
        check_target(path, batch.tables)
        self._lock = self._begin()
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> int:
        """Makes the folder, if need be, and locks it."""
        fresh = not self.folder.exists()
        if not fresh and not (self.folder / LOCK).is_file():
            raise FileExistsError(
                errno.EEXIST,
                "the parts of the simulation would go there; remove it, or choose another file",
                str(self.folder),
            )
        self.folder.mkdir(exist_ok=True)
        handle = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        if fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                raise SimulationError(
                    f"another run is writing to {self.path}", "wait until it has ended, or choose another file"
                ) from None
            except OSError:  # file systems without locks
                pass
        return handle

    def _check(self) -> None:
        """Compares the batch with the one that was begun here, and notes it."""
        begun = _begun(self.folder)
        if begun is not None:
            wrong = begun.differences(self.batch)
            if begun.games > self.batch.games:
                wrong.append(f"{self.batch.games:,} games, not {begun.games:,}")
            if wrong:
                raise SimulationError(
                    f"{self.folder} has parts of another batch: now {'; '.join(wrong)}",
                    f"repeat the command that began it, choose another file, or remove {self.folder}",
                )
        for left in self.folder.iterdir():
            if left.name.startswith(NEW) or left.name == MERGED:
                shutil.rmtree(left, ignore_errors=True)
        data = {"format": FORMAT, **self.batch.to_dict()}
        write_whole(self.folder / MANIFEST, json.dumps(data, indent=1).encode())

    @property
    def done(self) -> list[range]:
        """The games that are there, ascending."""
        found = []
        for entry in self.folder.iterdir():
            first, _, end = entry.name.partition("-")
            if first.isdecimal() and end.isdecimal():
                found.append(range(int(first), int(end)))
        return sorted(found, key=lambda part: part.start)

    def missing(self) -> Iterator[range]:
        """The stretches of games that are not there, ascending."""
        at = 0
        for part in self.done:
            if part.start > at:
                yield range(at, part.start)
            at = part.stop
        if at < self.batch.games:
            yield range(at, self.batch.games)

    def add(self, games: range, part: Part) -> None:
        """Keeps the rows of some games."""
        name = f"{games.start:09d}-{games.stop:09d}"
        new = self.folder / f"{NEW}{name}"
        new.mkdir()
        for table, data in part.items():
            with (new / f"{table}.parquet").open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        new.rename(self.folder / name)

    def finish(self, rows: Mapping[str, Iterable[Sequence[object]]]) -> None:
        """Puts the parts together to the files of the tables, which take their places, and removes the parts.

        Args:
            rows: of the tables that are of the whole batch.

        Raises:
            SimulationError: the parts cannot be read, or there is no room for the tables.
            OSError: the files cannot be written.
        """
        merged = self.folder / MERGED
        merged.mkdir()
        try:
            with engine(1) as connection:  # with several threads the bytes would depend on chance
                connection.execute(f"SET memory_limit = '{MEMORY}'")
                connection.execute(f"SET temp_directory = {literal(merged / 'spilled')}")
                for name in self.batch.tables:
                    target = merged / f"{name}.parquet"
                    if name in rows:
                        write_table(target, BY_NAME[name], rows[name], connection)
                    else:
                        copy(connection, self._together(BY_NAME[name]), target)
        except duckdb.Error as error:
            raise SimulationError(
                f"{self.folder}: the parts cannot be put together: {str(error).splitlines()[0]}",
                "with room on the disk, the same command goes on from here; otherwise remove the folder",
            ) from error
        for name in reversed(self.batch.tables):  # the file of the games last: it says that all are there
            with (
                (merged / f"{name}.parquet").open("rb") as source,
                replacing(file_of(self.path, name), partial(_is_ours, self.path, name)) as file,
            ):
                shutil.copyfileobj(source, file)
        for table in TABLES:
            if table.name not in self.batch.tables:
                _remove_ours(self.path, table.name)
        self.close(remove=True)

    def _together(self, table: Table) -> str:
        """The query for all rows of a table, in their order: that of the parts, each of which is in order itself."""
        files = ", ".join(literal(part / f"{table.name}.parquet") for part in self._folders())
        if table is LINES:
            return (
                f"SELECT line, kind, name, bool_or(reached) AS reached FROM read_parquet([{files}]) "
                f"GROUP BY ALL ORDER BY {', '.join(table.order)}"
            )
        return f"SELECT * FROM read_parquet([{files}])"

    def _folders(self) -> Iterator[Path]:
        for part in self.done:
            yield self.folder / f"{part.start:09d}-{part.stop:09d}"

    def close(self, remove: bool = False) -> None:
        """Lets others write here; removes the folder where nothing is needed of it any more."""
        if self._lock < 0:
            return
        if remove or not self.done:
            shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)
        self._lock = -1

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def begun_seed(path: Path) -> int | None:
    """The seed of the batch that was begun with a file, or that it holds; None where there is none.

    Raises:
        SimulationError: what is there cannot be read.
    """
    begun = _begun(folder_of(path)) or finished(path)
    return begun.seed if begun is not None else None


def _begun(folder: Path) -> Batch | None:
    """The batch that was begun in a folder; None where none was."""
    try:
        data = json.loads((folder / MANIFEST).read_bytes())
        if data["format"] != FORMAT:
            raise KeyError(FORMAT)
        return Batch.from_dict(data)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SimulationError(f"{folder / MANIFEST} cannot be read", f"remove {folder} and begin again") from None


def check_target(path: Path, tables: Iterable[str]) -> None:
    """Refuses a file that cannot become the games of a batch, before anything is played.

    Args:
        path: the file of the games.
        tables: that are written to files beside it.

    Raises:
        SimulationError: its name is not that of a Parquet file.
        OSError: something lies there that is not ours, or there is no such folder.
    """
    if path.suffix != ".parquet":
        raise SimulationError(f"{path}: the file of the games is a Parquet file", f"try {path.stem or 'games'}.parquet")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    if path.is_symlink():
        raise OSError(errno.EMLINK, "it is a link; name the file itself", str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is not a plain file", str(path))
    for name in tables:
        file = file_of(path, name)
        if file.exists() and file.stat().st_size and not (file.is_file() and holds(file, BY_NAME[name])):
            raise FileExistsError(
                errno.EEXIST,
                "this file is no simulation and stays as it is; choose another name, or remove it first",
                str(file),
            )


def finished(path: Path) -> Batch | None:
    """The batch that a file of games holds; None where there is none, or one of another version."""
    if not path.is_file():
        return None
    try:
        with Dataset.open(path) as dataset:
            return Batch.from_dict(dataset.run)
    except (DatasetError, KeyError, TypeError):
        return None


def adopt(parts: Parts) -> None:
    """Takes the games of a finished batch for the first part of one that has more games and differs in nothing else."""
    held = finished(parts.path)
    if held is None or parts.done or held.games >= parts.batch.games:
        return
    if replace(held, games=parts.batch.games) == parts.batch:
        wanted = [name for name in held.tables if name not in (NAMES.name, RUN.name)]
        parts.add(range(held.games), {name: file_of(parts.path, name).read_bytes() for name in wanted})


def _is_ours(path: Path, name: str, _head: bytes = b"") -> bool:
    """Whether a file beside that of the games is a table of a simulation, since nothing else may be replaced."""
    return holds(file_of(path, name), BY_NAME[name])


def _remove_ours(path: Path, name: str) -> None:
    """Removes what an earlier batch has left of a table that this one does not have."""
    with suppress(OSError):
        if name != GAMES.name and file_of(path, name).is_file() and _is_ours(path, name):
            file_of(path, name).unlink()
