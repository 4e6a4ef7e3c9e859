"""The files of a simulation: written from rows, opened again for SQL, pandas and polars."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from glob import escape
from itertools import chain
from pathlib import Path
from threading import TIMEOUT_MAX
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb
import numpy as np
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_runtime.batch.patience import MINUTES

from .errors import SimulationError
from .tables import GAMES, SEATS, TABLES, Table

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")

BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}

_ALONE: dict[str, str] = {
    "allow_community_extensions": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""Settings that keep DuckDB from fetching or loading anything by itself."""

_MISSING = re.compile(r'column (?:named )?"([^"]+)"')
"""The column in DuckDB's message; its exceptions do not have it elsewhere."""
_PACKAGE = re.compile(r"Required module '([^']+)' failed to import")
"""The package in DuckDB's message that it needs to make Python values, such as times with a zone."""
_READ = re.compile(r'\b(?:from|join)\s+"?(\w+)', re.I)
"""The tables that a query reads; DuckDB does not report views."""


MOVING = "moving"
"""A file among the parts of a batch while its tables take the place of earlier ones, one after another."""


class DatasetError(SimulationError):
    """Files that are not a simulation, or a query that cannot be answered; the message gives the reason."""


def file_of(path: Path, table: str) -> Path:
    """The file of a table: `path` itself for the games, `FILE.TABLE.parquet` beside it for any other."""
    return path if table == GAMES.name else path.with_name(f"{path.stem}.{table}.parquet")


def folder_of(path: Path) -> Path:
    """The folder for the parts of a batch while it is played."""
    return path.with_name(f"{path.name}.parts")


def engine(threads: int | None = None) -> duckdb.DuckDBPyConnection:
    """A database in memory that loads no extensions."""
    return duckdb.connect(":memory:", config={**_ALONE, "threads": threads or os.cpu_count() or 1})


def write_table(
    path: Path, table: Table, rows: Iterable[Sequence[object]], connection: duckdb.DuckDBPyConnection | None = None
) -> None:
    """Writes the rows of a table to a Parquet file, in the order in which they are given.

    Args:
        path: the file; an existing one is replaced.
        table: names and types of the columns.
        rows: values in the order of the columns; None for NULL.
        connection: a connection of `engine(1)`, for frequent writing; by default one is opened.
    """
    values = [_column(column) for column in zip(*rows, strict=True)] or [_column(())] * len(table.columns)
    given = {column.name: value for column, value in zip(table.columns, values, strict=True)}
    columns = ", ".join(
        f"CAST({_quoted(column.name)} AS {column.type}) AS {_quoted(column.name)}" for column in table.columns
    )
    with nullcontext(connection) if connection is not None else engine(1) as opened:
        opened.register("given", given)
        copy(opened, f"SELECT {columns} FROM given", path)
        opened.unregister("given")


def copy(connection: duckdb.DuckDBPyConnection, query: str, path: Path) -> None:
    """Writes the result of a query to a Parquet file; the same rows give the same bytes."""
    connection.execute(f"COPY ({query}) TO {literal(path)} (FORMAT parquet, COMPRESSION zstd)")


@dataclass(frozen=True)
class Dataset:
    """The tables of a simulation, as `tables.py` describes them.

    Attributes:
        path: the file of the games; the other tables are beside it.
        tables: names of the existing tables.
    """

    path: Path
    tables: tuple[str, ...]
    _connection: duckdb.DuckDBPyConnection

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Dataset:
        """Opens the files of a simulation.

        Raises:
            DatasetError: there is no such file, or it is not the games of a simulation.
        """
        main = Path(path)
        if not main.is_file():
            raise DatasetError(f"{main}: {_why_missing(main)}")
        whole, _, name = main.stem.rpartition(".")
        if name in BY_NAME and file_of(main.with_name(f"{whole}{main.suffix}"), name) == main:
            raise DatasetError(f"{main}: this is the table {name}; a simulation is opened by {whole}{main.suffix}")
        if (folder_of(main) / MOVING).exists():
            raise DatasetError(
                f"{main}: its tables are being replaced by those of another simulation, which was perhaps interrupted; "
                "the command that started it continues from there"
            )
        found = tuple(table.name for table in TABLES if file_of(main, table.name).is_file())
        connection = engine()
        try:
            files = ", ".join({form(file_of(main, name)): "" for name in found for form in (literal, pattern)})
            connection.execute(f"SET allowed_paths = [{files}]")
            connection.execute("SET temp_directory = ''")  # nothing is written to disk, even if memory is short
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            for name in found:
                source = pattern(file_of(main, name))
                connection.execute(f"CREATE VIEW {_quoted(name)} AS SELECT * FROM read_parquet({source})")
                _check(connection, file_of(main, name), BY_NAME[name])
        except duckdb.Error as error:
            connection.close()
            raise DatasetError(f"{main}: not the tables of a simulation: {_reason(error)}") from error
        except DatasetError:
            connection.close()
            raise
        return Dataset(main, found, connection)

    def sql(self, query: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> duckdb.DuckDBPyRelation:
        """The result of one SELECT over the tables; it can read these files and nothing else, and writes nothing.

        It is computed when its rows are requested, without a time limit.

        Raises:
            DatasetError: the query is not a single SELECT, or cannot be answered.
        """
        try:
            query.encode()
            statements = self._connection.extract_statements(query)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise DatasetError("only a single SELECT can be asked")
            return self._connection.sql(query, params=parameters or None)
        except UnicodeEncodeError:
            raise DatasetError("the query is not UTF-8 text") from None
        except duckdb.BinderException as error:
            raise self._unbound(query, error) from error
        except duckdb.Error as error:
            raise self._unread(error) from error

    def rows(
        self, query: str, parameters: Sequence[object] | Mapping[str, object] = (), minutes: float = MINUTES
    ) -> list[tuple[Any, ...]]:
        """The rows of a query's result, all in memory at once.

        Args:
            query: the query.
            parameters: values for its question marks or names.
            minutes: the most time the query may take.

        Raises:
            DatasetError: as `sql`; also if a row cannot be computed, or the query takes longer.
        """
        relation = self.sql(query, parameters)
        return self._awaited(self._connection, relation.fetchall, monotonic() + 60 * minutes)

    def answer(self, query: str, minutes: float = MINUTES) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """The names of the columns of a query's result, and its rows as they are computed.

        Args:
            query: the query.
            minutes: the most time from the beginning to the last row.

        Raises:
            DatasetError: as `sql`; the rows also raise it if one cannot be computed, or comes too late.
        """
        self.sql(query)
        cursor = self._connection.cursor()
        end = monotonic() + 60 * minutes
        self._awaited(cursor, lambda: cursor.execute(query), end)
        return [str(column[0]) for column in cursor.description or ()], self._fetched(cursor, end)

    def _fetched(self, cursor: duckdb.DuckDBPyConnection, end: float) -> Iterator[tuple[Any, ...]]:
        while part := self._awaited(cursor, lambda: cursor.fetchmany(1_000), end):
            yield from part

    def _awaited(self, cursor: duckdb.DuckDBPyConnection, work: Callable[[], T], end: float) -> T:
        """The result of work by DuckDB, done in a thread so that Ctrl+C and the time limit can end it."""
        with ThreadPoolExecutor(1) as pool:
            task = pool.submit(work)
            try:
                return task.result(min(max(0, end - monotonic()), TIMEOUT_MAX))
            except TimeoutError:
                raise DatasetError(
                    "the query takes more minutes than allowed", "ask for less, or allow more time"
                ) from None
            except duckdb.Error as error:
                raise self._unread(error) from error
            except OverflowError as error:
                raise DatasetError(
                    f"a value of the result is too large for Python: {error}", "convert it: CAST(... AS VARCHAR)"
                ) from error
            finally:
                if not task.done():
                    cursor.interrupt()

    def _unbound(self, query: str, error: duckdb.BinderException) -> DatasetError:
        """The error for an unknown name in the query, with the columns of the tables that it reads."""
        named = {name.lower() for name in _READ.findall(query)}
        read = [name for name in self.tables if name in named]
        columns = {name: [column.name for column in BY_NAME[name].columns] for name in read}
        missing = _MISSING.search(str(error))
        if missing is None or not columns:
            return DatasetError(str(error))
        near = did_you_mean(missing[1], chain.from_iterable(columns.values()))
        said = [f"there is no column `{missing[1]}`{'; ' if near else ''}{near}"]
        said += [f"{name} has {', '.join(names)}" for name, names in columns.items()]
        return DatasetError("\n".join(said))

    def _unread(self, error: duckdb.Error) -> DatasetError:
        """The error for a query without a result, caused by the query or by the files."""
        if isinstance(error, duckdb.OutOfMemoryException):
            return DatasetError(f"the query takes more memory than allowed: {_reason(error)}")
        if missing := _PACKAGE.search(str(error)):
            return DatasetError(
                f"a value of this type needs the Python package {missing[1]}, which is not installed",
                f"pip install {missing[1]}, or convert it, for example with CAST(... AS VARCHAR)",
            )
        is_query = isinstance(error, (duckdb.ProgrammingError, duckdb.DataError))
        return DatasetError(str(error) if is_query else f"{self.path}: its tables cannot be read: {_reason(error)}")

    def table(self, name: str = GAMES.name) -> duckdb.DuckDBPyRelation:
        """A table.

        Raises:
            DatasetError: there is no such table.
        """
        if name not in self.tables:
            raise DatasetError(f"{self.path}: no table {name}; the tables are {', '.join(self.tables)}")
        return self._connection.table(name)

    def to_pandas(self, name: str = GAMES.name) -> pandas.DataFrame:
        """A table for pandas, which must be installed."""
        return self.table(name).df()

    def to_polars(self, name: str = GAMES.name) -> polars.DataFrame:
        """A table for polars, which must be installed."""
        import polars  # no extra installs it

        self.table(name)
        return polars.read_parquet(file_of(self.path, name), glob=False)

    @property
    def run(self) -> Mapping[str, Any]:
        """The facts about the batch.

        Raises:
            DatasetError: the table is missing, or a value is not JSON.
        """
        self.table("run")
        try:
            return {key: json.loads(value) for key, value in self.rows("SELECT key, value FROM run")}
        except (ValueError, TypeError, RecursionError):
            raise DatasetError(f"{file_of(self.path, 'run')}: a value is not JSON") from None

    def check(self) -> None:
        """Checks that the rows of all tables can come from games, for use before computing with them.

        Raises:
            DatasetError: a value is missing or out of bounds, or a seat is not a player's.
        """
        for table in (BY_NAME[name] for name in self.tables):
            key = table.order[0]
            sound = ", ".join(f"({column.sound}) IS TRUE" for column in table.columns)
            found = self.rows(f"SELECT {key}, {sound} FROM {table.name} WHERE ({table.sound}) IS NOT TRUE LIMIT 1")
            for at, *rest in found:
                column = table.columns[rest.index(False)].name
                raise DatasetError(
                    f"{file_of(self.path, table.name)}: {key} {at} has an impossible value in column {column}; "
                    "the file was changed"
                )
        if SEATS.name in self.tables and (
            found := self.rows(
                "SELECT game, seat FROM seats LEFT JOIN games USING (game) WHERE seat < players IS NOT TRUE LIMIT 1"
            )
        ):
            game, seat = found[0]
            raise DatasetError(
                f"{file_of(self.path, SEATS.name)}: game {game} has no player {seat}; the file was changed"
            )

    def name(self, kind: str, key: str, lang: str) -> str:
        """The name of something in a language; the key if it has none."""
        found = self.rows("SELECT text FROM names WHERE kind = ? AND key = ? AND lang = ?", (kind, key, lang))
        return str(found[0][0]) if found else key

    def close(self) -> None:
        """Closes the files."""
        self._connection.close()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def holds(path: Path, table: Table) -> bool:
    """True if a file is this table of a simulation."""
    try:
        with engine(1) as connection:
            connection.execute(f"CREATE VIEW {_quoted(table.name)} AS SELECT * FROM read_parquet({pattern(path)})")
            _check(connection, path, table)
    except (duckdb.Error, DatasetError):
        return False
    return True


def _why_missing(path: Path) -> str:
    """The reason why there is no file of games."""
    if path.is_dir():
        return "this is a folder, not the file of a simulation"
    if folder_of(path).is_dir():
        return "not all of its games have been played; the command that started it continues from there"
    return "there is no such file"


def _check(connection: duckdb.DuckDBPyConnection, path: Path, table: Table) -> None:
    described = connection.execute(f"DESCRIBE {_quoted(table.name)}").fetchall()
    found = {str(row[0]): str(row[1]) for row in described}
    wrong = [column.name for column in table.columns if found.get(column.name) != column.type]
    if wrong:
        raise DatasetError(
            f"{path}: not the table {table.name} of a simulation: column {', '.join(wrong)} missing or of another type"
        )


def _column(values: Sequence[object]) -> np.ndarray[Any, Any]:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literal(path: Path) -> str:
    """A file path as an SQL literal.

    Raises:
        OSError: DuckDB cannot take it, since it is not UTF-8.
    """
    name = str(path.absolute())
    if not name.isascii() and name != name.encode(errors="replace").decode():
        raise OSError(errno.EILSEQ, "the path of a table must be UTF-8; choose another name or folder", str(path))
    return "'" + name.replace("'", "''") + "'"


def pattern(path: Path) -> str:
    """A file path as an SQL literal where DuckDB reads `*`, `?` and `[` as parts of a pattern."""
    return literal(Path(escape(str(path.absolute()))))


def _reason(error: Exception) -> str:
    """The first line of a message of DuckDB, without its kind."""
    kind, _, reason = str(error).splitlines()[0].partition(": ")
    return reason or kind
