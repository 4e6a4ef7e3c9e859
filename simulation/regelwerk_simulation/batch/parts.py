"""The folder of an unfinished batch, with parts that contain the rows of some games and finally become the tables.

The folder is beside the file of the games, `FILE.parquet.parts`, with a description of the batch and a folder
`FIRST-END` for each part. A part is written under another name and renamed, so it is either complete or missing. The
writer holds a lock.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb
from regelwerk_dsl.disk import read_bytes
from regelwerk_dsl.writing import check_place, naming, replacing, write_whole

from ..dataset import BY_NAME, MOVING, Dataset, copy, engine, file_of, folder_of, holds, literal, pattern, write_table
from ..errors import SimulationError
from ..tables import GAMES, LINES, NAMES, RUN, TABLES, Table
from .plan import Batch

try:
    import fcntl
except ImportError:  # without it, a second run on one file is not noticed
    fcntl = None  # type: ignore[assignment]

MANIFEST, LOCK, NEW, MERGED = "batch.json", "lock", "new-", "merged"
PART = re.compile(r"(\d{9,10})-(\d{9,10})")
FORMAT = 1
MEMORY = "1GB"
"""Memory for merging the parts; more goes to disk."""

Part = Mapping[str, bytes]
"""The Parquet files of some games by the name of their table."""


class Parts:
    """The parts of a batch on disk; a context manager that locks them against other writers."""

    def __init__(self, path: Path, batch: Batch) -> None:
        """Creates the folder of a batch, or continues with the existing one.

        Raises:
            SimulationError: another run writes there, or the parts belong to another batch.
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
        """Creates the folder if necessary, and locks it."""
        fresh = not self.folder.exists() or not any(self.folder.iterdir())
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
        """Compares the batch with the one begun here, and writes its description."""
        begun = _begun(self.folder)
        if begun is not None and self.done:
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
                _remove(left)
        data = {"format": FORMAT, **self.batch.to_dict()}
        write_whole(self.folder / MANIFEST, json.dumps(data, indent=1).encode())

    @property
    def done(self) -> list[range]:
        """The games in the parts, ascending."""
        names = (PART.fullmatch(entry.name) for entry in self.folder.iterdir())
        found = [range(int(name[1]), int(name[2])) for name in names if name]
        return sorted(found, key=lambda part: part.start)

    def missing(self) -> Iterator[range]:
        """The missing stretches of games, ascending."""
        at = 0
        for part in self.done:
            if part.start > at:
                yield range(at, part.start)
            at = part.stop
        if at < self.batch.games:
            yield range(at, self.batch.games)

    def add(self, games: range, part: Part) -> None:
        """Writes the rows of some games."""
        name = f"{games.start:09d}-{games.stop:09d}"
        new = self.folder / f"{NEW}{name}"
        new.mkdir()
        for table, data in part.items():
            path = new / f"{table}.parquet"
            with naming(path), path.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        new.rename(self.folder / name)

    def finish(self, rows: Mapping[str, Iterable[Sequence[object]]]) -> None:
        """Merges the parts into the files of the tables, and removes the parts.

        Args:
            rows: the rows of tables about the whole batch.

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
            reason = str(error).splitlines()[0].partition(': {"')[0]  # details in JSON follow
            raise SimulationError(
                f"{self.folder}: the parts cannot be merged: {reason}",
                "with room on the disk, the same command continues from here; otherwise remove the folder",
            ) from error
        (self.folder / MOVING).touch()
        for name in reversed(self.batch.tables):  # the file of the games last: it means that all are complete
            with (
                (merged / f"{name}.parquet").open("rb") as source,
                replacing(file_of(self.path, name), partial(_is_ours, self.path, name)) as file,
            ):
                shutil.copyfileobj(source, file)
        for table in TABLES:
            if table.name not in self.batch.tables:
                _remove_ours(self.path, table.name)
        (self.folder / MOVING).unlink()
        self.close(remove=True)

    def _together(self, table: Table) -> str:
        """The query for all rows of a table, in order: that of the parts, each of which is sorted."""
        files = ", ".join(pattern(part / f"{table.name}.parquet") for part in self._folders())
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
        """Unlocks the folder, and removes it if it is no longer needed."""
        if self._lock < 0:
            return
        if remove or not self.done:
            for entry in self.folder.iterdir():
                if entry.name != LOCK:  # until the end it tells whose folder this is
                    _remove(entry)
            shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)
        self._lock = -1

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def remove_left(path: Path, batch: Batch) -> None:
    """Removes the parts of a finished batch that a killed run left behind."""
    with suppress(SimulationError, OSError):
        if folder_of(path).exists() and _begun(folder_of(path)) in (None, batch):
            Parts(path, batch).close(remove=True)


def _remove(path: Path) -> None:
    """Removes a file, or a folder with its contents."""
    with suppress(OSError):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def begun_seed(path: Path) -> int | None:
    """The seed of the batch begun with a file, or of the finished one in it; None if there is none.

    Raises:
        SimulationError: the description of the batch cannot be read.
    """
    begun = _begun(folder_of(path)) or finished(path)
    return begun.seed if begun is not None else None


def _begun(folder: Path) -> Batch | None:
    """The batch that was begun in a folder; None if there is none."""
    try:
        data = json.loads(read_bytes(folder / MANIFEST))
        if data["format"] != FORMAT:
            raise KeyError(FORMAT)
        return Batch.from_dict(data)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, RecursionError, OSError):
        raise SimulationError(f"{folder / MANIFEST} cannot be read", f"remove {folder} and start again") from None


def check_target(path: Path, tables: Iterable[str]) -> None:
    """Refuses a file that cannot hold the games of a batch, before anything is played.

    Args:
        path: the file of the games.
        tables: the tables written to files beside it.

    Raises:
        SimulationError: its name is not that of a Parquet file.
        OSError: a file there is not a simulation's, there is no such folder, or the path is not UTF-8.
    """
    if path.suffix != ".parquet":
        raise SimulationError(
            f"{path}: the file of games must be a Parquet file", f"try {path.stem or 'games'}.parquet"
        )
    literal(path)
    for name in (GAMES.name, *tables):
        check_place(file_of(path, name), partial(_is_ours, path, name))


def finished(path: Path) -> Batch | None:
    """The batch in a file of games; None if there is none, or one of another version."""
    if not path.is_file():
        return None
    try:
        with Dataset.open(path) as dataset:
            return Batch.from_dict(dataset.run)
    except ValueError:  # not the tables of a simulation, or its facts are not those of a batch
        return None


def adopt(parts: Parts) -> None:
    """Uses the games of a finished batch as the first part of one that only has more games."""
    held = finished(parts.path)
    if held is None or parts.done or held.games >= parts.batch.games:
        return
    if replace(held, games=parts.batch.games) == parts.batch:
        wanted = [name for name in held.tables if name not in (NAMES.name, RUN.name)]
        parts.add(range(held.games), {name: file_of(parts.path, name).read_bytes() for name in wanted})


def _is_ours(path: Path, name: str, _head: bytes = b"") -> bool:
    """True if a file beside that of the games is a table of a simulation; no other file may be replaced."""
    return holds(file_of(path, name), BY_NAME[name])


def _remove_ours(path: Path, name: str) -> None:
    """Removes an earlier batch's file of a table that this one does not have."""
    with suppress(OSError):
        if name != GAMES.name and file_of(path, name).is_file() and _is_ours(path, name):
            file_of(path, name).unlink()
